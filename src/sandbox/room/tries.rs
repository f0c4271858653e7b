//! A rate limit on wrong links, by address.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// So many wrong links from one address in a minute.
const MOST: u32 = 10;
const MINUTE: Duration = Duration::from_mins(1);

/// Wrong links of the last minute.
#[derive(Debug, Default)]
pub(super) struct Tries(BTreeMap<IpAddr, (Instant, u32)>);

impl Tries {
    /// May a link from there be looked at? What is older than a minute is forgotten.
    pub(super) fn may(&mut self, from: IpAddr, now: Instant) -> bool {
        self.0.retain(|_, (since, _)| now.duration_since(*since) < MINUTE);
        self.0.get(&from).is_none_or(|(_, wrong)| *wrong < MOST)
    }

    /// It was wrong.
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
        let (mut tries, start) = (Tries::default(), Instant::now());
        for _ in 0..MOST {
            assert!(tries.may(one, start));
            tries.wrong(one, start);
        }
        assert!(!tries.may(one, start + Duration::from_secs(59)));
        assert!(tries.may(other, start), "it is counted for each address");
        assert!(tries.may(one, start + MINUTE));
    }
}
