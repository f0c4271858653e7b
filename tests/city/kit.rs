//! A bare city to build on, and answers given by name.

use crate::table::Table;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::{Frame, Mark, Step};
use emberhall::frostpunk::rules::ids::{Action, Kind, Meeple, Mood, Track};
use emberhall::frostpunk::rules::keys;
use emberhall::frostpunk::rules::program::{Amount, Good};
use emberhall::frostpunk::rules::referee::Referee;
use emberhall::frostpunk::rules::state::{Leg, Place, Placed, Stack};

pub const W: usize = 0;
pub const E: usize = 1;
pub const C: usize = 2;

pub fn n(fixed: u8) -> Amount {
    Amount::fixed(fixed)
}

/// Three players, no cards in hand, no tile but the Generator's, everything warm, plenty of goods.
pub fn bare() -> Table {
    bare_of(3)
}

pub fn bare_of(players: usize) -> Table {
    let mut t = Table::turn_of(players, 1);
    t.no_hands();
    for at in 0..30 {
        if let Some(tile) = t.city.cells[at].take() {
            let decks = &mut t.city.decks;
            if at < 12 {
                decks.near.push(tile);
            } else {
                decks.far.push(tile);
            }
        }
    }
    t.city.piles.iter_mut().for_each(|pile| *pile = None);
    t.city.deposits = [None; 6];
    t.city.supply = [20, 20, 5, 0];
    t.city.food = 20;
    t.city.hunger = 0;
    t.city.corpses = 1;
    t.city.generator.stress = 0;
    let f = &mut t.city.figures;
    for at in 0..6 {
        f.ready[at] += std::mem::take(&mut f.spent[at]);
    }
    t.city.spent = [0; 3];
    people(&mut t);
    t.heat(4, 4, [0, 1, 2]);
    t.tokens(&[(Mood::Care, true), (Mood::Justice, true)]);
    t.tokens(&[(Mood::Greed, false), (Mood::Anger, false)]);
    t.leader(0);
    t
}

fn people(t: &mut Table) {
    t.people(Kind::Worker, 22, 0, false);
    t.people(Kind::Engineer, 12, 0, false);
    t.people(Kind::Child, 8, 0, false);
    t.ready(Meeple::Worker, 5).ready(Meeple::Engineer, 3).ready(Meeple::Child, 2);
}

/// Answers by name; a name whose question had only that answer counts as given.
pub fn run(t: &mut Table, names: &[&str]) {
    let mut seen = t.events.len();
    for name in names {
        if let Some(at) = taken(t, seen, name) {
            seen = at + 1;
            continue;
        }
        let open = t.keys();
        assert!(open.iter().any(|k| k == name), "{name} of {names:?}: {:?} {open:?}", t.asked());
        seen = t.events.len();
        t.choose(name);
    }
}

fn taken(t: &Table, from: usize, name: &str) -> Option<usize> {
    let same = |event: &Event| match event {
        Event::Taken { ask, pick } => keys::key(t.look(), ask, *pick) == name,
        _ => false,
    };
    t.events.iter().skip(from).position(same).map(|at| at + from)
}

/// Is the Building here among those that can be used now?
pub fn usable(t: &Table, label: &str) -> bool {
    let space = t.space(label);
    t.look().sites(Action::Use, None).any(|s| s == space)
}

/// Figures that may use the Building here.
pub fn users(t: &Table, label: &str) -> Vec<Meeple> {
    t.look().figures_for(Action::Use, None, Some(t.space(label))).collect()
}

/// A bare city with the Building on N1, and a figure uses it.
pub fn using(id: &str, upgraded: bool, meeple: &str) -> Table {
    let mut t = bare();
    t.tile("N1").build_as(id, "N1a", upgraded, false);
    run(&mut t, &["use_building", "N1a", meeple]);
    t
}

/// Resolves a card of any deck, then the turn is asked again.
pub fn resolve(t: &mut Table, id: &str) {
    let card = t.take(id);
    t.city.pending.clear();
    t.city.stack = vec![Frame::Do(Step::Go(Mark::Act))];
    Referee::new(&t.pack, &mut t.city, &mut t.events).resolve_card(card);
    t.begin();
}

/// A Dusk card is back in the box.
pub fn in_box(t: &mut Table, id: &str) {
    let card = t.take(id);
    t.city.decks.dusk_box.push(card);
}

pub fn in_dusk(t: &Table, id: &str) -> bool {
    t.city.decks.dusk.contains(&t.card(id))
}

pub fn gone(t: &Table, id: &str) -> bool {
    t.city.decks.removed.contains(&t.card(id))
}

pub fn shown(t: &Table, id: &str) -> bool {
    t.city.open_card(t.card(id)).is_some()
}

/// A figure stands on a space since earlier this round.
pub fn stands(t: &mut Table, meeple: Meeple, label: &str) {
    let place = Place::Space(t.space(label));
    stands_at(t, meeple, place);
}

pub fn stands_at(t: &mut Table, meeple: Meeple, place: Place) {
    let ready = &mut t.city.figures.ready[meeple.at()];
    *ready = ready.saturating_sub(1);
    t.city.placed.push(Placed { meeple, place });
}

/// Expedition stacks of exactly these cards, white side up, no Scout.
pub fn stacks(t: &mut Table, wanted: &[&[&str]]) {
    for stack in std::mem::take(&mut t.city.stacks) {
        for leg in stack.legs {
            let letter = t.pack.expedition(leg.card).unwrap().letter;
            t.city.decks.expeditions[letter.at()].insert(0, leg.card);
        }
    }
    for ids in wanted {
        let legs = ids.iter().map(|id| Leg { card: t.take(id), taken: None }).collect();
        t.city.stacks.push(Stack { legs, scout: None });
    }
}

/// The next card of its Expedition deck.
pub fn next_trail(t: &mut Table, id: &str) {
    let card = t.take(id);
    let letter = t.pack.expedition(card).unwrap().letter;
    t.city.decks.expeditions[letter.at()].push(card);
}

/// A Worker scouts on a stack, so many spaces from its start.
pub fn scout(t: &mut Table, stack: usize, at: u8) {
    let ready = &mut t.city.figures.ready[Meeple::Worker.at()];
    *ready -= 1;
    t.city.stacks[stack].scout = Some((Meeple::Worker, at));
}

pub fn trail(t: &Table, stack: usize) -> Vec<String> {
    let legs = t.city.stacks[stack].legs.iter();
    legs.map(|leg| t.pack.card(t.pack.face(leg.card)).id.clone()).collect()
}

/// Active and exhausted tokens of a track.
pub fn tokens(t: &Table, track: Track) -> (usize, usize) {
    let active = t.city.track(track).iter().filter(|token| token.active).count();
    (active, t.city.track(track).len() - active)
}

pub fn food() -> Good {
    Good::Food
}

/// Makes a Technology the one being developed, its token on this Round.
pub fn developing(t: &mut Table, id: &str, round: u8) {
    let card = t.card(id);
    displays(t, &[id]);
    t.city.development = Some((card, round));
}

/// These Technologies lie in the display, none of them developed.
pub fn displays(t: &mut Table, ids: &[&str]) {
    for id in ids {
        let card = t.card(id);
        t.technology(id);
        let found = t.city.technologies.iter_mut().find(|tech| tech.card == card).unwrap();
        found.developed = false;
    }
}

#[test]
fn a_bare_city_is_a_possible_city() {
    bare().check();
    let mut t = bare();
    stacks(&mut t, &[&["X01", "X16"], &["X02"], &["X04"]]);
    scout(&mut t, 0, 1);
    t.check();
}
