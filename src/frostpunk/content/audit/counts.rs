//! Is the box full? What `[box]` of `pack.toml` declares against what is there.
//!
//! May use: `read`. Deliberately absent: copies. They fill a deck for play and
//! must not hide that cards are still to be written.

use std::collections::BTreeMap;

use super::Desk;
use crate::frostpunk::content::problem::{Found, Problem, line_at};
use crate::frostpunk::content::read::{CardFile, Sources};
use crate::frostpunk::rules::ids::Letter;
use crate::frostpunk::rules::program::Deck;

const FILE: &str = "pack.toml";

/// How many of everything there is: card files by deck, and the other pieces.
pub fn counts(files: &BTreeMap<String, String>) -> BTreeMap<String, usize> {
    count(&Sources::read(files, &mut Found::default()))
}

/// What is more or less than declared.
pub(super) fn check(desk: &Desk<'_>, sources: &Sources<'_>) -> Vec<Problem> {
    let declared = sources.pack.as_ref().and_then(|pack| pack.body.as_ref());
    let Some(declared) = declared.map(|pack| &pack.declared) else {
        return Vec::new();
    };
    let there = count(sources);
    let known = || there.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut found = Vec::new();
    for (kind, n) in declared {
        match there.get(kind) {
            Some(count) if *count == usize::from(*n) => {}
            Some(count) => {
                let message = format!("the box holds {n} of `{kind}`, there are {count}");
                found.push(problem(desk, kind, message));
            }
            None => {
                let message = format!("unknown word `{kind}`, expected one of {}", known());
                found.push(problem(desk, kind, message));
            }
        }
    }
    for kind in there.keys().filter(|kind| !declared.contains_key(*kind)) {
        let message = format!("`[box]` does not say how many of `{kind}` the box holds");
        found.push(problem(desk, "[box]", message));
    }
    found
}

fn problem(desk: &Desk<'_>, word: &str, message: String) -> Problem {
    let text = desk.files.get(FILE).map_or("", String::as_str);
    let table = text.find("[box]").unwrap_or(0);
    let start = format!("\n{word} =");
    let inside = text[table..].find(&start).map_or(0, |at| at + 1);
    Problem { file: FILE.to_owned(), line: line_at(text, table + inside), message }
}

fn count(sources: &Sources<'_>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (deck, key) in Deck::ALL {
        let own = sources.cards.iter().filter(|card| card.deck == *deck);
        counts.insert((*key).to_owned(), own.count());
    }
    for letter in Letter::ALL {
        let own = sources.cards.iter().filter(|card| match &card.source.body {
            Some(CardFile::Expedition(file)) => file.letter == *letter,
            _ => false,
        });
        counts.insert(format!("expedition_{}", letter.key()), own.count());
    }
    counts.extend(tables(sources).map(|(kind, n)| (kind.to_owned(), n)));
    counts
}

/// The pieces that share a file.
fn tables(sources: &Sources<'_>) -> impl Iterator<Item = (&'static str, usize)> + use<> {
    let advisors = sources.advisors.as_ref().and_then(|file| file.body.as_ref());
    let buildings = sources.buildings.as_ref().and_then(|file| file.body.as_ref());
    let societies = sources.societies.as_ref().and_then(|file| file.body.as_ref());
    let tiles = sources.tiles.as_ref().and_then(|file| file.body.as_ref());
    let pack = sources.pack.as_ref().and_then(|file| file.body.as_ref());
    [
        ("advisor", advisors.map_or(0, |file| file.advisor.len())),
        ("building", buildings.map_or(0, |file| file.building.len())),
        ("society", societies.map_or(0, |file| file.society.len())),
        ("tile", tiles.map_or(0, |file| file.near.len() + file.far.len())),
        ("tile_near", tiles.map_or(0, |file| file.near.len())),
        ("tile_far", tiles.map_or(0, |file| file.far.len())),
        ("wall", pack.map_or(0, |file| file.tables.map.walls.get_ref().len())),
    ]
    .into_iter()
}
