//! Who may act where: figures, sites, reuse, Scouts (R-12.8, section 13, R-27).

use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{Action, CardId, Meeple, Resource, Stuff};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::Space;
use crate::frostpunk::rules::program::{Citizen, Modifier};
use crate::frostpunk::rules::state::{Built, Stack};

impl<'a> Look<'a> {
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
        if meeple == Meeple::Automaton { self.automaton_coal() } else { 0 }
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
            return matches!(meeple, Meeple::Worker | Meeple::ChildWorker | Meeple::Automaton);
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
        let ctx = Ctx { at: Some(space), by: Some(meeple), ..Ctx::default() };
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
                && self.figures_for(action, card, Some(*space)).next().is_some()
        };
        Space::all().filter(open)
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

    /// Expeditions that may run at once.
    pub fn scouts_allowed(self) -> u8 {
        let sides = self.city.built.iter().filter_map(|b| self.side(b));
        sides.map(|side| side.expeditions).max().unwrap_or(0)
    }

    /// Stacks a new Scout may set out on.
    pub fn free_stacks(self) -> impl Iterator<Item = u8> + 'a {
        let free = |s: &Stack| s.scout.is_none() && !s.legs.is_empty();
        let stacks = self.city.stacks.iter().enumerate();
        stacks.filter(move |(_, s)| free(s)).map(|(at, _)| at as u8)
    }
}
