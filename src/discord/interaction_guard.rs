//! The doorman: lets every request in once, and nobody too often to what is costly.
//!
//! May use: std. Deliberately absent: who may do what; the council knows. What
//! is remembered here is lost with the process: the hall itself never does the
//! same request twice, so only a private answer could be doubled.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Requests remembered.
const MOST_SEEN: usize = 4096;
/// People remembered before those who waited long enough are forgotten.
const MOST_SERVED: usize = 4096;

/// Remembers who came lately, and with what.
#[derive(Default)]
pub struct InteractionGuard {
    seen: Mutex<Seen>,
    served: Mutex<HashMap<(u64, &'static str), Served>>,
}

/// When somebody had something, and for how long they wait for it now.
type Served = (Instant, Duration);

#[derive(Default)]
struct Seen {
    known: HashSet<u64>,
    order: VecDeque<u64>,
}

impl InteractionGuard {
    /// Is this request here for the first time? Discord may send one twice.
    pub fn is_first_delivery(&self, request: u64) -> bool {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen.known.insert(request) {
            return false;
        }
        seen.order.push_back(request);
        if seen.order.len() > MOST_SEEN
            && let Some(oldest) = seen.order.pop_front()
        {
            seen.known.remove(&oldest);
        }
        true
    }

    /// May somebody have this now, if it is given once in a while?
    pub fn try_use(&self, who: u64, what: &'static str, once_in: Duration) -> bool {
        let mut served = self.served.lock().unwrap_or_else(PoisonError::into_inner);
        if served.len() >= MOST_SERVED {
            served.retain(|_, (at, span)| at.elapsed() < *span);
        }
        let waits = |(at, span): &Served| at.elapsed() < *span;
        if served.get(&(who, what)).is_some_and(waits) {
            return false;
        }
        served.insert((who, what), (Instant::now(), once_in));
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
