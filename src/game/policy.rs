//! Campaigns nobody plays: how simulated players choose, and what came of it.
//!
//! May use: the boundary's own words. Deliberately absent: how a game plays itself.

use super::Outcome;

/// How simulated players choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any open choice, equally likely.
    Random,
    /// A competent heuristic of the game's own.
    Greedy,
    /// Tries each choice by many short games of the greedy player, and takes the best.
    Rollout,
    /// The greedy player with whims: now and then any open choice.
    Curious,
    /// Each campaign by another of them, by its number.
    Mixed,
}

impl Policy {
    /// What a mix is made of; whoever adds a policy adds it here if it is quick enough.
    const MIX: [Policy; 4] = [Policy::Random, Policy::Greedy, Policy::Curious, Policy::Curious];

    /// The policy of one campaign: a mix takes turns.
    pub fn of_number(self, number: u64) -> Policy {
        match self {
            Policy::Mixed => Policy::MIX[(number % Policy::MIX.len() as u64) as usize],
            one => one,
        }
    }
}

/// A campaign played by a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it ended.
    pub outcome: Outcome,
    /// The round it ended in.
    pub rounds: u32,
    /// Decisions answered.
    pub decisions: u64,
}

/// A campaign that broke, with what reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("seed {seed}, step {step}: {what}")]
pub struct PlayoutError {
    /// The seed.
    pub seed: u64,
    /// Answers given before.
    pub step: u64,
    /// What went wrong.
    pub what: String,
}
