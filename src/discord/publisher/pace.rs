//! Throttle for edits of messages with counts: hundreds of users may vote within a minute.
//!
//! Kept in memory only: the notice of a tally that waits stays undelivered in the outbox.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::council::{Span, Timestamp};
use crate::discord::message_plan::MessagePlan;
use crate::hall::front_end::Redelivery;

/// Interval between two edits.
const BETWEEN: Span = Span::seconds(5);
/// Interval for an old message, for which Discord allows fewer edits.
const BETWEEN_OLD: Span = Span::seconds(30);
/// Age from which a message is old.
const OLD: Span = Span::hours(1);
/// Wait after Discord has rejected an edit as too frequent.
const TOO_OFTEN: Span = Span::MINUTE;
/// Number of messages from which outdated entries are removed.
const MOST: usize = 1000;
/// Discord's epoch, in milliseconds of Unix time.
const EPOCH: i64 = 1_420_070_400_000;

/// How long the counts of a delivery have to wait. `None` if they need not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Waits {
    /// The ballot's tally.
    pub(super) tally: Option<Span>,
    /// The street's voices on the panel.
    pub(super) street: Option<Span>,
}

impl Waits {
    /// Redelivery of the counts that wait. `None` if none has to.
    pub(super) fn again(self, plan: &MessagePlan) -> Option<Redelivery> {
        let tally = self.tally.zip(plan.tally);
        let street = self.street.zip(plan.street);
        let both = tally.into_iter().chain(street);
        let (waits, items): (Vec<Span>, Vec<i64>) = both.unzip();
        Some(Redelivery { items, wait: waits.into_iter().min()? })
    }
}

/// Time of the last edit of each throttled message.
pub(super) struct Pace {
    /// Whether edits are not throttled, except after a rejection by Discord.
    hurried: bool,
    last: Mutex<HashMap<u64, Last>>,
}

#[derive(Clone, Copy)]
struct Last {
    at: Timestamp,
    refused: bool,
}

impl Pace {
    pub(super) fn new(hurried: bool) -> Self {
        Pace { hurried, last: Mutex::default() }
    }

    /// Records a successful edit.
    pub(super) fn edited(&self, message: u64, now: Timestamp) {
        self.note(message, Last { at: now, refused: false });
    }

    /// Records an edit that Discord rejected as too frequent.
    pub(super) fn too_often(&self, message: u64, now: Timestamp) {
        self.note(message, Last { at: now, refused: true });
    }

    /// How long the next edit has to wait. `None` if it need not.
    pub(super) fn waits(&self, message: u64, now: Timestamp) -> Option<Span> {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner).get(&message)?;
        let between = match last.refused {
            true => TOO_OFTEN,
            false if self.hurried => return None,
            false if now - posted(message) > OLD => BETWEEN_OLD,
            false => BETWEEN,
        };
        let gone = now - last.at;
        // If the clock was set back there is no wait.
        (gone >= Span::ZERO && gone < between).then(|| Span(between.0 - gone.0))
    }

    /// How long the next edit has to wait because Discord rejected the last one.
    pub(super) fn refused(&self, message: u64, now: Timestamp) -> Option<Span> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).get(&message).copied();
        last.filter(|last| last.refused).and_then(|_| self.waits(message, now))
    }

    fn note(&self, message: u64, last: Last) {
        let mut all = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.retain(|_, other| last.at - other.at < TOO_OFTEN);
        }
        all.insert(message, last);
    }
}

/// Time at which a message was posted, taken from its id.
fn posted(message: u64) -> Timestamp {
    Timestamp(i64::try_from(message >> 22).unwrap_or(0) + EPOCH)
}

#[cfg(test)]
mod tests {
    use super::{EPOCH, Pace};
    use crate::council::{Span, Timestamp};

    const MESSAGE: u64 = 1_000_000 << 22;
    const POSTED: Timestamp = Timestamp(EPOCH + 1_000_000);

    #[test]
    fn a_ballot_changes_every_five_seconds_and_an_old_one_every_thirty() {
        let pace = Pace::new(false);
        assert_eq!(pace.waits(MESSAGE, POSTED), None, "nothing was shown yet");
        pace.edited(MESSAGE, POSTED);
        assert_eq!(pace.waits(MESSAGE, POSTED), Some(Span::seconds(5)));
        let later = POSTED + Span::seconds(4);
        assert_eq!(pace.waits(MESSAGE, later), Some(Span::seconds(1)));
        assert_eq!(pace.waits(MESSAGE + 1, later), None, "another one does not wait");
        assert_eq!(pace.waits(MESSAGE, POSTED + Span::seconds(5)), None);
        let old = POSTED + Span::hours(2);
        pace.edited(MESSAGE, old);
        assert_eq!(pace.waits(MESSAGE, old), Some(Span::seconds(30)));
        pace.too_often(MESSAGE, old);
        assert_eq!(pace.waits(MESSAGE, old), Some(Span::MINUTE));
        assert_eq!(pace.waits(MESSAGE, POSTED), None, "the clock was set back");
    }

    #[test]
    fn one_that_is_hurried_waits_only_where_discord_says_so() {
        let pace = Pace::new(true);
        pace.edited(MESSAGE, POSTED);
        assert_eq!(pace.waits(MESSAGE, POSTED), None);
        pace.too_often(MESSAGE, POSTED);
        assert_eq!(pace.waits(MESSAGE, POSTED), Some(Span::MINUTE));
    }
}
