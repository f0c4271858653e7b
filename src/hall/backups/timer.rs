//! Timer that computes when the next backup is due.
//!
//! Pure: the caller passes the time. A clock that is set back does not delay a backup.

use crate::council::{Span, Timestamp};

/// Pause after a failed attempt, unless backups are made more often.
const RETRY: Span = Span::hours(1);

/// Timer of backups, with a shorter interval after a failure.
#[derive(Clone, Copy, Debug)]
pub(super) struct BackupTimer {
    every: Span,
    newest: Option<Timestamp>,
    /// Time of the last attempt since `newest`, if it has not succeeded.
    tried: Option<Timestamp>,
}

impl BackupTimer {
    /// Creates a timer that starts from the newest existing backup.
    pub(super) fn after(every: Span, newest: Option<Timestamp>) -> Self {
        BackupTimer { every, newest, tried: None }
    }

    /// Whether a backup is due. If so, `now` counts as an attempt.
    pub(super) fn take(&mut self, now: Timestamp) -> bool {
        let due = match (self.tried, self.newest) {
            (None, None) => true,
            (None, Some(at)) => now < at || now - at >= self.every,
            (Some(at), _) => now < at || now - at >= self.pause(),
        };
        if due {
            self.tried = Some(now);
        }
        due
    }

    /// Records that the backup begun at `began` succeeded.
    pub(super) fn made(&mut self, began: Timestamp) {
        (self.newest, self.tried) = (Some(began), None);
    }

    /// Returns when the next backup is due.
    pub(super) fn next(&self) -> Timestamp {
        match (self.tried, self.newest) {
            (Some(at), _) => at + self.pause(),
            (None, Some(at)) => at + self.every,
            (None, None) => Timestamp(0),
        }
    }

    fn pause(&self) -> Span {
        self.every.min(RETRY)
    }
}

#[cfg(test)]
mod tests {
    use super::BackupTimer;
    use crate::council::{Span, Timestamp};

    const START: Timestamp = Timestamp(1_800_000_000_000);

    fn at(hours: i64) -> Timestamp {
        START + Span::hours(hours)
    }

    #[test]
    fn one_is_due_at_once_if_there_is_none_and_then_at_its_time() {
        let mut due = BackupTimer::after(Span::hours(24), None);
        assert!(due.take(at(0)));
        due.made(at(0));
        assert_eq!(due.next(), at(24));
        assert!(!due.take(at(23)));
        assert!(due.take(at(24)));
        let mut due = BackupTimer::after(Span::hours(24), Some(at(-20)));
        assert!(!due.take(at(3)) && due.take(at(4)));
    }

    #[test]
    fn after_a_failure_it_is_tried_in_an_hour_or_sooner_if_they_are_made_more_often() {
        let mut due = BackupTimer::after(Span::hours(24), Some(at(-30)));
        assert!(due.take(at(0)));
        assert_eq!(due.next(), at(1));
        assert!(!due.take(at(0)) && due.take(at(1)));
        due.made(at(1));
        assert_eq!(due.next(), at(25));
        let mut often = BackupTimer::after(Span::minutes(10), None);
        assert!(often.take(at(0)));
        assert_eq!(often.next(), at(0) + Span::minutes(10));
    }

    #[test]
    fn a_clock_that_was_set_back_puts_nothing_off() {
        let mut due = BackupTimer::after(Span::hours(24), Some(at(0)));
        assert!(due.take(at(-100)));
        assert!(!due.take(at(-100)), "once is enough");
        assert!(due.take(at(-200)), "nor after a failure");
        due.made(at(-200));
        assert!(!due.take(at(-190)));
    }
}
