//! Holds: which requests wait, and until when, because Discord asked for it.
//!
//! May use: std, tokio's clock. Deliberately absent: sending. Only where serenity's own limiter
//! is off (`requests`); it would do the same and more.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// No hold is longer, whatever an answer says: somebody would have to restart the bot.
const LONGEST: Duration = Duration::from_hours(1);
/// After an answer that names no time.
const USUAL: Duration = Duration::from_secs(5);
/// Holds that are kept before those that are over are swept out.
const SWEPT_AT: usize = 1024;

/// What a limit is for: requests to the same place wait together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A channel: its messages, and the channel itself.
    Channel(u64),
    /// A server.
    Server(u64),
    /// The first answer to an interaction.
    Callback(u64),
    /// What follows that answer.
    Webhook(u64),
    /// Anything else: who we are, our commands.
    Rest,
    /// All of them, but for interactions: Discord counts those apart.
    Everywhere,
}

impl Place {
    /// Does a limit for everything count here?
    fn is_counted(self) -> bool {
        !matches!(self, Place::Callback(_) | Place::Webhook(_))
    }

    /// How long a request waits at most; then it has failed for now. An interaction that is
    /// not answered in three seconds is lost.
    pub fn patience(self) -> Duration {
        match self {
            Place::Callback(_) => Duration::from_secs(2),
            _ => Duration::from_mins(1),
        }
    }
}

/// The limits that are in force.
#[derive(Default)]
pub struct Holds(Mutex<HashMap<Place, Instant>>);

impl Holds {
    /// Requests to a place wait for so long; a shorter hold does not cut a longer one short.
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

    /// Waits until a request may go out; false if that takes longer than until then, or if it
    /// is later by now: it may have been tried a few times.
    pub async fn pass(&self, place: Place, latest: Instant) -> bool {
        while let Some(until) = self.until(place) {
            if until > latest {
                return false;
            }
            tokio::time::sleep_until(until).await;
        }
        Instant::now() <= latest
    }

    /// When a hold ends, if there is one.
    fn until(&self, place: Place) -> Option<Instant> {
        let holds = self.lock();
        let all = holds.get(&Place::Everywhere).filter(|_| place.is_counted());
        let until = holds.get(&place).into_iter().chain(all).max().copied();
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
