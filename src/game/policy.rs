//! Simulated play: policies that choose answers, and the result of a playout.
//!
//! How a game evaluates its choices is its own business.

use super::Outcome;

/// How simulated players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Picks any open choice, equally likely.
    Random,
    /// Picks the best choice by a heuristic of the game.
    Greedy,
    /// Plays short greedy games after each choice and picks the best on average.
    Rollout,
    /// Plays greedily, but sometimes picks any open choice.
    Curious,
    /// Varies the policy by the number of the campaign.
    Mixed,
}

impl Policy {
    /// Policies of [`Policy::Mixed`]. Rollout is too slow for it.
    const MIX: [Policy; 4] = [Policy::Random, Policy::Greedy, Policy::Curious, Policy::Curious];

    /// Returns the policy of one campaign; [`Policy::Mixed`] cycles through its policies.
    pub fn of_number(self, number: u64) -> Policy {
        match self {
            Policy::Mixed => Policy::MIX[(number % Policy::MIX.len() as u64) as usize],
            one => one,
        }
    }
}

/// Result of a campaign that a policy played to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Result of the campaign.
    pub outcome: Outcome,
    /// Round in which it ended.
    pub rounds: u32,
    /// Number of answered decisions.
    pub decisions: u64,
}

/// Failure of a simulated campaign, with the input that reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}, step {step}: {what}")]
pub struct PlayoutError {
    /// Seed of the campaign.
    pub seed: u64,
    /// Number of answers before the failure.
    pub step: u64,
    /// Description of the failure.
    pub what: String,
}
