//! Snowflakes and the time inside them.
//!
//! May use: std. Deliberately absent: what an id belongs to.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// An id as Discord gives them: time in the upper bits, rising.
pub type Id = u64;

/// The first moment of Discord, in milliseconds of Unix time.
const EPOCH: u64 = 1_420_070_400_000;
/// The time starts at this bit.
const TIME: u32 = 22;

/// Gives out ids, and knows the time of the sandbox.
#[derive(Debug, Default)]
pub(super) struct Ids {
    last: Id,
    ahead: Duration,
    /// Ids are given out as of this moment: the same world gets the same ones.
    as_of: Option<u64>,
}

impl Ids {
    /// The time of the sandbox in milliseconds of Unix time.
    pub(super) fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from((since + self.ahead).as_millis()).unwrap_or(u64::MAX)
    }

    /// Sets the clock of the sandbox forward.
    pub(super) fn pass(&mut self, time: Duration) {
        self.ahead += time;
    }

    /// Ids as of a moment, in milliseconds of Unix time, whatever time it is; `None` for now.
    pub(super) fn as_of(&mut self, moment: Option<u64>) {
        self.as_of = moment;
    }

    /// A new id, higher than every one before.
    pub(super) fn next(&mut self) -> Id {
        let timed = self.time().saturating_sub(EPOCH) << TIME;
        self.last = timed.max(self.last + 1);
        self.last
    }

    /// A new id that shares its millisecond with none before: shards are chosen by it.
    pub(super) fn next_alone(&mut self) -> Id {
        let timed = self.time().saturating_sub(EPOCH).max((self.last >> TIME) + 1);
        self.last = timed << TIME;
        self.last
    }

    fn time(&self) -> u64 {
        self.as_of.unwrap_or_else(|| self.now())
    }
}

/// When an id was given out, in milliseconds of Unix time.
pub(super) fn born(id: Id) -> u64 {
    (id >> TIME) + EPOCH
}

/// The shard of a guild.
pub(super) fn shard_of(guild: Id, shards: u32) -> u32 {
    ((guild >> TIME) % u64::from(shards.max(1))) as u32
}

/// A moment as it stands in JSON.
pub(super) fn stamp(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    let micros = rest % 1000 * 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}+00:00")
}

/// Year, month and day of a day counted from 1970; the year is counted from March inside.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_rise_and_tell_their_time() {
        let mut ids = Ids::default();
        let first = ids.next();
        let second = ids.next();
        assert!(second > first);
        assert!(ids.now() - born(first) < 1000);
    }

    #[test]
    fn as_of_a_moment_the_same_ids_come_again() {
        let given = || {
            let mut ids = Ids::default();
            ids.as_of(Some(EPOCH + 5));
            let early = [ids.next_alone(), ids.next(), ids.next(), ids.next_alone()];
            ids.as_of(None);
            (early, ids.next())
        };
        let ((first, later), (second, _)) = (given(), given());
        assert_eq!(first, second);
        assert!(first.windows(2).all(|two| two[0] < two[1]) && later > first[3]);
    }

    #[test]
    fn guilds_one_after_another_fall_on_different_shards() {
        let mut ids = Ids::default();
        let (first, second) = (ids.next_alone(), ids.next_alone());
        assert_ne!(shard_of(first, 2), shard_of(second, 2));
    }

    #[test]
    fn a_moment_is_written_with_its_date() {
        assert_eq!(stamp(0), "1970-01-01T00:00:00.000000+00:00");
        assert_eq!(stamp(951_782_400_123), "2000-02-29T00:00:00.123000+00:00");
        assert_eq!(stamp(1_767_225_599_000), "2025-12-31T23:59:59.000000+00:00");
    }
}
