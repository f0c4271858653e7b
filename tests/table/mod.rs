//! A table to test at: a city built to order, not found by a lucky seed.
#![allow(dead_code, reason = "each section of the tests uses its own part")]
#![allow(clippy::unused_self, reason = "a table is asked for its spaces like for anything else")]

use emberhall::frostpunk::content;
use emberhall::frostpunk::rules::decision::{Ask, Blocked, By, Pick};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::{Ctx, Frame, Mark, Step};
use emberhall::frostpunk::rules::ids::{
    BuildingId, CardId, Kind, Meeple, Mood, Phase, Resource, Seat, Stuff, Track,
};
use emberhall::frostpunk::rules::look::Look;
use emberhall::frostpunk::rules::map::{Cell, Space};
use emberhall::frostpunk::rules::program::{Op, Pack};
use emberhall::frostpunk::rules::referee::Referee;
use emberhall::frostpunk::rules::state::{Built, City, InPlay, Token, Zone};
use emberhall::frostpunk::rules::{self, Setup, check, keys, owner};

/// A city with its pack and everything that happened since it was set up.
#[derive(Clone)]
pub struct Table {
    pub pack: Pack,
    pub city: City,
    pub events: Vec<Event>,
}

impl Table {
    /// At the very first question (the Rim corner).
    pub fn fresh(players: usize, seed: u64) -> Table {
        let pack = content::builtin().expect("the content loads");
        Table::with_pack(pack, players, seed)
    }

    /// The same with a pack made to order.
    pub fn with_pack(pack: Pack, players: usize, seed: u64) -> Table {
        let setup = Table::setup(players);
        let (city, events) = rules::start(&pack, &setup, seed).expect("it starts");
        Table { pack, city, events }
    }

    pub fn setup(players: usize) -> Setup {
        Setup::usual(players)
    }

    /// In Round 1 at the first turn of the Action Phase, three players.
    pub fn turn() -> Table {
        Table::turn_of(3, 1)
    }

    /// The same for any number of players and seed; openings take the first open card.
    pub fn turn_of(players: usize, seed: u64) -> Table {
        let mut t = Table::fresh(players, seed);
        while !matches!(t.city.pending[0].ask, Ask::Turn) {
            let key = t.keys()[0].clone();
            t.choose(&key);
        }
        t.events.clear();
        t
    }

    /// Nothing is asked and the given place of the round comes next; call `begin` when built.
    pub fn at(mark: Mark) -> Table {
        let mut t = Table::turn();
        t.city.pending.clear();
        t.city.stack = vec![Frame::Do(Step::Go(mark))];
        t
    }

    /// Goes on until something is asked.
    pub fn begin(&mut self) -> &mut Self {
        Referee::new(&self.pack, &mut self.city, &mut self.events)
            .go_on()
            .expect("the rules go on");
        self
    }

    /// Runs effects as if a card said so; afterwards the turn of the active seat is asked again.
    pub fn effects(&mut self, ops: &[Op]) -> &mut Self {
        self.effects_with(ops, Ctx::default())
    }

    /// The same with a context (card, space, figure).
    pub fn effects_with(&mut self, ops: &[Op], ctx: Ctx) -> &mut Self {
        self.city.pending.clear();
        self.city.stack = vec![Frame::Do(Step::Go(Mark::Act))];
        self.pack.blocks.push(ops.to_vec());
        let block = rules::ids::BlockId(self.pack.blocks.len() as u16 - 1);
        self.city.stack.push(Frame::Run(block, 0, ctx));
        self.begin()
    }

    /// Runs one step of the rules, then the turn is asked again.
    pub fn step(&mut self, step: Step) -> &mut Self {
        self.city.pending.clear();
        self.city.stack = vec![Frame::Do(Step::Go(Mark::Act)), Frame::Do(step)];
        self.begin()
    }

    /// Goes to a place of the round now.
    pub fn go(&mut self, mark: Mark) -> &mut Self {
        self.city.pending.clear();
        self.city.stack = vec![Frame::Do(Step::Go(mark))];
        self.begin()
    }

