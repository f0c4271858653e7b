//! Rate limits: a bucket for each route and place, told in headers, kept if switched on.
//!
//! May use: std. Deliberately absent: Discord's real numbers; it does not publish them.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::call::Call;

/// Requests a bot may make in a second, those about interactions left out.
const GLOBAL: u32 = 50;

/// How full the buckets are.
#[derive(Default)]
pub(super) struct Buckets {
    full: HashMap<String, (Instant, u32)>,
}

/// Where a bucket stands after a request.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) name: String,
    pub(super) limit: u32,
    pub(super) left: u32,
    pub(super) reset_after: Duration,
    /// The request was one too many.
    pub(super) over: bool,
    pub(super) global: bool,
}

impl Buckets {
    /// Counts a request.
    pub(super) fn count(&mut self, call: &Call) -> Standing {
        let (limit, window) = size(call);
        let exempt = call.route.starts_with("/interactions") || call.route.starts_with("/webhooks");
        let name = format!("{} {}", call.method, call.route);
        let standing = self.fill(name, call.arg(0), limit, window);
        if exempt || standing.over {
            return standing;
        }
        let all = self.fill("global".to_owned(), "", GLOBAL, Duration::from_secs(1));
        if all.over { Standing { global: true, ..all } } else { standing }
    }

    fn fill(&mut self, name: String, place: &str, limit: u32, window: Duration) -> Standing {
        let now = Instant::now();
        let entry = self.full.entry(format!("{name} {place}")).or_insert((now, 0));
        if now.duration_since(entry.0) >= window {
            *entry = (now, 0);
        }
        entry.1 += 1;
        let reset_after = window.saturating_sub(now.duration_since(entry.0));
        let (left, over) = (limit.saturating_sub(entry.1), entry.1 > limit);
        Standing { name, limit, left, reset_after, over, global: false }
    }

    /// Buckets of callbacks would grow without end.
    pub(super) fn sweep(&mut self) {
        if self.full.len() > 4096 {
            self.full.retain(|_, (since, _)| since.elapsed() < Duration::from_secs(10));
        }
    }
}

fn size(call: &Call) -> (u32, Duration) {
    match (call.method.as_str(), call.route.as_str()) {
        ("POST" | "PATCH", route) if route.starts_with("/channels/{channel_id}/messages") => {
            (5, Duration::from_secs(5))
        }
        (_, route) if route.starts_with("/webhooks") => (5, Duration::from_secs(2)),
        _ => (50, Duration::from_secs(1)),
    }
}
