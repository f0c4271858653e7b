//! Time as a value: timestamps, spans and quiet hours.
//!
//! Pure: no clock. Callers of the council pass the current time, so a test can skip a week.

use std::fmt;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Serialize};

/// Unix timestamp in milliseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

/// Duration in milliseconds.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Span(pub i64);

impl Span {
    pub const ZERO: Span = Span(0);
    /// Shortest deadline that can be set.
    pub const MINUTE: Span = Span::minutes(1);
    /// Longest deadline that can be set. A campaign that needs more is played untimed.
    pub const YEAR: Span = Span::hours(24 * 365);

    /// Returns a span of `n` seconds.
    pub const fn seconds(n: i64) -> Span {
        Span(n.saturating_mul(1000))
    }

    /// Returns a span of `n` minutes.
    pub const fn minutes(n: i64) -> Span {
        Span::seconds(n.saturating_mul(60))
    }

    /// Returns a span of `n` hours.
    pub const fn hours(n: i64) -> Span {
        Span::minutes(n.saturating_mul(60))
    }

    /// Returns the fraction `of / whole` of the span, such as 4/5.
    pub const fn part(self, of: i64, whole: i64) -> Span {
        // Divides first: the product of a long span and `of` could overflow.
        Span(self.0 / whole * of + self.0 % whole * of / whole)
    }
}

impl Add<Span> for Timestamp {
    type Output = Timestamp;
    fn add(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl AddAssign<Span> for Timestamp {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub for Timestamp {
    type Output = Span;
    fn sub(self, earlier: Timestamp) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl fmt::Display for Span {
    /// Formats the span in the largest whole unit: `3 d`, `90 min`, `45 s`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0 / 1000;
        match seconds {
            s if s != 0 && s % 86_400 == 0 => write!(out, "{} d", s / 86_400),
            s if s != 0 && s % 3600 == 0 => write!(out, "{} h", s / 3600),
            s if s != 0 && s % 60 == 0 => write!(out, "{} min", s / 60),
            s => write!(out, "{s} s"),
        }
    }
}

const DAY: i64 = Span::hours(24).0;

/// Daily period without pings, in minutes of the UTC day. May span midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    /// First quiet minute, 0 to 1439.
    pub from: u16,
    /// First minute after the period, 0 to 1439. If below `from`, it is on the next day.
    pub until: u16,
}

impl QuietHours {
    /// Whether both bounds are minutes of a day and differ.
    pub fn is_valid(self) -> bool {
        self.from < 1440 && self.until < 1440 && self.from != self.until
    }

    /// Returns the first time from `at` on that is not quiet.
    pub fn after(self, at: Timestamp) -> Timestamp {
        let from = Span::minutes(i64::from(self.from)).0;
        let length = (Span::minutes(i64::from(self.until)).0 - from).rem_euclid(DAY);
        let into = (at.0.rem_euclid(DAY) - from).rem_euclid(DAY);
        if into < length { at + Span(length - into) } else { at }
    }
}

#[cfg(test)]
mod tests {
    use super::{QuietHours, Span, Timestamp};

    #[test]
    fn quiet_hours_over_midnight_end_in_the_morning() {
        let quiet = QuietHours { from: 22 * 60, until: 7 * 60 };
        let day = |hours: i64| Timestamp(0) + Span::hours(24 * 400 + hours);
        assert_eq!(quiet.after(day(23)), day(24 + 7));
        assert_eq!(quiet.after(day(2)), day(7));
        assert_eq!(quiet.after(day(7)), day(7));
        assert_eq!(quiet.after(day(12)), day(12));
        assert_eq!(quiet.after(day(22)), day(31));
    }

    #[test]
    fn quiet_hours_within_a_day_end_the_same_day() {
        let quiet = QuietHours { from: 9 * 60, until: 17 * 60 };
        let day = |hours: i64| Timestamp(0) + Span::hours(hours);
        assert_eq!(quiet.after(day(8)), day(8));
        assert_eq!(quiet.after(day(9)), day(17));
        assert_eq!(quiet.after(day(16)), day(17));
        assert_eq!(quiet.after(day(23)), day(23));
        assert!(quiet.is_valid());
        assert!(
            !QuietHours { from: 5, until: 5 }.is_valid()
                && !QuietHours { from: 0, until: 1440 }.is_valid()
        );
    }

    #[test]
    fn a_part_of_a_span_is_exact_and_a_span_names_its_largest_unit() {
        assert_eq!(Span::minutes(10).part(4, 5), Span::minutes(8));
        assert_eq!(Span::YEAR.part(1, 2), Span::hours(12 * 365));
        assert_eq!(Span::hours(72).to_string(), "3 d");
        assert_eq!(Span::minutes(90).to_string(), "90 min");
        assert_eq!(Span::seconds(61).to_string(), "61 s");
        assert_eq!(Span::ZERO.to_string(), "0 s");
    }
}
