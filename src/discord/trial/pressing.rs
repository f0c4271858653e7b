//! What people press, and how each kind of answer arrives.
//!
//! May use: the wire. Deliberately absent: who pressed; anybody may, and nobody is named.

use std::time::{Duration, Instant};

use super::ears::{Click, Heard};
use super::sheet::{self, Knob};
use super::step::{Outcome, Verdict, advice};
use super::{Posted, Trial, born, nonce};
use crate::discord::asides::Aside;
use crate::discord::rest_client::SendError;

/// Milliseconds from a press to its answer that are too many; after three seconds it is lost.
const SLOW: i64 = 2000;
/// How long the answers to one press may take altogether.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// Why nothing more is pressed.
enum Silence {
    Nobody,
    Ended,
    Stopped,
}

impl Trial {
    /// Posts the buttons, asks for each of them, and answers what is pressed.
    pub(super) async fn press(&mut self) {
        if !self.tried("controls", Trial::post_controls).await {
            return;
        }
        let Some(controls) = self.posted.last().copied() else { return };
        let mut left = Knob::ALL.to_vec();
        while !left.is_empty() {
            self.ask(asked(&left, self.plan.patience));
            match self.next(controls, &left).await {
                Ok((knob, click)) => {
                    left.retain(|one| *one != knob);
                    self.answer(knob, &click, &left).await;
                }
                Err(silence) => return self.missing(&left, &silence),
            }
        }
    }

    async fn post_controls(&mut self) -> Outcome {
        let page = sheet::controls(&Knob::ALL);
        match self.place(self.plan.channel, &page, &nonce("b")).await {
            Ok(_) => Outcome::well("three buttons and a menu are posted"),
            Err(why) => Outcome::failed("posting buttons and a menu", &why),
        }
    }

    /// The next press of something that is still to be pressed.
    async fn next(&mut self, controls: Posted, left: &[Knob]) -> Result<(Knob, Click), Silence> {
        let until = tokio::time::Instant::now() + self.plan.patience;
        let mut stop = self.stop.clone();
        loop {
            let Some(ears) = &mut self.ears else { return Err(Silence::Ended) };
            let heard = tokio::select! {
                heard = tokio::time::timeout_at(until, ears.heard.recv()) => heard,
                _ = stop.wait_for(|stop| *stop) => return Err(Silence::Stopped),
            };
            let click = match heard {
                Err(_) => return Err(Silence::Nobody),
                Ok(None) => return Err(Silence::Ended),
                Ok(Some(Heard::Ready)) => continue,
                Ok(Some(Heard::Click(click))) => click,
            };
            // Another trial may be under way in another channel.
            if click.message != controls.message {
                continue;
            }
            match Knob::of(&click.id).filter(|knob| left.contains(knob)) {
                Some(knob) => return Ok((knob, click)),
                // Pressed once more: they are not to read that it failed.
                None => drop(self.wire.defer_update(&click.call).await),
            }
        }
    }

    /// Answers a press, and tells how long everything took.
    async fn answer(&mut self, knob: Knob, click: &Click, left: &[Knob]) {
        self.witness.take();
        let answered =
            tokio::time::timeout(ANSWERED_WITHIN, self.answered(knob, click, left)).await;
        let outcome = match answered {
            Err(_) => Outcome::problem("the answer was not taken in time; is the network slow?"),
            Ok(Err(why)) => Outcome::problem(format!("the answer was not taken: {}", advice(&why))),
            Ok(Ok((first, text))) => self.judged(click, first, text),
        };
        self.done(knob.step(), outcome, click.came.elapsed());
    }

    /// How long the first answer took, and what was done.
    async fn answered(
        &self,
        knob: Knob,
        click: &Click,
        left: &[Knob],
    ) -> Result<(Duration, &'static str), SendError> {
        let (call, begun) = (&click.call, Instant::now());
        let since = move || begun.elapsed();
        match knob {
            Knob::Private => {
                self.wire.reply(call, &sheet::private()).await?;
                let first = since();
                let call = call.clone();
                let aside = Aside { call, followed: None, message: None, question: 0 };
                self.wire.disarm(&aside).await?;
                Ok((first, "answered privately, and the button taken off that answer"))
            }
            Knob::Change | Knob::Menu => {
                self.wire.update(call, &sheet::controls(left)).await?;
                let picked = "what was picked arrived; answered by changing the message";
                let text = if click.picked { picked } else { "answered by changing the message" };
                Ok((since(), text))
            }
            Knob::Later => {
                self.wire.defer_update(call).await?;
                let first = since();
                self.wire.follow_up(call, &sheet::later()).await?;
                self.wire.edit_original(call, &sheet::controls(left)).await?;
                Ok((first, "acknowledged, followed up privately, and the message changed after"))
            }
        }
    }

    fn judged(&self, click: &Click, first: Duration, text: &str) -> Outcome {
        let first = i64::try_from(first.as_millis()).unwrap_or(i64::MAX);
        let raw = click.at - born(click.call.id);
        let (way, told) = match self.ahead {
            Some((ahead, off)) => {
                let way = (raw + ahead).max(0);
                (way, format!("{way} ms from the press to here (give or take {off} ms)"))
            }
            None => (
                raw.max(0),
                format!("{raw} ms from the press to here by two clocks that may differ"),
            ),
        };
        let text = format!("{text}; {told}, {first} ms from here to taken");
        if way + first > SLOW {
            let text =
                format!("{text}; slow: after 3000 ms Discord gives up. Is the network slow?");
            return Outcome { verdict: Verdict::Warning, text };
        }
        Outcome::well(text)
    }

    /// What was not pressed.
    fn missing(&self, left: &[Knob], silence: &Silence) {
        let patience = self.plan.patience.as_secs();
        for knob in left {
            let text = match silence {
                Silence::Nobody => format!(
                    "nobody used it within {patience} s; run it again with somebody in the channel, \
                     or with a longer --patience"
                ),
                Silence::Ended => "the connection to Discord ended; try again".to_owned(),
                Silence::Stopped => "not tried: it was stopped".to_owned(),
            };
            self.done(knob.step(), Outcome::problem(text), Duration::ZERO);
        }
    }
}

/// What is asked of the person at the terminal.
fn asked(left: &[Knob], patience: Duration) -> String {
    let names: Vec<&str> = left.iter().map(|knob| knob.step()).collect();
    let wait = patience.as_secs();
    match names.as_slice() {
        [only] => format!("now use the last one in the channel: {only} (within {wait} s)"),
        all => format!(
            "in the channel, please use one after another: {} (the next within {wait} s; any \
             member may)",
            all.join(", ")
        ),
    }
}
