//! A trial: every kind of request the bot makes, made once in one channel, for an operator who
//! wants to know before strangers play that this bot works with Discord itself.
//!
//! May use: `wire`, `page`, `bot`'s way to Discord, serenity's gateway. Deliberately absent:
//! printing, and a second copy of what the bot sends; what is tried is the bot's own.
//!
//! | file | what it holds |
//! |---|---|
//! | `step` | what came of one thing that was tried, and advice |
//! | `line` | the way to Discord, and the few requests the bot itself never makes |
//! | `sheet` | the messages of a trial |
//! | `posting` | posted, edited, its picture replaced, posted twice |
//! | `ears`, `pressing` | the gateway; what people press, and the answers to it |
//! | `threads`, `old` | a thread; a message older than an hour |
//!
//! A trial answers nothing but its own buttons, touches no message but its own, and deletes
//! them in the end, but for one small one: the next trial needs something old.

mod ears;
mod line;
mod old;
mod posting;
mod pressing;
mod sheet;
mod step;
mod threads;

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use serenity::all::Timestamp;
use tokio::sync::{mpsc, watch};

pub use super::witness::{Limit, Seen};
pub use step::{Outcome, Step, Verdict};

use super::config::Config;
use super::requests::Requests;
use super::rest_client::RestClient;
use super::witness::Witness;
use ears::Ears;

/// How long one thing that is tried may take.
const WITHIN: Duration = Duration::from_secs(90);
/// The first moment of Discord, in milliseconds of Unix time, and where the time is in an id.
const EPOCH: i64 = 1_420_070_400_000;
const TIME: u32 = 22;

/// What is to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// The channel or thread.
    pub channel: u64,
    /// How long each press is waited for.
    pub patience: Duration,
}

/// What there is to tell meanwhile.
#[derive(Clone, Debug)]
pub enum News {
    /// Somebody is asked to do something.
    Ask(String),
    /// Something was tried.
    Step(Step),
}

/// The time, as it stands in a report.
pub fn now() -> String {
    Timestamp::now().to_string()
}

/// A message that was posted.
#[derive(Clone, Copy, Debug)]
struct Posted {
    channel: u64,
    message: u64,
}

/// A trial at work.
struct Trial {
    wire: RestClient,
    requests: Arc<Requests>,
    witness: Arc<Witness>,
    plan: Plan,
    /// Our own user.
    me: u64,
    tell: mpsc::UnboundedSender<News>,
    stop: watch::Receiver<bool>,
    /// The channel, as Discord describes it.
    about: Value,
    /// What is to be deleted in the end.
    posted: Vec<Posted>,
    /// The message with the picture.
    first: Option<(Posted, String)>,
    /// A thread that was opened.
    thread: Option<u64>,
    /// The channel's history was read.
    looked_back: bool,
    /// The message that a trial before has left there.
    kept: Option<u64>,
    /// Milliseconds by which Discord's clock is ahead of ours, and how far off that may be.
    ahead: Option<(i64, i64)>,
    ears: Option<Ears>,
}

/// Tries everything, tells what came of it, and cleans up; sooner if it is told to stop.
pub async fn run(
    config: &Config,
    plan: Plan,
    tell: mpsc::UnboundedSender<News>,
    stop: watch::Receiver<bool>,
) {
    let begun = Instant::now();
    match line::open(config, plan, tell.clone(), stop).await {
        Ok(trial) => trial.go(config).await,
        Err(why) => {
            let step = Step::of("connection", Outcome::problem(why), begun.elapsed(), Vec::new());
            // If nobody listens, nobody needs to hear.
            let _ = tell.send(News::Step(step));
        }
    }
}

