//! Messages: sentences without a language, and the trait that localizes them.
//!
//! A game states a key and its arguments; its own [`Localize`] turns them into a sentence of a
//! language. No language is known here.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A sentence without a language: a key and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Key in the catalog of the game.
    pub key: String,
    /// Arguments by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Arg>,
}

/// Argument of a [`Message`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// Number, formatted and pluralized by the catalog.
    Number(i64),
    /// Text that is the same in every language, such as a label printed on the board.
    Label(String),
    /// Nested message, such as the name of a card.
    Message(Box<Message>),
    /// Messages that the catalog joins to a list.
    List(Vec<Message>),
}

impl Message {
    /// Creates a message without arguments.
    pub fn new(key: impl Into<String>) -> Self {
        Message { key: key.into(), args: BTreeMap::new() }
    }

    /// Adds a number.
    pub fn number(self, name: &str, value: impl Into<i64>) -> Self {
        self.arg(name, Arg::Number(value.into()))
    }

    /// Adds a label of the board.
    pub fn label(self, name: &str, value: impl Into<String>) -> Self {
        self.arg(name, Arg::Label(value.into()))
    }

    /// Adds a nested message.
    pub fn message(self, name: &str, value: Message) -> Self {
        self.arg(name, Arg::Message(Box::new(value)))
    }

    /// Adds a list of messages.
    pub fn list(self, name: &str, value: Vec<Message>) -> Self {
        self.arg(name, Arg::List(value))
    }

    /// Returns its own key and those of all nested messages.
    pub fn keys(&self) -> BTreeSet<&str> {
        let mut keys = BTreeSet::from([self.key.as_str()]);
        for arg in self.args.values() {
            match arg {
                Arg::Number(_) | Arg::Label(_) => {}
                Arg::Message(inner) => keys.extend(inner.keys()),
                Arg::List(list) => keys.extend(list.iter().flat_map(Message::keys)),
            }
        }
        keys
    }

    fn arg(mut self, name: &str, value: Arg) -> Self {
        self.args.insert(name.to_owned(), value);
        self
    }
}

/// Localizes messages into one language.
pub trait Localize: Send + Sync {
    /// Returns the sentence for a message.
    fn localize(&self, message: &Message) -> String;
}
