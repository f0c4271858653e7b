//! Per-user rate limits, and the quotas an operator configures.
//!
//! In memory only: a restart resets the counters, which gains a user at most one minute's worth.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Length of the window.
const MINUTE: Duration = Duration::from_mins(1);
/// Number of tracked users at which idle ones are evicted.
const MOST_KNOWN: usize = 4096;

/// Configured limits and quotas; 0 means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open lobbies per user who opened them.
    pub lobbies_per_user: u32,
    /// Open lobbies per server.
    pub lobbies_per_server: u32,
    /// Campaigns per server that are not over.
    pub campaigns_per_server: u32,
    /// Commands per user and minute.
    pub commands_per_minute: u32,
    /// Pictures drawn per user and minute.
    pub pictures_per_minute: u32,
    /// Clicks per user: both the burst and the refill per minute. No reader keeps up such a
    /// rate; a user who takes and leaves a seat over and over does.
    pub clicks_per_minute: u32,
    /// Refused clicks per user and minute.
    pub refused_clicks_per_minute: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            lobbies_per_user: 3,
            lobbies_per_server: 20,
            campaigns_per_server: 100,
            commands_per_minute: 30,
            pictures_per_minute: 10,
            clicks_per_minute: 120,
            refused_clicks_per_minute: 30,
        }
    }
}

impl Limits {
    /// Everything unlimited: for a bot that only its owner can reach.
    pub fn none() -> Self {
        Limits {
            lobbies_per_user: 0,
            lobbies_per_server: 0,
            campaigns_per_server: 0,
            commands_per_minute: 0,
            pictures_per_minute: 0,
            clicks_per_minute: 0,
            refused_clicks_per_minute: 0,
        }
    }
}

/// Whether one more fits when there are `count` and at most `most` are allowed; 0 is no limit.
pub fn has_room(count: usize, most: u32) -> bool {
    most == 0 || count < most as usize
}

/// Sliding window per user: at most `most` passes in any minute.
#[derive(Default)]
pub struct SlidingWindow(Mutex<HashMap<u64, VecDeque<Instant>>>);

impl SlidingWindow {
    /// Counts a pass, or returns the time to wait.
    pub fn try_acquire(&self, who: u64, most: u32) -> Result<(), Duration> {
        self.pass_at(who, most, Instant::now())
    }

    fn pass_at(&self, who: u64, most: u32, now: Instant) -> Result<(), Duration> {
        if most == 0 {
            return Ok(());
        }
        let expired = |at: &Instant| now.duration_since(*at) >= MINUTE;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.retain(|_, times| times.back().is_some_and(|at| !expired(at)));
        }
        let times = known.entry(who).or_default();
        while times.front().is_some_and(expired) {
            times.pop_front();
        }
        match times.front() {
            // A rejected try is not counted, so waiting always helps.
            Some(first) if times.len() >= most as usize => {
                Err(MINUTE.saturating_sub(now.duration_since(*first)))
            }
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }

    /// Removes the user's last pass from the count.
    fn refund(&self, who: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = known.get_mut(&who) {
            times.pop_back();
        }
    }
}

/// Token bucket per user: `most` clicks in a burst, refilled at `most` per minute. A user who has
/// spent all of them waits for one token, not for a whole minute.
#[derive(Default)]
pub struct TokenBucket(Mutex<HashMap<u64, Instant>>);

impl TokenBucket {
    /// Takes a token, or returns the time until there is one.
    pub fn take(&self, who: u64, most: u32) -> Result<(), Duration> {
        self.take_at(who, most, Instant::now())
    }

    /// Stores when the bucket will be full again: each missing token takes `MINUTE / most`.
    fn take_at(&self, who: u64, most: u32, now: Instant) -> Result<(), Duration> {
        if most == 0 {
            return Ok(());
        }
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.retain(|_, full_at| *full_at > now);
        }
        let full_at = known.get(&who).map_or(now, |full_at| now.max(*full_at));
        let missing = full_at.duration_since(now) + MINUTE / most;
        if missing > MINUTE {
            return Err(missing.saturating_sub(MINUTE));
        }
        known.insert(who, now + missing);
        Ok(())
    }
}

/// Why a click is rejected, and the time to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimited {
    /// Too many refused clicks.
    Useless(Duration),
    /// Too many clicks of any kind.
    Hasty(Duration),
}

/// Rate limiter for commands, pictures and clicks, separate for each user.
#[derive(Default)]
pub struct RateLimiter {
    /// Configured limits.
    pub limits: Limits,
    commands: SlidingWindow,
    pictures: SlidingWindow,
    clicks: TokenBucket,
    refused_clicks: SlidingWindow,
    /// Serialises the opening of campaigns, so that a count stays valid until the campaign it
    /// allows is opened.
    pub openings: tokio::sync::Mutex<()>,
}

impl RateLimiter {
    /// A limiter with these limits.
    pub fn new(limits: Limits) -> Self {
        RateLimiter { limits, ..RateLimiter::default() }
    }

    /// Counts a command, or returns the time to wait.
    pub fn command(&self, who: u64) -> Result<(), Duration> {
        self.commands.try_acquire(who, self.limits.commands_per_minute)
    }

    /// Counts a picture, or returns the time to wait.
    pub fn picture(&self, who: u64) -> Result<(), Duration> {
        self.pictures.try_acquire(who, self.limits.pictures_per_minute)
    }

