//! The street: people of the server beside the table say what they would do. It binds nobody.
//!
//! May use: the boundary, the settings. Deliberately absent: who of the street said what, where
//! others could read it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::seating::UserId;
use super::settings::{StreetVisibility, VoterEligibility};
use super::verdict::tally;
use crate::game::{Decision, Message};

/// The street at an open question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Street {
    /// Who may speak: as it was when the question opened.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// How many days they must have been in the server: as it was then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// When the advisors see it: as it was then.
    #[serde(rename = "seen")]
    pub visibility: StreetVisibility,
    /// What each would do: stored row by row, not with the rest.
    #[serde(skip)]
    pub voices: Arc<BTreeMap<UserId, String>>,
}

/// A question the street spoke to, and that was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreetRecord {
    /// The entry of the log.
    pub seq: u64,
    /// The answer was what most of the street would have done.
    #[serde(rename = "with")]
    pub followed: bool,
    /// How many had spoken; 0 where that was not kept yet.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub voices: u32,
}

fn is_unknown(voices: &u32) -> bool {
    *voices == 0
}

impl Street {
    /// What most would do; several, if as many would do each.
    pub fn leading_choices(&self) -> Vec<String> {
        let tally = tally(self.voices.values());
        let most = tally.values().copied().max().unwrap_or(0);
        tally.into_iter().filter(|(_, count)| *count == most).map(|(key, _)| key).collect()
    }

    /// Voices for each answer in words, most first.
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
