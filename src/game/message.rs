//! What is said: a key and its arguments, and what turns it into a sentence.
//!
//! May use: serde. Deliberately absent: languages; a game lends its words.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// A sentence without a language: a key and its arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Key in the game's word list.
    pub key: String,
    /// Arguments by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub args: BTreeMap<String, Arg>,
}

/// An argument of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// A number.
    Number(i64),
    /// Text that is the same in every language: a label of the board.
    Label(String),
    /// Another message, such as the name of a card.
    Message(Box<Message>),
    /// Several, listed one after the other.
    List(Vec<Message>),
}

impl Message {
    /// A message without arguments.
    pub fn new(key: impl Into<String>) -> Self {
        Message { key: key.into(), args: BTreeMap::new() }
    }

    /// With a number.
    pub fn number(self, name: &str, value: impl Into<i64>) -> Self {
        self.arg(name, Arg::Number(value.into()))
    }

    /// With a label of the board.
    pub fn label(self, name: &str, value: impl Into<String>) -> Self {
        self.arg(name, Arg::Label(value.into()))
    }

    /// With another message.
    pub fn message(self, name: &str, value: Message) -> Self {
        self.arg(name, Arg::Message(Box::new(value)))
    }

    /// With a list of messages.
    pub fn list(self, name: &str, value: Vec<Message>) -> Self {
        self.arg(name, Arg::List(value))
    }

    /// Its own key, and those of all messages inside.
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

/// Messages into sentences of one language.
pub trait Localize: Send + Sync {
    /// The sentence.
    fn localize(&self, message: &Message) -> String;
}
