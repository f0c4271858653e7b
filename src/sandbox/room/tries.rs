//! Rate limit on wrong links, per address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Maximum number of wrong links per address and minute.
const MOST: u32 = 10;
const MINUTE: Duration = Duration::from_mins(1);

/// Fixed-window rate limiter: start of the window and number of wrong links, per address.
#[derive(Debug, Default)]
pub(super) struct AttemptLimiter(BTreeMap<IpAddr, (Instant, u32)>);

impl AttemptLimiter {
    /// Whether an address may try a link. Drops windows that have ended.
    pub(super) fn may(&mut self, from: IpAddr, now: Instant) -> bool {
        self.0.retain(|_, (since, _)| now.duration_since(*since) < MINUTE);
        self.0.get(&from).is_none_or(|(_, wrong)| *wrong < MOST)
    }

    /// Counts a wrong link.
    pub(super) fn wrong(&mut self, from: IpAddr, now: Instant) {
        self.0.entry(from).or_insert((now, 0)).1 += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_ten_wrong_links_an_address_waits_out_its_minute() {
        let (one, other): (IpAddr, IpAddr) =
            ("192.168.0.2".parse().unwrap(), "192.168.0.3".parse().unwrap());
        let (mut tries, start) = (AttemptLimiter::default(), Instant::now());
        for _ in 0..MOST {
            assert!(tries.may(one, start));
            tries.wrong(one, start);
        }
        assert!(!tries.may(one, start + Duration::from_secs(59)));
        assert!(tries.may(other, start), "it is counted for each address");
        assert!(tries.may(one, start + MINUTE));
    }
}
