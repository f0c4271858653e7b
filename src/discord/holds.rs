//! Rate limits reported by Discord: which requests must wait, and until when.
//!
//! Used by `requests` only where serenity's own limiter, which does the same and more, is off.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// Longest hold, whatever the response says. A longer one would need a restart of the bot.
const LONGEST: Duration = Duration::from_hours(1);
/// Length of a hold if the response names none.
const USUAL: Duration = Duration::from_secs(5);
/// Number of holds at which expired ones are removed.
const SWEPT_AT: usize = 1024;

/// Scope of a rate limit: requests with the same scope wait together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A channel and its messages, by channel id.
    Channel(u64),
    /// A server, by id.
    Server(u64),
    /// The initial response to an interaction, by interaction id.
    Callback(u64),
    /// Follow-ups to that response, by interaction id.
    Webhook(u64),
    /// Everything else, such as the application and its commands.
    Rest,
    /// The global limit: all scopes except interactions, which Discord counts separately.
    Everywhere,
}

impl Place {
    /// Whether the global limit applies to this scope.
    fn under_global_limit(self) -> bool {
        !matches!(self, Place::Callback(_) | Place::Webhook(_))
    }

    /// Returns how long a request may wait before it fails. An interaction without a response
    /// expires after three seconds.
    pub fn patience(self) -> Duration {
        match self {
            Place::Callback(_) => Duration::from_secs(2),
            _ => Duration::from_mins(1),
        }
    }
}

/// Rate limits in force, with their ends.
#[derive(Default)]
pub struct Holds(Mutex<HashMap<Place, Instant>>);

impl Holds {
    /// Holds requests to `place` for `after`, or for the usual time if there is none. A shorter
    /// hold does not cut a longer one short.
    pub fn hold(&self, place: Place, after: Option<Duration>) {
        let until = Instant::now() + after.unwrap_or(USUAL).min(LONGEST);
        let mut holds = self.lock();
        if holds.len() >= SWEPT_AT {
            let now = Instant::now();
            holds.retain(|_, until| *until > now);
        }
        let kept = holds.entry(place).or_insert(until);
        *kept = until.max(*kept);
    }

    /// Waits until a request may be sent. Returns `false` if that is after `latest`, or if
    /// `latest` has passed already, which ends the retries of a request.
    pub async fn pass(&self, place: Place, latest: Instant) -> bool {
        while let Some(until) = self.until(place) {
            if until > latest {
                return false;
            }
            tokio::time::sleep_until(until).await;
        }
        Instant::now() <= latest
    }

    /// Returns the end of the hold on `place`, or `None` if it has none.
    fn until(&self, place: Place) -> Option<Instant> {
        let holds = self.lock();
        let global = holds.get(&Place::Everywhere).filter(|_| place.under_global_limit());
        let until = holds.get(&place).into_iter().chain(global).max().copied();
        until.filter(|until| *until > Instant::now())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Place, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Holds, LONGEST, Place, SWEPT_AT};
    use std::time::Duration;
    use tokio::time::Instant;

    fn held(holds: &Holds, place: Place) -> Duration {
        holds.until(place).map_or(Duration::ZERO, |until| until - Instant::now())
    }

    #[test]
    fn a_hold_is_for_its_place_and_for_nobody_else() {
        let holds = Holds::default();
        holds.hold(Place::Channel(1), Some(Duration::from_secs(9)));
        assert!(held(&holds, Place::Channel(1)) > Duration::from_secs(8));
        assert!(held(&holds, Place::Channel(2)).is_zero());
        assert!(held(&holds, Place::Callback(1)).is_zero());
        holds.hold(Place::Channel(1), Some(Duration::from_secs(1)));
        assert!(held(&holds, Place::Channel(1)) > Duration::from_secs(8), "the longer counts");
    }

    #[test]
    fn a_hold_for_everything_is_for_all_but_interactions() {
        let holds = Holds::default();
        holds.hold(Place::Everywhere, Some(Duration::from_secs(9)));
        assert!(!held(&holds, Place::Channel(1)).is_zero() && !held(&holds, Place::Rest).is_zero());
        assert!(held(&holds, Place::Callback(1)).is_zero());
        assert!(held(&holds, Place::Webhook(1)).is_zero());
    }

    #[test]
    fn no_hold_is_for_ever_and_none_is_kept_for_ever() {
        let holds = Holds::default();
        holds.hold(Place::Rest, Some(Duration::MAX));
        assert!(held(&holds, Place::Rest) <= LONGEST);
        for id in 0..2 * SWEPT_AT as u64 {
            holds.hold(Place::Callback(id), Some(Duration::ZERO));
        }
        assert!(holds.lock().len() <= SWEPT_AT);
    }

    #[tokio::test]
    async fn who_cannot_wait_so_long_is_told_at_once() {
        let holds = Holds::default();
        holds.hold(Place::Callback(1), Some(Duration::from_secs(30)));
        let begun = Instant::now();
        assert!(!holds.pass(Place::Callback(1), begun + Duration::from_secs(2)).await);
        assert!(begun.elapsed() < Duration::from_secs(1));
        holds.hold(Place::Callback(2), Some(Duration::from_millis(20)));
        assert!(holds.pass(Place::Callback(2), begun + Duration::from_secs(2)).await);
        assert!(!holds.pass(Place::Callback(3), begun).await, "it was tried long enough");
    }
}
