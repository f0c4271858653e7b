//! The street: non-binding opinions on open questions, from server members without a seat.
//!
//! Single opinions are stored, but never shown to others.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::seating::UserId;
use super::settings::{StreetVisibility, VoterEligibility};
use super::verdict::tally;
use crate::game::{Decision, Message};

/// The street's opinions on one open question. Its rules are those set when the question opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Street {
    /// Which members may give an opinion.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// Minimum days of server membership.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// When players see the tally.
    #[serde(rename = "seen")]
    pub visibility: StreetVisibility,
    /// Answer favoured by each user. Stored row by row, not with the rest.
    #[serde(skip)]
    pub voices: Arc<BTreeMap<UserId, String>>,
}

/// Record of an answered question on which the street had an opinion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreetRecord {
    /// Log entry of the answer.
    pub seq: u64,
    /// Whether the answer was the street's favourite, or one of several.
    #[serde(rename = "with")]
    pub followed: bool,
    /// Number of opinions. 0 if an earlier version wrote the record without it.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub voices: u32,
}

fn is_unknown(voices: &u32) -> bool {
    *voices == 0
}

impl Street {
    /// Returns the answer that most users favour, or all of them if several are tied.
    pub fn leading_choices(&self) -> Vec<String> {
        let tally = tally(self.voices.values());
        let most = tally.values().copied().max().unwrap_or(0);
        tally.into_iter().filter(|(_, count)| *count == most).map(|(key, _)| key).collect()
    }

    /// Returns the number of voices for each answer in words, most first.
    pub fn tally_by_label(&self, decision: &Decision) -> Vec<(Message, u32)> {
        let tally = tally(self.voices.values());
        let label = |key: &str| decision.choices.iter().find(|choice| choice.key == key);
        let mut counted: Vec<(Message, u32)> = tally
            .iter()
            .filter_map(|(key, count)| Some((label(key)?.label.clone(), *count)))
            .collect();
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counted
    }
}