impl Trial {
    async fn go(mut self, config: &Config) {
        if self.tried("channel", Trial::look).await && self.tried("post", Trial::post).await {
            self.tried("edit", Trial::edit).await;
            self.tried("picture", Trial::replace_picture).await;
            self.tried("nonce", Trial::post_again).await;
            if self.tried("gateway", async |trial: &mut Trial| trial.listen(config).await).await {
                self.press().await;
            }
            self.tried("thread", Trial::in_thread).await;
            self.tried("history", Trial::look_back).await;
        }
        if self.is_stopped() {
            let text = "stopped before its end; what follows is cleaning up";
            self.done("stopped", Outcome::problem(text), Duration::ZERO);
        }
        if !self.posted.is_empty() {
            self.sweep().await;
        }
        // The last of all: while Discord wants no more of an old message, others may have to wait.
        if self.looked_back {
            self.tried("old message", Trial::change_old).await;
        }
        if let Some(ears) = self.ears.take() {
            ears.close().await;
        }
    }

    /// Tries something and tells what came of it; whether one can go on from there.
    async fn tried(
        &mut self,
        what: &'static str,
        work: impl AsyncFnOnce(&mut Trial) -> Outcome,
    ) -> bool {
        if self.is_stopped() {
            return false;
        }
        self.witness.take();
        let begun = Instant::now();
        let done = tokio::time::timeout(WITHIN, work(self)).await;
        let outcome = done.unwrap_or_else(|_| {
            Outcome::problem(format!(
                "nothing came of it in {} s; is the network slow?",
                WITHIN.as_secs()
            ))
        });
        let goes_on = outcome.verdict != Verdict::Problem;
        self.done(what, outcome, begun.elapsed());
        goes_on
    }

    fn done(&self, what: &'static str, outcome: Outcome, took: Duration) {
        let step = Step::of(what, outcome, took, self.witness.take());
        let _ = self.tell.send(News::Step(step));
    }

    fn ask(&self, what: String) {
        let _ = self.tell.send(News::Ask(what));
    }

    fn is_stopped(&self) -> bool {
        *self.stop.borrow()
    }

    /// How old something is by Discord's clock, in milliseconds.
    fn age(&self, id: u64) -> i64 {
        unix() + self.ahead.map_or(0, |(ahead, _)| ahead) - born(id)
    }

    /// Deletes what was posted. It goes on when it was told to stop: that is what is left to do.
    async fn sweep(&mut self) {
        self.witness.take();
        let begun = Instant::now();
        let done = tokio::time::timeout(WITHIN, self.swept()).await;
        let late = || Outcome::warning("not done in time; delete by hand what this trial posted");
        self.done("clean up", done.unwrap_or_else(|_| late()), begun.elapsed());
    }

    async fn swept(&mut self) -> Outcome {
        let mut notes = self.close_thread().await;
        let (mut gone, mut left) = (0, 0);
        for Posted { channel, message } in std::mem::take(&mut self.posted) {
            match self.wire.delete(channel, message).await {
                Ok(()) => gone += 1,
                Err(_) => left += 1,
            }
        }
        notes.insert(0, format!("deleted what was posted: {gone}"));
        if left > 0 {
            notes.push(format!("{left} could not be deleted; delete them by hand"));
            return Outcome::problem(notes.join("; "));
        }
        if notes.len() > 1 {
            Outcome::warning(notes.join("; "))
        } else {
            Outcome::well(notes.join("; "))
        }
    }
}

/// Our own clock, in milliseconds of Unix time.
fn unix() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// A nonce nobody has used.
fn nonce(which: &str) -> String {
    format!("t{}{which}", unix())
}

/// When an id was given out, in milliseconds of Unix time.
fn born(id: u64) -> i64 {
    (id >> TIME) as i64 + EPOCH
}

#[cfg(test)]
mod tests {
    use super::born;

    #[test]
    fn an_id_tells_when_it_was_given_out() {
        // From Discord's own documentation: 2016-04-30 11:18:25.796 UTC.
        assert_eq!(born(175_928_847_299_117_063), 1_462_015_105_796);
    }
}
