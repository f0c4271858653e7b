//! Behaviour model of simulated players: when they visit and how long they stay.
//!
//! Players visit at exponentially distributed intervals while awake, and sooner after a ping. They
//! sleep eight hours in one of several time zones and get no pings meanwhile. During a visit they
//! answer every open question, a few seconds per click, and then stay a few minutes longer in case
//! another one opens. At pace `live` players do not sleep. What they answer is decided in
//! `table_sim`.

use crate::council::settings::Pace;
use crate::council::{QuietHours, Requester, Span, Timestamp, UserId};

/// Hours of sleep.
const SLEEP: u16 = 8;
/// Number of time zones, one hour apart.
const ZONES: u64 = 7;
/// Factor between the visit intervals of occasional visitors and of players.
const PASSING: i64 = 12;

/// Mean times of visits and clicks.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Mean time between two unprompted visits.
    pub visit: Span,
    /// Mean time from a ping to the visit.
    pub called: Span,
    /// How long an idle player stays.
    pub linger: Span,
    /// Mean time per click.
    pub click: Span,
    /// Whether the player has quiet hours.
    pub sleeps: bool,
}

impl Habits {
    /// The habits of a player at a pace.
    pub fn of(pace: Pace) -> Habits {
        let (visit, called, sleeps) = match pace {
            Pace::Live => (Span::minutes(2), Span::seconds(20), false),
            Pace::Relaxed => (Span::hours(8), Span::hours(3), true),
            _ => (Span::hours(3), Span::hours(1), true),
        };
        let linger = if sleeps { Span::minutes(4) } else { Span::minutes(2) };
        Habits { visit, called, linger, click: Span::seconds(8), sleeps }
    }

    /// The habits of a member without a seat: followers visit as often as players, the others
    /// `PASSING` times less often.
    pub fn beside(pace: Pace, follows: bool) -> Habits {
        let table = Habits::of(pace);
        let visit = if follows { table.visit } else { Span(table.visit.0 * PASSING) };
        Habits { visit, linger: Span(0), ..table }
    }
}

/// `SplitMix64` generator: deterministic on every platform.
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator; `apart` selects one of many streams of the same seed.
    pub fn new(seed: u64, apart: u64) -> Self {
        let mut chance = SplitMix64(seed ^ apart.wrapping_mul(0xd1b5_4a32_d192_ed03));
        chance.number();
        chance
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.number() % n.max(1)
    }

    /// Returns `true` with a probability of `n` percent.
    pub fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    /// Samples an exponential distribution with this mean, in milliseconds and at least 1.
    pub fn around(&mut self, mean: Span) -> Span {
        let unit = ((self.number() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        Span((-unit.ln() * mean.0 as f64) as i64 + 1)
    }
}

/// A simulated player.
#[derive(Clone, Debug)]
pub struct SimPlayer {
    /// The player's identity in requests.
    pub person: Requester,
    /// Time of the next look at the table.
    pub at: Timestamp,
    /// Time of the last click or the start of idling; `None` while the player is away.
    pub idle: Option<Timestamp>,
    /// Source of randomness of this player.
    pub chance: SplitMix64,
    /// Version of the table at the last look that found nothing to do.
    pub saw: u64,
    night: Option<QuietHours>,
    habits: Habits,
}

impl SimPlayer {
    /// Creates player `n` of a campaign, away until the first visit.
    pub fn new(n: u64, seed: u64, habits: Habits, now: Timestamp) -> Self {
        let mut chance = SplitMix64::new(seed, n + 1);
        let from = (22 * 60 + chance.below(ZONES) as u16 * 60) % 1440;
        let until = (from + SLEEP * 60) % 1440;
        let night = habits.sleeps.then_some(QuietHours { from, until });
        let person = Requester::plain(UserId(n + 1));
        let mut new = SimPlayer { person, at: now, idle: None, chance, saw: 0, night, habits };
        new.leave(now);
        new
    }

    /// The hours of sleep, if the player sleeps.
    pub fn night(&self) -> Option<QuietHours> {
        self.night
    }

    /// Schedules the next look after a click.
    pub fn clicked(&mut self, now: Timestamp) {
        self.idle = Some(now);
        self.at = now + self.chance.around(self.habits.click);
    }

    /// Schedules another look while idle; leaves after `linger`.
    pub fn waits(&mut self, now: Timestamp) {
        let since = *self.idle.get_or_insert(now);
        if now - since >= self.habits.linger {
            self.leave(now);
        } else {
            self.at = now + self.habits.click + self.habits.click;
        }
    }

    /// Handles a ping: an absent player visits sooner.
    pub fn called(&mut self, now: Timestamp) {
        if self.idle.is_none() {
            let sooner = now + self.chance.around(self.habits.called);
            self.at = self.at.min(self.awake(sooner));
        }
    }

    /// Leaves and schedules the next visit.
    pub fn leave(&mut self, now: Timestamp) {
        self.idle = None;
        let next = now + self.chance.around(self.habits.visit);
        self.at = self.awake(next);
    }

    /// Moves a time within the quiet hours to some time after them.
    fn awake(&mut self, at: Timestamp) -> Timestamp {
        let Some(night) = self.night else { return at };
        let morning = night.after(at);
        if morning == at { at } else { morning + self.chance.around(self.habits.called) }
    }
}
