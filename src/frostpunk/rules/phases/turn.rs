//! A turn of the Action Phase: fuel, action, card, place, figure, effect
//! (R-12.6 to, section 13, section 21).

use crate::frostpunk::rules::decision::{Ask, Blocked, SpaceWhy, Within};
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Mark, Step};
use crate::frostpunk::rules::ids::{Action, CardId, Meeple, Resource, Seat, Stuff};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::program::{Citizen, Modifier, Op};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Place, Turn};

impl Referee<'_> {
    /// the next turn, or the end of the phase.
    pub(super) fn next_turn(&mut self) {
        self.city.turn = Turn::default();
        if self.seat_that_can_act() {
            self.tell(Event::Turn(self.city.active));
            self.go(Mark::Act);
        } else {
            self.go(Mark::Dusk);
        }
    }

    /// The next seat that can act at all: a hand may allow what others cannot do.
    fn seat_that_can_act(&mut self) -> bool {
        let (first, seats) = (self.city.active.0, self.city.seats.len() as u8);
        let found = (0..seats).any(|passed| {
            self.city.active = Seat((first + passed) % seats);
            self.look().any_action()
        });
        if !found {
            self.city.active = Seat(first);
        }
        found
    }

    /// what the active seat does.
    pub(super) fn act(&mut self) {
        self.ask(Ask::Turn);
    }

    /// The turn passes clockwise.
    pub fn turn_over(&mut self) {
        let seats = self.city.seats.len().max(1) as u8;
        self.city.active = Seat((self.city.active.0 + 1) % seats);
        self.go(Mark::Turn);
    }

    /// Asks what the plan of the turn still lacks, then acts.
    pub fn plan_on(&mut self) {
        let turn = &self.city.turn;
        let Some(action) = turn.action else { return };
        if !turn.card_settled {
            return self.settle_card(action);
        }
        let missing = match action {
            Action::Gather | Action::Use if turn.space.is_none() => {
                Some(Ask::Space(SpaceWhy::Act, Within::Map))
            }
            Action::Special if turn.special.is_none() => Some(Ask::Special),
            Action::Scout if turn.stack.is_none() => Some(Ask::Deploy),
            _ if turn.meeple.is_none() => Some(Ask::Figure),
            _ => None,
        };
        match missing {
            Some(ask) => self.ask(ask),
            None => self.place(action),
        }
    }

    /// A Citizen card is asked for only where the hand holds one that fits.
    fn settle_card(&mut self, action: Action) {
        let seat = self.city.active;
        if self.look().playable(seat, action).next().is_some() {
            self.ask(Ask::PlayCard(seat));
        } else {
            self.city.turn.card_settled = true;
            self.plan_on();
        }
    }

    /// place the Meeple, feel the cold, then act.
    fn place(&mut self, action: Action) {
        let Some(meeple) = self.city.turn.meeple else {
            return;
        };
        let cold = self.look().turn_is_cold();
        if meeple == Meeple::Automaton {
            let coal = self.look().automaton_coal() as i16;
            self.shift_supply(Resource::Coal, -coal);
        }
        self.play_card();
        self.push(Step::TurnOver);
        self.push(Step::Perform);
        if let Some(place) = self.turn_place(action) {
            self.place_figure(meeple, place, cold);
        }
        if let (true, Some(kind)) = (cold, meeple.kind()) {
            self.push(Step::Sick(Some(kind), 1, None));
        }
    }

    fn turn_place(&self, action: Action) -> Option<Place> {
        let turn = &self.city.turn;
        match action {
            Action::Snow => Some(Place::Snow),
            Action::Construct => Some(Place::Construct),
            Action::Gather | Action::Use => turn.space.map(Place::Space),
            Action::Special => turn.special.map(Place::Card),
            Action::Scout => None,
        }
    }

    /// The card lies before its player until the end of the round.
    fn play_card(&mut self) {
        let (seat, card) = (self.city.active, self.city.turn.card);
        if let Some(card) = card {
            self.leave_hand(seat, card);
            self.city.seats[seat.at()].played = Some(card);
            self.tell(Event::Played { seat, card });
        }
    }

    /// The effect of the action.
    pub fn perform(&mut self) {
        let turn = self.city.turn.clone();
        let ctx = Ctx { me: turn.card, at: turn.space, by: turn.meeple, it: 0 };
        if let Some(ability) = turn.card.and_then(|card| self.pack.citizen(card)).map(|c| c.ability)
        {
            return self.run_block(ability, ctx);
        }
        match turn.action {
            Some(Action::Snow) => self.exec(&Op::RemoveSnow, ctx),
            Some(Action::Gather) => self.gather_here(ctx),
            Some(Action::Construct) => self.exec(&Op::Construct(3, false), ctx),
            Some(Action::Use) => self.use_building(ctx),
            Some(Action::Scout) => {
                if let (Some(stack), Some(meeple)) = (turn.stack, turn.meeple) {
                    self.deploy(stack, meeple);
                }
            }
            Some(Action::Special) => self.special(turn.special, ctx),
            None => {}
        }
    }

    /// Gathers, or fells a Tree with the chainsaw (T04).
    pub fn gather_here(&mut self, ctx: Ctx) {
        let trees =
            ctx.at.and_then(|at| self.city.pile(at)).is_some_and(|(s, _)| s == Stuff::Trees);
        let saw = |m| {
            if let Modifier::Chainsaw(n) = m { Some(n) } else { None }
        };
        let op = match self.look().modifiers().find_map(saw) {
            Some(wood) if trees => Op::FellTree(wood),
            _ => Op::Gather(self.pack.tables.gather),
        };
        self.exec(&op, ctx);
    }

    /// A Building's action, with what Laws and Technologies add.
    pub fn use_building(&mut self, ctx: Ctx) {
        let look = self.look();
        let Some(built) = ctx.at.and_then(|at| look.built_on(at)).copied() else {
            return;
        };
        let options = look.side(&built).and_then(|side| side.action);
        let bonuses: Vec<_> = look
            .modifiers()
            .filter_map(|m| match m {
                Modifier::Bonus(b, good, n) if b == built.building => Some((good, n)),
                _ => None,
            })
            .collect();
        for (good, n) in bonuses {
            self.gain(good, n);
        }
        if let Some(options) = options {
            self.push(Step::Choose(options, ctx));
        }
    }

    fn special(&mut self, card: Option<CardId>, ctx: Ctx) {
        let Some(card) = card else { return };
        if let Some(open) = self.city.in_play.iter_mut().find(|o| o.card == card) {
            open.used = true;
        }
        if let Some(special) = &self.pack.card(card).special {
            self.push(Step::Choose(special.options, Ctx { me: Some(card), ..ctx }));
        }
    }
}