    /// Counts a click, or returns the time to wait. A click counts as refused until
    /// `refund_click`; otherwise any number of concurrent clicks would pass before the first one
    /// is refused.
    pub fn click(&self, who: u64) -> Result<(), RateLimited> {
        let refused = self.refused_clicks.try_acquire(who, self.limits.refused_clicks_per_minute);
        refused.map_err(RateLimited::Useless)?;
        let taken = self.clicks.take(who, self.limits.clicks_per_minute);
        taken.map_err(|wait| {
            // The click is not handled, so it must not count as refused.
            self.refused_clicks.refund(who);
            RateLimited::Hasty(wait)
        })
    }

    /// Marks an accepted click as not refused.
    pub fn refund_click(&self, who: u64) {
        self.refused_clicks.refund(who);
    }
}

/// `wait` in whole seconds, rounded up, at least 1.
pub fn seconds(wait: Duration) -> u64 {
    wait.as_millis().div_ceil(1000).try_into().unwrap_or(u64::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::{
        Limits, MINUTE, MOST_KNOWN, RateLimited, RateLimiter, SlidingWindow, TokenBucket, has_room,
        seconds,
    };
    use std::time::{Duration, Instant};

    #[test]
    fn each_person_passes_so_many_times_in_any_minute() {
        let (turnstile, start) = (SlidingWindow::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(turnstile.pass_at(1, 2, at(0)), Ok(()));
        assert_eq!(turnstile.pass_at(1, 2, at(20)), Ok(()));
        assert_eq!(turnstile.pass_at(1, 2, at(30)), Err(Duration::from_secs(30)));
        assert_eq!(turnstile.pass_at(2, 2, at(30)), Ok(()), "everybody for themselves");
        assert_eq!(turnstile.pass_at(1, 2, at(60)), Ok(()), "being turned away cost nothing");
        assert_eq!(turnstile.pass_at(1, 2, at(61)), Err(Duration::from_secs(19)));
    }

    #[test]
    fn no_limit_is_no_limit() {
        let turnstile = SlidingWindow::default();
        assert!((0..1000).all(|_| turnstile.try_acquire(1, 0).is_ok()));
        assert!(has_room(1_000_000, 0) && has_room(2, 3) && !has_room(3, 3));
    }

    #[test]
    fn good_clicks_cost_nothing_and_those_on_their_way_count() {
        let gate = RateLimiter::new(Limits { refused_clicks_per_minute: 2, ..Limits::none() });
        for _ in 0..100 {
            assert_eq!(gate.click(1), Ok(()));
            gate.refund_click(1);
        }
        assert!(gate.click(1).is_ok() && gate.click(1).is_ok());
        assert!(gate.click(1).is_err(), "two of them may still be refused");
        assert!(gate.click(2).is_ok(), "everybody for themselves");
        gate.refund_click(1);
        assert!(gate.click(1).is_ok());
    }

    #[test]
    fn whoever_has_clicked_too_fast_gets_one_click_back_after_the_other() {
        let (bucket, start) = (TokenBucket::default(), Instant::now());
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!((0..6).all(|_| bucket.take_at(1, 6, at(0)).is_ok()), "so many at once");
        assert_eq!(bucket.take_at(1, 6, at(0)), Err(Duration::from_secs(10)));
        assert_eq!(bucket.take_at(1, 6, at(4)), Err(Duration::from_secs(6)), "it cost nothing");
        assert_eq!(bucket.take_at(2, 6, at(4)), Ok(()), "everybody for themselves");
        assert_eq!(bucket.take_at(1, 6, at(10)), Ok(()), "one is back");
        assert_eq!(bucket.take_at(1, 6, at(10)), Err(Duration::from_secs(10)), "and no more");
        assert!((0..6).all(|_| bucket.take_at(1, 6, at(500)).is_ok()), "all are back in a minute");
        assert!(bucket.take_at(1, 6, at(500)).is_err(), "and never more than all");
        assert!((0..1000).all(|_| bucket.take_at(3, 0, at(0)).is_ok()), "no limit is no limit");
    }

    #[test]
    fn the_usual_limit_is_never_met_by_somebody_who_clicks_twice_a_second_for_an_hour() {
        let (bucket, start) = (TokenBucket::default(), Instant::now());
        let most = Limits::default().clicks_per_minute;
        let at = |click: u64| start + Duration::from_millis(500 * click);
        assert!((0..7200).all(|click| bucket.take_at(1, most, at(click)).is_ok()));
    }

    #[test]
    fn whoever_has_all_their_clicks_again_is_forgotten() {
        let (bucket, start) = (TokenBucket::default(), Instant::now());
        for who in 0..MOST_KNOWN as u64 {
            assert!(bucket.take_at(who, 60, start).is_ok());
        }
        assert!(bucket.take_at(u64::MAX, 60, start + MINUTE).is_ok());
        assert_eq!(bucket.0.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_click_that_came_too_fast_is_not_counted_as_useless() {
        let limits =
            Limits { clicks_per_minute: 1, refused_clicks_per_minute: 2, ..Limits::none() };
        let gate = RateLimiter::new(limits);
        assert_eq!(gate.click(1), Ok(()));
        assert!((0..10).all(|_| matches!(gate.click(1), Err(RateLimited::Hasty(_)))));
        let gate = RateLimiter::new(Limits { clicks_per_minute: 3, ..limits });
        assert!(gate.click(1).is_ok() && gate.click(1).is_ok());
        assert!(matches!(gate.click(1), Err(RateLimited::Useless(_))), "neither was good so far");
        gate.refund_click(1);
        assert!(gate.click(1).is_ok(), "it was turned away, and that cost no click");
    }

    #[test]
    fn a_wait_is_told_in_whole_seconds() {
        assert_eq!(seconds(Duration::ZERO), 1);
        assert_eq!(seconds(Duration::from_millis(1001)), 2);
        assert_eq!(seconds(MINUTE), 60);
    }
}
