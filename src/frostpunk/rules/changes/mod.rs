//! The only functions that write the board; each one also reports its change.
//!
//! May use: `referee`. Deliberately absent: questions and choices. One file
//! per part of the board.

mod cards;
mod ground;
mod mood;
mod people;
mod stores;
