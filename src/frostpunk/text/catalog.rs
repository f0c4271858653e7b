//! The word lists of this game: where they are, and what they are asked.
//!
//! May use: `words` and the embedded files. Deliberately absent: Fluent, and
//! any rule of the game.

use include_dir::{Dir, include_dir};

pub use crate::i18n::Catalog;
use crate::i18n::Catalogs;

/// One folder for each language, one file for each family of messages.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/frostpunk/text");

static LISTS: Catalogs = Catalogs::new(&FILES);

/// The words of a language; English if there is no such list.
pub fn words(language: &str) -> &'static Catalog {
    LISTS.catalog(language)
}
