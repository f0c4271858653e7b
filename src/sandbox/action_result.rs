//! Results of user actions: the first response, modals and messages.

use std::fmt;
use std::time::Duration;

use serde_json::Value;

use super::ids::Id;

/// First response to an interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Ack {
    /// A new message.
    Reply {
        /// Whether only the acting user sees it.
        ephemeral: bool,
    },
    /// "The bot is thinking": a message may follow.
    DeferredReply {
        /// Whether only the acting user sees it.
        ephemeral: bool,
    },
    /// An edit of the message the component is on.
    Update,
    /// An acknowledgement without a visible change.
    DeferredUpdate,
    /// Autocomplete choices.
    Autocomplete(Vec<Value>),
    /// A modal to fill in.
    Modal(Modal),
    /// A failure, with the text the user sees.
    Failed(String),
}

impl Ack {
    /// Whether the bot responded successfully.
    pub fn is_answered(&self) -> bool {
        !matches!(self, Ack::Failed(_))
    }
}

/// A modal that is open for a user.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The interaction it is the response to.
    pub opened_by: Id,
    /// The user it is open for.
    pub user: Id,
    /// The channel it was opened in.
    pub channel: Id,
    /// The message of the component that opened it.
    pub message: Option<Id>,
    /// The custom id.
    pub custom_id: String,
    /// The title.
    pub title: String,
    /// The action rows.
    pub components: Vec<Value>,
}

impl Modal {
    /// Text inputs, in order.
    pub fn inputs(&self) -> impl Iterator<Item = &Value> {
        self.components.iter().filter_map(|row| row["components"].get(0))
    }
}

/// A message, with details only the sandbox knows.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownMessage {
    /// The message id.
    pub id: Id,
    /// The channel it is in.
    pub channel: Id,
    /// The message object, as the API returns it.
    pub value: Value,
    /// Users it pinged.
    pub pinged: Vec<Id>,
    /// The only user who sees it, if it is ephemeral.
    pub only: Option<Id>,
}

impl ShownMessage {
    /// The message content.
    pub fn content(&self) -> &str {
        self.value["content"].as_str().unwrap_or_default()
    }

    /// The message flags.
    pub fn flags(&self) -> u64 {
        self.value["flags"].as_u64().unwrap_or(0)
    }

    /// The embeds.
    pub fn embeds(&self) -> &[Value] {
        self.value["embeds"].as_array().map_or(&[], Vec::as_slice)
    }

    /// The attachments.
    pub fn attachments(&self) -> &[Value] {
        self.value["attachments"].as_array().map_or(&[], Vec::as_slice)
    }

    /// Buttons and selects, in order.
    pub fn components(&self) -> impl Iterator<Item = &Value> {
        let rows = self.value["components"].as_array().into_iter().flatten();
        rows.filter_map(|row| row["components"].as_array()).flatten()
    }

    /// Custom ids of the enabled components.
    pub fn custom_ids(&self) -> Vec<&str> {
        let open = self.components().filter(|one| one["disabled"] != true);
        open.filter_map(|one| one["custom_id"].as_str()).collect()
    }

    /// The button or select with this custom id.
    pub fn component(&self, custom_id: &str) -> Option<&Value> {
        self.components().find(|one| one["custom_id"] == custom_id)
    }

    /// All readable text, one piece per line: content, embeds, component labels.
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

/// Result of a user action.
#[derive(Clone, Debug)]
pub struct ActionResult {
    /// Id of the interaction.
    pub interaction: Id,
    /// The first response.
    pub ack: Ack,
    /// Time until the first response or, without one, until the wait ended.
    pub after: Duration,
    /// The message that the first response sent or edited.
    pub said: Option<ShownMessage>,
}

impl ActionResult {
    /// The modal, if the response opened one.
    pub fn modal(&self) -> Option<&Modal> {
        match &self.ack {
            Ack::Modal(modal) => Some(modal),
            _ => None,
        }
    }

    /// All text of the first response; empty without a message.
    pub fn text(&self) -> String {
        self.said.as_ref().map(ShownMessage::text).unwrap_or_default()
    }
}

/// An action that the client refuses to send, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionRefused(pub String);

impl fmt::Display for ActionRefused {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.0)
    }
}

impl std::error::Error for ActionRefused {}

impl ActionRefused {
    pub(super) fn because(reason: impl Into<String>) -> Self {
        ActionRefused(reason.into())
    }
}
