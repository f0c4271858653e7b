//! A bare city: the Generator tile alone, empty stores, ten healthy Meeples.

pub use crate::table::Table;
pub use emberhall::frostpunk::rules::decision::{Ask, Blocked, By};
pub use emberhall::frostpunk::rules::event::Event;
pub use emberhall::frostpunk::rules::frame::Mark;
pub use emberhall::frostpunk::rules::ids::{
    Action, Advisor, BlockId, CardId, Kind, Loss, Meeple, Mood, Phase, Resource, Seat, Stuff, Track,
};
pub use emberhall::frostpunk::rules::program::{Amount, Deck, Good, Op, Test, Who};
pub use emberhall::frostpunk::rules::state::{InPlay, Outcome, Place, Placed, Zone};

pub const W: usize = Kind::Worker as usize;
pub const E: usize = Kind::Engineer as usize;
pub const C: usize = Kind::Child as usize;

/// Three seats, Round 1, the Leader's turn: Generator, Health and Social Advisor.
pub fn bare() -> Table {
    bare_of(3)
}

/// The same with another number of seats.
pub fn bare_of(players: usize) -> Table {
    let mut t = Table::turn_of(players, 1);
    for cell in 0..30 {
        let Some(tile) = t.city.cells[cell].take() else {
            continue;
        };
        let decks = &mut t.city.decks;
        if cell < 12 {
            decks.near.push(tile);
        } else {
            decks.far.push(tile);
        }
    }
    t.city.piles.iter_mut().for_each(|pile| *pile = None);
    t.city.deposits = [None; 6];
    t.pile("G2", Stuff::Coal, 5).pile("G4", Stuff::Wood, 5);
    t.city.supply = [0; 4];
    (t.city.food, t.city.hunger, t.city.corpses) = (0, 0, 1);
    t.city.generator.stress = 0;
    t.city.spent = [0; 3];
    t.city.figures.spent = [0; 6];
    t.city.figures.ready = [5, 3, 2, 0, 0, 0];
    t.city.figures.bank = [5, 7, 6, 1, 1, 6];
    people(&mut t, [22, 12, 8]);
    calm(&mut t);
    t.no_hands().leader(0);
    t
}

/// Coal to burn: the Night begins with a question, and nobody is cold yet.
pub fn stop_at_night(t: &mut Table) {
    t.supply(Resource::Coal, 1);
}

/// Everybody healthy, so many of each type.
pub fn people(t: &mut Table, citizens: [u8; 3]) {
    t.city.citizens = citizens;
    t.city.sick = [0; 3];
    t.city.skull = [false; 3];
}

/// Three active Care, one exhausted Greed: a single decrease of Hope needs no choice.
pub fn calm(t: &mut Table) {
    let care = (Mood::Care, true);
    t.tokens(&[care, care, care, (Mood::Greed, false)]);
}

pub fn n(number: u8) -> Amount {
    Amount::fixed(number)
}

pub fn sick(kind: Kind, number: u8) -> Op {
    Op::Sick(Who::Kind(kind), n(number))
}

pub fn die(kind: Kind, number: u8) -> Op {
    Op::Die { who: Who::Kind(kind), count: n(number), silent: false }
}

/// Puts a tile on top of its stack.
pub fn next_tile(t: &mut Table, id: &str) {
    let at = t.pack.tiles.iter().position(|tile| tile.id == id).unwrap();
    let decks = &mut t.city.decks;
    for deck in [&mut decks.near, &mut decks.far] {
        if let Some(found) = deck.iter().position(|tile| usize::from(tile.0) == at) {
            let tile = deck.remove(found);
            deck.push(tile);
        }
    }
}

/// Blank tiles on the first cells of a ring.
pub fn tiles(t: &mut Table, ring: &str, number: u8) {
    for cell in 0..number {
        t.tile(&format!("{ring}{cell}"));
    }
}

/// A figure already stands there this round.
pub fn stand(t: &mut Table, meeple: Meeple, place: Place) {
    t.city.figures.ready[meeple.at()] -= 1;
    t.city.placed.push(Placed { meeple, place });
}

/// Automatons in the supply.
pub fn automatons(t: &mut Table, number: u8) {
    t.ready(Meeple::Automaton, number);
}

/// A Child specialist takes the place of a Child.
pub fn specialist(t: &mut Table, meeple: Meeple) {
    t.effects(&[Op::GainSpecialist(meeple)]);
}

/// Is it this seat's turn?
pub fn is_turn_of(t: &Table, seat: u8) -> bool {
    matches!(t.asked(), Ask::Turn) && t.by() == By::Active(Seat(seat))
}

/// Where an event comes first; it must be there.
pub fn first(t: &Table, fits: impl Fn(&Event) -> bool) -> usize {
    t.events.iter().position(fits).expect("it happened")
}

/// Tokens of a track that are active.
pub fn active(t: &Table, track: Track) -> usize {
    t.city.track(track).iter().filter(|token| token.active).count()
}

pub fn lost(t: &Table) -> Option<Loss> {
    match t.city.outcome {
        Some(Outcome::Lost(loss)) => Some(loss),
        _ => None,
    }
}

/// The next Morning asks something, so that the day stops there.
pub fn stop_at_dawn(t: &mut Table) {
    t.next_morning("M004");
}

/// A second block of effects for a card made to order.
pub fn block(t: &mut Table, ops: &[Op]) -> BlockId {
    t.pack.blocks.push(ops.to_vec());
    BlockId(t.pack.blocks.len() as u16 - 1)
}

pub fn card_mut<'a>(
    t: &'a mut Table,
    id: &str,
) -> &'a mut emberhall::frostpunk::rules::program::Card {
    let card = t.card(id);
    &mut t.pack.cards[usize::from(card.0)]
}

#[test]
fn the_bare_city_is_a_possible_city() {
    for players in 1..=4 {
        let t = bare_of(players);
        t.check();
        assert!(is_turn_of(&t, 0));
    }
}
