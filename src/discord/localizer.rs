//! Localizer: messages of the hall and of the game as sentences, with Discord's markup for mentions
//! and timestamps.
//!
//! The texts live in `data/hall/text` and in the game.

use std::sync::Arc;

use crate::council::public_decision::PublicDecision;
use crate::council::seating::SeatState;
use crate::council::{Holder, Timestamp, UserId};
use crate::game::{Game, Message, Seat};
use crate::hall::erasure::is_alias;
use crate::i18n::hall::{self, Names};

/// Language, game and seats of a campaign: everything needed to turn messages into sentences.
#[derive(Clone)]
pub struct Localizer {
    /// Language of the sentences.
    pub language: String,
    /// Game of the campaign.
    pub game: Arc<dyn Game>,
    /// State of each seat, by seat number. Empty without a campaign.
    pub chairs: Vec<SeatState>,
}

impl Localizer {
    /// Returns a message of the hall as a sentence. Messages of the game inside it are localized by
    /// the game.
    pub fn say(&self, message: &Message) -> String {
        hall::localize(&self.language, message, self.game.localizer(&self.language))
    }

    /// Returns the message of the hall with this key and no arguments.
    pub fn word(&self, key: &str) -> String {
        self.say(&Message::new(key))
    }

    /// Returns a message of the game as a sentence.
    pub fn of_game(&self, message: &Message) -> String {
        self.game.localizer(&self.language).localize(message)
    }

    /// Returns the name of a seat's role. A seat that is not in `chairs` is named by its number.
    pub fn seat(&self, seat: Seat) -> Message {
        match self.chairs.get(usize::from(seat.0)) {
            Some(state) => self.game.role_name(&state.role),
            None => Message::new("table-seat").number("seat", i64::from(seat.0) + 1),
        }
    }

    /// Returns the role ids of the seats, in order.
    pub fn roles(&self) -> Vec<String> {
        self.chairs.iter().map(|state| state.role.clone()).collect()
    }

    /// Returns the role of a seat, with a mention of its holder or a note that the house plays.
    pub fn seat_held(&self, seat: Seat) -> String {
        let role = self.of_game(&self.seat(seat));
        match self.chairs.get(usize::from(seat.0)).map(|state| state.holder) {
            Some(Holder::User(user)) => format!("{role} {}", mention(user)),
            Some(Holder::House { .. }) => {
                self.say(&Message::new("table-house-plays").label("role", role))
            }
            _ => role,
        }
    }

    /// Returns public decisions, one line each. `name` returns the display name of a seat.
    pub fn decrees(
        &self,
        decisions: &[PublicDecision],
        name: &dyn Fn(Seat) -> String,
    ) -> Vec<String> {
        decisions.iter().map(|made| self.say(&hall::public_decision(made, name))).collect()
    }

    /// Returns a message of the hall that names users, seats and timestamps, as a sentence.
    pub fn named(&self, make: impl FnOnce(&Names<'_>) -> Message) -> String {
        self.say(&self.message(make))
    }

    /// Same as [`Localizer::named`], with a lower-case first letter, for use within a sentence.
    pub fn phrase(&self, make: impl FnOnce(&Names<'_>) -> Message) -> String {
        let sentence = self.named(make);
        let mut letters = sentence.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
    }

    /// Same as [`Localizer::named`], for an optional message.
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

/// Returns the mention of a user, which Discord shows as their name; a dash for an erased user.
pub fn mention(user: UserId) -> String {
    if is_alias(user) {
        return "—".to_owned();
    }
    format!("<@{}>", user.0)
}

/// Returns the mentions of several users, separated by spaces.
pub fn mentions(users: &[UserId]) -> String {
    users.iter().map(|user| mention(*user)).collect::<Vec<_>>().join(" ")
}

/// Returns a relative timestamp, such as "in 5 minutes", which Discord keeps current and shows in
/// the reader's language.
pub fn countdown(timestamp: Timestamp) -> String {
    format!("<t:{}:R>", timestamp.0.div_euclid(1000))
}

/// Returns a link to a message.
pub fn link(server: u64, channel: u64, message: u64) -> String {
    format!("https://discord.com/channels/{server}/{channel}/{message}")
}
