//! Rate limits: fixed-window buckets per method, route and first path argument.
//!
//! They are always reported in headers, and enforced only if `Options::rate_limits` is on. The
//! limits of the routes are made up: Discord does not publish its own.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::request::ApiRequest;

/// Global limit in requests per second. Interaction and webhook routes are exempt.
const GLOBAL: u32 = 50;

/// The start of each bucket's window and the requests counted in it.
#[derive(Default)]
pub(super) struct RateLimits {
    full: HashMap<String, (Instant, u32)>,
}

/// State of a bucket after a request was counted.
#[derive(Debug)]
pub(super) struct BucketState {
    pub(super) name: String,
    pub(super) limit: u32,
    pub(super) left: u32,
    pub(super) reset_after: Duration,
    /// Whether the request exceeds the limit.
    pub(super) over: bool,
    pub(super) global: bool,
}

impl RateLimits {
    /// Counts a request, and returns the bucket that refuses it, or else the one of its route.
    pub(super) fn count(&mut self, request: &ApiRequest) -> BucketState {
        let (limit, window) = size(request);
        let exempt =
            request.route.starts_with("/interactions") || request.route.starts_with("/webhooks");
        let name = format!("{} {}", request.method, request.route);
        let bucket = self.fill(name, request.arg(0), limit, window);
        if exempt || bucket.over {
            return bucket;
        }
        let all = self.fill("global".to_owned(), "", GLOBAL, Duration::from_secs(1));
        if all.over { BucketState { global: true, ..all } } else { bucket }
    }

    fn fill(&mut self, name: String, place: &str, limit: u32, window: Duration) -> BucketState {
        let now = Instant::now();
        let entry = self.full.entry(format!("{name} {place}")).or_insert((now, 0));
        if now.duration_since(entry.0) >= window {
            *entry = (now, 0);
        }
        entry.1 += 1;
        let reset_after = window.saturating_sub(now.duration_since(entry.0));
        let (left, over) = (limit.saturating_sub(entry.1), entry.1 > limit);
        BucketState { name, limit, left, reset_after, over, global: false }
    }

    /// Drops expired windows once there are over 4096: every interaction has a bucket of its own.
    pub(super) fn sweep(&mut self) {
        if self.full.len() > 4096 {
            self.full.retain(|_, (since, _)| since.elapsed() < Duration::from_secs(10));
        }
    }
}

/// Limit and window of a request's bucket.
fn size(request: &ApiRequest) -> (u32, Duration) {
    match (request.method.as_str(), request.route.as_str()) {
        ("POST" | "PATCH", route) if route.starts_with("/channels/{channel_id}/messages") => {
            (5, Duration::from_secs(5))
        }
        (_, route) if route.starts_with("/webhooks") => (5, Duration::from_secs(2)),
        _ => (50, Duration::from_secs(1)),
    }
}
