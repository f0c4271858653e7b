//! What came of something a person did.
//!
//! May use: `serde_json`. Deliberately absent: how it was done.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::ids::Id;

/// The first answer to an interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Ack {
    /// A message.
    Reply {
        /// For the acting user only.
        ephemeral: bool,
    },
    /// "The bot is thinking"; a message follows, or not.
    DeferredReply {
        /// For the acting user only.
        ephemeral: bool,
    },
    /// The message of the component was changed.
    Update,
    /// Heard; nothing is to be seen yet.
    DeferredUpdate,
    /// Choices for an option.
    Autocomplete(Vec<Value>),
    /// A form opens.
    Modal(Modal),
    /// The user reads that the interaction failed.
    Failed(String),
}

impl Ack {
    /// The bot has answered.
    pub fn is_answered(&self) -> bool {
        !matches!(self, Ack::Failed(_))
    }
}

/// A form that stands open in front of a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The interaction it answered.
    pub opened_by: Id,
    /// Before whom it stands.
    pub user: Id,
    /// Where.
    pub channel: Id,
    /// The message of the component that opened it.
    pub message: Option<Id>,
    /// Its id.
    pub custom_id: String,
    /// Its title.
    pub title: String,
    /// Its rows.
    pub components: Vec<Value>,
}

impl Modal {
    /// Its text inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().filter_map(|row| row["components"].get(0))
    }
}

/// A message, and what only the sandbox knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Its id.
    pub id: Id,
    /// Its channel.
    pub channel: Id,
    /// As Discord would give it.
    pub value: Value,
    /// Who was really called by it.
    pub pinged: Vec<Id>,
    /// Ephemeral: only this user sees it.
    pub only: Option<Id>,
}

impl Message {
    /// Its text.
    pub fn content(&self) -> &str {
        self.value["content"].as_str().unwrap_or_default()
    }

    /// Its flags.
    pub fn flags(&self) -> u64 {
        self.value["flags"].as_u64().unwrap_or(0)
    }

    /// Its embeds.
    pub fn embeds(&self) -> &[Value] {
        self.value["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its attachments.
    pub fn attachments(&self) -> &[Value] {
        self.value["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Its buttons and selects, in order.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        let rows = self.value["components"].as_array().into_iter().flatten();
        rows.filter_map(|row| row["components"].as_array()).flatten()
    }

    /// The ids of what can be clicked or chosen from.
    pub fn custom_ids(&self) -> Vec<&str> {
        let open = self.components().filter(|one| one["disabled"] != true);
        open.filter_map(|one| one["custom_id"].as_str()).collect()
    }

    /// A button or select.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        self.components().find(|one| one["custom_id"] == custom_id)
    }

    /// Everything that can be read in it: text, embeds, labels.
    pub fn text(&self) -> String {
        let mut all = vec![self.content().to_owned()];
        for embed in self.embeds() {
            let own = [&embed["author"]["name"], &embed["title"], &embed["description"]];
            let fields = embed["fields"].as_array().into_iter().flatten();
            let fields = fields.flat_map(|field| [&field["name"], &field["value"]]);
            let last = std::iter::once(&embed["footer"]["text"]);
            let texts = own.into_iter().chain(fields).chain(last);
            all.extend(texts.filter_map(|text| text.as_str().map(str::to_owned)));
        }
        all.extend(self.components().filter_map(|one| one["label"].as_str().map(str::to_owned)));
        all.retain(|text| !text.is_empty());
        all.join("\n")
    }
}

/// What came of something a person did.
#[derive(Clone, Debug)]
pub struct Acted {
    /// The interaction.
    pub interaction: Id,
    /// How it was answered first.
    pub ack: Ack,
    /// How long that took.
    pub after: Duration,
    /// The message that was sent or changed by the first answer.
    pub said: Option<Message>,
}

impl Acted {
    /// The form that opened.
    pub fn modal(&self) -> Option<&Modal> {
        match &self.ack {
            Ack::Modal(modal) => Some(modal),
            _ => None,
        }
    }

    /// The text of the first answer.
    pub fn text(&self) -> String {
        self.said.as_ref().map(Message::text).unwrap_or_default()
    }
}

/// The client would not even send it; nothing has happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}

impl Refused {
    pub(super) fn because(why: impl Into<String>) -> Self {
        Refused(why.into())
    }
}
