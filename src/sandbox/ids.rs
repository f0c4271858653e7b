//! Snowflake ids and their timestamps.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A Discord snowflake: a monotonic id with the timestamp in the upper bits.
pub type Id = u64;

/// Discord epoch, in milliseconds of Unix time.
const EPOCH: u64 = 1_420_070_400_000;
/// Lowest bit of the timestamp.
const TIMESTAMP_SHIFT: u32 = 22;

/// Snowflake generator and clock of the sandbox.
#[derive(Debug, Default)]
pub(super) struct IdGenerator {
    last: Id,
    ahead: Duration,
    /// Fixed timestamp for new ids, so that they are reproducible.
    as_of: Option<u64>,
}

impl IdGenerator {
    /// Sandbox time, in milliseconds of Unix time.
    pub(super) fn now(&self) -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        u64::try_from((since + self.ahead).as_millis()).unwrap_or(u64::MAX)
    }

    /// Moves the clock forward.
    pub(super) fn pass(&mut self, time: Duration) {
        self.ahead += time;
    }

    /// Fixes the timestamp of new ids, in milliseconds of Unix time; `None` follows the clock.
    pub(super) fn as_of(&mut self, time: Option<u64>) {
        self.as_of = time;
    }

    /// Generates an id greater than all earlier ones.
    pub(super) fn next(&mut self) -> Id {
        let timed = self.time().saturating_sub(EPOCH) << TIMESTAMP_SHIFT;
        self.last = timed.max(self.last + 1);
        self.last
    }

    /// Generates an id with a later timestamp than all earlier ones. Shards are chosen by the
    /// timestamp, so guilds spread over them.
    pub(super) fn next_alone(&mut self) -> Id {
        let timed = self.time().saturating_sub(EPOCH).max((self.last >> TIMESTAMP_SHIFT) + 1);
        self.last = timed << TIMESTAMP_SHIFT;
        self.last
    }

    fn time(&self) -> u64 {
        self.as_of.unwrap_or_else(|| self.now())
    }
}

/// Timestamp of an id, in milliseconds of Unix time.
pub(super) fn born(id: Id) -> u64 {
    (id >> TIMESTAMP_SHIFT) + EPOCH
}

/// Shard that serves a guild, from the timestamp of its id.
pub(super) fn shard_of(guild: Id, shards: u32) -> u32 {
    ((guild >> TIMESTAMP_SHIFT) % u64::from(shards.max(1))) as u32
}

/// Formats milliseconds of Unix time as in the API (ISO 8601).
pub(super) fn stamp(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = date(days);
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    let micros = rest % 1000 * 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}+00:00")
}

/// Year, month and day of a day number since 1970. Years start in March in the calculation.
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
        let mut ids = IdGenerator::default();
        let first = ids.next();
        let second = ids.next();
        assert!(second > first);
        assert!(ids.now() - born(first) < 1000);
    }

    #[test]
    fn as_of_a_moment_the_same_ids_come_again() {
        let given = || {
            let mut ids = IdGenerator::default();
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
        let mut ids = IdGenerator::default();
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