impl<'a> Look<'a> {
    /// Is the planned action cold?
    pub fn turn_is_cold(self) -> bool {
        let turn = &self.city.turn;
        self.is_cold(turn.action, turn.card, turn.space, turn.special)
    }

    /// Is an action cold, at this place and with this card?
    pub fn is_cold(
        self,
        action: Option<Action>,
        card: Option<CardId>,
        space: Option<crate::frostpunk::rules::map::Space>,
        special: Option<CardId>,
    ) -> bool {
        if card.and_then(|c| self.pack.citizen(c)).is_some_and(|c| c.heated) {
            return false;
        }
        match action {
            Some(Action::Snow) => true,
            Some(Action::Gather) => space.is_some_and(|at| !self.heated(at, None)),
            Some(Action::Use) => {
                space.and_then(|at| self.built_on(at)).is_some_and(|b| !self.building_heated(b))
            }
            Some(Action::Special) => {
                let special = special.and_then(|c| self.pack.card(c).special.as_ref());
                special.is_some_and(|s| s.cold)
            }
            _ => false,
        }
    }

    /// Can anything be done this turn?
    pub fn any_action(self) -> bool {
        Action::ALL.iter().any(|action| self.action_blocked(*action).is_none())
    }

    /// Why a Main action cannot be taken, cards in hand considered.
    pub fn action_blocked(self, action: Action) -> Option<Blocked> {
        let plain = self.plain_blocked(action)?;
        let seat = self.city.active;
        if self.playable(seat, action).next().is_some() { None } else { Some(plain) }
    }

