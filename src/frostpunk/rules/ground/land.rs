//! What stands and lies where: spaces, piles, Buildings, free cells.

use crate::frostpunk::rules::ids::{Meeple, Resource, Ring, Stuff};
use crate::frostpunk::rules::look::{Look, total};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Modifier, Side};
use crate::frostpunk::rules::state::{Built, Place};

impl<'a> Look<'a> {
    /// Is there such a space now: a Generator part that is not the drawer, or a placed tile?
    pub fn exists(self, space: Space) -> bool {
        match space.cell() {
            None => space.0 != self.pack.tables.drawer,
            Some(cell) => self.city.cells.get(cell.at()).is_some_and(Option::is_some),
        }
    }

    /// Every space there is now.
    pub fn spaces(self) -> impl Iterator<Item = Space> + 'a {
        Space::all().filter(move |space| self.exists(*space))
    }

    /// Adjacent spaces of placed tiles.
    pub fn adjacent(self, to: Space) -> impl Iterator<Item = Space> + 'a {
        self.spaces().filter(move |space| to.touches(*space))
    }

    /// The Building that covers a space.
    pub fn built_on(self, space: Space) -> Option<&'a Built> {
        self.city.built.iter().find(|built| self.covers(built, space))
    }

    fn covers(self, built: &Built, space: Space) -> bool {
        built.space == space
            || (built.space.cell().is_some()
                && built.space.same_tile(space)
                && self.pack.building(built.building).large)
    }

    /// The side of a Building that lies up; none for Ruins.
    pub fn side(self, built: &Built) -> Option<&'a Side> {
        let building = self.pack.building(built.building);
        (!built.ruins).then(|| &building.sides[usize::from(built.upgraded)])
    }

    /// Figures on a space (of a Large Building: on its first).
    pub fn figures_on(self, space: Space) -> usize {
        self.city.placed.iter().filter(|p| p.place == Place::Space(space)).count()
    }

    /// Spaces with Trees that the Sawmill here can reach.
    pub fn trees_in_reach(self, at: Space) -> impl Iterator<Item = Space> + 'a {
        let far = self.built_on(at).and_then(|b| self.side(b)).is_some_and(|side| side.reach);
        let near = move |space: &Space| space.same_tile(at) || (far && at.touches(*space));
        let trees = move |space: &Space| matches!(self.city.pile(*space), Some((Stuff::Trees, _)));
        self.spaces().filter(move |space| trees(space) && near(space))
    }

    /// A Citizen Meeple that stands on a space.
    pub fn citizen_on(self, space: Space) -> Option<Meeple> {
        let here = self.city.placed.iter().filter(|p| p.place == Place::Space(space));
        here.map(|p| p.meeple).find(|m| m.kind().is_some())
    }

    /// Spaces where Coal may be thumped.
    pub fn thumpable(self, from: Space) -> impl Iterator<Item = Space> + 'a {
        let most = self.pack.tables.per_space;
        let open = move |space: &Space| match self.city.pile(*space) {
            Some((Stuff::Coal, n)) => n < most,
            Some((_, n)) => n == 0 && self.built_on(*space).is_none(),
            None => self.built_on(*space).is_none(),
        };
        let chosen = &self.city.turn.chosen;
        self.large_adjacent(from).filter(move |space| open(space) && !chosen.contains(space))
    }

    /// Spaces adjacent to a Building, Large ones by either of their spaces.
    pub fn large_adjacent(self, from: Space) -> impl Iterator<Item = Space> + 'a {
        let built = self.built_on(from);
        self.adjacent(from).filter(move |space| built.is_none_or(|b| !self.covers(b, *space)))
    }

    /// Spaces of the map that hold a Resource (of this sort).
    pub fn with_resource(self, only: Option<Resource>) -> impl Iterator<Item = Space> + 'a {
        let holds = move |space: &Space| match self.city.pile(*space) {
            Some((stuff, n)) if n > 0 => {
                stuff.resource().is_some_and(|r| only.is_none_or(|wanted| wanted == r))
            }
            _ => false,
        };
        self.spaces().filter(holds)
    }

    /// Free cells of a ring where a tile may be placed now.
    pub fn free_cells(self, ring: Ring) -> impl Iterator<Item = Cell> + 'a {
        let left = match ring {
            Ring::Generator => 0,
            Ring::Near => self.city.decks.near.len(),
            Ring::Far => self.city.decks.far.len(),
        };
        let laid = self.city.turn.laid.iter().filter(|cell| cell.ring() == ring).count();
        let some = left > laid;
        Cell::of(ring).filter(move |cell| some && self.is_free_cell(*cell))
    }

    fn is_free_cell(self, cell: Cell) -> bool {
        let taken = |cell: Cell| {
            self.city.cells[cell.at()].is_some() || self.city.turn.laid.contains(&cell)
        };
        !taken(cell)
            && (cell.ring() == Ring::Near || cell.neighbours().any(|n| self.is_connected(n)))
    }

    /// Is a placed tile connected with the Generator tile?
    fn is_connected(self, cell: Cell) -> bool {
        let placed =
            |c: Cell| self.city.cells[c.at()].is_some() || self.city.turn.laid.contains(&c);
        if !placed(cell) {
            return false;
        }
        let mut seen = vec![cell];
        let mut next = 0;
        while let Some(at) = seen.get(next).copied() {
            if at.ring() == Ring::Near {
                return true;
            }
            for n in at.neighbours().filter(|n| placed(*n)) {
                if !seen.contains(&n) {
                    seen.push(n);
                }
            }
            next += 1;
        }
        false
    }

    /// Can Remove Snow place anything?
    pub fn snow_possible(self) -> bool {
        [Ring::Near, Ring::Far].iter().any(|ring| self.free_cells(*ring).next().is_some())
    }

    /// Hunting symbols on built Buildings and on cards in play.
    pub fn hunting(self) -> u8 {
        let built = self.city.built.iter().filter_map(|b| self.side(b)).map(|s| s.hunting);
        let symbols = |m: &Modifier| {
            if let Modifier::HuntingSymbols(n) = m { Some(*n) } else { None }
        };
        let shown = self.city.in_play.iter().flat_map(|o| &self.pack.card(o.card).modifiers);
        total(built.chain(shown.filter_map(symbols)).chain([self.sum(|m| symbols(&m))]))
    }
}
