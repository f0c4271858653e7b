//! How a table is spoken to: the hall's words and the game's, with mentions
//! and time stamps as Discord shows them.
//!
//! May use: `words`, the boundary. Deliberately absent: any English; the
//! sentences are in `data/hall/text`.

use std::sync::Arc;

use crate::council::public_decision::PublicDecision;
use crate::council::seating::SeatState;
use crate::council::{Holder, Timestamp, UserId};
use crate::game::{Game, Message, Seat};
use crate::hall::erasure::is_alias;
use crate::i18n::hall::{self, Names};

/// A language, a game and the chairs of a table: what is needed to name things.
#[derive(Clone)]
pub struct Localizer {
    /// The language.
    pub language: String,
    /// The game.
    pub game: Arc<dyn Game>,
    /// The chairs, in the order of the seats.
    pub chairs: Vec<SeatState>,
}

impl Localizer {
    /// A sentence of the hall; what is the game's inside it, the game says.
    pub fn say(&self, message: &Message) -> String {
        hall::localize(&self.language, message, self.game.localizer(&self.language))
    }

    /// A sentence of the hall without arguments.
    pub fn word(&self, key: &str) -> String {
        self.say(&Message::new(key))
    }

    /// A sentence of the game.
    pub fn of_game(&self, message: &Message) -> String {
        self.game.localizer(&self.language).localize(message)
    }

    /// The role of a seat.
    pub fn seat(&self, seat: Seat) -> Message {
        match self.chairs.get(usize::from(seat.0)) {
            Some(chair) => self.game.role_name(&chair.role),
            None => Message::new("table-seat").number("seat", i64::from(seat.0) + 1),
        }
    }

    /// The roles of the seats, in order.
    pub fn roles(&self) -> Vec<String> {
        self.chairs.iter().map(|chair| chair.role.clone()).collect()
    }

    /// The role of a seat, and who holds it.
    pub fn seat_held(&self, seat: Seat) -> String {
        let role = self.of_game(&self.seat(seat));
        match self.chairs.get(usize::from(seat.0)).map(|chair| chair.holder) {
            Some(Holder::User(user)) => format!("{role} {}", mention(user)),
            Some(Holder::House { .. }) => {
                self.say(&Message::new("table-house-plays").label("role", role))
            }
            _ => role,
        }
    }

    /// What was decided together, a line each; `name` says how a seat is called.
    pub fn decrees(
        &self,
        decrees: &[PublicDecision],
        name: &dyn Fn(Seat) -> String,
    ) -> Vec<String> {
        decrees.iter().map(|decree| self.say(&hall::public_decision(decree, name))).collect()
    }

    /// A message of the hall that names users, seats and moments.
    pub fn named(&self, make: impl FnOnce(&Names<'_>) -> Message) -> String {
        self.say(&self.message(make))
    }

    /// The same to stand within a sentence: its first letter is left as it is.
    pub fn phrase(&self, make: impl FnOnce(&Names<'_>) -> Message) -> String {
        let said = self.named(make);
        let mut letters = said.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    }

    /// The same, if there is one.
    pub fn named_if(&self, make: impl FnOnce(&Names<'_>) -> Option<Message>) -> Option<String> {
        let seat = |seat: Seat| self.seat(seat);
        let names = Names { user: &mention, seat: &seat, timestamp: &countdown };
        make(&names).map(|message| self.say(&message))
    }

    fn message(&self, make: impl FnOnce(&Names<'_>) -> Message) -> Message {
        let seat = |seat: Seat| self.seat(seat);
        make(&Names { user: &mention, seat: &seat, timestamp: &countdown })
    }
}

/// A user, so that Discord shows their name; who was forgotten has none.
pub fn mention(user: UserId) -> String {
    if is_alias(user) {
        return "—".to_owned();
    }
    format!("<@{}>", user.0)
}

/// Several users.
pub fn mentions(users: &[UserId]) -> String {
    users.iter().map(|user| mention(*user)).collect::<Vec<_>>().join(" ")
}

/// A moment, so that Discord counts down to it in the reader's own time.
pub fn countdown(moment: Timestamp) -> String {
    format!("<t:{}:R>", moment.0.div_euclid(1000))
}

/// A link to a message.
pub fn link(server: u64, channel: u64, message: u64) -> String {
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}
