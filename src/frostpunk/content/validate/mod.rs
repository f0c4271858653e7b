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
use super::problem::Problem;
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
pub fn validate(sources: &Sources<'_>, pack: &Pack) -> Vec<Problem> {
    let mut found = Vec::new();
    for card in &sources.cards {
        check_card(card, sources, &mut found);
        check_unplayable(card, &mut found);
    }
    check_reach(sources, pack, &mut found);
    check_decks(sources, &mut found);
    if let Some((place, file)) = open(sources.buildings.as_ref()) {
        check_buildings(place, &file.building, &mut found);
    }
    if let Some((place, file)) = open(sources.societies.as_ref()) {
        file.society.iter().for_each(|society| check_society(place, society, &mut found));
        unique(place, file.society.iter().map(|s| &s.id), "society", &mut found);
    }
    if let Some((place, file)) = open(sources.pack.as_ref()) {
        check_tables(place, &file.tables, &mut found);
        check_scenarios(place, file, &mut found);
    }
    check_tiles(sources, &mut found);
    check_parts(sources, &mut found);
    found
}

fn open<'a, 'b, T>(source: Option<&'b Source<'a, T>>) -> Option<(Place<'a>, &'b T)> {
    source.and_then(|source| Some((source.place, source.body.as_ref()?)))
}

fn unique<'a>(
    place: Place<'_>,
    ids: impl Iterator<Item = &'a Spanned<String>>,
    kind: &str,
    found: &mut Vec<Problem>,
) {
    let mut seen = BTreeSet::new();
    for id in ids {
        if !seen.insert(id.get_ref()) {
            let message = format!("{kind} `{}` is written twice", id.get_ref());
            found.push(place.problem(&id.span(), message));
        }
    }
}
