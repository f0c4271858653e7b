//! Checks that need more than one file, or more than serde can say.
//!
//! May use: `read`, `program`. Deliberately absent: unknown names, which
//! `lower` has reported with their line.

use std::collections::BTreeSet;

use toml::Spanned;

use super::files::{ArrowFile, BuildingFile, PackFile, SocietyFile, TablesFile};
use super::problem::Problem;
use super::read::{CardFile, CardSource, Place, Sources};
use crate::frostpunk::rules::ids::{CardId, Letter};
use crate::frostpunk::rules::program::{Deck, Op, Pack};

/// Parts of the Generator tile.
const PARTS: u8 = 6;
/// Rounds of the Round track.
const ROUNDS: usize = 15;
/// Rows of the Population track, 0 to 50.
const POPULATION: usize = 51;

/// Everything that is wrong across the files.
pub fn validate(sources: &Sources<'_>, pack: &Pack) -> Vec<Problem> {
    let mut found = Vec::new();
    for card in &sources.cards {
        check_card(card, sources, &mut found);
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

fn open<'a, 'b, T>(source: Option<&'b super::read::Source<'a, T>>) -> Option<(Place<'a>, &'b T)> {
    source.and_then(|source| Some((source.place, source.body.as_ref()?)))
}

fn check_card(card: &CardSource<'_>, sources: &Sources<'_>, found: &mut Vec<Problem>) {
    let place = card.source.place;
    let mut wrong = |message: String| found.push(place.problem(&(0..0), message));
    match &card.source.body {
        Some(CardFile::Expedition(file)) => {
            let options = file.option.as_deref().unwrap_or_default();
            let returns = |arrow| matches!(arrow, Some(ArrowFile::Return(_) | ArrowFile::NewA));
            if !options.iter().any(|option| returns(option.arrow)) {
                wrong("an Expedition card needs an option with a Return arrow (R-24.7)".into());
            }
            if file.path < 2 {
                wrong(format!("a path has at least 2 spaces, not {}", file.path));
            }
        }
        Some(CardFile::Law(file)) => {
            if let Some(pair) = &file.pair {
                check_pair(card.id, pair, place, sources, found);
            }
        }
        Some(CardFile::Citizen(file)) if file.ability.effects.is_empty() => {
            wrong("the main ability has no effects".into());
        }
        Some(CardFile::Event(file)) => {
            let late = |round: u8| !(2..=ROUNDS).contains(&usize::from(round));
            for trigger in file.trigger.iter().filter(|trigger| late(trigger.round)) {
                wrong(format!("a trigger is on Round 2 to {ROUNDS}, not {}", trigger.round));
            }
        }
        _ => {}
    }
}

/// a pair excludes each other, so each must name the other.
fn check_pair(
    id: &str,
    pair: &Spanned<String>,
    place: Place<'_>,
    sources: &Sources<'_>,
    found: &mut Vec<Problem>,
) {
    let other = sources.cards.iter().find(|card| card.id == pair.get_ref());
    let Some(Some(CardFile::Law(other))) = other.map(|card| &card.source.body) else { return };
    let back = other.pair.as_ref().map(|pair| pair.get_ref().as_str());
    if back != Some(id) {
        let named = back.unwrap_or("no Law");
        let message = format!("`{}` names {named} as its pair, not `{id}`", pair.get_ref());
        found.push(place.problem(&pair.span(), message));
    }
}

/// A card that no other card brings into play was forgotten somewhere.
fn check_reach(sources: &Sources<'_>, pack: &Pack, found: &mut Vec<Problem>) {
    // A file that could not be read may be the one that names the card.
    if sources.cards.iter().any(|card| card.source.body.is_none()) {
        return;
    }
    let mut reached: BTreeSet<CardId> = BTreeSet::new();
    for op in pack.blocks.iter().flatten() {
        if let Op::AddDusk(card) | Op::Reveal(card, _) = op {
            reached.insert(*card);
        }
    }
    for scenario in &pack.scenarios {
        reached.extend([scenario.first, scenario.storm_card]);
    }
    for card in &sources.cards {
        let how = match card.deck {
            Deck::Dusk => "no `add_dusk` names this card",
            Deck::Scenario => "no `reveal` and no scenario names this card",
            _ => continue,
        };
        if pack.find(card.id).is_some_and(|id| !reached.contains(&id)) {
            let message = format!("nobody can reach `{}`: {how}", card.id);
            found.push(card.source.place.problem(&(0..0), message));
        }
    }
}

/// Decks without which no game can start, and the two Consequences of each Law.
fn check_decks(sources: &Sources<'_>, found: &mut Vec<Problem>) {
    let whole = Place { file: "pack.toml", text: "" };
    for (deck, key) in Deck::ALL {
        if !sources.cards.iter().any(|card| card.deck == *deck) {
            found.push(whole.problem(&(0..0), format!("the folder cards/{key} has no card")));
        }
    }
    for letter in Letter::ALL {
        let own = |card: &CardSource<'_>| match &card.source.body {
            Some(CardFile::Expedition(file)) => file.letter == *letter,
            _ => false,
        };
        if !sources.cards.iter().any(own) {
            let message = format!("no Expedition card has the letter `{}`", letter.key());
            found.push(whole.problem(&(0..0), message));
        }
    }
    for law in sources.cards.iter().filter(|card| card.deck == Deck::Law) {
        let own = |card: &&CardSource<'_>| match &card.source.body {
            Some(CardFile::Consequence(file)) => file.law.get_ref() == law.id,
            // A file that could not be read may be the missing one.
            None => card.deck == Deck::Consequence && card.id.starts_with(law.id),
            _ => false,
        };
        let count = sources.cards.iter().filter(own).count();
        if count != 2 {
            let message = format!("a Law has 2 Consequences, `{}` has {count} (R-25.2)", law.id);
            found.push(law.source.place.problem(&(0..0), message));
        }
    }
}