    /// Why a Main action cannot be taken without a Citizen card.
    pub fn plain_blocked(self, action: Action) -> Option<Blocked> {
        let target = match action {
            Action::Snow => (!self.snow_possible()).then_some(Blocked::NoTile),
            Action::Construct => {
                (!self.can_construct(3, false, false)).then_some(Blocked::NoTarget)
            }
            Action::Scout => self.scout_blocked(),
            Action::Gather | Action::Use => {
                return self.sites(action, None).next().is_none().then_some(Blocked::NoTarget);
            }
            Action::Special => {
                return self.usable_specials().next().is_none().then_some(Blocked::NoSpecial);
            }
        };
        let figure = self.figures_for(action, None, None).next();
        target.or_else(|| figure.is_none().then_some(Blocked::NoFigure))
    }

    fn scout_blocked(self) -> Option<Blocked> {
        let allowed = self.scouts_allowed();
        let out = self.city.stacks.iter().filter(|s| s.scout.is_some()).count();
        if allowed == 0 {
            return Some(Blocked::NoBeacon);
        }
        if out >= usize::from(allowed) {
            return Some(Blocked::TooManyScouts);
        }
        self.free_stacks().next().is_none().then_some(Blocked::NoStack)
    }

    /// Cards whose Special Action some figure can take now.
    pub fn usable_specials(self) -> impl Iterator<Item = CardId> + 'a {
        let open = self.specials().filter(|(open, _)| !open.used);
        open.filter(move |(open, _)| self.special_figures(open.card).next().is_some())
            .map(|(open, _)| open.card)
    }

    /// Figures that may take a card's Special Action now.
    pub fn special_figures(self, card: CardId) -> impl Iterator<Item = Meeple> + 'a {
        let special = self.pack.card(card).special.as_ref();
        Meeple::ALL.iter().copied().filter(move |meeple| {
            let Some(special) = special else { return false };
            let ctx = Ctx { me: Some(card), by: Some(*meeple), ..Ctx::default() };
            self.ready(*meeple)
                && is_named(&special.meeples, *meeple)
                && self.any_open(special.options, ctx, self.promised(*meeple))
        })
    }

    /// Citizen cards of a seat that can be played with an action now.
    pub fn playable(self, seat: Seat, action: Action) -> impl Iterator<Item = CardId> + 'a {
        let chair = self.city.seats.get(seat.at());
        let hand = chair.filter(|c| c.played.is_none()).map_or(&[][..], |c| &c.hand);
        hand.iter().copied().filter(move |card| {
            let citizen = self.pack.citizen(*card);
            citizen.is_some_and(|citizen| self.fits_action(*card, citizen, action))
        })
    }

    fn fits_action(self, card: CardId, citizen: &Citizen, action: Action) -> bool {
        if !citizen.actions.contains(&action) || !self.all(&citizen.only_if, Ctx::of(card)) {
            return false;
        }
        let able = self.figures_for(action, Some(card), None).next().is_some();
        match action {
            Action::Gather | Action::Use => self.sites(action, Some(card)).next().is_some(),
            Action::Snow => able && self.snow_card_works(citizen),
            Action::Construct => able && self.can_construct(3, true, false),
            // No ability stands in for these; content with one is refused.
            Action::Scout | Action::Special => false,
        }
    }

    /// A Remove Snow card needs tiles to place or to look at.
    fn snow_card_works(self, citizen: &Citizen) -> bool {
        let looks =
            self.pack.block(citizen.ability).iter().any(|op| matches!(op, Op::ScoutTiles(_)));
        if looks { !self.city.decks.far.is_empty() } else { self.snow_possible() }
    }
}

/// A Child Worker may act where a Worker is named, and so on.
fn is_named(named: &[Meeple], meeple: Meeple) -> bool {
    let as_if = match meeple {
        Meeple::ChildWorker => Some(Meeple::Worker),
        Meeple::ChildEngineer => Some(Meeple::Engineer),
        _ => None,
    };
    let child = meeple.kind() == Some(crate::frostpunk::rules::ids::Kind::Child);
    named.contains(&meeple)
        || as_if.is_some_and(|as_if| named.contains(&as_if))
        || (child && named.contains(&Meeple::Child))
}
