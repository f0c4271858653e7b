//! What is under way for a moment only: a turn, a Night, the starting cards; and the end.
//!
//! May use: `ids`, `map`. Deliberately absent: what comes next, which is on the stack (`frame`).

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{Action, CardId, Loss, Meeple, TileId};
use crate::frostpunk::rules::map::{Cell, Space};

/// The turn being taken in the Action Phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The action chosen.
    pub action: Option<Action>,
    /// The Citizen card played with it.
    pub card: Option<CardId>,
    /// Whether a card is played was settled.
    pub card_settled: bool,
    /// The figure chosen.
    pub meeple: Option<Meeple>,
    /// The space chosen.
    pub space: Option<Space>,
    /// The card whose Special Action is taken.
    pub special: Option<CardId>,
    /// The stack a Scout sets out on.
    pub stack: Option<u8>,
    /// The council has just decided to go on, so ending is not asked again.
    pub go_on: bool,
    /// Tiles placed face down, to be flipped together.
    pub laid: Vec<Cell>,
    /// Spaces already chosen by a running effect (Thumper, Gathering Post).
    pub chosen: Vec<Space>,
    /// Dusk cards being looked at; they are still in the deck.
    pub looked: Vec<CardId>,
    /// Far tiles being looked at, taken off their stack.
    pub tiles: Vec<TileId>,
    /// Cards whose Dusk effects are still to come.
    pub queue: Vec<CardId>,
}

/// Who sleeps where this Night.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightBook {
    /// Warm slots for anyone.
    pub slots: u8,
    /// Warm slots for one type only.
    pub own: [u8; 3],
    /// Meeples that still need a place, by type.
    pub restless: [u8; 3],
    /// Meeples that stay standing.
    pub standing: u8,
    /// Somebody slept in the cold this Night.
    pub cold: bool,
}

/// One seat's starting discard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The card chosen, not yet revealed.
    pub chosen: Option<CardId>,
    /// Chosen because nothing could be paid.
    pub unpaid: bool,
    /// A card taken back, which may not be chosen again.
    pub barred: Vec<CardId>,
    /// Paid and discarded.
    pub done: bool,
}

/// How a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The goal of the scenario.
    Won,
    /// The city fell.
    Lost(Loss),
}
