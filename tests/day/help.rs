//! Small words the tests of the day share.

use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::{Frame, Mark, Step};
use emberhall::frostpunk::rules::ids::{CardId, Kind, Meeple, Mood, Seat, Stuff, Track};
use emberhall::frostpunk::rules::map::Cell;
use emberhall::frostpunk::rules::program::{Amount, Body, Card, Op, Tokens, TowerTable};
use emberhall::frostpunk::rules::state::{Outcome, Technology, Zone};
use emberhall::frostpunk::rules::{self, keys};

use crate::table::Table;

pub const HOPE: Tokens = Tokens::Any(Track::Hope);
pub const DISCONTENT: Tokens = Tokens::Any(Track::Discontent);

pub fn n(count: u8) -> Amount {
    Amount::fixed(count)
}

pub fn increase(tokens: Tokens, count: u8) -> Op {
    Op::Increase(tokens, n(count))
}

pub fn decrease(tokens: Tokens, count: u8) -> Op {
    Op::Decrease { tokens, count: n(count), remove_only: false }
}

/// A track, left to right.
pub fn track(t: &Table, track: Track) -> Vec<(Mood, bool)> {
    let tokens = t.city.track(track).iter();
    tokens.map(|token| (token.mood, token.active)).collect()
}

pub fn hope(t: &Table) -> Vec<(Mood, bool)> {
    track(t, Track::Hope)
}

pub fn discontent(t: &Table) -> Vec<(Mood, bool)> {
    track(t, Track::Discontent)
}

pub fn sick(t: &Table) -> [u8; 3] {
    t.city.sick
}

pub fn ready(t: &Table, meeple: Meeple) -> u8 {
    t.city.figures.ready[meeple.at()]
}

pub fn stock(t: &Table, building: &str) -> u8 {
    t.city.stock[usize::from(t.building(building).0)]
}

pub fn ids(t: &Table, cards: &[CardId]) -> Vec<String> {
    cards.iter().map(|c| t.pack.card(*c).id.clone()).collect()
}

pub fn zone(t: &Table, id: &str) -> Option<Zone> {
    t.city.open_card(t.card(id)).map(|open| open.zone)
}

pub fn removed(t: &Table, id: &str) -> bool {
    t.city.decks.removed.contains(&t.card(id))
}

pub fn happened(t: &Table, event: &Event) -> bool {
    t.events.contains(event)
}

pub fn lost(t: &Table) -> bool {
    matches!(t.city.outcome, Some(Outcome::Lost(_)))
}

/// Pieces of one sort on the whole map.
pub fn on_map(t: &Table, stuff: Stuff) -> u16 {
    let piles = t.city.piles.iter().flatten();
    let same = piles.filter(|(what, _)| *what == stuff);
    same.map(|(_, count)| u16::from(*count)).sum()
}

pub fn clear_map(t: &mut Table) {
    t.city.piles.fill(None);
}

/// Weather that changes nothing, and no Storm.
pub fn calm(t: &mut Table) {
    t.next_weather("W13");
    t.city.storm = None;
}

/// A tower that lets every cube through.
pub fn open_tower(t: &mut Table) {
    tower(t, TowerTable { through: 1000, dislodge: 0, pull: 0, push: 0, cap: 8 });
}

/// A tower that keeps the first so many cubes and lets the others through.
pub fn tower_keeping(t: &mut Table, cap: u8) {
    tower(t, TowerTable { through: 0, dislodge: 0, pull: 0, push: 0, cap });
}

pub fn tower(t: &mut Table, table: TowerTable) {
    t.pack.tables.tower[0] = table;
}

/// The Technology display holds exactly these, none developed.
pub fn display(t: &mut Table, ids: &[&str]) {
    let old = std::mem::take(&mut t.city.technologies);
    t.city.decks.removed.extend(old.iter().map(|tech| tech.card));
    for id in ids {
        let card = t.take(id);
        t.city.technologies.push(Technology { card, developed: false });
    }
}

