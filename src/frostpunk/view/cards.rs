//! Laws, Technologies, Expeditions, displays and open piles.
//!
//! May use: `rules`. Deliberately absent: the order and contents of face-down
//! decks; of them only the number of cards is shown. Cards out of the game are
//! a number too, because an unseen Consequence may be among them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{CardId, Letter, Resource};
use crate::frostpunk::rules::program::{Body, Deck, Hint, Pack};
use crate::frostpunk::rules::state::{City, InPlay, Introduced, Leg, Stack, Zone};

/// Everything made of cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards {
    /// Introduced Laws.
    pub laws: Vec<LawView>,
    /// Laws that can still be introduced, some only in theory.
    pub future_laws: Vec<String>,
    /// Technology display.
    pub technologies: Vec<TechnologyView>,
    /// The Technology in development.
    pub development: Option<DevelopmentView>,
    /// Expedition stacks.
    pub expeditions: Vec<ExpeditionView>,
    /// Cards lying open: Event and Scenario display, on a Law, being resolved.
    pub open: Vec<OpenCard>,
    /// Scenario cards that were ever turned face up.
    pub revealed: Vec<String>,
    /// The Social Dispute in the Dusk deck.
    pub dispute: Option<String>,
    /// The next Social Dispute: its pile lies face up.
    pub next_dispute: Option<String>,
    /// Discard piles.
    pub piles: Piles,
    /// Cards left in each deck.
    pub decks: DeckSizes,
}

/// An introduced Law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LawView {
    /// The Law.
    pub card: String,
    /// The Consequence that covers it; a covered Law is ignored.
    pub covered_by: Option<String>,
}

/// A Technology.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TechnologyView {
    /// The card.
    pub card: String,
    /// Its cost in Rounds.
    pub cost: u8,
    /// It works.
    pub developed: bool,
}

/// A development.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DevelopmentView {
    /// The Technology.
    pub card: String,
    /// The Round its token lies on.
    pub round: u8,
}

/// An Expedition stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpeditionView {
    /// Its cards, bottom first.
    pub cards: Vec<ExpeditionCard>,
    /// The Scout on it.
    pub scout: Option<ScoutView>,
}

/// A card of an Expedition stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpeditionCard {
    /// The card.
    pub card: String,
    /// Its letter.
    pub letter: String,
    /// Spaces of its path.
    pub path: u8,
    /// What its white side promises: goods, people or mixed.
    pub hint: String,
    /// It lies black side up.
    pub black: bool,
}

/// A Scout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoutView {
    /// The figure.
    pub meeple: String,
    /// Its space of the path.
    pub space: u8,
}

/// A card lying open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenCard {
    /// The card.
    pub card: String,
    /// Where it lies: resolving, event, scenario or law.
    pub zone: Zone,
    /// Resources on it.
    pub goods: BTreeMap<String, u8>,
    /// Its Special Action was taken.
    pub used: bool,
}

/// Discard piles, the top card last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Piles {
    /// Dusk discard pile.
    pub dusk: Vec<String>,
    /// Weather discard pile.
    pub weather: Vec<String>,
    /// Citizen discard pile.
    pub citizen: Vec<String>,
}

/// Cards left in each deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeckSizes {
    /// Morning deck.
    pub morning: usize,
    /// Dusk deck.
    pub dusk: usize,
    /// Social Disputes to come.
    pub disputes: usize,
    /// Law Consequences.
    pub consequences: usize,
    /// Weather deck.
    pub weather: usize,
    /// Citizen deck.
    pub citizens: usize,
    /// Expedition decks A, B, C.
    pub expeditions: [usize; 3],
    /// Scenario cards face down.
    pub scenario: usize,
    /// Near tiles.
    pub near: usize,
    /// Far tiles.
    pub far: usize,
    /// Cards out of the game.
    pub removed: usize,
}