    pub fn look(&self) -> Look<'_> {
        Look::new(&self.pack, &self.city)
    }

    /// The first open question.
    pub fn asked(&self) -> &Ask {
        &self.city.pending.first().expect("something is asked").ask
    }

    pub fn by(&self) -> By {
        owner::by(self.look(), self.asked())
    }

    /// Keys of the open choices of the first question.
    pub fn keys(&self) -> Vec<String> {
        let ask = self.asked();
        let listed = rules::choices(&self.pack, &self.city, ask);
        let open = listed.iter().filter(|c| c.blocked.is_none());
        open.map(|c| keys::key(self.look(), ask, c.pick)).collect()
    }

    /// Keys of all choices, blocked ones too.
    pub fn all_keys(&self) -> Vec<String> {
        let ask = self.asked();
        let listed = rules::choices(&self.pack, &self.city, ask);
        listed.iter().map(|c| keys::key(self.look(), ask, c.pick)).collect()
    }

    /// Why a choice is blocked; panics if it is not listed.
    pub fn blocked(&self, key: &str) -> Option<Blocked> {
        let ask = self.asked();
        let listed = rules::choices(&self.pack, &self.city, ask);
        let found = listed.into_iter().find(|c| keys::key(self.look(), ask, c.pick) == key);
        found.unwrap_or_else(|| panic!("{key} is not listed: {:?}", self.all_keys())).blocked
    }

    /// Answers the first question.
    pub fn choose(&mut self, key: &str) -> &mut Self {
        let id = self.city.pending.first().expect("something is asked").id;
        match rules::apply(&self.pack, &mut self.city, Some(id), key) {
            Ok(events) => self.events.extend(events),
            Err(why) => panic!("{:?}: {why}", self.asked()),
        }
        self
    }

    /// Answers several questions one after the other.
    pub fn choose_all(&mut self, keys: &[&str]) -> &mut Self {
        for key in keys {
            self.choose(key);
        }
        self
    }

    /// Answers with the first open choice while the question fits.
    pub fn skip_while(&mut self, fits: impl Fn(&Ask) -> bool) -> &mut Self {
        while self.city.outcome.is_none() && fits(self.asked()) {
            let key = self.keys()[0].clone();
            self.choose(&key);
        }
        self
    }

    pub fn check(&self) {
        check::invariants(&self.pack, &self.city).expect("the invariants hold");
    }

    pub fn card(&self, id: &str) -> CardId {
        self.pack.find(id).unwrap_or_else(|| panic!("no card {id}"))
    }

    pub fn building(&self, id: &str) -> BuildingId {
        self.pack.find_building(id).unwrap_or_else(|| panic!("no building {id}"))
    }

    /// A space by its label: `G4`, `N3a`, `F17b`.
    pub fn space(&self, label: &str) -> Space {
        Space::all().find(|s| s.label() == label).unwrap_or_else(|| panic!("no space {label}"))
    }

    pub fn cell(&self, label: &str) -> Cell {
        (0..30).map(Cell).find(|c| c.label() == label).unwrap_or_else(|| panic!("no cell {label}"))
    }

    // --- building a city to order -------------------------------------------------

    pub fn tokens(&mut self, tokens: &[(Mood, bool)]) -> &mut Self {
        let tracks: Vec<Track> = tokens.iter().map(|(m, _)| m.track()).collect();
        for track in [Track::Hope, Track::Discontent] {
            if tracks.contains(&track) {
                self.clear_track(track);
            }
        }
        for (mood, active) in tokens {
            self.city.bags[mood.at()] -= 1;
            self.city.tokens[mood.track().at()].push(Token { mood: *mood, active: *active });
        }
        self
    }

    pub fn clear_track(&mut self, track: Track) -> &mut Self {
        for token in std::mem::take(&mut self.city.tokens[track.at()]) {
            self.city.bags[token.mood.at()] += 1;
        }
        self
    }

    /// Only tokens of this type are left in the bag of its track: the next draw is known.
    pub fn next_token(&mut self, mood: Mood) -> &mut Self {
        for other in Mood::of(mood.track()) {
            if other != mood {
                self.city.bags[other.at()] = 0;
            }
        }
        self.city.bags[mood.at()] = self.city.bags[mood.at()].max(1);
        self
    }

    pub fn people(&mut self, kind: Kind, citizens: u8, sick: u8, skull: bool) -> &mut Self {
        self.city.citizens[kind.at()] = citizens;
        self.city.sick[kind.at()] = sick;
        self.city.skull[kind.at()] = skull;
        self
    }

    pub fn supply(&mut self, resource: Resource, n: u16) -> &mut Self {
        self.city.supply[resource.at()] = n;
        self
    }

    pub fn has(&self, resource: Resource) -> u16 {
        self.city.has(resource)
    }

    pub fn ready(&mut self, meeple: Meeple, n: u8) -> &mut Self {
        let at = meeple.at();
        let all = self.city.figures.ready[at] + self.city.figures.bank[at];
        self.city.figures.ready[at] = n;
        self.city.figures.bank[at] = all - n;
        self
    }

    /// Puts a blank tile on a cell (a random one of the right stack, emptied).
    pub fn tile(&mut self, label: &str) -> &mut Self {
        let cell = self.cell(label);
        if self.city.cells[cell.at()].is_none() {
            let near = label.starts_with('N');
            let deck = if near { &mut self.city.decks.near } else { &mut self.city.decks.far };
            self.city.cells[cell.at()] = deck.pop();
        }
        for space in cell.spaces() {
            self.city.piles[space.at()] = None;
        }
        self
    }

    pub fn pile(&mut self, label: &str, stuff: Stuff, n: u8) -> &mut Self {
        let space = self.space(label);
        self.city.piles[space.at()] = (n > 0).then_some((stuff, n));
        self
    }

    pub fn pile_on(&self, label: &str) -> Option<(Stuff, u8)> {
        self.city.pile(self.space(label))
    }

    /// Builds without cost, question or effect; what lies there is cleared.
    pub fn build(&mut self, id: &str, label: &str) -> &mut Self {
        self.build_as(id, label, false, false)
    }

    pub fn build_upgraded(&mut self, id: &str, label: &str) -> &mut Self {
        self.build_as(id, label, true, false)
    }

    pub fn build_as(&mut self, id: &str, label: &str, upgraded: bool, ruins: bool) -> &mut Self {
        let (building, space) = (self.building(id), self.space(label));
        self.city.piles[space.at()] = None;
        if let (true, Some(cell)) = (self.pack.building(building).large, space.cell()) {
            self.city.piles[cell.spaces()[1].at()] = None;
        }
        let stock = &mut self.city.stock[usize::from(building.0)];
        *stock = stock.saturating_sub(1);
        self.city.built.push(Built { building, space, upgraded, ruins });
        self
    }

    pub fn built(&self, id: &str) -> Vec<Built> {
        let building = self.building(id);
        self.city.built.iter().filter(|b| b.building == building).copied().collect()
    }

    /// Heat, Cold, and Red, Orange, Yellow.
    pub fn heat(&mut self, heat: u8, cold: u8, ranges: [u8; 3]) -> &mut Self {
        self.city.generator.heat = heat;
        self.city.generator.cold = cold;
        self.city.generator.ranges = ranges;
        self
    }

    /// Takes a card out of wherever it lies, so that it can be put elsewhere.
    pub fn take(&mut self, id: &str) -> CardId {
        let card = self.card(id);
        let d = &mut self.city.decks;
        for pile in [
            &mut d.morning,
            &mut d.dusk,
            &mut d.dusk_discard,
            &mut d.dusk_box,
            &mut d.disputes,
            &mut d.consequences,
            &mut d.weather,
            &mut d.weather_discard,
            &mut d.citizens,
            &mut d.citizen_discard,
            &mut d.future_laws,
            &mut d.scenario,
            &mut d.removed,
        ] {
            pile.retain(|c| *c != card);
        }
        d.expeditions.iter_mut().for_each(|deck| deck.retain(|c| *c != card));
        for chair in &mut self.city.seats {
            chair.hand.retain(|c| *c != card);
        }
        self.city.in_play.retain(|o| o.card != card);
        card
    }

    /// The next Morning card.
    pub fn next_morning(&mut self, id: &str) -> &mut Self {
        let card = self.take(id);
        self.city.decks.morning.push(card);
        self
    }

    /// The only card of the Dusk deck.
    pub fn only_dusk(&mut self, id: &str) -> &mut Self {
        let card = self.take(id);
        let rest = std::mem::take(&mut self.city.decks.dusk);
        self.city.decks.removed.extend(rest);
        self.city.decks.dusk.push(card);
        self
    }

    pub fn next_weather(&mut self, id: &str) -> &mut Self {
        let card = self.take(id);
        self.city.decks.weather.push(card);
        self
    }

    /// The next Citizen card drawn.
    pub fn next_citizen(&mut self, id: &str) -> &mut Self {
        let card = self.take(id);
        self.city.decks.citizens.push(card);
        self
    }

    /// A hand of exactly these cards; what was there goes under the Citizen deck.
    pub fn hand(&mut self, seat: u8, ids: &[&str]) -> &mut Self {
        let old = std::mem::take(&mut self.city.seats[usize::from(seat)].hand);
        for card in old {
            self.city.decks.citizens.insert(0, card);
        }
        let cards: Vec<CardId> = ids.iter().map(|id| self.take(id)).collect();
        self.city.seats[usize::from(seat)].hand = cards;
        self
    }

    /// Empties every hand, so that nobody can discard for a death.
    pub fn no_hands(&mut self) -> &mut Self {
        for seat in 0..self.city.seats.len() {
            self.hand(seat as u8, &[]);
        }
        self
    }

    /// Lays a card in the Event display.
    pub fn event_card(&mut self, id: &str) -> CardId {
        let card = self.take(id);
        self.city.in_play.push(InPlay { card, zone: Zone::Event, goods: [0; 4], used: false });
        card
    }

    /// A Law in force, without its instant effect.
    pub fn law(&mut self, id: &str) -> &mut Self {
        let card = self.take(id);
        self.city.laws.push(rules::state::Introduced { card, covered: None });
        self
    }

    /// A developed Technology.
    pub fn technology(&mut self, id: &str) -> &mut Self {
        let card = self.card(id);
        self.city.decks.removed.retain(|c| *c != card);
        self.city.technologies.retain(|t| t.card != card);
        self.city.technologies.push(rules::state::Technology { card, developed: true });
        self
    }

    pub fn phase(&mut self, phase: Phase) -> &mut Self {
        self.city.phase = phase;
        self
    }

    pub fn leader(&mut self, seat: u8) -> &mut Self {
        self.city.leader = Seat(seat);
        self.city.active = Seat(seat);
        self
    }

    pub fn picks(&self) -> Vec<Pick> {
        let listed = rules::choices(&self.pack, &self.city, self.asked());
        listed.into_iter().filter(|c| c.blocked.is_none()).map(|c| c.pick).collect()
    }
}

#[test]
fn a_table_built_to_order_is_a_possible_city() {
    let t = Table::turn();
    t.check();
    assert!(matches!(t.asked(), Ask::Turn));
}
