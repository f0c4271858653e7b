//! Cards: revealing, displays, piles, hands, Laws.

use crate::frostpunk::rules::event::{CardTo, Event};
use crate::frostpunk::rules::frame::{Ctx, Step};
use crate::frostpunk::rules::ids::{CardId, Resource, Seat};
use crate::frostpunk::rules::program::{Body, Deck};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{InPlay, Introduced, Place, Trigger, Zone};

impl Referee<'_> {
    /// Lays a card open and runs its instant effect; options and tidying follow.
    pub fn resolve_card(&mut self, card: CardId) {
        self.lay_open(card, Zone::Resolving);
        self.push(Step::PutAway(card));
        self.push(Step::Options(card));
        if let Some(block) = self.pack.card(card).instant {
            self.run_block(block, Ctx::of(card));
        }
    }

    /// Lays a card open somewhere, with its Trigger tokens.
    pub fn lay_open(&mut self, card: CardId, zone: Zone) {
        self.city.in_play.push(InPlay { card, zone, goods: [0; 4], used: false });
        self.tell(Event::Revealed { card });
        if self.pack.card(card).deck == Deck::Scenario && !self.city.revealed.contains(&card) {
            self.city.revealed.push(card);
        }
        for (round, _) in &self.pack.card(card).triggers {
            if *round > self.city.round {
                self.city.triggers.push(Trigger { round: *round, card });
                self.tell(Event::Trigger { round: *round, card, placed: true });
            }
        }
    }

    /// Moves an open card to another display.
    pub fn move_card(&mut self, card: CardId, zone: Zone) {
        if let Some(open) = self.city.in_play.iter_mut().find(|o| o.card == card)
            && open.zone != zone
        {
            open.zone = zone;
            self.tell(Event::CardMoved { card, to: CardTo::Zone(zone) });
        }
    }

    /// Takes an open card off the table: Resources to the bank, Meeples to the supply.
    pub fn clear_card(&mut self, card: CardId, to: CardTo) {
        let Some(at) = self.city.in_play.iter().position(|o| o.card == card) else {
            return;
        };
        let open = self.city.in_play.remove(at);
        self.empty_goods(&open);
        self.send_home(Place::Card(card));
        self.uncover(card);
        self.city.triggers.retain(|t| t.card != card);
        match to {
            CardTo::Removed | CardTo::Zone(_) => self.city.decks.removed.push(card),
            CardTo::DuskDiscard => self.city.decks.dusk_discard.push(card),
            CardTo::WeatherDiscard => self.city.decks.weather_discard.push(card),
            CardTo::FaceDown => self.city.decks.scenario.push(card),
        }
        self.tell(Event::CardMoved { card, to });
    }

    fn empty_goods(&mut self, open: &InPlay) {
        for resource in Resource::ALL {
            let n = open.goods[resource.at()];
            if n > 0 {
                self.tell(Event::OnCard {
                    card: open.card,
                    resource: *resource,
                    by: -i16::from(n),
                });
            }
        }
    }

    fn uncover(&mut self, card: CardId) {
        let found = self.city.laws.iter_mut().find(|law| law.covered == Some(card));
        if let Some(law) = found {
            law.covered = None;
            let law = law.card;
            self.tell(Event::LawCovered { law, covered: false });
        }
    }

    /// A Consequence covers its Law.
    pub fn cover(&mut self, card: CardId) {
        let Body::Consequence(law) = self.pack.card(card).body else {
            return;
        };
        if let Some(found) = self.city.laws.iter_mut().find(|l| l.card == law) {
            found.covered = Some(card);
            self.tell(Event::LawCovered { law, covered: true });
            self.move_card(card, Zone::Law);
        }
    }

    /// Changes the Resources on an open card.
    pub fn shift_on_card(&mut self, card: CardId, resource: Resource, by: i8) {
        if let Some(open) = self.city.in_play.iter_mut().find(|o| o.card == card) {
            let have = &mut open.goods[resource.at()];
            *have = have.saturating_add_signed(by);
            self.tell(Event::OnCard { card, resource, by: i16::from(by) });
        }
    }

    /// Puts a card from the box into the Dusk deck.
    pub fn add_dusk(&mut self, card: CardId) {
        let found = self.city.decks.dusk_box.iter().position(|c| *c == card);
        if let Some(at) = found {
            self.city.decks.dusk_box.remove(at);
            self.city.decks.dusk.push(card);
            self.tell(Event::DuskAdded { card });
            self.shuffle_dusk(false);
        }
    }

    /// Shuffles the Dusk deck, with the discard pile if so.
    pub fn shuffle_dusk(&mut self, with_discard: bool) {
        let decks = &mut self.city.decks;
        if with_discard {
            decks.dusk.append(&mut decks.dusk_discard);
        }
        self.city.dice.shuffle(&mut self.city.decks.dusk);
        self.tell(Event::DuskShuffled { discard: with_discard });
    }

    /// The next Social Dispute joins deck and discard pile in a new deck.
    pub fn next_dispute(&mut self) {
        if let Some(card) = self.city.decks.disputes.pop() {
            self.city.decks.dusk.push(card);
            self.tell(Event::DisputeAdded { card });
        }
        self.shuffle_dusk(true);
    }

    /// The top Citizen card, from a new deck if need be.
    pub fn draw_citizen(&mut self) -> Option<CardId> {
        if self.city.decks.citizens.is_empty() && !self.city.decks.citizen_discard.is_empty() {
            self.city.decks.citizens = std::mem::take(&mut self.city.decks.citizen_discard);
            self.city.dice.shuffle(&mut self.city.decks.citizens);
            self.tell(Event::CitizensReshuffled);
        }
        self.city.decks.citizens.pop()
    }

    /// A seat draws Citizen cards.
    pub fn draw_to_hand(&mut self, seat: Seat, n: u8) {
        for _ in 0..n {
            let Some(card) = self.draw_citizen() else {
                return;
            };
            if let Some(chair) = self.city.seats.get_mut(seat.at()) {
                chair.hand.push(card);
            }
            self.tell(Event::Drew { seat, card: Some(card) });
        }
    }

    /// Takes a card out of a hand.
    pub fn leave_hand(&mut self, seat: Seat, card: CardId) {
        if let Some(chair) = self.city.seats.get_mut(seat.at()) {
            chair.hand.retain(|c| *c != card);
        }
    }

    /// A Citizen card tells of a death and is discarded.
    pub fn mourn(
        &mut self,
        card: CardId,
        kind: crate::frostpunk::rules::ids::Kind,
        from: Option<Seat>,
    ) {
        if let Some(seat) = from {
            self.leave_hand(seat, card);
        }
        self.city.decks.citizen_discard.push(card);
        self.tell(Event::Mourned { card, kind, from });
        if let Some(block) = self.pack.citizen(card).map(|c| c.death[kind.at()]) {
            self.run_block(block, Ctx::of(card));
        }
    }

    /// Introduces a Law.
    pub fn pass_law(&mut self, card: CardId) {
        self.city.decks.future_laws.retain(|law| *law != card);
        self.city.laws.push(Introduced { card, covered: None });
        self.tell(Event::LawPassed { card });
        self.bring_consequence(card);
        let pair = self.pack.law(card).and_then(|law| law.pair);
        if let Some(pair) = pair.filter(|pair| self.city.decks.future_laws.contains(pair)) {
            self.city.decks.future_laws.retain(|law| *law != pair);
            self.city.decks.removed.push(pair);
            self.tell(Event::LawGone { card: pair });
        }
        if let Some(block) = self.pack.card(card).instant {
            self.run_block(block, Ctx::of(card));
        }
    }

    /// One of a Law's Consequences, unseen, goes into the Dusk deck.
    fn bring_consequence(&mut self, law: CardId) {
        let pack = self.pack;
        let of_law = |c: &CardId| matches!(pack.card(*c).body, Body::Consequence(l) if l == law);
        let (mut own, rest): (Vec<CardId>, Vec<CardId>) =
            std::mem::take(&mut self.city.decks.consequences).into_iter().partition(of_law);
        self.city.decks.consequences = rest;
        if !own.is_empty() {
            let chosen = own.remove(self.city.dice.below(own.len() as u32) as usize);
            self.city.decks.dusk.push(chosen);
            self.shuffle_dusk(false);
        }
        self.city.decks.removed.append(&mut own);
    }

    /// Takes a face-down Scenario card, if it is still face down.
    pub fn take_scenario(&mut self, card: CardId) -> bool {
        let found = self.city.decks.scenario.iter().position(|c| *c == card);
        found.map(|at| self.city.decks.scenario.remove(at)).is_some()
    }
}
