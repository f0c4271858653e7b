//! Pieces on the boards and the map: tokens, markers, Buildings, figures.
//!
//! May use: `ids`, `map`. Deliberately absent: rules; what a piece may do is asked of `look`.

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{BuildingId, CardId, Meeple, Mood};
use crate::frostpunk::rules::map::Space;

/// A token on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// Its type.
    pub mood: Mood,
    /// Light side up.
    pub active: bool,
}

/// The Generator board and the tower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Heat marker.
    pub heat: u8,
    /// Its Overheated side is up.
    pub overheated: bool,
    /// Cold marker.
    pub cold: u8,
    /// Heat Range indicators.
    pub ranges: [u8; 3],
    /// Cubes on the Stress track, overflow included.
    pub stress: u16,
    /// Cubes stuck in the tower (hidden).
    pub stuck: u8,
    /// Cubes waiting in the closed drawer (hidden).
    pub drawer: u8,
    /// The upgrade insert is installed.
    pub upgraded: bool,
}

/// A Trigger token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// Its Round space.
    pub round: u8,
    /// The card that put it there.
    pub card: CardId,
}

/// A Building on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Built {
    /// What it is.
    pub building: BuildingId,
    /// Its space; of a Large Building the first of the two.
    pub space: Space,
    /// Its upgraded side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub upgraded: bool,
    /// Its Ruins side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ruins: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// Figures by `Meeple`, where they are not placed on something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// In the supply, available.
    pub ready: [u8; 6],
    /// In the supply, not available again this round.
    pub resting: [u8; 6],
    /// On Spent tokens.
    pub spent: [u8; 6],
    /// In the bank.
    pub bank: [u8; 6],
    /// Used for an action this round (a count, not a place).
    pub used: [u8; 6],
    /// The Child Worker and Child Engineer are in the game only once gained.
    pub specialists: [bool; 2],
}

/// A figure placed this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The figure.
    pub meeple: Meeple,
    /// Where it stands.
    pub place: Place,
}

/// Where a figure can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Remove Snow space of the Supply board.
    Snow,
    /// Construction space of the Supply board.
    Construct,
    /// A space of the map; of a Large Building its first.
    Space(Space),
    /// The action area of a card.
    Card(CardId),
}
