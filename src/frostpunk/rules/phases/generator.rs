//! The Generator Phase and the tower (section 9, U-1, U-4).

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Mark, Step};
use crate::frostpunk::rules::ids::{Kind, Phase, Resource};
use crate::frostpunk::rules::program::Modifier;
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// fuel.
    pub(super) fn generator(&mut self) {
        self.enter(Phase::Generator);
        self.go(Mark::ColdSickness);
        self.ask_fuel(0);
    }

    /// Asks for Coal, if any can be burnt.
    pub fn ask_fuel(&mut self, least: u8) {
        if self.look().fuel_most() > 0 {
            self.ask(Ask::Fuel(least));
        }
    }

    /// icons between Heat and Cold, from the Heat marker upward.
    pub(super) fn cold_sickness(&mut self) {
        self.go(Mark::Stress);
        let icons: Vec<Kind> = self.look().cold_icons();
        for kind in icons.into_iter().rev() {
            self.push(Step::Sick(Some(kind), 1, None));
        }
    }

    /// stress, breakdown, and the Heat marker back to 0.
    pub(super) fn stress(&mut self) {
        self.go(Mark::Weather);
        let heat = usize::from(self.city.generator.heat);
        let cubes = self.pack.tables.heat_cubes.get(heat).copied().unwrap_or(0);
        let fallen = self.drop_cubes(cubes);
        self.shift_stress(i16::from(fallen));
        self.safety_valve();
        if self.city.generator.stress > u16::from(self.pack.tables.stress_spaces) {
            self.break_down();
        }
        if self.city.outcome.is_none() {
            self.cool_down();
        }
    }

    /// The tower (U-4): how many cubes come out.
    fn drop_cubes(&mut self, cubes: u8) -> u8 {
        let table = self.pack.tables.tower[usize::from(self.city.generator.upgraded)];
        let city = &mut *self.city;
        let (old, mut fallen) = (city.generator.stuck, std::mem::take(&mut city.generator.drawer));
        for _ in 0..cubes {
            if city.dice.chance(table.through) || city.generator.stuck >= table.cap {
                fallen = fallen.saturating_add(1);
            } else {
                city.generator.stuck += 1;
            }
        }
        if cubes > 0 {
            fallen = fallen.saturating_add(self.knock_loose(old, table.dislodge));
        }
        let pulled = self.knock_loose(self.city.generator.stuck, table.pull);
        fallen = fallen.saturating_add(pulled);
        self.city.generator.drawer = self.knock_loose(self.city.generator.stuck, table.push);
        if cubes > 0 || fallen > 0 {
            self.tell(Event::Tower { dropped: cubes, fallen });
        }
        fallen
    }

    fn knock_loose(&mut self, among: u8, per_mille: u16) -> u8 {
        let loose = (0..among).filter(|_| self.city.dice.chance(per_mille)).count() as u8;
        self.city.generator.stuck -= loose;
        loose
    }

    /// T06: a small overflow is removed just before the check.
    fn safety_valve(&mut self) {
        let valve = |m| {
            if let Modifier::SafetyValve(n) = m { Some(n) } else { None }
        };
        let harmless = u16::from(self.look().sum(valve));
        let spaces = u16::from(self.pack.tables.stress_spaces);
        let over = self.city.generator.stress.saturating_sub(spaces);
        if over > 0 && over <= harmless {
            self.shift_stress(-(over as i16));
        }
    }
}

impl crate::frostpunk::rules::look::Look<'_> {
    /// Coal that can be burnt now: Heat never passes Cold.
    pub fn fuel_most(self) -> u8 {
        let g = &self.city.generator;
        u16::from(g.cold.saturating_sub(g.heat)).min(self.city.has(Resource::Coal)) as u8
    }

    /// Icons between the markers (U-1), from Heat upward.
    pub fn cold_icons(self) -> Vec<Kind> {
        let g = &self.city.generator;
        let last = if self.city.icons_on_steps { g.cold.saturating_add(1) } else { g.cold };
        let between = usize::from(g.heat) + 1..usize::from(last);
        between.filter_map(|at| self.pack.tables.heat_icons.get(at).copied().flatten()).collect()
    }
}
