//! Deduplicates interactions and enforces per-user cooldowns on expensive commands.
//!
//! In memory only. After a restart an interaction can be handled twice, but requests to the hall
//! are idempotent: at most a private answer is sent twice.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Number of interaction ids remembered.
const MOST_SEEN: usize = 4096;
/// Number of tracked cooldowns at which expired ones are evicted.
const MOST_SERVED: usize = 4096;

/// Ids of recent interactions, and running cooldowns.
#[derive(Default)]
pub struct InteractionGuard {
    seen: Mutex<RecentIds>,
    served: Mutex<HashMap<(u64, &'static str), Cooldown>>,
}

/// Start and length of a cooldown.
type Cooldown = (Instant, Duration);

#[derive(Default)]
struct RecentIds {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl InteractionGuard {
    /// Whether the interaction with this id is new. Records it: Discord can deliver one twice.
    pub fn is_first_delivery(&self, id: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.known.insert(id) {
            return false;
        }
        seen.order.push_back(id);
        if seen.order.len() > MOST_SEEN
            && let Some(oldest) = seen.order.pop_front()
        {
            seen.known.remove(&oldest);
        }
        true
    }

    /// Starts the cooldown of `what` for `who`, a user or a channel. Returns `false` if it is
    /// still running.
    pub fn try_use(&self, who: u64, what: &'static str, cooldown: Duration) -> bool {
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        if served.len() >= MOST_SERVED {
            served.retain(|_, (at, span)| at.elapsed() < *span);
        }
        let is_running = |(at, span): &Cooldown| at.elapsed() < *span;
        if served.get(&(who, what)).is_some_and(is_running) {
            return false;
        }
        served.insert((who, what), (Instant::now(), cooldown));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{InteractionGuard, MOST_SEEN};
    use std::time::Duration;

    #[test]
    fn a_request_that_comes_twice_is_let_in_once() {
        let doorman = InteractionGuard::default();
        assert!(doorman.is_first_delivery(7) && doorman.is_first_delivery(8));
        assert!(!doorman.is_first_delivery(7) && !doorman.is_first_delivery(8));
        (100..100 + MOST_SEEN as u64).for_each(|id| assert!(doorman.is_first_delivery(id)));
        assert!(doorman.is_first_delivery(7), "so long ago that it is forgotten");
    }

    #[test]
    fn what_is_costly_is_given_once_in_a_while_to_each() {
        let doorman = InteractionGuard::default();
        let long = Duration::from_mins(1);
        assert!(doorman.try_use(1, "board", long) && doorman.try_use(2, "board", long));
        assert!(doorman.try_use(1, "chart", long));
        assert!(!doorman.try_use(1, "board", long));
        assert!(doorman.try_use(3, "board", Duration::ZERO));
        assert!(doorman.try_use(3, "board", Duration::ZERO), "its time is over");
    }
}
