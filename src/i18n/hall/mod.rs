//! Messages of the hall: refusals, notices, public decisions, and how a question was decided.
//!
//! Independent of game and platform: the front end supplies the names of users, seats and times
//! ([`Names`]), for example a mention in a chat or a plain name in a terminal.
//!
//! These messages can contain messages of the game (a role, a question), which the hall's catalog
//! does not have. Format them with [`localize`], which delegates those to the game.

mod decided_by;
mod notices;
mod public_decisions;
mod refusals;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use include_dir::{Dir, include_dir};

pub use decided_by::{decided_by, house_reason};
pub use notices::notice;
pub use public_decisions::public_decision;
pub use refusals::refusal;

use super::{Catalog, Catalogs};
use crate::council::{Timestamp, UserId};
use crate::game::{Localize, Message, Seat};

/// One folder per language, with one file per family of messages.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/hall/text");

static CATALOGS: Catalogs = Catalogs::new(&FILES);

/// Returns the hall's catalog of a language, or the English one if there is none.
pub fn hall_catalog(language: &str) -> &'static Catalog {
    CATALOGS.catalog(language)
}

/// Returns the languages of the hall's catalogs, English first.
pub fn languages() -> Vec<&'static str> {
    CATALOGS.languages()
}

/// Formats a message of the hall as a sentence. Messages of the game inside it are formatted by
/// `game`.
pub fn localize(language: &str, message: &Message, game: &dyn Localize) -> String {
    hall_catalog(language).localize_with(message, game)
}

/// Callbacks that turn ids and timestamps into texts of the front end.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// Name or mention of a user, the same in every language.
    pub user: &'a dyn Fn(UserId) -> String,
    /// The game's message for the role of a seat.
    pub seat: &'a dyn Fn(Seat) -> Message,
    /// Text or markup of a timestamp, the same in every language.
    pub timestamp: &'a dyn Fn(Timestamp) -> String,
}

impl Names<'_> {
    fn users(&self, users: &[UserId]) -> String {
        users.iter().map(|user| (self.user)(*user)).collect::<Vec<_>>().join(", ")
    }

    fn seats(&self, seats: &[Seat]) -> Vec<Message> {
        seats.iter().map(|seat| (self.seat)(*seat)).collect()
    }
}
