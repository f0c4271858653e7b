//! The English of the board's frame: headings, column titles, marks.
//!
//! In one place so that they can become messages when the board is drawn in
//! another language; the names of things already come from the word lists.

pub(super) const NO_VIEW: &str = "This is not a view of this game:";
pub(super) const ROUND_TRACK: &str = "ROUND TRACK";
pub(super) const TRACK_LEGEND: &str = "[ ] now   S storm   ! trigger   D development";
pub(super) const GENERATOR: &str = "GENERATOR";
pub(super) const PEOPLE: &str = "PEOPLE";
pub(super) const STORES: &str = "STORES";
pub(super) const MOOD: &str = "HOPE AND DISCONTENT";
pub(super) const SEATS: &str = "ADVISORS";
pub(super) const MAP: &str = "MAP";
pub(super) const BUILDINGS: &str = "BUILDINGS BOARD";
pub(super) const LAWS: &str = "LAWS";
pub(super) const TECHNOLOGIES: &str = "TECHNOLOGIES";
pub(super) const EXPEDITIONS: &str = "EXPEDITIONS";
pub(super) const IN_PLAY: &str = "CARDS IN PLAY";
pub(super) const PILES: &str = "DECKS AND DISCARD PILES";
pub(super) const WARM: &str = "warm";
pub(super) const COLD: &str = "cold";
pub(super) const NONE: &str = "none";
