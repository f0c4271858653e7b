//! Words for the picture, from the word lists.
//!
//! May use: the boundary's words. Deliberately absent: English; a key that no
//! list has is shown in brackets, never a panic.

use crate::frostpunk::view::View;
use crate::game::{Localize, Message};

/// The words of a language.
#[derive(Clone, Copy)]
pub(super) struct Said<'a>(pub(super) &'a dyn Localize);

impl Said<'_> {
    /// A message.
    pub(super) fn say(self, message: &Message) -> String {
        self.0.localize(message)
    }

    /// A message without arguments.
    pub(super) fn key(self, key: &str) -> String {
        self.say(&Message::new(key))
    }

    /// A word of one of the closed lists: `phase-dawn`.
    pub(super) fn word(self, list: &str, key: &str) -> String {
        self.key(&format!("{list}-{key}"))
    }

    /// A card by its title; copies (`M001.2`) share the title of the first.
    pub(super) fn card(self, id: &str) -> String {
        self.word("card", id.split('.').next().unwrap_or(id))
    }

    /// So much of something: "3 Wood".
    pub(super) fn some(self, key: &str, count: impl Into<i64>) -> String {
        self.say(&Message::new(format!("some-{key}")).number("count", count))
    }

    /// The Advisor of a seat; a dash if there is no such seat.
    pub(super) fn advisor(self, view: &View, seat: u8) -> String {
        let role = view.seats.get(usize::from(seat)).map(|seat| self.word("advisor", &seat.role));
        role.unwrap_or_else(|| self.key("picture-none"))
    }
}
