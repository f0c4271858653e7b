//! Request log: the bot's requests with their responses, and the violations found in them.
//!
//! The violations come from `limits` and from the added checkers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;

/// One request and its response.
#[derive(Clone, Debug)]
pub struct RecordedRequest {
    /// `GET`, `POST` and so on.
    pub method: String,
    /// The path below the API version, ids and tokens included.
    pub path: String,
    /// The path with parameter names in place of ids: `/channels/{channel_id}/messages`.
    pub route: String,
    /// The query parameters, in order.
    pub query: Vec<(String, String)>,
    /// The JSON body, or the `payload_json` of a form; null if there is none.
    pub body: Value,
    /// The uploaded files: name, length in bytes and description.
    pub files: Vec<(String, usize, Option<String>)>,
    /// The status of the response; 0 if the connection was cut.
    pub status: u16,
    /// The body of an error response; null if the request succeeded.
    pub answer: Value,
    /// Whether an injected fault took the place of the request, which was not performed.
    pub faulted: bool,
    /// When the request was recorded, since the start of the sandbox.
    pub at: Duration,
}

/// Checks a recorded request and returns a text for each violation.
pub type Checker = dyn Fn(&RecordedRequest) -> Vec<String> + Send + Sync;

/// The log of requests and violations.
pub(super) struct Recorder {
    pub(super) start: Instant,
    most: usize,
    pub(super) requests: Vec<RecordedRequest>,
    pub(super) violations: Vec<String>,
    pub(super) checkers: Vec<Arc<Checker>>,
    /// Requests in flight.
    pub(super) open: usize,
    /// When a request last started or ended.
    pub(super) last: Instant,
}

impl Recorder {
    /// Keeps the newest `most` requests. Trims at twice as many, so that a trim is rare.
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

    /// Counts a request as in flight.
    pub(super) fn begin(&mut self) {
        self.open += 1;
        self.last = Instant::now();
    }

    /// Records a request that has ended.
    pub(super) fn end(&mut self, recorded: RecordedRequest) {
        self.open = self.open.saturating_sub(1);
        self.last = Instant::now();
        self.requests.push(recorded);
        if self.requests.len() / 2 >= self.most {
            self.requests.drain(..self.requests.len() - self.most);
            let old = self.violations.len().saturating_sub(self.most);
            self.violations.drain(..old);
        }
    }

    /// Time since the last request started or ended; zero while one is in flight.
    pub(super) fn idle(&self) -> Duration {
        if self.open > 0 { Duration::ZERO } else { self.last.elapsed() }
    }
}
