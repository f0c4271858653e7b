//! What the people were asked and what was decided: kept until the end of the campaign, so that
//! everybody can be told what came of it.
//!
//! May use: the boundary, the words of the log. Deliberately absent: who of the public voted for
//! what.

use serde::{Deserialize, Serialize};

use super::log::DecidedBy;
use crate::game::{Message, PublicEvent};

/// A public decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicDecision {
    /// The entry of the log.
    pub seq: u64,
    /// The ballot that stood, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<u32>,
    /// The kind of question.
    pub ask: String,
    /// The answer.
    pub choice: String,
    /// The same in words.
    pub label: Message,
    /// The round it was decided in.
    pub round: u32,
    /// Who wanted it.
    #[serde(rename = "how")]
    pub decided_by: DecidedBy,
    /// The votes of the advisors were not shown: who wanted it stays their secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// The entry with which everybody first saw what it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "seen")]
    pub first_seen: Option<u64>,
}

/// What became of a public decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionOutcome {
    /// Everybody has seen for the first time what it does.
    Seen {
        /// How many rounds later.
        after: u32,
        /// What happened.
        #[serde(rename = "told")]
        event: PublicEvent,
    },
    /// That was taken back.
    Unseen,
    /// The decision was taken back.
    Undone,
}
