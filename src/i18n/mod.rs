//! Localization: formats messages as sentences, for the games and for the hall itself.
//!
//! The texts are in the Fluent files under `data`; this module has only their keys.
//!
//! * [`Catalog`]: message catalog of one language. [`Catalogs`]: one for each language of a folder,
//!   with English as the fallback.
//! * [`hall`]: messages of the hall itself, independent of the game.

mod catalog;
mod catalogs;
pub mod hall;

pub use catalog::{Catalog, keys_of};
pub use catalogs::Catalogs;