fn check_buildings(place: Place<'_>, buildings: &[BuildingFile], found: &mut Vec<Problem>) {
    unique(place, buildings.iter().map(|building| &building.id), "building", found);
    for building in buildings {
        let id = building.id.get_ref();
        let mut wrong = |message: String| found.push(place.problem(&building.id.span(), message));
        if building.upgrade.is_some() != building.upgraded.is_some() {
            wrong(format!("`{id}` needs both `upgrade` (the cost) and `upgraded`, or neither"));
        }
        if building.part.is_some_and(|part| part >= PARTS) {
            wrong(format!("`{id}`: the parts of the Generator tile are 0 to {}", PARTS - 1));
        }
        if building.printed && building.part.is_none() {
            wrong(format!("`{id}` is printed, so it needs a `part`"));
        }
        if building.large && building.part.is_some() {
            wrong(format!("`{id}` is large and cannot stand on the Generator tile (R-13.16)"));
        }
    }
    let ruins = buildings.iter().filter(|building| building.ruins).count();
    if buildings.iter().any(|building| building.ruinable) && ruins != 1 {
        found.push(place.problem(&(0..0), format!("exactly one Building is `ruins`, not {ruins}")));
    }
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

fn check_society(place: Place<'_>, society: &SocietyFile, found: &mut Vec<Problem>) {
    let id = society.id.get_ref();
    let mut wrong = |holds: bool, message: &str| {
        if !holds {
            found.push(place.problem(&society.id.span(), format!("society `{id}`: {message}")));
        }
    };
    let pairs = || society.citizens.iter().zip(&society.sick);
    wrong(pairs().all(|(all, sick)| sick <= all), "more sick than Citizens");
    wrong(society.citizens.iter().all(|n| usize::from(*n) < POPULATION), "at most 50 of a type");
    wrong(society.hope[1] <= society.hope[0], "more active Hope than Hope");
    wrong((1..=6).contains(&society.hope[0]), "Hope starts with 1 to 6 tokens");
    wrong(society.discontent[1] <= society.discontent[0], "more active Discontent than Discontent");
    wrong(society.discontent[0] <= 5, "Discontent starts with at most 5 tokens");
    wrong(society.food <= 50, "at most 50 Food");
}

fn check_tables(place: Place<'_>, tables: &TablesFile, found: &mut Vec<Problem>) {
    let mut check = |holds: bool, span: std::ops::Range<usize>, message: &str| {
        if !holds {
            found.push(place.problem(&span, message));
        }
    };
    let heat = &tables.heat;
    let length = heat.cubes.len();
    check(
        length == heat.icons.get_ref().len() && length > 1,
        heat.icons.span(),
        "`icons` needs one entry for each of the `cubes`, at least 2 (U-1)",
    );
    let cold = usize::from(*heat.cold_start.get_ref());
    check(cold < length, heat.cold_start.span(), "`cold_start` is outside the Heat track (U-1)");
    let range = &tables.range;
    let inside = range.start.get_ref().iter().all(|level| *level <= range.last);
    check(inside, range.start.span(), "an indicator starts beyond the `last` level (U-2)");
    for tower in [&tables.stress.basic, &tables.stress.upgraded] {
        let t = tower.get_ref();
        let chances = [t.through, t.dislodge, t.pull, t.push];
        check(chances.iter().all(|p| *p <= 1000), tower.span(), "a chance is over 1000 (U-4)");
    }
    let meeples = tables.meeples.get_ref();
    let message = "`meeples` has a number for each of 0 to 50 Citizens: 51, never falling (U-5)";
    check(meeples.len() == POPULATION && meeples.is_sorted(), tables.meeples.span(), message);
    let message = "`rows` start at 0, ascend, and end before `loss`";
    let sick: Vec<u8> = tables.sickness.rows.get_ref().iter().map(|row| row.from).collect();
    check(ascends(&sick, tables.sickness.loss), tables.sickness.rows.span(), message);
    let hungry: Vec<u8> = tables.hunger.rows.get_ref().iter().map(|row| row.from).collect();
    check(ascends(&hungry, tables.hunger.loss), tables.hunger.rows.span(), message);
    let corpses = *tables.corpse_last.get_ref();
    check(corpses > 0, tables.corpse_last.span(), "the Corpse track has a last space (U-8)");
    let fed = tables.fed.get_ref().len();
    check(fed == ROUNDS, tables.fed.span(), "`fed` has a type for each of the 15 Rounds (U-9)");
    let drawer = &tables.map.drawer;
    check(*drawer.get_ref() < PARTS, drawer.span(), "the drawer is one of the parts 0 to 5");
    let walls = tables.map.walls.get_ref().iter();
    let deposits = walls.filter(|wall| !matches!(wall, super::files::Wall::Blank)).count();
    let enough = deposits >= usize::from(tables.map.deposits);
    check(enough, tables.map.walls.span(), "fewer wall tiles with a Deposit than `deposits`");
    let call = &tables.limits.call_to_rise;
    check(call.get_ref().is_sorted(), call.span(), "`call_to_rise` never falls (R-20.5)");
}

fn ascends(from: &[u8], loss: u8) -> bool {
    let rises = from.windows(2).all(|pair| pair[0] < pair[1]);
    rises && from.first() == Some(&0) && from.last().is_some_and(|last| *last < loss)
}

fn check_scenarios(place: Place<'_>, file: &PackFile, found: &mut Vec<Problem>) {
    unique(place, file.scenario.iter().map(|scenario| &scenario.id), "scenario", found);
    for scenario in &file.scenario {
        for card in [&scenario.first, &scenario.storm_card] {
            if !scenario.cards.iter().any(|own| own.get_ref() == card.get_ref()) {
                let message = format!("`{}` is not among the scenario's `cards`", card.get_ref());
                found.push(place.problem(&card.span(), message));
            }
        }
        if usize::from(scenario.storm) > ROUNDS {
            let message = format!("the Storm marker starts on Round 1 to {ROUNDS}");
            found.push(place.problem(&scenario.id.span(), message));
        }
    }
}

fn check_tiles(sources: &Sources<'_>, found: &mut Vec<Problem>) {
    let Some((_, pack)) = open(sources.pack.as_ref()) else { return };
    let Some((place, file)) = open(sources.tiles.as_ref()) else { return };
    let most = pack.tables.limits.per_space;
    for (at, tile) in file.near.iter().chain(&file.far).enumerate() {
        if [tile.a, tile.b].iter().flatten().any(|space| space.count > most) {
            let message = format!("tile {}: a space holds at most {most} (R-30.7)", at + 1);
            found.push(place.problem(&(0..0), message));
        }
    }
}

/// Each part of the Generator tile has one use: a Building, Resources, or the drawer.
fn check_parts(sources: &Sources<'_>, found: &mut Vec<Problem>) {
    let Some((place, pack)) = open(sources.pack.as_ref()) else { return };
    let Some((_, buildings)) = open(sources.buildings.as_ref()) else { return };
    let map = &pack.tables.map;
    let mut uses = [0_u8; PARTS as usize];
    let parts = buildings.building.iter().filter_map(|building| building.part);
    let parts = parts.chain(map.stuff.get_ref().iter().map(|stuff| stuff.part));
    for part in parts.chain([*map.drawer.get_ref()]) {
        if let Some(uses) = uses.get_mut(usize::from(part)) {
            *uses += 1;
        }
    }
    for (part, uses) in uses.iter().enumerate().filter(|(_, uses)| **uses > 1) {
        let message = format!("part {part} of the Generator tile has {uses} uses, at most 1");
        found.push(place.problem(&map.stuff.span(), message));
    }
}
