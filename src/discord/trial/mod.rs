//! Trial: an end-to-end check that makes every kind of request of the bot once in one
//! Discord channel, for an operator who wants to test an installation before people play on it.
//!
//! It sends through the bot's own client and message types, not through copies of them. Printing
//! is the caller's part: steps are sent over `tell`.
//!
//! | module | contents |
//! |---|---|
//! | `step` | result of one step, and advice on errors |
//! | `line` | recorded HTTP client, and the requests that the bot itself never makes |
//! | `sheet` | messages and pictures of a trial |
//! | `posting` | post, edit, replace the picture, repeat a nonce |
//! | `ears`, `pressing` | gateway connection; clicks and the answers to them |
//! | `threads`, `old` | threads; edits of a message older than an hour |
//!
//! A trial answers only its own buttons, touches only its own messages and deletes them at the
//! end. One short message stays: the next trial needs an old message to edit.

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

/// Timeout of one step.
const WITHIN: Duration = Duration::from_secs(90);
/// Discord's epoch, in milliseconds of Unix time.
const EPOCH: i64 = 1_420_070_400_000;
/// Bit at which the timestamp of a snowflake id begins.
const TIME: u32 = 22;

/// Where a trial runs, and how long it waits.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Id of the channel or thread.
    pub channel: u64,
    /// Timeout of each awaited click.
    pub patience: Duration,
}

/// Progress report of a running trial.
#[derive(Clone, Debug)]
pub enum News {
    /// An instruction for the operator.
    Ask(String),
    /// A finished step.
    Step(Step),
}

/// Current time as text, for a report.
pub fn now() -> String {
    Timestamp::now().to_string()
}

/// Address of a message that the trial posted.
#[derive(Clone, Copy, Debug)]
struct Posted {
    channel: u64,
    message: u64,
}

/// A running trial.
struct Trial {
    wire: RestClient,
    requests: Arc<Requests>,
    witness: Arc<Witness>,
    plan: Plan,
    /// User id of the bot.
    me: u64,
    tell: mpsc::UnboundedSender<News>,
    stop: watch::Receiver<bool>,
    /// Discord's object of the channel.
    about: Value,
    /// Messages to delete at the end.
    posted: Vec<Posted>,
    /// The message with the picture, and its nonce.
    first: Option<(Posted, String)>,
    /// Thread opened by this trial.
    thread: Option<u64>,
    /// Whether the channel's history could be read.
    looked_back: bool,
    /// Message left by an earlier trial.
    kept: Option<u64>,
    /// Lead of Discord's clock over the local one and its margin of error, in milliseconds.
    ahead: Option<(i64, i64)>,
    ears: Option<Ears>,
}

/// Runs all steps, reports each over `tell`, and cleans up. Once `stop` is set, only cleans up.
pub async fn run(
    config: &Config,
    plan: Plan,
    tell: mpsc::UnboundedSender<News>,
    stop: watch::Receiver<bool>,
) {
    let begun = Instant::now();
    match line::open(config, plan, tell.clone(), stop).await {
        Ok(trial) => trial.run_steps(config).await,
        Err(why) => {
            let step = Step::of("connection", Outcome::problem(why), begun.elapsed(), Vec::new());
            // Fails only if the receiver is gone; then the report is not needed.
            let _ = tell.send(News::Step(step));
        }
    }
}

impl Trial {
    async fn run_steps(mut self, config: &Config) {
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
            self.clean_up().await;
        }
        // Last of all: once Discord limits edits of an old message, other requests may be delayed.
        if self.looked_back {
            self.tried("old message", Trial::change_old).await;
        }
        if let Some(ears) = self.ears.take() {
            ears.close().await;
        }
    }

    /// Runs a step and reports its result. Returns `false` if it failed or the trial is stopped.
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
        let result = tokio::time::timeout(WITHIN, work(self)).await;
        let outcome = result.unwrap_or_else(|_| {
            Outcome::problem(format!(
                "nothing came of it in {} s; is the network slow?",
                WITHIN.as_secs()
            ))
        });
        let passed = outcome.verdict != Verdict::Problem;
        self.done(what, outcome, begun.elapsed());
        passed
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

    /// Age of a Discord object by Discord's clock, in milliseconds.
    fn age(&self, id: u64) -> i64 {
        unix() + self.ahead.map_or(0, |(ahead, _)| ahead) - born(id)
    }

    /// Deletes the messages of the trial and reports it. Ignores `stop`: it runs after a stop too.
    async fn clean_up(&mut self) {
        self.witness.take();
        let begun = Instant::now();
        let result = tokio::time::timeout(WITHIN, self.delete_posted()).await;
        let late = || Outcome::warning("not done in time; delete by hand what this trial posted");
        self.done("clean up", result.unwrap_or_else(|_| late()), begun.elapsed());
    }

    async fn delete_posted(&mut self) -> Outcome {
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

/// Local time, in milliseconds of Unix time.
fn unix() -> i64 {
    use std::time::{SystemTime, UNIX_EPOCH};
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}

/// A fresh nonce.
fn nonce(which: &str) -> String {
    format!("t{}{which}", unix())
}

/// Creation time of a snowflake id, in milliseconds of Unix time.
fn born(id: u64) -> i64 {
    (id >> TIME) as i64 + EPOCH
}

#[cfg(test)]
mod tests {
    use super::born;

    #[test]
    fn an_id_tells_when_it_was_given_out() {
        // Example of Discord's documentation: 2016-04-30 11:18:25.796 UTC.
        assert_eq!(born(175_928_847_299_117_063), 1_462_015_105_796);
    }
}
