//! What the hall says of itself: refusals, how a question was decided, news.
//!
//! May use: the plain words of `council`, the boundary. Deliberately absent:
//! any one game, any platform. Users, seats and moments are named by whoever
//! asks ([`Names`]): a mention in a chat, a plain name in a terminal.
//!
//! A message made here may hold messages of the game (a role, a question), which
//! the hall's own list cannot say. So say it with [`say`], which asks the game for those.

mod decrees;
mod how;
mod news;
mod refusals;
#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use include_dir::{Dir, include_dir};

pub use decrees::decree;
pub use how::{how, why};
pub use news::news;
pub use refusals::refusal;

use super::{Catalog, Library};
use crate::council::{Timestamp, UserId};
use crate::game::{Localize, Message, Seat};

/// One folder for each language, one file for each family of messages.
static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/data/hall/text");

static LISTS: Library = Library::new(&FILES);

/// The hall's words in a language; English if there is no such list.
pub fn hall_words(language: &str) -> &'static Catalog {
    LISTS.words(language)
}

/// Every language the hall speaks, English first.
pub fn languages() -> Vec<&'static str> {
    LISTS.languages()
}

/// A message of the hall as a sentence; what is the game's inside it, the game says.
pub fn say(language: &str, message: &Message, game: &dyn Localize) -> String {
    hall_words(language).say_with(message, game)
}

/// How a front end shows what the hall knows by number.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// A user, the same in every language: a mention, a name.
    pub user: &'a dyn Fn(UserId) -> String,
    /// A seat, as the game calls its role.
    pub seat: &'a dyn Fn(Seat) -> Message,
    /// A moment, the same in every language: a time stamp.
    pub moment: &'a dyn Fn(Timestamp) -> String,
}

impl Names<'_> {
    fn users(&self, users: &[UserId]) -> String {
        users.iter().map(|user| (self.user)(*user)).collect::<Vec<_>>().join(", ")
    }

    fn seats(&self, seats: &[Seat]) -> Vec<Message> {
        seats.iter().map(|seat| (self.seat)(*seat)).collect()
    }
}
