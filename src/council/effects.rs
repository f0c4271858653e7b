//! Effects of a state transition, besides the new state. The caller stores all of them in one
//! transaction. The charter of a campaign is here too.
//!
//! Pure: storing them lives in [`store`](crate::store).

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

/// Properties of a campaign that never change after it is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Charter {
    /// Stable name of the game.
    pub game: String,
    /// Hash of the content pack.
    pub pack: String,
    /// Scenario, in the game's own words.
    pub scenario: String,
    /// Further options of the game.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Seed of the game. Secret until the campaign ends.
    pub seed: u64,
    /// Hashed with the seed, so that the seed cannot be guessed from the commitment.
    pub salt: String,
    /// Id of the server.
    pub server: u64,
    /// Id of the channel it is played in.
    pub channel: u64,
}

impl Charter {
    /// Returns the hash that commits to the seed: published at the start, verifiable at the end.
    pub fn commitment(&self) -> String {
        commitment(&self.game, &self.pack, self.seed, &self.salt)
    }

    /// Returns the game's setup for these roles.
    pub fn setup(&self, roles: Vec<String>) -> Setup {
        Setup { roles, scenario: self.scenario.clone(), options: self.options.clone() }
    }
}

/// Hashes a seed: SHA-256 over the four parts, each ended by a newline, in hexadecimal.
pub fn commitment(game: &str, pack: &str, seed: u64, salt: &str) -> String {
    sha256(&format!("{game}\n{pack}\n{seed}\n{salt}\n"))
}

/// Returns the SHA-256 of `text`, in hexadecimal.
pub fn sha256(text: &str) -> String {
    hexadecimal(&Sha256::digest(text))
}

/// Formats bytes in lowercase hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Effects of a request or a wake-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effects {
    /// Reply to the requester.
    pub reply: Reply,
    /// New log entries.
    pub entries: Vec<Entry>,
    /// Notices for the outbox, in order.
    pub notices: Vec<Notice>,
    /// Changed votes on the public ballot. `None` removes a vote.
    pub public_votes: BTreeMap<UserId, Option<String>>,
    /// Changed street voices, by question and user. `None` removes a voice.
    pub street_voices: BTreeMap<(u32, UserId), Option<String>>,
    /// Questions that no longer take street voices.
    pub closed_streets: BTreeSet<u32>,
    /// Snapshot of the game after the last entry, if one is due.
    pub snapshot: Option<Value>,
}

impl Effects {
    /// Returns effects with a reply and nothing else.
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
