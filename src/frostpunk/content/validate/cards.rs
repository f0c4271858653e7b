//! Checks of the cards: Returns, pairs, Consequences, cards nobody can reach.
//!
//! May use: `read`, `program`. Deliberately absent: unknown names (`lower`).

use std::collections::BTreeSet;

use toml::Spanned;

use super::ROUNDS;
use crate::frostpunk::content::files::ArrowFile;
use crate::frostpunk::content::problem::Found;
use crate::frostpunk::content::read::{CardFile, CardSource, Place, Sources};
use crate::frostpunk::rules::ids::{CardId, Letter};
use crate::frostpunk::rules::program::{Deck, Op, Pack};

pub(super) fn check_card(card: &CardSource<'_>, sources: &Sources<'_>, found: &mut Found) {
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
pub(super) fn check_pair(
    id: &str,
    pair: &Spanned<String>,
    place: Place<'_>,
    sources: &Sources<'_>,
    found: &mut Found,
) {
    let other = sources.cards.iter().find(|card| card.id == pair.get_ref());
    let Some(Some(CardFile::Law(other))) = other.map(|card| &card.source.body) else {
        return;
    };
    let back = other.pair.as_ref().map(|pair| pair.get_ref().as_str());
    if back != Some(id) {
        let named = back.unwrap_or("no Law");
        let message = format!("`{}` names {named} as its pair, not `{id}`", pair.get_ref());
        found.push(place.problem(&pair.span(), message));
    }
}

/// A card that no other card brings into play was forgotten somewhere.
pub(super) fn check_reach(sources: &Sources<'_>, pack: &Pack, found: &mut Found) {
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
pub(super) fn check_decks(sources: &Sources<'_>, found: &mut Found) {
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
