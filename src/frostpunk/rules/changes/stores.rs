//! Food, Hunger, Resources, Heat and Stress.

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{Loss, Meeple, Range, Resource};
use crate::frostpunk::rules::program::Good;
use crate::frostpunk::rules::referee::Referee;

/// The end of the Food, Hunger and Population tracks.
pub const TRACK_END: u8 = 50;
/// Steel in the game.
pub const STEEL: u16 = 8;
/// More of a Resource than any campaign comes to; nothing that is added to it can overflow.
pub const SUPPLY: u16 = 9999;
/// The same of Stress.
pub const STRESS: u16 = 1000;

impl Referee<'_> {
    /// Gains a good.
    pub fn gain(&mut self, good: Good, n: u8) {
        match good {
            Good::Food => self.shift_food(i16::from(n)),
            Good::Resource(resource) => self.shift_supply(resource, i16::from(n)),
            Good::Automaton => (0..n).for_each(|_| self.gain_automaton()),
        }
    }

    /// Loses a good, as far as there is some.
    pub fn lose_good(&mut self, good: Good, n: u8) {
        match good {
            Good::Food => self.shift_food(-i16::from(n)),
            Good::Resource(resource) => self.shift_supply(resource, -i16::from(n)),
            Good::Automaton => (0..n).for_each(|_| self.lose_automaton()),
        }
    }

    /// Moves the Food marker within its track.
    pub fn shift_food(&mut self, by: i16) {
        let before = self.city.food;
        self.city.food = shifted(before, by, TRACK_END);
        let by = i16::from(self.city.food) - i16::from(before);
        if by != 0 {
            self.tell(Event::Food { by, now: self.city.food });
        }
    }

    /// Moves the Hunger marker within its track.
    pub fn shift_hunger(&mut self, by: i16) {
        let before = self.city.hunger;
        self.city.hunger = shifted(before, by, TRACK_END);
        let by = i16::from(self.city.hunger) - i16::from(before);
        if by != 0 {
            self.tell(Event::Hunger { by, now: self.city.hunger });
        }
    }

    /// Changes a Resource of the supply; never below 0, Steel never above its stock, and nothing
    /// above what a save may hold.
    pub fn shift_supply(&mut self, resource: Resource, by: i16) {
        let most = if resource == Resource::Steel { STEEL } else { SUPPLY };
        let have = &mut self.city.supply[resource.at()];
        let before = *have;
        *have = before.saturating_add_signed(by).min(most);
        let (by, now) = (*have as i16 - before as i16, *have);
        if by != 0 {
            self.tell(Event::Supply { resource, by, now });
        }
    }

    fn gain_automaton(&mut self) {
        let at = Meeple::Automaton.at();
        if self.city.figures.bank[at] > 0 {
            self.city.figures.bank[at] -= 1;
            self.city.figures.ready[at] += 1;
            self.tell(Event::Figures { meeple: Meeple::Automaton, by: 1 });
        }
    }

    fn lose_automaton(&mut self) {
        let at = Meeple::Automaton.at();
        let figures = &mut self.city.figures;
        let from = if figures.ready[at] > 0 { &mut figures.ready } else { &mut figures.resting };
        if from[at] > 0 {
            from[at] -= 1;
            figures.bank[at] += 1;
            self.tell(Event::Figures { meeple: Meeple::Automaton, by: -1 });
        }
    }

    /// Burns Coal of the supply.
    pub fn burn(&mut self, coal: u8) {
        if coal == 0 {
            return;
        }
        self.shift_supply(Resource::Coal, -i16::from(coal));
        let heat = &mut self.city.generator.heat;
        *heat = heat.saturating_add(coal);
        let now = *heat;
        self.tell(Event::Heat { by: i16::from(coal), now });
    }

    /// Heat back to 0.
    pub fn cool_down(&mut self) {
        let heat = self.city.generator.heat;
        if heat > 0 {
            self.city.generator.heat = 0;
            self.tell(Event::Heat { by: -i16::from(heat), now: 0 });
        }
    }

    /// Moves the Cold marker up, not beyond its track.
    pub fn shift_cold(&mut self, by: u8) {
        let last = (self.pack.tables.heat_cubes.len() as u8).saturating_sub(1);
        let now = self.city.generator.cold.saturating_add(by).min(last);
        if now != self.city.generator.cold {
            self.city.generator.cold = now;
            self.tell(Event::Cold { now });
        }
    }

    /// Moves a Heat Range indicator up, not beyond its track.
    pub fn shift_range(&mut self, range: Range, by: u8) {
        let level = &mut self.city.generator.ranges[range as usize];
        let now = level.saturating_add(by).min(self.pack.tables.range_last);
        if now != *level {
            *level = now;
            self.tell(Event::RangeMoved { range, now });
        }
    }

    /// Puts cubes on the Stress track or takes them off, overflow first.
    pub fn shift_stress(&mut self, by: i16) {
        let before = self.city.generator.stress;
        self.city.generator.stress = before.saturating_add_signed(by).min(STRESS);
        let by = self.city.generator.stress as i16 - before as i16;
        if by != 0 {
            self.tell(Event::Stress { by, now: self.city.generator.stress });
        }
    }

    /// The Storm marker; `None` is out of the game.
    pub fn set_storm(&mut self, to: Option<u8>) {
        if self.city.storm != to {
            self.city.storm = to;
            self.tell(Event::StormMarker { now: to });
        }
    }

    /// First breakdown, or the end.
    pub fn break_down(&mut self) {
        if self.city.generator.overheated {
            self.lose(Loss::Explosion);
            return;
        }
        self.city.generator.overheated = true;
        self.tell(Event::Overheated);
        self.shift_cold(1);
        for range in Range::ALL {
            self.shift_range(*range, 1);
        }
        let all = self.city.generator.stress as i16;
        self.shift_stress(-all);
    }
}

fn shifted(value: u8, by: i16, most: u8) -> u8 {
    (i16::from(value) + by).clamp(0, i16::from(most)) as u8
}
