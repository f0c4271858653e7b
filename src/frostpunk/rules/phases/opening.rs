//! Setup after the first corner was chosen, and the starting discards.

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Mark, Step};
use crate::frostpunk::rules::ids::{
    CardId, Kind, Letter, Meeple, Phase, Resource, Ring, Seat, TileId, Track,
};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::program::{Body, Deck, Society, StartCost};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Built, Technology, Zone};

impl Referee<'_> {
    /// Everything that follows the choice of the corner, in the order of section 2.
    pub(super) fn set_up(&mut self) {
        let Some(society) = self.pack.societies.get(usize::from(self.city.society)).cloned() else {
            return;
        };
        self.lay_generator_tile();
        self.first_tiles();
        self.first_expeditions();
        self.technology_display();
        self.people_and_supply(&society);
        self.mood_at_start(&society);
        self.morning_and_storm();
        self.future_laws();
        self.dusk_deck();
        self.shuffled(Deck::Weather, |decks| &mut decks.weather);
        self.shuffled(Deck::Citizen, |decks| &mut decks.citizens);
        self.deal_hands();
        self.scenario_display();
        let leader = Seat(self.city.dice.below(self.city.seats.len() as u32) as u8);
        self.city.leader = leader;
        self.city.active = leader;
        self.tell(Event::Leader { seat: leader, random: true });
    }

    ///
    fn lay_generator_tile(&mut self) {
        for id in self.pack.building_ids() {
            let building = self.pack.building(id);
            if let Some(part) = building.part {
                let stock = &mut self.city.stock[usize::from(id.0)];
                *stock = stock.saturating_sub(1);
                let space = Space::part(part);
                self.city.built.push(Built { building: id, space, upgraded: false, ruins: false });
                self.tell(Event::Built { building: id, space });
            }
        }
        for (part, stuff, n) in self.pack.tables.generator_stuff.clone() {
            self.put_on_space(Space::part(part), stuff, n);
        }
    }

    /// wall tiles from the chosen corner on.
    pub fn draw_walls(&mut self, first: u8) {
        let mut walls = self.pack.tables.walls.clone();
        self.city.dice.shuffle(&mut walls);
        let mut found = 0;
        for step in 0..6 {
            if found >= self.pack.tables.deposits {
                return;
            }
            let corner = (first + step) % 6;
            let deposit = walls.pop().flatten();
            self.city.deposits[usize::from(corner)] = deposit;
            found += u8::from(deposit.is_some());
            self.tell(Event::Wall { corner, deposit });
        }
    }

    /// a Far and a Near tile at each corner without a Deposit.
    fn first_tiles(&mut self) {
        let of = |far: bool| {
            let tiles = self.pack.tiles.iter().enumerate().filter(move |(_, t)| t.far == far);
            tiles.map(|(at, _)| TileId(at as u8)).collect::<Vec<_>>()
        };
        (self.city.decks.near, self.city.decks.far) = (of(false), of(true));
        self.city.dice.shuffle(&mut self.city.decks.near);
        self.city.dice.shuffle(&mut self.city.decks.far);
        for corner in
            (0..6).filter(|k| self.city.deposits[usize::from(*k)].is_none()).collect::<Vec<_>>()
        {
            for (ring, cell) in
                [(Ring::Far, Cell::far(3 * corner)), (Ring::Near, Cell::near(2 * corner))]
            {
                if let Some(tile) = self.draw_tile(ring) {
                    self.reveal_tile(cell, tile);
                }
            }
        }
    }

    ///
    fn first_expeditions(&mut self) {
        for letter in Letter::ALL {
            let pack = self.pack;
            let of_letter =
                |card: &CardId| pack.expedition(*card).is_some_and(|e| e.letter == *letter);
            let mut deck: Vec<CardId> = pack.deck(Deck::Expedition).filter(of_letter).collect();
            self.city.dice.shuffle(&mut deck);
            self.city.decks.expeditions[letter.at()] = deck;
        }
        self.first_stacks();
    }

    ///
    fn technology_display(&mut self) {
        let scenario = self.pack.scenarios.get(usize::from(self.city.scenario));
        let without = scenario.map_or(&[][..], |s| &s.without);
        let (mut all, mut out): (Vec<CardId>, Vec<CardId>) =
            self.pack.deck(Deck::Technology).partition(|c| !without.contains(c));
        self.city.dice.shuffle(&mut all);
        let shown = usize::from(self.pack.tables.technologies).min(all.len());
        out.extend(all.split_off(shown));
        self.city.technologies =
            all.iter().map(|card| Technology { card: *card, developed: false }).collect();
        self.city.decks.removed.extend(out);
        for card in all {
            self.tell(Event::Revealed { card });
        }
    }

    ///
    fn people_and_supply(&mut self, society: &Society) {
        for kind in Kind::ALL {
            self.shift_citizens(*kind, i16::from(society.citizens[kind.at()]));
            self.shift_sick(*kind, society.sick[kind.at()] as i8);
        }
        self.shift_food(i16::from(society.food));
        self.shift_corpses(i16::from(society.corpses));
        for (resource, n) in Resource::ALL.iter().zip(society.resources) {
            self.shift_supply(*resource, i16::from(n));
        }
        for kind in Kind::ALL {
            self.muster(*kind);
        }
        self.shift_figures(Meeple::Automaton, i16::from(society.automatons));
    }

    ///
    fn mood_at_start(&mut self, society: &Society) {
        for (track, [n, active]) in
            [(Track::Discontent, society.discontent), (Track::Hope, society.hope)]
        {
            for at in 0..n {
                self.draw_token(track, at < active);
            }
        }
    }

    ///
    fn morning_and_storm(&mut self) {
        self.shuffled(Deck::Morning, |decks| &mut decks.morning);
        let storm = self.pack.scenarios.get(usize::from(self.city.scenario)).map(|s| s.storm);
        self.set_storm(storm);
    }

    /// twelve Laws; Buildings of absent Laws go back to the box.
    fn future_laws(&mut self) {
        let pack = self.pack;
        let always = |card: &CardId| pack.law(*card).is_some_and(|law| law.always);
        let (mut future, mut others): (Vec<CardId>, Vec<CardId>) =
            pack.deck(Deck::Law).partition(always);
        self.city.dice.shuffle(&mut others);
        let added = usize::from(pack.tables.laws_random).min(others.len());
        self.city.decks.removed.extend(others.split_off(added));
        future.extend(others);
        future.sort_unstable();
        let unlocked: Vec<_> = future
            .iter()
            .filter_map(|c| pack.law(*c))
            .flat_map(|law| law.unlocks.clone())
            .collect();
        for id in pack.building_ids().filter(|id| pack.building(*id).below) {
            if !unlocked.contains(&id) {
                self.city.stock[usize::from(id.0)] = 0;
            }
        }
        for card in &future {
            self.tell(Event::Revealed { card: *card });
        }
        self.city.decks.future_laws = future;
        self.city.decks.consequences = pack.deck(Deck::Consequence).collect();
    }

    ///
    fn dusk_deck(&mut self) {
        self.shuffled(Deck::Dispute, |decks| &mut decks.disputes);
        self.city.decks.dusk = self.pack.deck(Deck::DuskStart).collect();
        self.city.decks.dusk_box = self.pack.deck(Deck::Dusk).collect();
        self.next_dispute();
    }

    fn shuffled(
        &mut self,
        deck: Deck,
        pile: impl Fn(&mut crate::frostpunk::rules::state::Decks) -> &mut Vec<CardId>,
    ) {
        let mut cards: Vec<CardId> = self.pack.deck(deck).collect();
        self.city.dice.shuffle(&mut cards);
        *pile(&mut self.city.decks) = cards;
    }

    ///
    fn deal_hands(&mut self) {
        let seats = self.city.seats.len();
        let size = self.pack.tables.hands[seats.clamp(1, 4) - 1];
        for seat in 0..seats {
            self.draw_to_hand(Seat(seat as u8), size);
        }
    }

    ///
    fn scenario_display(&mut self) {
        let Some(scenario) = self.pack.scenarios.get(usize::from(self.city.scenario)) else {
            return;
        };
        let others = self.pack.deck(Deck::Scenario).filter(|c| !scenario.cards.contains(c));
        self.city.decks.removed.extend(others);
        let first = scenario.first;
        self.city.decks.scenario = scenario.cards.iter().copied().filter(|c| *c != first).collect();
        self.lay_open(first, Zone::Scenario);
    }

    /// all seats choose in secret; then all is revealed and paid.
    pub(super) fn openings(&mut self) {
        let waiting: Vec<Seat> = self.seats_where(|o| !o.done && o.chosen.is_none());
        if !waiting.is_empty() {
            self.go(Mark::Openings);
            waiting.into_iter().for_each(|seat| self.ask_opening(seat));
            return;
        }
        let chosen = self.seats_where(|o| !o.done);
        if chosen.is_empty() {
            return self.first_round();
        }
        self.go(Mark::Openings);
        match self.look().clash(&chosen) {
            Some(rivals) => self.settle_clash(&rivals),
            None => chosen.into_iter().rev().for_each(|seat| self.push(Step::PayOpening(seat))),
        }
    }

    fn seats_where(
        &self,
        test: impl Fn(&crate::frostpunk::rules::state::Opening) -> bool,
    ) -> Vec<Seat> {
        let seats = self.city.opening.iter().enumerate();
        seats.filter(|(_, o)| test(o)).map(|(at, _)| Seat(at as u8)).collect()
    }

    fn ask_opening(&mut self, seat: Seat) {
        let hand = self.city.seats[seat.at()].hand.clone();
        if hand.is_empty() {
            self.city.opening[seat.at()].done = true;
        } else if hand.iter().any(|card| self.look().opening_blocked(seat, *card).is_none()) {
            self.ask(Ask::Opening(seat));
        } else if self.city.random_discard {
            let card = hand[self.city.dice.below(hand.len() as u32) as usize];
            self.choose_opening(seat, card, true);
        } else {
            self.ask(Ask::OpeningUnpaid(seat));
        }
    }

    /// A seat has chosen; which card stays secret until all have.
    pub fn choose_opening(&mut self, seat: Seat, card: CardId, unpaid: bool) {
        let opening = &mut self.city.opening[seat.at()];
        opening.chosen = Some(card);
        opening.unpaid = unpaid;
        self.tell(Event::OpeningChosen { seat, card: Some(card) });
    }

    /// one of the rivals is picked at random and pays; the others choose again.
    fn settle_clash(&mut self, rivals: &[Seat]) {
        let winner = rivals[self.city.dice.below(rivals.len() as u32) as usize];
        let others: Vec<Seat> = rivals.iter().copied().filter(|seat| *seat != winner).collect();
        for seat in &others {
            let opening = &mut self.city.opening[seat.at()];
            opening.barred.extend(opening.chosen.take());
        }
        self.tell(Event::OpeningClash { winner, others });
        self.push(Step::PayOpening(winner));
    }

    /// Reveals, pays and discards a starting card.
    pub fn pay_opening(&mut self, seat: Seat) {
        let opening = &mut self.city.opening[seat.at()];
        let Some(card) = opening.chosen else { return };
        let paid = !opening.unpaid;
        opening.done = true;
        self.leave_hand(seat, card);
        self.city.decks.citizen_discard.push(card);
        self.tell(Event::OpeningPaid { seat, card, paid });
        let Some((kind, cost)) = self.pack.citizen(card).map(|c| (c.kind, c.cost)) else {
            return;
        };
        if !paid {
            return self.push(Step::Sick(Some(kind), 1, None));
        }
        match cost {
            StartCost::Spend(resource, n) => self.shift_supply(resource, -i16::from(n)),
            StartCost::FromMap(resource, n) => {
                self.push(Step::FromMap(Some(resource), n, None, false));
            }
            StartCost::Stress(n) => self.shift_stress(i16::from(n)),
            StartCost::Hunger(n) => self.shift_hunger(i16::from(n)),
            StartCost::Spent(kind, n) => self.add_spent(kind, n),
        }
    }

    /// Round 1 starts with the Action Phase.
    fn first_round(&mut self) {
        self.city.opening.clear();
        self.city.phase = Phase::Action;
        self.tell(Event::Round(self.city.round));
        self.go(Mark::Action);
    }
}

