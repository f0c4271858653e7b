//! What came of many campaigns: plain sums that can be added in any order.
//!
//! May use: the boundary, serde. Deliberately absent: printing, and anything
//! but `seconds` that differs between two runs of the same plan.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::{Coverage, Outcome, Playout};

/// The results of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// Campaigns played.
    pub games: u64,
    /// Campaigns won.
    pub won: u64,
    /// Campaigns lost, by cause.
    pub lost: BTreeMap<String, u64>,
    /// Campaigns of rivals that ended with a ranking.
    #[serde(skip_serializing_if = "is_zero")]
    pub ranked: u64,
    /// The rounds in which they ended.
    pub rounds: Rounds,
    /// Decisions answered.
    pub decisions: u64,
    /// What came up, if it was counted.
    #[serde(skip)]
    pub tally: Option<Coverage>,
    /// Time taken, the only figure that depends on the machine.
    pub seconds: f64,
}

/// Rounds survived.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rounds {
    /// On average.
    pub mean: f64,
    /// Campaigns by the round in which they ended.
    pub histogram: BTreeMap<u32, u64>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Report {
    /// Counts one campaign.
    pub fn count(&mut self, played: &Playout) {
        self.games += 1;
        self.decisions += played.decisions;
        *self.rounds.histogram.entry(played.rounds).or_default() += 1;
        match &played.outcome {
            Outcome::Won => self.won += 1,
            Outcome::Lost { cause } => *self.lost.entry(cause.clone()).or_default() += 1,
            Outcome::Ranking(_) => self.ranked += 1,
        }
        self.rounds.settle();
    }

    /// Adds the results of another share.
    pub fn add(&mut self, other: &Report) {
        self.games += other.games;
        self.won += other.won;
        self.ranked += other.ranked;
        self.decisions += other.decisions;
        for (cause, n) in &other.lost {
            *self.lost.entry(cause.clone()).or_default() += n;
        }
        for (round, n) in &other.rounds.histogram {
            *self.rounds.histogram.entry(*round).or_default() += n;
        }
        self.rounds.settle();
        if let Some(theirs) = &other.tally {
            self.tally.get_or_insert_default().add(theirs);
        }
    }

    /// So many of something a second.
    pub fn per_second(&self, count: u64) -> f64 {
        if self.seconds > 0.0 { count as f64 / self.seconds } else { 0.0 }
    }
}

impl Rounds {
    /// The mean from the histogram: whole numbers first, so that the order of adding is nothing.
    fn settle(&mut self) {
        let games: u64 = self.histogram.values().sum();
        let rounds: u64 = self.histogram.iter().map(|(round, n)| u64::from(*round) * n).sum();
        self.mean = if games == 0 { 0.0 } else { rounds as f64 / games as f64 };
    }
}
