//! Every card of the box, played from what its file says: each condition holds
//! in one position and fails in another, each branch is reached, each chain
//! puts its card where it belongs. New cards are covered without a line here.
//!
//! Deliberately absent: numbers. How much a card gives is in its rules line
//! (`tests/cards`) and in the tests of the single effects.

mod arrange;
mod branches;
mod citizens;
mod options;
mod play;
mod prices;
mod specials;
mod ways;

use std::sync::OnceLock;

use crate::kit::{bare, scout, stacks};
use crate::table::Table;
use emberhall::frostpunk::rules::ids::{CardId, Kind, Meeple, Mood, Stuff};
use emberhall::frostpunk::rules::program::Pack;

/// A city in which most things can happen: some sick, some dead, some hungry,
/// goods on the map, Buildings, a Scout on the way, nothing at its limit.
pub fn lively() -> Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(build).clone()
}

fn build() -> Table {
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    scout(&mut t, 1, 0);
    for (kind, all, sick) in [(Kind::Worker, 22, 3), (Kind::Engineer, 12, 3), (Kind::Child, 8, 3)] {
        t.people(kind, all, sick, kind == Kind::Worker);
    }
    t.city.round = 5;
    t.city.storm = Some(9);
    (t.city.hunger, t.city.corpses, t.city.spent) = (5, 2, [1, 1, 1]);
    t.city.generator.stress = 4;
    t.tile("N1").tile("N2").tile("N3").build("tent", "N1a").build("hunters_hut", "N1b");
    t.pile("N2a", Stuff::Wood, 4).pile("N2b", Stuff::Coal, 4).pile("N3a", Stuff::Trees, 2);
    let moods = [Mood::Care, Mood::Justice, Mood::Motivation, Mood::Greed, Mood::Anger];
    t.tokens(&moods.map(|mood| (mood, mood == Mood::Greed)));
    t.ready(Meeple::Automaton, 1);
    t.check();
    t
}

/// Every card of the box, each once.
pub fn every_card(pack: &Pack) -> impl Iterator<Item = CardId> + '_ {
    (0..pack.cards.len() as u16).map(CardId)
}

pub fn id(t: &Table, card: CardId) -> String {
    t.pack.card(card).id.clone()
}
