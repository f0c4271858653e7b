//! Words: messages into sentences, for the games and for the hall itself.
//!
//! May use: Fluent, the boundary (`game`); [`hall`] also the plain words of
//! `council`. Deliberately absent: any one game's folder, and any English:
//! the sentences are in the word lists under `data`.
//!
//! * [`Catalog`]: the words of one language. [`Library`]: a folder of them,
//!   where English stands in for what another language lacks.
//! * [`hall`]: what the hall says of itself, whatever is played.

mod catalog;
pub mod hall;
mod library;

pub use catalog::{Catalog, keys_of};
pub use library::Library;
