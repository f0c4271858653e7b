//! How much anybody may ask for: what an operator sets, and who has had how much of it.
//!
//! May use: std, tokio's lock. Deliberately absent: what is asked for. What is remembered here is lost
//! with the process; nobody gains more than a minute by that.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long something is remembered.
const MINUTE: Duration = Duration::from_mins(1);
/// People remembered before those who had nothing lately are forgotten.
const MOST_KNOWN: usize = 4096;

/// How much anybody may ask for; 0 is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Lobbies one person opened that have not begun.
    pub lobbies_per_user: u32,
    /// Lobbies of a server that have not begun.
    pub lobbies_per_server: u32,
    /// Campaigns of a server that are not over.
    pub campaigns_per_server: u32,
    /// Commands of one person in a minute.
    pub commands_per_minute: u32,
    /// Pictures drawn for one person in a minute.
    pub pictures_per_minute: u32,
    /// Clicks of one person: so many at once, and then so many a minute. Nobody reads and
    /// clicks that fast for long; whoever sits down and gets up without end does.
    pub clicks_per_minute: u32,
    /// Clicks of one person in a minute that came to nothing.
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
    /// No limit at all: for a bot only its owner can reach.
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

/// Is there room for one more of something, if there may be so many?
pub fn has_room(there_are: usize, most: u32) -> bool {
    most == 0 || there_are < most as usize
}

/// Lets each person through so many times a minute.
#[derive(Default)]
pub struct SlidingWindow(Mutex<HashMap<u64, VecDeque<Instant>>>);

impl SlidingWindow {
    /// Lets somebody through, or says how long they have to wait.
    pub fn try_acquire(&self, who: u64, most: u32) -> Result<(), Duration> {
        self.pass_at(who, most, Instant::now())
    }

    fn pass_at(&self, who: u64, most: u32, now: Instant) -> Result<(), Duration> {
        if most == 0 {
            return Ok(());
        }
        let past = |at: &Instant| now.duration_since(*at) >= MINUTE;
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST_KNOWN {
            known.retain(|_, times| times.back().is_some_and(|at| !past(at)));
        }
        let times = known.entry(who).or_default();
        while times.front().is_some_and(past) {
            times.pop_front();
        }
        match times.front() {
            // Who is turned away has not passed: waiting always helps.
            Some(first) if times.len() >= most as usize => {
                Err(MINUTE.saturating_sub(now.duration_since(*first)))
            }
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }

    /// Somebody's last pass did not count after all.
    fn give_back(&self, who: u64) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(times) = known.get_mut(&who) {
            times.pop_back();
        }
    }
}

/// Gives each person so many clicks at once, and each of them back in its time: whoever has
/// used them up waits a moment, not a minute.
#[derive(Default)]
pub struct TokenBucket(Mutex<HashMap<u64, Instant>>);

impl TokenBucket {
    /// Takes one out, or says how long somebody has to wait until one is in it again.
    pub fn take(&self, who: u64, most: u32) -> Result<(), Duration> {
        self.take_at(who, most, Instant::now())
    }

    /// What is remembered is when it will be full again: each that is missing takes its part
    /// of a minute.
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

/// Why a click is not looked at, and for how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateLimited {
    /// Too many came to nothing.
    Useless(Duration),
    /// Too many came, whatever they were for.
    Hasty(Duration),
}

/// What is in the way of somebody who asks for too much, and nobody else.
#[derive(Default)]
pub struct RateLimiter {
    /// How much anybody may ask for.
    pub limits: Limits,
    commands: SlidingWindow,
    pictures: SlidingWindow,
    clicks: TokenBucket,
    refused_clicks: SlidingWindow,
    /// Campaigns are opened one by one: what is counted stays true until it is used.
    pub openings: tokio::sync::Mutex<()>,
}

impl RateLimiter {
    /// A gate with these limits.
    pub fn new(limits: Limits) -> Self {
        RateLimiter { limits, ..RateLimiter::default() }
    }

    /// Lets a command through, or says how long to wait.
    pub fn command(&self, who: u64) -> Result<(), Duration> {
        self.commands.try_acquire(who, self.limits.commands_per_minute)
    }

    /// Lets somebody have a picture, or says how long to wait.
    pub fn picture(&self, who: u64) -> Result<(), Duration> {
        self.pictures.try_acquire(who, self.limits.pictures_per_minute)
    }

    /// Lets a click through, or says how long to wait. Each counts as useless until it is
    /// known to be good: otherwise very many at once would all be through before the first
    /// is refused.
    pub fn click(&self, who: u64) -> Result<(), RateLimited> {
        let useless = self.refused_clicks.try_acquire(who, self.limits.refused_clicks_per_minute);
        useless.map_err(RateLimited::Useless)?;
        let hasty = self.clicks.take(who, self.limits.clicks_per_minute);
        hasty.map_err(|wait| {
            // It is not looked at, so nobody can say that it was of no use.
            self.refused_clicks.give_back(who);
            RateLimited::Hasty(wait)
        })
    }

    /// A click that was let through was not refused: it is no useless one.
    pub fn refund_click(&self, who: u64) {
        self.refused_clicks.give_back(who);
    }
}

/// Whole seconds to wait, never none.
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
