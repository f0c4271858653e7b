//! Checks that need more than one file, or more than serde can say.
//!
//! May use: `read`, `program`. Deliberately absent: unknown names, which
//! `lower` has reported with their line.

mod board;
mod cards;
mod unplayable;

use std::collections::BTreeSet;

use toml::Spanned;

use self::board::{
    check_buildings, check_parts, check_scenarios, check_society, check_tables, check_tiles,
};
use self::cards::{check_card, check_decks, check_reach};
use self::unplayable::check_unplayable;
use super::problem::Found;
use super::read::{Place, Source, Sources};
use crate::frostpunk::rules::program::Pack;

/// Parts of the Generator tile.
const PARTS: u8 = 6;
/// Expedition stacks at most: the rules keep a bit for each.
const STACKS: u8 = 8;
/// Rounds of the Round track.
const ROUNDS: usize = 15;
/// Rows of the Population track, 0 to 50.
const POPULATION: usize = 51;

/// Everything that is wrong across the files.
pub fn validate(sources: &Sources<'_>, pack: &Pack, found: &mut Found) {
    for card in &sources.cards {
        check_card(card, sources, found);
        check_unplayable(card, found);
    }
    check_reach(sources, pack, found);
    check_decks(sources, found);
    if let Some((place, file)) = open(sources.buildings.as_ref()) {
        check_buildings(place, &file.building, found);
    }
    if let Some((place, file)) = open(sources.societies.as_ref()) {
        file.society.iter().for_each(|society| check_society(place, society, found));
        unique(place, file.society.iter().map(|s| &s.id), "society", found);
    }
    if let Some((place, file)) = open(sources.pack.as_ref()) {
        check_tables(place, &file.tables, found);
        check_scenarios(place, file, found);
    }
    check_tiles(sources, found);
    check_parts(sources, found);
}

fn open<'a, 'b, T>(source: Option<&'b Source<'a, T>>) -> Option<(Place<'a>, &'b T)> {
    source.and_then(|source| Some((source.place, source.body.as_ref()?)))
}

fn unique<'a>(
    place: Place<'_>,
    ids: impl Iterator<Item = &'a Spanned<String>>,
    kind: &str,
    found: &mut Found,
) {
    let mut seen = BTreeSet::new();
    for id in ids {
        if !seen.insert(id.get_ref()) && !found.is_full() {
            let message = format!("{kind} `{}` is written twice", id.get_ref());
            found.push(place.problem(&id.span(), message));
        }
    }
}