pub(super) fn cards(pack: &Pack, city: &City) -> Cards {
    let ids = |list: &[CardId]| names(pack, list);
    Cards {
        laws: laws(pack, city),
        future_laws: ids(&city.decks.future_laws),
        technologies: technologies(pack, city),
        development: city
            .development
            .map(|(card, round)| DevelopmentView { card: name(pack, card), round }),
        expeditions: city.stacks.iter().map(|stack| expedition(pack, stack)).collect(),
        open: city.in_play.iter().map(|open| open_card(pack, open)).collect(),
        revealed: ids(&city.revealed),
        dispute: dispute(pack, city).map(|card| name(pack, card)),
        next_dispute: city.decks.disputes.last().map(|card| name(pack, *card)),
        piles: Piles {
            dusk: ids(&city.decks.dusk_discard),
            weather: ids(&city.decks.weather_discard),
            citizen: ids(&city.decks.citizen_discard),
        },
        decks: sizes(city),
    }
}

pub(super) fn name(pack: &Pack, card: CardId) -> String {
    pack.card(card).id.clone()
}

fn names(pack: &Pack, cards: &[CardId]) -> Vec<String> {
    cards.iter().map(|card| name(pack, *card)).collect()
}

/// The Social Dispute in the Dusk deck, which everybody has read.
pub(super) fn dispute(pack: &Pack, city: &City) -> Option<CardId> {
    city.decks.dusk.iter().copied().find(|card| pack.card(*card).deck == Deck::Dispute)
}

fn laws(pack: &Pack, city: &City) -> Vec<LawView> {
    let law = |law: &Introduced| LawView {
        card: name(pack, law.card),
        covered_by: law.covered.map(|card| name(pack, card)),
    };
    city.laws.iter().map(law).collect()
}

fn technologies(pack: &Pack, city: &City) -> Vec<TechnologyView> {
    let cost = |card| match pack.card(card).body {
        Body::Technology(rounds) => rounds,
        _ => 0,
    };
    let display = city.technologies.iter();
    display
        .map(|t| TechnologyView {
            card: name(pack, t.card),
            cost: cost(t.card),
            developed: t.developed,
        })
        .collect()
}

fn expedition(pack: &Pack, stack: &Stack) -> ExpeditionView {
    ExpeditionView {
        cards: stack.legs.iter().filter_map(|leg| expedition_card(pack, leg)).collect(),
        scout: stack
            .scout
            .map(|(meeple, space)| ScoutView { meeple: meeple.key().to_owned(), space }),
    }
}

fn expedition_card(pack: &Pack, leg: &Leg) -> Option<ExpeditionCard> {
    let printed = pack.expedition(leg.card)?;
    let hint = match printed.hint {
        Hint::Goods => "goods",
        Hint::People => "people",
        Hint::Mixed => "mixed",
    };
    Some(ExpeditionCard {
        card: name(pack, leg.card),
        letter: printed.letter.key().to_owned(),
        path: printed.path,
        hint: hint.to_owned(),
        black: leg.taken.is_some(),
    })
}

fn open_card(pack: &Pack, open: &InPlay) -> OpenCard {
    let goods = Resource::ALL.iter().map(|r| (r.key().to_owned(), open.goods[r.at()]));
    OpenCard {
        card: name(pack, open.card),
        zone: open.zone,
        goods: goods.filter(|(_, count)| *count > 0).collect(),
        used: open.used,
    }
}

fn sizes(city: &City) -> DeckSizes {
    let decks = &city.decks;
    let letter = |letter: Letter| city.expedition_deck(letter).len();
    DeckSizes {
        morning: decks.morning.len(),
        dusk: decks.dusk.len(),
        disputes: decks.disputes.len(),
        consequences: decks.consequences.len(),
        weather: decks.weather.len(),
        citizens: decks.citizens.len(),
        expeditions: [letter(Letter::A), letter(Letter::B), letter(Letter::C)],
        scenario: decks.scenario.len(),
        near: decks.near.len(),
        far: decks.far.len(),
        removed: decks.removed.len(),
    }
}
