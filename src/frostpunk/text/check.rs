//! What the word lists cannot say, and what nobody says.
//!
//! May use: all of `text`. Deliberately absent: judgement of the sentences.
//! The keys of this layer are read from its own sources: a second list of
//! them, kept by hand, would drift.

use std::collections::{BTreeMap, BTreeSet};

use crate::frostpunk::rules::ids::{Insulation, Meeple, OptionsId, Resource};
use crate::frostpunk::rules::program::Pack;
use crate::i18n::keys_of;

use super::catalog::Catalog;
use super::owner::{self, Owner};
use super::{lessons, menu, names, standing, topics};

/// The sources that hold keys.
pub(super) const SOURCES: &[&str] = &[
    include_str!("asks/mod.rs"),
    include_str!("blocked.rs"),
    include_str!("chain.rs"),
    include_str!("choices.rs"),
    include_str!("events/mod.rs"),
    include_str!("lookup.rs"),
    include_str!("menu.rs"),
    include_str!("names.rs"),
    include_str!("notes.rs"),
    include_str!("owner.rs"),
    include_str!("standing.rs"),
    include_str!("story/fit.rs"),
    include_str!("story/founding.rs"),
    include_str!("story/leads.rs"),
    include_str!("story/mod.rs"),
    include_str!("story/parts.rs"),
    include_str!("story/scenes.rs"),
    include_str!("topics.rs"),
    include_str!("describe/amounts.rs"),
    include_str!("describe/buildings.rs"),
    include_str!("describe/cards.rs"),
    include_str!("describe/conditions.rs"),
    include_str!("describe/costs.rs"),
    include_str!("describe/mod.rs"),
    include_str!("describe/modifiers.rs"),
    include_str!("describe/ops.rs"),
];

/// The sources of the pictures, whose words are in the same lists.
pub(super) const PICTURES: &[&str] = &[
    include_str!("../picture/alt.rs"),
    include_str!("../picture/card.rs"),
    include_str!("../picture/chart.rs"),
    include_str!("../picture/emblem.rs"),
    include_str!("../picture/film.rs"),
    include_str!("../picture/gauges.rs"),
    include_str!("../picture/happened.rs"),
    include_str!("../picture/layer.rs"),
    include_str!("../picture/lists.rs"),
    include_str!("../picture/map.rs"),
    include_str!("../picture/marks.rs"),
    include_str!("../picture/mod.rs"),
    include_str!("../picture/mood.rs"),
    include_str!("../picture/people.rs"),
    include_str!("../picture/poster.rs"),
    include_str!("../picture/said.rs"),
    include_str!("../picture/scene.rs"),
    include_str!("../picture/space.rs"),
    include_str!("../picture/top.rs"),
];

/// Keys that an English list lacks for everything this pack can say.
pub fn missing_in(list: &Catalog, pack: &Pack) -> Vec<String> {
    needed(pack).into_iter().filter(|key| !list.has(key)).collect()
}

/// Keys of an English list that neither this pack nor the program uses. Attributes other than labels are free.
pub fn unused_in(list: &Catalog, pack: &Pack) -> Vec<String> {
    let needed = needed(pack);
    let keys = list.keys().filter(|key| !needed.contains(*key));
    keys.filter(|key| !is_free(key)).map(str::to_owned).collect()
}

/// A story or a place is welcome on any card, and a line or two more on a topic.
fn is_free(key: &str) -> bool {
    matches!(key.split_once('.'), Some((_, "story" | "place"))) || topics::is_line(key)
}

/// Where a key is written: file and line; the folder of the texts if it is nowhere.
pub fn place(files: &BTreeMap<String, String>, key: &str) -> String {
    let places = files.iter().filter(|(file, _)| file.starts_with("text/en/"));
    let mut places = places.flat_map(|(file, text)| {
        let keys = keys_of(text).into_iter().filter(|(known, _)| known == key);
        keys.map(move |(_, line)| format!("{file}:{line}"))
    });
    places.next().unwrap_or_else(|| "text/en".to_owned())
}

/// Everything that must be in the English list.
pub fn needed(pack: &Pack) -> BTreeSet<String> {
    let mut keys: BTreeSet<String> = static_keys().into_iter().map(str::to_owned).collect();
    keys.extend(picture_keys());
    keys.extend(names::all());
    keys.extend(menu::all(pack));
    keys.extend(standing::all());
    keys.extend(topics::all());
    keys.extend(lessons::all());
    keys.extend(card_keys(pack));
    keys.extend(building_keys(pack));
    keys.extend(pack.societies.iter().map(|society| names::society(&society.id).key));
    keys.extend(pack.scenarios.iter().map(|scenario| names::scenario(&scenario.id).key));
    for card in &pack.advisors {
        let lists = owner::lists_of_advisor(pack, card.advisor, card.options);
        keys.extend(label_keys(pack, &lists));
    }
    keys
}

/// The keys written in the sources of this layer.
pub fn static_keys() -> BTreeSet<&'static str> {
    keys_in(SOURCES).collect()
}

fn keys_in(sources: &'static [&'static str]) -> impl Iterator<Item = &'static str> {
    let literals = sources.iter().flat_map(|source| source.split('"').skip(1).step_by(2));
    literals.filter(|text| looks_like_key(text))
}

/// The words of the pictures: those written there, and one for each word of three lists.
fn picture_keys() -> Vec<String> {
    let families: [(&str, Vec<&str>); 3] = [
        ("picture-store", Resource::ALL.iter().map(|one| one.key()).collect()),
        ("picture-figure", Meeple::ALL.iter().map(|one| one.key()).collect()),
        ("picture-insulation", Insulation::ALL.iter().map(|one| one.key()).collect()),
    ];
    let plain = keys_in(PICTURES).filter(|key| key.starts_with("picture-"));
    let plain = plain.filter(|key| !families.iter().any(|(list, _)| list == key));
    let mut keys: Vec<String> = plain.map(str::to_owned).collect();
    for (list, words) in &families {
        keys.extend(words.iter().map(|word| format!("{list}-{word}")));
    }
    keys
}

/// Small words joined by hyphens; a list's prefix ends with one and is no key.
fn looks_like_key(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && !text.ends_with('-')
        && text.chars().all(plain)
}

fn card_keys(pack: &Pack) -> Vec<String> {
    let mut keys = Vec::new();
    for id in owner::faces(pack) {
        let title = names::card(pack, id).key;
        keys.push(format!("{title}.story"));
        keys.push(title);
        keys.extend(label_keys(pack, &owner::lists_of_card(pack, id)));
    }
    keys
}

fn building_keys(pack: &Pack) -> Vec<String> {
    let mut keys = Vec::new();
    for id in pack.building_ids() {
        keys.push(names::building(pack, id).key);
        keys.extend(label_keys(pack, &owner::lists_of_building(pack, id)));
    }
    keys
}

fn label_keys(pack: &Pack, lists: &[(OptionsId, Owner)]) -> Vec<String> {
    let lists = lists.iter();
    let labels = lists.flat_map(|(options, owner)| {
        let defs = pack.option_list(*options).iter();
        defs.map(|def| owner::label_key(pack, *owner, &def.key))
    });
    labels.collect()
}
