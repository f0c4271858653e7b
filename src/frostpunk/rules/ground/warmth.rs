//! What is warm: zones, insulation, kitchens.

use crate::frostpunk::rules::ids::{Insulation, Range};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::Space;
use crate::frostpunk::rules::program::Modifier;
use crate::frostpunk::rules::state::Built;

impl Look<'_> {
    /// Is the action or Building here heated?
    pub fn heated(self, space: Space, insulation: Option<Insulation>) -> bool {
        if self.kitchen_on(space) {
            return true;
        }
        let heat = self.city.generator.heat;
        if heat == 0 {
            return false;
        }
        let own = insulation.and_then(|colour| range_of(self.insulated(colour)));
        own.is_some_and(|range| heat > self.level(range, false)) || self.zone_heated(space, heat)
    }

    fn zone_heated(self, space: Space, heat: u8) -> bool {
        let reach = space.ring() as usize;
        Range::ALL[reach..].iter().any(|range| heat > self.level(*range, true))
    }

    fn level(self, range: Range, zone: bool) -> u8 {
        let tables = &self.pack.tables;
        let offsets = if zone { tables.zone_offset } else { tables.building_offset };
        self.city.generator.ranges[range as usize].saturating_add(offsets[range as usize])
    }

    fn insulated(self, colour: Insulation) -> Insulation {
        let better = |m| match m {
            Modifier::Insulate(from, to) if from == colour => Some(to),
            _ => None,
        };
        self.modifiers().find_map(better).unwrap_or(colour)
    }

    fn kitchen_on(self, space: Space) -> bool {
        let here = |b: &&Built| b.space.same_tile(space) && self.pack.building(b.building).kitchen;
        space.cell().is_some() && self.city.built.iter().any(|b| here(&b))
    }

    /// Is a Building on the map heated; Ruins are Blue?
    pub fn building_heated(self, built: &Built) -> bool {
        let colour = self.side(built).map_or(Insulation::Blue, |side| side.insulation);
        self.heated(built.space, Some(colour))
    }
}

fn range_of(colour: Insulation) -> Option<Range> {
    match colour {
        Insulation::Red => Some(Range::Red),
        Insulation::Orange => Some(Range::Orange),
        Insulation::Yellow => Some(Range::Yellow),
        Insulation::Blue | Insulation::White => None,
    }
}
