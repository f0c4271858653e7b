//! What is written on the board from more than one place; each function also
//! reports its change.
//!
//! May use: `referee`. Deliberately absent: questions and choices. One file
//! per part of the board.

mod cards;
mod ground;
mod mood;
mod people;
mod stores;

pub use mood::TOKENS;
pub use stores::{STEEL, STRESS, SUPPLY, TRACK_END};
