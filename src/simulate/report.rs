//! Aggregated results of a run: sums that can be merged in any order.
//!
//! Deterministic except for `seconds`: two runs of the same plan give the same report.

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
    /// Competitive campaigns that ended with a ranking.
    #[serde(skip_serializing_if = "is_zero")]
    pub ranked: u64,
    /// The rounds in which the campaigns ended.
    pub rounds: Rounds,
    /// Decisions answered.
    pub decisions: u64,
    /// Coverage, if it was recorded.
    #[serde(skip)]
    pub tally: Option<Coverage>,
    /// Wall-clock time, the only figure that depends on the machine.
    pub seconds: f64,
}

/// Distribution of campaign lengths in rounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Rounds {
    /// The mean.
    pub mean: f64,
    /// Number of campaigns by the round in which they ended.
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

    /// Merges another report into this one, except for `seconds`.
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

    /// Rate of `count` per second of the run; 0 if no time has passed.
    pub fn per_second(&self, count: u64) -> f64 {
        if self.seconds > 0.0 { count as f64 / self.seconds } else { 0.0 }
    }
}

impl Rounds {
    /// Recomputes the mean from the histogram. Sums integers, so that the order of merging does not
    /// matter.
    fn settle(&mut self) {
        let games: u64 = self.histogram.values().sum();
        let rounds: u64 = self.histogram.iter().map(|(round, n)| u64::from(*round) * n).sum();
        self.mean = if games == 0 { 0.0 } else { rounds as f64 / games as f64 };
    }
}
