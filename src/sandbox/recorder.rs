//! The recorder: every request of the bot, and what was wrong with it.
//!
//! May use: std. Deliberately absent: judgement; that is the limits' and the
//! plugged checker's.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

/// One request and its answer.
#[derive(Clone, Debug)]
pub struct Recorded {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// The path below the version, ids and tokens included.
    pub path: String,
    /// The path with names in place of ids: `/channels/{channel_id}/messages`.
    pub route: String,
    /// The query, in order.
    pub query: Vec<(String, String)>,
    /// The JSON body; of a form, its `payload_json`; null without one.
    pub body: Value,
    /// Files: name, length, description.
    pub files: Vec<(String, usize, Option<String>)>,
    /// The status of the answer; 0 if the connection was dropped.
    pub status: u16,
    /// The body of a refusal; null if it was done.
    pub answer: Value,
    /// The answer came from an injected fault, and nothing was done.
    pub faulted: bool,
    /// When it was answered, counted from the start.
    pub at: Duration,
}

/// Looks at a request and says what is wrong with it.
pub type Checker = dyn Fn(&Recorded) -> Vec<String> + Send + Sync;

/// What was recorded.
pub(super) struct Recorder {
    pub(super) start: Instant,
    most: usize,
    pub(super) requests: Vec<Recorded>,
    pub(super) violations: Vec<String>,
    pub(super) checkers: Vec<Arc<Checker>>,
    /// Requests that are being answered.
    pub(super) open: usize,
    pub(super) last: Instant,
}

impl Recorder {
    /// Remembers at least so many of the newest requests, and at most twice as many.
    pub(super) fn keeping(most: usize) -> Self {
        let now = Instant::now();
        Recorder {
            start: now,
            most,
            requests: Vec::new(),
            violations: Vec::new(),
            checkers: Vec::new(),
            open: 0,
            last: now,
        }
    }

    /// A request came in.
    pub(super) fn begin(&mut self) {
        self.open += 1;
        self.last = Instant::now();
    }

    /// It was answered.
    pub(super) fn end(&mut self, recorded: Recorded) {
        self.open = self.open.saturating_sub(1);
        self.last = Instant::now();
        self.requests.push(recorded);
        if self.requests.len() / 2 >= self.most {
            self.requests.drain(..self.requests.len() - self.most);
            let old = self.violations.len().saturating_sub(self.most);
            self.violations.drain(..old);
        }
    }

    /// How long nothing was asked; nothing while a request is being answered.
    pub(super) fn idle(&self) -> Duration {
        if self.open > 0 { Duration::ZERO } else { self.last.elapsed() }
    }
}
