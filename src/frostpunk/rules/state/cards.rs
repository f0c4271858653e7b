//! Where cards and tiles lie: decks, displays, Laws, Technologies, Expeditions.
//!
//! May use: `ids`. Deliberately absent: what a card says; only its number is kept.

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{CardId, Meeple, TileId};

/// Every deck and pile, by card number; the end of a list is the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// Morning deck.
    pub morning: Vec<CardId>,
    /// Dusk deck.
    pub dusk: Vec<CardId>,
    /// Dusk discard pile.
    pub dusk_discard: Vec<CardId>,
    /// Dusk cards still in the box.
    pub dusk_box: Vec<CardId>,
    /// Social Disputes to come; the last is the next.
    pub disputes: Vec<CardId>,
    /// Law Consequences, unseen.
    pub consequences: Vec<CardId>,
    /// Weather deck.
    pub weather: Vec<CardId>,
    /// Weather discard pile.
    pub weather_discard: Vec<CardId>,
    /// Citizen deck.
    pub citizens: Vec<CardId>,
    /// Citizen discard pile.
    pub citizen_discard: Vec<CardId>,
    /// Expedition decks by letter.
    pub expeditions: [Vec<CardId>; 3],
    /// Future Laws.
    pub future_laws: Vec<CardId>,
    /// Scenario cards, face down.
    pub scenario: Vec<CardId>,
    /// Near tiles.
    pub near: Vec<TileId>,
    /// Far tiles.
    pub far: Vec<TileId>,
    /// Cards out of the game.
    pub removed: Vec<CardId>,
}

/// A card lying open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InPlay {
    /// The card.
    pub card: CardId,
    /// Where it lies.
    pub zone: Zone,
    /// Resources on it.
    #[serde(default)]
    pub goods: [u8; 4],
    /// Its Special Action was taken this round, or ever if it works once.
    #[serde(default)]
    pub used: bool,
}

/// Where an open card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Being resolved.
    Resolving,
    /// Event display.
    Event,
    /// Scenario display.
    Scenario,
    /// On its Law (L05A).
    Law,
}

/// An introduced Law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Introduced {
    /// The Law.
    pub card: CardId,
    /// The Consequence that covers it.
    pub covered: Option<CardId>,
}

/// A Technology in the display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technology {
    /// The card.
    pub card: CardId,
    /// It works.
    pub developed: bool,
}

/// An Expedition stack, bottom card first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Its cards.
    pub legs: Vec<Leg>,
    /// The Scout on it, and the space of the path where it stands.
    pub scout: Option<(Meeple, u8)>,
}

/// A card of an Expedition stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// The card.
    pub card: CardId,
    /// The Continue option taken, if it lies black side up.
    pub taken: Option<u8>,
}
