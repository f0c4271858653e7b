//! Presentation: what a front end needs to display a game, such as names, pictures and reference
//! articles.
//!
//! Sizes and markup of a platform are not known here.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Event, Message, Outcome};

/// PNG image with its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Encoded file.
    pub png: Vec<u8>,
    /// Alternative text, at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// Animated image with its description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Animation {
    /// Encoded file.
    pub bytes: Vec<u8>,
    /// File extension, without the dot.
    pub extension: &'static str,
    /// Alternative text, at most [`LONGEST_ALT`] characters.
    pub alt: String,
}

/// Finished campaign, as input for its poster.
#[derive(Clone, Copy, Debug)]
pub struct PosterInput<'a> {
    /// Last public view.
    pub view: &'a Value,
    /// Public view at the end of each round.
    pub rounds: &'a [Value],
    /// Display names of the players.
    pub names: &'a [String],
    /// Public decisions, one line each: the question, the answer and who voted for it.
    pub decreed: &'a [String],
    /// Result of the campaign.
    pub outcome: &'a Outcome,
}

/// Maximum length of an alternative text, in characters.
pub const LONGEST_ALT: usize = 1024;

/// Entry of a list that a user picks from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub name: Message,
}

/// Option that is set before a campaign begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupOption {
    /// Key in [`super::Setup::options`].
    pub key: String,
    /// Display name.
    pub name: Message,
    /// Possible values; the first is the default.
    pub values: Vec<ListItem>,
}

/// Reference article: a card, a topic of the rules or a lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    /// Heading.
    pub title: String,
    /// Kind of article, such as the deck of a card.
    pub kind: String,
    /// Flavour text.
    pub story: Option<String>,
    /// Rules text, one line each.
    pub lines: Vec<String>,
    /// Ids of related topics.
    pub more: Vec<String>,
}

/// Form of an [`Event`] that everybody may read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicEvent {
    /// Stable kind of event.
    pub kind: String,
    /// Description.
    pub text: Message,
    /// Ids and numbers, in the game's own format.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub data: Value,
    /// Whether a public vote caused it, not a seat.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "by_people")]
    pub by_public: bool,
}

/// Returns the public forms of events. Events that only one seat may know are left out.
pub fn public_events(events: &[Event]) -> Vec<PublicEvent> {
    let public = |event: &Event| {
        let text = event.public.clone()?;
        Some(PublicEvent {
            kind: event.kind.clone(),
            text,
            data: event.data.clone(),
            by_public: false,
        })
    };
    events.iter().filter_map(public).collect()
}

/// Choice that the house recommends, with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Key of the choice.
    pub choice: String,
    /// Reason, in one sentence.
    pub why: Message,
}
