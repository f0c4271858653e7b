//! What may be built, dismantled and upgraded, and where.

use crate::frostpunk::rules::decision::Blocked;
use crate::frostpunk::rules::ids::{BuildingId, Resource};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Building, Good};
use crate::frostpunk::rules::state::Built;

impl<'a> Look<'a> {
    /// Is this kind of Building offered at all: on the board, or unlocked below it?
    pub fn is_offered(self, id: BuildingId) -> bool {
        let building = self.pack.building(id);
        if building.printed || building.ruins || building.count == 0 {
            return false;
        }
        !building.below || self.is_unlocked(id)
    }

    fn is_unlocked(self, id: BuildingId) -> bool {
        // a covered Law is ignored.
        let laws = self.in_force().filter_map(|card| self.pack.law(card));
        laws.flat_map(|law| law.unlocks.iter()).any(|b| *b == id)
    }

    /// Why a Building cannot be built now.
    pub fn build_blocked(self, id: BuildingId, free: bool) -> Option<Blocked> {
        let building = self.pack.building(id);
        if !self.is_offered(id) {
            return Some(Blocked::Locked);
        }
        if self.city.stock.get(usize::from(id.0)).is_none_or(|left| *left == 0) {
            return Some(Blocked::NoneLeft);
        }
        let lacks = |resource, n: u8| {
            (!free && self.city.has(resource) < u16::from(n))
                .then_some(Blocked::Lacks(Good::Resource(resource), n))
        };
        let price =
            lacks(Resource::Wood, building.wood).or_else(|| lacks(Resource::Core, building.cores));
        price.or_else(|| self.nowhere_to_build(id, building))
    }

    fn nowhere_to_build(self, id: BuildingId, building: &Building) -> Option<Blocked> {
        let none = self.building_sites(id).next().is_none();
        let why = if building.deposit.is_some() { Blocked::NoDeposit } else { Blocked::NoSpace };
        none.then_some(why)
    }

    /// Spaces where a Building may be placed; of a Large one the first of the tile.
    pub fn building_sites(self, id: BuildingId) -> impl Iterator<Item = Space> + 'a {
        let building = self.pack.building(id);
        self.spaces().filter(move |space| self.fits(building, *space))
    }

    fn fits(self, building: &Building, space: Space) -> bool {
        let Some(cell) = space.cell() else {
            // nothing large, no Field Kitchen on the Generator tile.
            let barred = building.large || building.off_generator || building.deposit.is_some();
            return !barred && self.is_free(space);
        };
        if building.deposit.is_some() && self.deposit_at(cell) != building.deposit {
            return false;
        }
        if building.large {
            let [first, second] = cell.spaces();
            return space == first && self.is_free(first) && self.is_free(second);
        }
        self.is_free(space)
    }

    fn deposit_at(self, cell: Cell) -> Option<Resource> {
        cell.corner().and_then(|corner| self.city.deposits[usize::from(corner)])
    }

    /// No Meeple and no Building.
    pub fn is_free(self, space: Space) -> bool {
        self.figures_on(space) == 0 && self.built_on(space).is_none()
    }

    /// Buildings that may be dismantled or destroyed.
    pub fn removable(self, with_meeples: bool) -> impl Iterator<Item = Space> + 'a {
        let may = move |built: &&Built| {
            let building = self.pack.building(built.building);
            let fixed = building.printed || (building.keep && !built.ruins);
            !fixed && (with_meeples || self.figures_on(built.space) == 0)
        };
        self.city.built.iter().filter(may).map(|built| built.space)
    }

    /// Buildings that may be upgraded and paid for.
    pub fn upgradable(self, free: bool) -> impl Iterator<Item = Space> + 'a {
        let may = move |built: &&Built| {
            let price = self.pack.building(built.building).upgrade;
            let paid =
                |(resource, n): (Resource, u8)| free || self.city.has(resource) >= u16::from(n);
            !built.upgraded
                && !built.ruins
                && self.figures_on(built.space) == 0
                && price.is_some_and(paid)
        };
        self.city.built.iter().filter(may).map(|built| built.space)
    }
}
