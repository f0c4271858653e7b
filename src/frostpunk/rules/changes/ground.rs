//! Tiles, piles on spaces, Buildings, developments.

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Step};
use crate::frostpunk::rules::ids::{BuildingId, CardId, Resource, Ring, Stuff, TileId};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Body, Hook};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Built, Place};

impl Referee<'_> {
    /// Puts pieces on a space, within the limits of the space and the box.
    pub fn put_on_space(&mut self, space: Space, stuff: Stuff, n: u8) {
        let have = match self.city.pile(space) {
            Some((same, have)) if same == stuff => have,
            Some((_, have)) if have > 0 => return,
            _ => 0,
        };
        let room = match stuff {
            Stuff::Trees => self.pack.tables.trees.saturating_sub(self.trees()),
            _ => self.pack.tables.per_space.saturating_sub(have),
        };
        let n = n.min(room);
        if n > 0 {
            self.city.piles[space.at()] = Some((stuff, have + n));
            self.tell(Event::Pile { space, stuff, by: i16::from(n), now: have + n });
        }
    }

    fn trees(&self) -> u8 {
        let piles = self.city.piles.iter().flatten();
        piles.filter(|(stuff, _)| *stuff == Stuff::Trees).map(|(_, n)| n).sum()
    }

    /// Takes pieces off a space; returns how many.
    pub fn take_off_space(&mut self, space: Space, n: u8) -> u8 {
        let Some((stuff, have)) = self.city.pile(space) else {
            return 0;
        };
        let taken = n.min(have);
        let now = have - taken;
        self.city.piles[space.at()] = (now > 0).then_some((stuff, now));
        if taken > 0 {
            self.tell(Event::Pile { space, stuff, by: -i16::from(taken), now });
        }
        taken
    }

    /// Takes Resources of a space into the supply.
    pub fn collect(&mut self, space: Space, n: u8) {
        let Some(resource) = self.city.pile(space).and_then(|(stuff, _)| stuff.resource()) else {
            return;
        };
        let taken = self.take_off_space(space, n);
        self.shift_supply(resource, i16::from(taken));
    }

    /// The top tile of a stack.
    pub fn draw_tile(&mut self, ring: Ring) -> Option<TileId> {
        match ring {
            Ring::Near => self.city.decks.near.pop(),
            Ring::Far => self.city.decks.far.pop(),
            Ring::Generator => None,
        }
    }

    /// Flips a tile on a cell and puts on it what it shows.
    pub fn reveal_tile(&mut self, cell: Cell, tile: TileId) {
        self.city.cells[cell.at()] = Some(tile);
        self.tell(Event::TileRevealed { cell, tile });
        let face = self.pack.tile(tile);
        for (space, shown) in cell.spaces().into_iter().zip(face.spaces) {
            if let Some((stuff, n)) = shown {
                self.put_on_space(space, stuff, n);
            }
        }
        self.shift_food(i16::from(face.food));
    }

    /// Places a Building; what lies there goes to the bank.
    pub fn raise(&mut self, building: BuildingId, space: Space) {
        let pack = self.pack;
        let kind = pack.building(building);
        let first_workshop = kind.workshop && !self.workshop_stands();
        self.clear_site(space, kind.large);
        let stock = &mut self.city.stock[usize::from(building.0)];
        *stock = stock.saturating_sub(1);
        self.city.built.push(Built { building, space, upgraded: false, ruins: false });
        self.tell(Event::Built { building, space });
        for (card, block) in self.look().hooks(Hook::Built(building)).into_iter().rev() {
            self.run_block(block, Ctx::of(card));
        }
        if let Some(block) = kind.on_build {
            self.run_block(block, Ctx { at: Some(space), ..Ctx::default() });
        }
        if first_workshop {
            self.push(Step::Develop);
        }
    }

    fn clear_site(&mut self, space: Space, large: bool) {
        self.take_off_space(space, u8::MAX);
        if let (true, Some(cell)) = (large, space.cell()) {
            self.take_off_space(cell.spaces()[1], u8::MAX);
        }
    }

    /// Does a Workshop stand on the map?
    pub fn workshop_stands(&self) -> bool {
        self.city.built.iter().any(|b| self.pack.building(b.building).workshop && !b.ruins)
    }

    /// Takes a Building off the map.
    pub fn tear_down(&mut self, space: Space, destroyed: bool) {
        let Some(at) = self.city.built.iter().position(|b| b.space == space) else {
            return;
        };
        let built = self.city.built.remove(at);
        if !built.ruins {
            self.city.stock[usize::from(built.building.0)] += 1;
        }
        self.tell(Event::Unbuilt { building: built.building, space, destroyed });
        self.send_home(Place::Space(space));
        if !self.workshop_stands()
            && let Some((card, _)) = self.city.development.take()
        {
            self.tell(Event::DevelopmentLost { card });
        }
    }

    /// Flips a Building to its upgraded side.
    pub fn upgrade(&mut self, space: Space) {
        if let Some(built) = self.city.built.iter_mut().find(|b| b.space == space) {
            built.upgraded = true;
            let building = built.building;
            self.tell(Event::Upgraded { building, space });
        }
    }

    /// Pays for an upgrade.
    pub fn pay_upgrade(&mut self, space: Space) {
        let built = self.city.built.iter().find(|b| b.space == space);
        let price = built.and_then(|b| self.pack.building(b.building).upgrade);
        if let Some((resource, n)) = price {
            self.shift_supply(resource, -i16::from(n));
        }
    }

    /// Pays for a Building.
    pub fn pay_building(&mut self, building: BuildingId) {
        let kind = self.pack.building(building);
        self.shift_supply(Resource::Wood, -i16::from(kind.wood));
        self.shift_supply(Resource::Core, -i16::from(kind.cores));
    }

    /// Turns all Buildings of a kind to Ruins, on map and board.
    pub fn ruin(&mut self, building: BuildingId) {
        for at in 0..self.city.built.len() {
            let built = &mut self.city.built[at];
            if built.building == building && !built.ruins {
                built.ruins = true;
                let space = built.space;
                self.tell(Event::Ruined { building, space });
            }
        }
        let at = usize::from(building.0);
        let count = std::mem::take(&mut self.city.stock[at]);
        self.city.ruined[at] = self.city.ruined[at].saturating_add(count);
        if count > 0 {
            self.tell(Event::BoardRuined { building, count });
        }
    }

    /// Puts the Development token of a Technology on the Round track.
    pub fn start_development(&mut self, card: CardId) {
        let Body::Technology(cost) = self.pack.card(card).body else {
            return;
        };
        let round = self.city.round.saturating_add(cost).min(self.look().last_round());
        self.city.development = Some((card, round));
        self.tell(Event::Development { card, round });
    }

    /// The Technology in development works from now on; the next begins.
    pub fn finish_development(&mut self) {
        let Some((card, _)) = self.city.development.take() else {
            return;
        };
        if let Some(tech) = self.city.technologies.iter_mut().find(|t| t.card == card) {
            tech.developed = true;
        }
        self.tell(Event::Developed { card });
        self.push(Step::Develop);
    }

    /// Moves the Development token one space back; on the Round marker it is done.
    pub fn advance_development(&mut self) {
        let Some((card, round)) = self.city.development else {
            return;
        };
        let round = round.saturating_sub(1);
        self.city.development = Some((card, round));
        self.tell(Event::Development { card, round });
        if round <= self.city.round {
            self.finish_development();
        }
    }
}
