//! What is printed on everything in the box, kept in `tests/cards`: a change of
//! a card, or of a word many cards share, shows exactly which cards moved.
//! `EMBERHALL_UPDATE=1` writes the files again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use emberhall::frostpunk::text::lookup;
use emberhall::frostpunk::{Frostpunk, content};
use emberhall::game::Game;

use crate::kit::game;

/// Id → title, kind and rules; stories are prose and move nothing.
type Printed = BTreeMap<String, String>;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cards")
}

fn sheet(game: &Frostpunk, id: &str) -> String {
    let sheet = game.card(id, "en").expect("what is listed is there");
    let mut out = format!("{id} · {} · {}\n", sheet.title, sheet.kind);
    for line in sheet.lines {
        writeln!(out, "  {line}").expect("a String takes everything");
    }
    out
}

/// Everything that can be looked up, by deck.
fn printed() -> BTreeMap<&'static str, Printed> {
    let (game, pack) = (game(), content::builtin().expect("the built-in content is good"));
    let mut decks: BTreeMap<&str, Printed> = BTreeMap::new();
    for one in game.cards() {
        let text = sheet(&game, &one.id);
        decks.entry(lookup::deck(&pack, &one.id)).or_default().insert(one.id, text);
    }
    decks
}

/// The cards of a file; each begins in the first column.
fn kept(deck: &str) -> Printed {
    let text = std::fs::read_to_string(folder().join(format!("{deck}.txt"))).unwrap_or_default();
    let cards = text.split("\n\n").filter(|card| !card.trim().is_empty());
    let id = |card: &str| card.split(' ').next().unwrap_or_default().to_owned();
    cards.map(|card| (id(card), format!("{}\n", card.trim_end()))).collect()
}

fn write(deck: &str, cards: &Printed) {
    let text: Vec<&str> = cards.values().map(String::as_str).collect();
    std::fs::create_dir_all(folder()).expect("the folder is there");
    let file = folder().join(format!("{deck}.txt"));
    std::fs::write(file, text.join("\n")).expect("the cards are written");
}

/// What is printed otherwise than the file says, both readings.
fn moved(deck: &str, now: &Printed) -> Vec<String> {
    let was = kept(deck);
    let ids: std::collections::BTreeSet<&String> = was.keys().chain(now.keys()).collect();
    let differs = ids.into_iter().filter(|id| was.get(*id) != now.get(*id));
    let none = "(nothing)\n".to_owned();
    differs
        .map(|id| {
            let (old, new) = (was.get(id).unwrap_or(&none), now.get(id).unwrap_or(&none));
            format!("{deck}: {id}\n was {old} is {new}")
        })
        .collect()
}

#[test]
fn everything_in_the_box_says_what_it_said() {
    let decks = printed();
    if std::env::var_os("EMBERHALL_UPDATE").is_some_and(|set| set == "1") {
        decks.iter().for_each(|(deck, cards)| write(deck, cards));
    }
    let moved: Vec<String> = decks.iter().flat_map(|(deck, cards)| moved(deck, cards)).collect();
    assert!(
        moved.is_empty(),
        "{} moved; EMBERHALL_UPDATE=1 writes them again\n\n{}",
        moved.len(),
        moved.join("\n")
    );
}

#[test]
fn no_file_keeps_a_deck_that_is_gone() {
    let decks = printed();
    for entry in std::fs::read_dir(folder()).expect("the folder is there").flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let deck = name.trim_end_matches(".txt");
        assert!(decks.contains_key(deck), "{name}");
    }
}
