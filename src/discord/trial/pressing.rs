//! Steps that wait for a click on each component and answer it, each in another way.
//!
//! Any member may click; who did is neither checked nor reported.

use std::time::{Duration, Instant};

use super::ears::{Click, Heard};
use super::sheet::{self, Knob};
use super::step::{Outcome, Verdict, advice};
use super::{Posted, Trial, born, nonce};
use crate::discord::asides::Aside;
use crate::discord::rest_client::SendError;

/// Milliseconds from click to answer that call for a warning. Discord's limit is 3000.
const SLOW: i64 = 2000;
/// Timeout of all answers to one click.
const ANSWERED_WITHIN: Duration = Duration::from_secs(30);

/// Why the wait for a click ended without one.
enum Silence {
    TimedOut,
    Ended,
    Stopped,
}

impl Trial {
    /// Posts the components, asks the operator to use them, and answers each click.
    pub(super) async fn press(&mut self) {
        if !self.tried("controls", Trial::post_controls).await {
            return;
        }
        let Some(controls) = self.posted.last().copied() else { return };
        let mut left = Knob::ALL.to_vec();
        while !left.is_empty() {
            self.ask(prompt(&left, self.plan.patience));
            match self.next_click(controls, &left).await {
                Ok((knob, click)) => {
                    left.retain(|one| *one != knob);
                    self.answer(knob, &click, &left).await;
                }
                Err(silence) => return self.report_missing(&left, &silence),
            }
        }
    }

    async fn post_controls(&mut self) -> Outcome {
        let message = sheet::controls(&Knob::ALL);
        match self.place(self.plan.channel, &message, &nonce("b")).await {
            Ok(_) => Outcome::well("three buttons and a menu are posted"),
            Err(why) => Outcome::failed("posting buttons and a menu", &why),
        }
    }

    /// Waits for the next click on a component in `left`.
    async fn next_click(
        &mut self,
        controls: Posted,
        left: &[Knob],
    ) -> Result<(Knob, Click), Silence> {
        let until = tokio::time::Instant::now() + self.plan.patience;
        let mut stop = self.stop.clone();
        loop {
            let Some(ears) = &mut self.ears else { return Err(Silence::Ended) };
            let heard = tokio::select! {
                heard = tokio::time::timeout_at(until, ears.heard.recv()) => heard,
                _ = stop.wait_for(|stop| *stop) => return Err(Silence::Stopped),
            };
            let click = match heard {
                Err(_) => return Err(Silence::TimedOut),
                Ok(None) => return Err(Silence::Ended),
                Ok(Some(Heard::Ready)) => continue,
                Ok(Some(Heard::Click(click))) => click,
            };
            // Another trial may be running in another channel.
            if click.message != controls.message {
                continue;
            }
            match Knob::of(&click.id).filter(|knob| left.contains(knob)) {
                Some(knob) => return Ok((knob, click)),
                // Clicked again: acknowledged, so that the user sees no failure.
                None => drop(self.wire.defer_update(&click.call).await),
            }
        }
    }

    /// Answers a click and reports the result with its timing.
    async fn answer(&mut self, knob: Knob, click: &Click, left: &[Knob]) {
        self.witness.take();
        let result =
            tokio::time::timeout(ANSWERED_WITHIN, self.send_answer(knob, click, left)).await;
        let outcome = match result {
            Err(_) => Outcome::problem("the answer was not taken in time; is the network slow?"),
            Ok(Err(why)) => Outcome::problem(format!("the answer was not taken: {}", advice(&why))),
            Ok(Ok((first, text))) => self.judge_delay(click, first, text),
        };
        self.done(knob.step(), outcome, click.came.elapsed());
    }

    /// Sends the answers that belong to `knob`. Returns the time of the first and a description.
    async fn send_answer(
        &self,
        knob: Knob,
        click: &Click,
        left: &[Knob],
    ) -> Result<(Duration, &'static str), SendError> {
        let (token, begun) = (&click.call, Instant::now());
        let since = move || begun.elapsed();
        match knob {
            Knob::Private => {
                self.wire.reply(token, &sheet::private()).await?;
                let first = since();
                let call = token.clone();
                let aside = Aside { call, followed: None, message: None, question: 0 };
                self.wire.disarm(&aside).await?;
                Ok((first, "answered privately, and the button taken off that answer"))
            }
            Knob::Change | Knob::Menu => {
                self.wire.update(token, &sheet::controls(left)).await?;
                let picked = "what was picked arrived; answered by changing the message";
                let text = if click.picked { picked } else { "answered by changing the message" };
                Ok((since(), text))
            }
            Knob::Later => {
                self.wire.defer_update(token).await?;
                let first = since();
                self.wire.follow_up(token, &sheet::later()).await?;
                self.wire.edit_original(token, &sheet::controls(left)).await?;
                Ok((first, "acknowledged, followed up privately, and the message changed after"))
            }
        }
    }

    /// Rates the delay from click to first answer: a warning above [`SLOW`].
    fn judge_delay(&self, click: &Click, first: Duration, text: &str) -> Outcome {
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

    /// Reports every component that was not used as a problem.
    fn report_missing(&self, left: &[Knob], silence: &Silence) {
        let patience = self.plan.patience.as_secs();
        for knob in left {
            let text = match silence {
                Silence::TimedOut => format!(
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

/// The instruction for the operator: which components to use next.
fn prompt(left: &[Knob], patience: Duration) -> String {
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
