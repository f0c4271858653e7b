//! Questions about the map: what stands and lies where, what is warm, and
//! where an action, a tile or a Building may go.
//!
//! May use: `look`. Deliberately absent: writes, and any list of answers.

use super::decision::Blocked;
use super::frame::Ctx;
use super::ids::{Action, BuildingId, CardId, Insulation, Meeple, Range, Resource, Ring, Stuff};
use super::look::Look;
use super::map::{Cell, Space};
use super::program::{Building, Citizen, Modifier, Side};
use super::state::{Built, Place};

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
        self.city
            .built
            .iter()
            .find(|built| self.covers(built, space))
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
        self.city
            .placed
            .iter()
            .filter(|p| p.place == Place::Space(space))
            .count()
    }

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
        Range::ALL[reach..]
            .iter()
            .any(|range| heat > self.level(*range, true))
    }

    fn level(self, range: Range, zone: bool) -> u8 {
        let tables = &self.pack.tables;
        let offsets = if zone {
            tables.zone_offset
        } else {
            tables.building_offset
        };
        self.city.generator.ranges[range as usize] + offsets[range as usize]
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
        let colour = self
            .side(built)
            .map_or(Insulation::Blue, |side| side.insulation);
        self.heated(built.space, Some(colour))
    }

    /// Spaces with Trees that the Sawmill here can reach.
    pub fn trees_in_reach(self, at: Space) -> impl Iterator<Item = Space> + 'a {
        let far = self
            .built_on(at)
            .and_then(|b| self.side(b))
            .is_some_and(|side| side.reach);
        let near = move |space: &Space| space.same_tile(at) || (far && at.touches(*space));
        let trees = move |space: &Space| matches!(self.city.pile(*space), Some((Stuff::Trees, _)));
        self.spaces()
            .filter(move |space| trees(space) && near(space))
    }

    /// Can this figure be taken from the supply now?
    pub fn ready(self, meeple: Meeple) -> bool {
        let there = self.city.figures.ready[meeple.at()] > 0;
        there
            && (meeple != Meeple::Automaton
                || self.city.has(Resource::Coal) >= self.automaton_coal())
    }

    /// What an Automaton costs.
    pub fn automaton_coal(self) -> u16 {
        u16::from(!self.modifiers().any(|m| m == Modifier::AutomatonsFree))
    }

    /// Coal promised to a figure before its action is paid.
    pub fn promised(self, meeple: Meeple) -> u16 {
        if meeple == Meeple::Automaton {
            self.automaton_coal()
        } else {
            0
        }
    }

    /// The Citizen card played with the action.
    fn played(self, card: Option<CardId>) -> Option<&'a Citizen> {
        card.and_then(|card| self.pack.citizen(card))
    }

    /// May this figure do the action here, with this Citizen card if one is played?
    pub fn may_act(
        self,
        action: Action,
        card: Option<CardId>,
        space: Option<Space>,
        meeple: Meeple,
    ) -> bool {
        if let Some(citizen) = self.played(card) {
            // R-21.3 (a); the card may permit what is normally not allowed.
            return meeple.kind() == Some(citizen.kind);
        }
        match action {
            Action::Snow | Action::Construct => meeple.works(),
            Action::Scout => meeple.works() && meeple != Meeple::Automaton,
            Action::Gather => space.is_some_and(|space| self.may_gather(space, meeple)),
            Action::Use => space.is_some_and(|space| self.may_use(space, meeple)),
            Action::Special => true,
        }
    }

    fn may_gather(self, space: Space, meeple: Meeple) -> bool {
        if matches!(self.city.pile(space), Some((Stuff::Trees, _))) {
            // T04 names a Worker or an Automaton.
            return matches!(
                meeple,
                Meeple::Worker | Meeple::ChildWorker | Meeple::Automaton
            );
        }
        meeple.works() || self.modifiers().any(|m| m == Modifier::ChildrenGather)
    }

    fn may_use(self, space: Space, meeple: Meeple) -> bool {
        let Some(built) = self.built_on(space) else {
            return false;
        };
        let building = self.pack.building(built.building);
        if building.engineer {
            return meeple.engineers();
        }
        let child = |m| matches!(m, Modifier::ChildrenUse(b, _) if b == built.building);
        meeple.works() || self.modifiers().any(child)
    }

    /// Is this a place where the action can happen, figures aside?
    pub fn is_site(self, action: Action, card: Option<CardId>, space: Space) -> bool {
        match action {
            Action::Gather => self.is_gather_site(card, space),
            Action::Use => self.is_use_site(card, space),
            _ => false,
        }
    }

    fn is_gather_site(self, card: Option<CardId>, space: Space) -> bool {
        let Some((stuff, n)) = self.city.pile(space) else {
            return false;
        };
        if n == 0 || !self.exists(space) || self.figures_on(space) > 0 {
            return false;
        }
        let trees = match self.played(card) {
            Some(citizen) => return citizen.on_trees == (stuff == Stuff::Trees),
            None => self.modifiers().any(|m| matches!(m, Modifier::Chainsaw(_))),
        };
        stuff != Stuff::Trees || trees
    }

    fn is_use_site(self, card: Option<CardId>, space: Space) -> bool {
        let Some(built) = self.city.built.iter().find(|b| b.space == space) else {
            return false;
        };
        let building = self.pack.building(built.building);
        let full = self.figures_on(space) >= if building.large { 2 } else { 1 };
        if full || built.ruins {
            return false;
        }
        match self.played(card) {
            Some(citizen) => citizen.buildings.contains(&built.building),
            None => self.side(built).is_some_and(|side| side.action.is_some()),
        }
    }

    /// Can the figure's action at this site be paid and done?
    pub fn is_doable(self, card: Option<CardId>, space: Space, meeple: Meeple) -> bool {
        if card.is_some() {
            return true;
        }
        let Some(built) = self.city.built.iter().find(|b| b.space == space) else {
            return true;
        };
        let Some(options) = self.side(built).and_then(|side| side.action) else {
            return false;
        };
        let ctx = Ctx {
            at: Some(space),
            by: Some(meeple),
            ..Ctx::default()
        };
        self.any_open(options, ctx, self.promised(meeple))
    }

    /// Figures in the supply that may do the action at this site.
    pub fn figures_for(
        self,
        action: Action,
        card: Option<CardId>,
        space: Option<Space>,
    ) -> impl Iterator<Item = Meeple> + 'a {
        Meeple::ALL.iter().copied().filter(move |meeple| {
            self.ready(*meeple)
                && self.may_act(action, card, space, *meeple)
                && (action != Action::Use
                    || space.is_some_and(|space| self.is_doable(card, space, *meeple)))
        })
    }

    /// Sites of a Gather or Use action that some figure can take now.
    pub fn sites(self, action: Action, card: Option<CardId>) -> impl Iterator<Item = Space> + 'a {
        let open = move |space: &Space| {
            self.is_site(action, card, *space)
                && self
                    .figures_for(action, card, Some(*space))
                    .next()
                    .is_some()
        };
        Space::all().filter(open)
    }

    /// Free cells of a ring where a tile may be placed now.
    pub fn free_cells(self, ring: Ring) -> impl Iterator<Item = Cell> + 'a {
        let left = match ring {
            Ring::Generator => 0,
            Ring::Near => self.city.decks.near.len(),
            Ring::Far => self.city.decks.far.len(),
        };
        let laid = self
            .city
            .turn
            .laid
            .iter()
            .filter(|cell| cell.ring() == ring)
            .count();
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
        [Ring::Near, Ring::Far]
            .iter()
            .any(|ring| self.free_cells(*ring).next().is_some())
    }

    /// Is this kind of Building offered at all: on the board, or unlocked below it?
    pub fn is_offered(self, id: BuildingId) -> bool {
        let building = self.pack.building(id);
        if building.printed || building.ruins || building.count == 0 {
            return false;
        }
        !building.below || self.is_unlocked(id)
    }

    fn is_unlocked(self, id: BuildingId) -> bool {
        let laws = self
            .city
            .laws
            .iter()
            .filter_map(|law| self.pack.law(law.card));
        laws.flat_map(|law| law.unlocks.iter()).any(|b| *b == id)
    }

    /// Why a Building cannot be built now.
    pub fn build_blocked(self, id: BuildingId, free: bool) -> Option<Blocked> {
        use super::program::Good;
        let building = self.pack.building(id);
        if !self.is_offered(id) {
            return Some(Blocked::Locked);
        }
        if self
            .city
            .stock
            .get(usize::from(id.0))
            .is_none_or(|left| *left == 0)
        {
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
        let why = if building.deposit.is_some() {
            Blocked::NoDeposit
        } else {
            Blocked::NoSpace
        };
        none.then_some(why)
    }

    /// Spaces where a Building may be placed; of a Large one the first of the tile.
    pub fn building_sites(self, id: BuildingId) -> impl Iterator<Item = Space> + 'a {
        let building = self.pack.building(id);
        self.spaces()
            .filter(move |space| self.fits(building, *space))
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
        cell.corner()
            .and_then(|corner| self.city.deposits[usize::from(corner)])
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

    /// Buildings whose action can be done again, but not the one here.
    pub fn reusable(self, not: Option<Space>) -> impl Iterator<Item = Space> + 'a {
        let may = move |built: &&Built| {
            let citizen = |m: Option<Meeple>| m.is_some_and(|m| m.kind().is_some());
            Some(built.space) != not
                && citizen(self.citizen_on(built.space))
                && self
                    .citizen_on(built.space)
                    .is_some_and(|m| self.is_doable(None, built.space, m))
        };
        self.city.built.iter().filter(may).map(|built| built.space)
    }

    /// A Citizen Meeple that stands on a space.
    pub fn citizen_on(self, space: Space) -> Option<Meeple> {
        let here = self
            .city
            .placed
            .iter()
            .filter(|p| p.place == Place::Space(space));
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
        self.large_adjacent(from)
            .filter(move |space| open(space) && !chosen.contains(space))
    }

    /// Spaces adjacent to a Building, Large ones by either of their spaces.
    pub fn large_adjacent(self, from: Space) -> impl Iterator<Item = Space> + 'a {
        let built = self.built_on(from);
        self.adjacent(from)
            .filter(move |space| built.is_none_or(|b| !self.covers(b, *space)))
    }

    /// Spaces of the map that hold a Resource (of this sort).
    pub fn with_resource(self, only: Option<Resource>) -> impl Iterator<Item = Space> + 'a {
        let holds = move |space: &Space| match self.city.pile(*space) {
            Some((stuff, n)) if n > 0 => stuff
                .resource()
                .is_some_and(|r| only.is_none_or(|wanted| wanted == r)),
            _ => false,
        };
        self.spaces().filter(holds)
    }

    /// Expeditions that may run at once.
    pub fn scouts_allowed(self) -> u8 {
        let sides = self.city.built.iter().filter_map(|b| self.side(b));
        sides.map(|side| side.expeditions).max().unwrap_or(0)
    }

    /// Stacks a new Scout may set out on.
    pub fn free_stacks(self) -> impl Iterator<Item = u8> + 'a {
        let free = |s: &super::state::Stack| s.scout.is_none() && !s.legs.is_empty();
        let stacks = self.city.stacks.iter().enumerate();
        stacks.filter(move |(_, s)| free(s)).map(|(at, _)| at as u8)
    }

    /// Hunting symbols on built Buildings and on cards in play.
    pub fn hunting(self) -> u8 {
        let built: u8 = self
            .city
            .built
            .iter()
            .filter_map(|b| self.side(b))
            .map(|s| s.hunting)
            .sum();
        let symbols = |m: &Modifier| {
            if let Modifier::HuntingSymbols(n) = m {
                Some(*n)
            } else {
                None
            }
        };
        let shown = self
            .city
            .in_play
            .iter()
            .flat_map(|o| &self.pack.card(o.card).modifiers);
        built + shown.filter_map(symbols).sum::<u8>() + self.sum(|m| symbols(&m))
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
