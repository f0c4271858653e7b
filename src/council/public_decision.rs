//! Record of public decisions and their outcomes, kept until the end of the campaign, so that the
//! channel can be told when the effect of a decision shows.
//!
//! Contains no votes of single members of the public.

use serde::{Deserialize, Serialize};

use super::log::DecidedBy;
use crate::game::{Message, PublicEvent};

/// Answer to a question that the game puts to the public.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicDecision {
    /// Log entry of the answer.
    pub seq: u64,
    /// Edition of the ballot on this question, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub edition: Option<u32>,
    /// Kind of question, in the game's own words.
    pub ask: String,
    /// Key of the answer.
    pub choice: String,
    /// The answer in words.
    pub label: Message,
    /// Round of the decision.
    pub round: u32,
    #[serde(rename = "how")]
    pub decided_by: DecidedBy,
    /// Whether the players' votes were sealed. If so, who voted for what stays secret.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sealed: bool,
    /// Log entry with which the effect was first publicly visible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "seen")]
    pub first_seen: Option<u64>,
}

/// Later outcome of a public decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionOutcome {
    /// The effect is publicly visible for the first time.
    Seen {
        /// Rounds since the decision.
        after: u32,
        /// Event that shows the effect.
        #[serde(rename = "told")]
        event: PublicEvent,
    },
    /// An undo took back the event that first showed the effect.
    Unseen,
    /// An undo took back the decision itself.
    Undone,
}
