//! Parser of quiet hours. Times are UTC.

use crate::council::QuietHours;

/// Parses quiet hours from two times of the day. Returns `None` if one is malformed or both are the
/// same.
pub fn hours(from: &str, until: &str) -> Option<QuietHours> {
    let quiet = QuietHours { from: minute(from)?, until: minute(until)? };
    quiet.is_valid().then_some(quiet)
}

/// Parses a time such as `22:30`, `7:05` or `22` into the minute of the day.
fn minute(text: &str) -> Option<u16> {
    let (hours, minutes) = text.trim().split_once([':', '.', 'h']).unwrap_or((text, "00"));
    let short = |part: &str| (1..=2).contains(&part.len());
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (hours, minutes) = (hours.trim(), minutes.trim());
    if !(short(hours) && digits(hours) && minutes.len() == 2 && digits(minutes)) {
        return None;
    }
    let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 24 && minutes < 60).then_some(hours * 60 + minutes)
}

#[cfg(test)]
mod tests {
    use super::hours;
    use crate::council::QuietHours;

    #[test]
    fn quiet_hours_are_two_times_of_the_day() {
        let night = Some(QuietHours { from: 22 * 60 + 30, until: 7 * 60 });
        assert_eq!(hours("22:30", "7:00"), night);
        assert_eq!(hours(" 22.30 ", "07:00"), night);
        assert_eq!(hours("22h30", "7"), night);
        assert_eq!(hours("0:00", "23:59"), Some(QuietHours { from: 0, until: 1439 }));
    }

    #[test]
    fn what_is_no_time_of_the_day_is_not_guessed_at() {
        for wrong in
            ["", "24:00", "12:60", "7:5", "noon", "-1:00", "+7:00", "1:2:3", "007:00", "١٢:٠٠"]
        {
            assert_eq!(hours(wrong, "7:00"), None, "{wrong}");
            assert_eq!(hours("7:00", wrong), None, "{wrong}");
        }
        assert_eq!(hours("7:00", "07:00"), None, "a night of no length");
    }
}
