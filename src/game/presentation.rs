//! What a game lends to whoever shows it: names, pictures, cards to look up,
//! a story of what happened.
//!
//! May use: the boundary's own words. Deliberately absent: how and where it is
//! shown; sizes and marks of any platform.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Event, Message, Outcome};

/// A picture, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The file.
    pub png: Vec<u8>,
    /// The same in words, at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// A picture that moves, ready to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// The file.
    pub bytes: Vec<u8>,
    /// How the name of such a file ends, without a dot.
    pub extension: &'static str,
    /// The same in words, at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// A campaign that is over, for the picture to keep of it.
#[derive(Clone, Copy, Debug)]
pub struct PosterInput<'a> {
    /// The last public view.
    pub view: &'a Value,
    /// One public view a round.
    pub rounds: &'a [Value],
    /// Those who played.
    pub names: &'a [String],
    /// What the public was asked, what was decided, and who wanted it: a line each.
    pub decreed: &'a [String],
    /// How it ended.
    pub outcome: &'a Outcome,
}

/// The longest description of a picture, in characters.
pub const LONGEST_ALT: usize = 1024;

/// Something that can be picked from a list by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// Its stable word.
    pub id: String,
    /// What it is called.
    pub name: Message,
}

/// Something a game wants to know before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupOption {
    /// Its key in [`super::Setup::options`].
    pub key: String,
    /// What it is called.
    pub name: Message,
    /// What can be picked; the first is the default.
    pub values: Vec<ListItem>,
}

/// Something looked up: a card, a matter of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    /// What it is.
    pub title: String,
    /// What kind of thing it is, such as the deck of a card.
    pub kind: String,
    /// Its story, if it has one.
    pub story: Option<String>,
    /// What it does, a line each.
    pub lines: Vec<String>,
    /// Matters of the rules to go on with, by their ids.
    pub more: Vec<String>,
}

/// An event as everybody may hear it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicEvent {
    /// What kind of event it is.
    pub kind: String,
    /// In words.
    pub text: Message,
    /// Ids and numbers.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub data: Value,
    /// It came of a vote of the people, and of no seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_people: bool,
}

/// The public forms of events; what only a seat may know stays with the seat.
pub fn public_events(events: &[Event]) -> Vec<PublicEvent> {
    let public = |event: &Event| {
        let text = event.public.clone()?;
        Some(PublicEvent {
            kind: event.kind.clone(),
            text,
            data: event.data.clone(),
            by_people: false,
        })
    };
    events.iter().filter_map(public).collect()
}

/// What the house would choose, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The key of the choice.
    pub choice: String,
    /// Why, in one sentence.
    pub why: Message,
}
