//! What a request leads to, beside the new state: all of it is stored in one
//! transaction, or none.
//!
//! May use: the other words of this folder. Deliberately absent: storing it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::log::Entry;
use super::notice::Notice;
use super::request::Reply;
use super::seating::UserId;
use crate::game::Setup;

/// What is fixed when a campaign is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charter {
    /// The game, by its stable name.
    pub game: String,
    /// The hash of the content it is played with.
    pub pack: String,
    /// The scenario, in the game's own words.
    pub scenario: String,
    /// Everything else the game wants to know.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seed; nobody is told before the end.
    pub seed: u64,
    /// What is hashed with the seed, so that it cannot be guessed from the hash.
    pub salt: String,
    /// The server it belongs to.
    pub server: u64,
    /// The channel it is played in.
    pub channel: u64,
}

impl Charter {
    /// The hash that is published at the start and checked at the end.
    pub fn commitment(&self) -> String {
        commitment(&self.game, &self.pack, self.seed, &self.salt)
    }

    /// The setup for these roles.
    pub fn setup(&self, roles: Vec<String>) -> Setup {
        Setup { roles, scenario: self.scenario.clone(), options: self.options.clone() }
    }
}

/// The hash of a seed: SHA-256 over the four parts, one a line, in hexadecimal.
pub fn commitment(game: &str, pack: &str, seed: u64, salt: &str) -> String {
    sha256(&format!("{game}\n{pack}\n{seed}\n{salt}\n"))
}

/// SHA-256 of a text, in hexadecimal.
pub fn sha256(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

/// Bytes in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// What a request or a deadline led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// What the person who asked is told.
    pub reply: Reply,
    /// New entries of the log.
    pub entries: Vec<Entry>,
    /// What the table is told, in order.
    pub notices: Vec<Notice>,
    /// Changed votes of the people; none is a vote taken back.
    pub public_votes: BTreeMap<UserId, Option<String>>,
    /// What the street has just said, by question; none is a word taken back.
    pub street_voices: BTreeMap<(u32, UserId), Option<String>>,
    /// Questions the street is asked no more.
    pub closed_streets: BTreeSet<u32>,
    /// A copy of the game to keep, as it is after the last entry.
    pub snapshot: Option<Value>,
}

impl Effects {
    /// Nothing but a reply.
    pub fn reply(reply: Reply) -> Self {
        Effects {
            reply,
            entries: Vec::new(),
            notices: Vec::new(),
            public_votes: BTreeMap::new(),
            street_voices: BTreeMap::new(),
            closed_streets: BTreeSet::new(),
            snapshot: None,
        }
    }
}