/// A Scout of a type on the first space of a stack whose path is so long.
pub fn scout(t: &mut Table, stack: usize, path: u8) {
    let card = t.city.stacks[stack].legs[0].card;
    if let Body::Expedition(expedition) = &mut t.pack.cards[usize::from(card.0)].body {
        expedition.path = path;
    }
    t.city.figures.ready[Meeple::Worker.at()] -= 1;
    t.city.stacks[stack].scout = Some((Meeple::Worker, 0));
}

pub fn scout_at(t: &Table, stack: usize) -> Option<u8> {
    t.city.stacks[stack].scout.map(|(_, at)| at)
}

/// Three players; hands and city to order; all starting discards are asked.
pub fn openings(hands: &[&[&str]], prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::fresh(hands.len(), 1);
    t.choose("corner-0");
    t.events.clear();
    deal(&mut t, hands);
    prepare(&mut t);
    t.city.pending.clear();
    t.city.stack = vec![Frame::Do(Step::Go(Mark::Openings))];
    t.begin();
    t
}

fn deal(t: &mut Table, hands: &[&[&str]]) {
    for seat in 0..hands.len() {
        t.hand(seat as u8, &[]);
    }
    for (seat, ids) in hands.iter().enumerate() {
        for id in *ids {
            let card = card_or_copy(t, id);
            t.city.decks.citizens.retain(|c| *c != card);
            t.city.seats[seat].hand.push(card);
        }
    }
}

/// A card; a copy (`C19.2`) is made, as a box with fewer cards would hold it.
fn card_or_copy(t: &mut Table, id: &str) -> CardId {
    let Some((face, _)) = id.split_once('.') else {
        return t.card(id);
    };
    let copy = Card { id: id.to_owned(), ..t.pack.card(t.card(face)).clone() };
    t.pack.cards.push(copy);
    CardId(t.pack.cards.len() as u16 - 1)
}

/// The open question of one seat's starting discard.
pub fn opening_of(t: &Table, seat: u8) -> (u32, Ask) {
    let seat = Seat(seat);
    let own = |ask: &Ask| matches!(ask, Ask::Opening(s) | Ask::OpeningUnpaid(s) if *s == seat);
    let found = t.city.pending.iter().find(|p| own(&p.ask)).unwrap();
    (found.id, found.ask.clone())
}

pub fn choose_for(t: &mut Table, seat: u8, key: &str) {
    let (id, _) = opening_of(t, seat);
    let events = rules::apply(&t.pack, &mut t.city, Some(id), key).unwrap();
    t.events.extend(events);
}

/// Cards of one seat's starting discard, with the reason against each.
pub fn listed_for(t: &Table, seat: u8) -> Vec<(String, Option<Blocked>)> {
    let (_, ask) = opening_of(t, seat);
    let listed = rules::choices(&t.pack, &t.city, &ask).into_iter();
    listed.map(|c| (keys::key(t.look(), &ask, c.pick), c.blocked)).collect()
}

pub fn blocked_for(t: &Table, seat: u8, key: &str) -> Option<Blocked> {
    let listed = listed_for(t, seat);
    listed.into_iter().find(|(k, _)| k == key).unwrap().1
}

pub fn kinds_fallen_ill(t: &Table) -> Vec<Kind> {
    let ill = t.events.iter().filter_map(|event| match event {
        Event::Sick { kind, by: 1, .. } => Some(*kind),
        _ => None,
    });
    ill.collect()
}

/// After the corner, before the starting discards.
pub fn laid_out(seed: u64) -> Table {
    let mut t = Table::fresh(3, seed);
    t.choose("corner-0");
    t
}

/// The tiles that lie at the corners, by their labels.
pub fn placed(t: &Table) -> Vec<String> {
    let cells = (0..30).map(Cell);
    cells.filter(|c| t.city.cells[c.at()].is_some()).map(Cell::label).collect()
}
