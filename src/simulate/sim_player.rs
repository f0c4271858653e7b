//! Simulated people: when they come to the table, and how long they stay.
//!
//! May use: `council`'s time. Deliberately absent: what they answer (`sitting`).
//!
//! The model. A person looks in at exponentially distributed intervals while
//! awake; whoever is called by name comes sooner. They sleep eight hours, each
//! in a time zone of their own, and are not called meanwhile. Once there, they
//! answer all they may, a few seconds a click, and stay a few minutes longer in
//! case the game comes back to them. At pace `live` nobody sleeps.

use crate::council::settings::Pace;
use crate::council::{QuietHours, Requester, Span, Timestamp, UserId};

/// Hours of sleep, and the spread of the time zones.
const SLEEP: u16 = 8;
const ZONES: u64 = 7;
/// People who pass by look in so much less often.
const PASSING: i64 = 12;

/// How often people come and how long they stay.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Between two visits of one's own accord, on average.
    pub visit: Span,
    /// From being called to coming, on average.
    pub called: Span,
    /// How long one stays when there is nothing to do.
    pub linger: Span,
    /// For one click, on average.
    pub click: Span,
    /// Do they sleep?
    pub sleeps: bool,
}

impl Habits {
    /// The habits that go with a pace.
    pub fn of(pace: Pace) -> Habits {
        let (visit, called, sleeps) = match pace {
            Pace::Live => (Span::minutes(2), Span::seconds(20), false),
            Pace::Relaxed => (Span::hours(8), Span::hours(3), true),
            _ => (Span::hours(3), Span::hours(1), true),
        };
        let linger = if sleeps { Span::minutes(4) } else { Span::minutes(2) };
        Habits { visit, called, linger, click: Span::seconds(8), sleeps }
    }

    /// The same for people beside the table: those who follow a campaign come as often as those
    /// who play it, the others pass by.
    pub fn beside(pace: Pace, follows: bool) -> Habits {
        let table = Habits::of(pace);
        let visit = if follows { table.visit } else { Span(table.visit.0 * PASSING) };
        Habits { visit, linger: Span(0), ..table }
    }
}

/// A small generator, the same everywhere (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// From a seed and what sets this one apart from others of the same seed.
    pub fn new(seed: u64, apart: u64) -> Self {
        let mut chance = Chance(seed ^ apart.wrapping_mul(0xd1b5_4a32_d192_ed03));
        chance.number();
        chance
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.number() % n.max(1)
    }

    /// True in so many of a hundred cases.
    pub fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }

    /// Exponentially distributed around a mean, to the millisecond.
    pub fn around(&mut self, mean: Span) -> Span {
        let unit = ((self.number() >> 11) + 1) as f64 / (1_u64 << 53) as f64;
        Span((-unit.ln() * mean.0 as f64) as i64 + 1)
    }
}

/// One person.
#[derive(Clone, Debug)]
pub struct Someone {
    /// Who it is.
    pub person: Requester,
    /// When they look next.
    pub at: Timestamp,
    /// Since when they have had nothing to do; none while they are away.
    pub idle: Option<Timestamp>,
    /// What befalls them.
    pub chance: Chance,
    /// The state of the table they last saw.
    pub saw: u64,
    night: Option<QuietHours>,
    habits: Habits,
}

impl Someone {
    /// The nth person of a campaign.
    pub fn new(n: u64, seed: u64, habits: Habits, now: Timestamp) -> Self {
        let mut chance = Chance::new(seed, n + 1);
        let from = (22 * 60 + chance.below(ZONES) as u16 * 60) % 1440;
        let until = (from + SLEEP * 60) % 1440;
        let night = habits.sleeps.then_some(QuietHours { from, until });
        let person = Requester::plain(UserId(n + 1));
        let mut new = Someone { person, at: now, idle: None, chance, saw: 0, night, habits };
        new.leave(now);
        new
    }

    /// The hours in which they sleep.
    pub fn night(&self) -> Option<QuietHours> {
        self.night
    }

    /// They look again after a click.
    pub fn clicked(&mut self, now: Timestamp) {
        self.idle = Some(now);
        self.at = now + self.chance.around(self.habits.click);
    }

    /// Nothing to do: they wait a little, then go.
    pub fn waits(&mut self, now: Timestamp) {
        let since = *self.idle.get_or_insert(now);
        if now - since >= self.habits.linger {
            self.leave(now);
        } else {
            self.at = now + self.habits.click + self.habits.click;
        }
    }

    /// Called by name: whoever is away comes sooner.
    pub fn called(&mut self, now: Timestamp) {
        if self.idle.is_none() {
            let sooner = now + self.chance.around(self.habits.called);
            self.at = self.at.min(self.awake(sooner));
        }
    }

    /// They go, and come back some time.
    pub fn leave(&mut self, now: Timestamp) {
        self.idle = None;
        let next = now + self.chance.around(self.habits.visit);
        self.at = self.awake(next);
    }

    /// What falls into the night happens some time after it.
    fn awake(&mut self, at: Timestamp) -> Timestamp {
        let Some(night) = self.night else { return at };
        let morning = night.after(at);
        if morning == at { at } else { morning + self.chance.around(self.habits.called) }
    }
}