/// What starting costs draw on; only these can clash.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pool {
    Supply(Resource),
    Map(Resource),
    Spent(Kind),
}

impl Look<'_> {
    /// Why a starting card cannot be chosen.
    pub fn opening_blocked(
        self,
        seat: Seat,
        card: CardId,
    ) -> Option<crate::frostpunk::rules::decision::Blocked> {
        use crate::frostpunk::rules::decision::Blocked;
        if self.city.opening.get(seat.at()).is_some_and(|o| o.barred.contains(&card)) {
            return Some(Blocked::Barred);
        }
        let (pool, n) = self.pool_of(card)?;
        (self.pool_size(pool) < u16::from(n)).then_some(Blocked::CannotPay)
    }

    fn pool_of(self, card: CardId) -> Option<(Pool, u8)> {
        let Body::Citizen(citizen) = &self.pack.card(card).body else {
            return None;
        };
        match citizen.cost {
            StartCost::Spend(resource, n) => Some((Pool::Supply(resource), n)),
            StartCost::FromMap(resource, n) => Some((Pool::Map(resource), n)),
            StartCost::Spent(kind, n) => Some((Pool::Spent(kind), n)),
            StartCost::Stress(_) | StartCost::Hunger(_) => None,
        }
    }

    fn pool_size(self, pool: Pool) -> u16 {
        match pool {
            Pool::Supply(resource) => self.city.has(resource),
            Pool::Map(resource) => {
                let piles = self.with_resource(Some(resource)).filter_map(|s| self.city.pile(s));
                piles.map(|(_, n)| u16::from(n)).sum()
            }
            Pool::Spent(kind) => {
                u16::from(self.pack.tables.spent_each.saturating_sub(self.city.spent[kind.at()]))
            }
        }
    }

    /// Seats whose cards need the same thing, of which there is not enough.
    fn clash(self, seats: &[Seat]) -> Option<Vec<Seat>> {
        let wants = seats.iter().filter_map(|seat| {
            let opening = &self.city.opening[seat.at()];
            let card = opening.chosen.filter(|_| !opening.unpaid)?;
            self.pool_of(card).map(|(pool, n)| (*seat, pool, n))
        });
        let wants: Vec<(Seat, Pool, u8)> = wants.collect();
        wants.iter().find_map(|(_, pool, _)| {
            let rivals = wants.iter().filter(|(_, p, _)| p == pool);
            let total: u16 = rivals.clone().map(|(_, _, n)| u16::from(*n)).sum();
            (total > self.pool_size(*pool)).then(|| rivals.map(|(seat, _, _)| *seat).collect())
        })
    }
}
