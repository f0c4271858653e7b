//! The waiting of many tables, summed up: what a round costs in clicks,
//! questions, handovers and days under each mode of the turn.
//!
//! May use: serde, `tally`. Deliberately absent: playing, printing.

use std::collections::BTreeMap;

use serde::Serialize;

use super::tally::{Round, Tally};
use crate::council::Span;

/// The results of all modes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Waiting {
    /// People at each table.
    pub players: usize,
    /// Campaigns of each mode.
    pub games: u64,
    /// By mode, in the order played.
    pub modes: Vec<Mode>,
}

/// The results of one mode.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mode {
    /// Its name.
    pub turns: String,
    /// Rounds played.
    pub rounds: u64,
    /// Requests of people, a round.
    pub clicks: Figure,
    /// Questions the table heard of, a round.
    pub questions: Figure,
    /// Clicks of another person than the last one, a round.
    pub changes: Figure,
    /// Those for which the game had to wait: the last one could do nothing more.
    pub handovers: Figure,
    /// Notices that stay, a round.
    pub notices: Figure,
    /// People called by name, a round.
    pub calls: Figure,
    /// Days a round takes.
    pub round_days: Figure,
    /// Days a campaign takes.
    pub campaign_days: Figure,
    /// Clicks that were refused, in all.
    pub refused: u64,
    /// A round, by kind of question.
    pub kinds: BTreeMap<String, PerKind>,
    /// How questions were decided, a round.
    pub how: BTreeMap<String, f64>,
}

/// A mean, and what nine of ten stay within.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The 90th percentile.
    pub p90: f64,
}

/// One kind of question in a round, on average.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PerKind {
    /// Heard of by the table.
    pub questions: f64,
    /// Clicks on it.
    pub clicks: f64,
    /// Handovers for it.
    pub handovers: f64,
    /// Hours it was open.
    pub hours: f64,
    /// How it was decided.
    pub how: BTreeMap<String, f64>,
}

impl Figure {
    /// Of these numbers, whatever their order.
    pub(super) fn of(mut numbers: Vec<f64>) -> Figure {
        numbers.sort_by(f64::total_cmp);
        let Some(last) = numbers.len().checked_sub(1) else { return Figure::default() };
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        Figure { mean, p90: numbers[last * 9 / 10] }
    }
}

fn days(time: i64) -> f64 {
    time as f64 / Span::hours(24).0 as f64
}

impl Mode {
    /// Sums up the campaigns of one mode.
    pub(super) fn of(turns: &str, tallies: &[Tally]) -> Mode {
        // What comes before the first round is no round.
        let all: Vec<Round> = tallies
            .iter()
            .flat_map(|tally| tally.rounds.range(1..).map(|(_, round)| *round))
            .collect();
        let figure = |of: &dyn Fn(&Round) -> f64| Figure::of(all.iter().map(of).collect());
        let whole = |tally: &Tally| days(tally.rounds.values().map(|round| round.time).sum());
        let rounds = all.len() as u64;
        let kinds = kinds(tallies, rounds);
        Mode {
            turns: turns.to_owned(),
            rounds,
            clicks: figure(&|round| round.clicks as f64),
            questions: figure(&|round| round.questions as f64),
            changes: figure(&|round| round.changes as f64),
            handovers: figure(&|round| round.handovers as f64),
            notices: figure(&|round| round.notices as f64),
            calls: figure(&|round| round.calls as f64),
            round_days: figure(&|round| days(round.time)),
            campaign_days: Figure::of(tallies.iter().map(whole).collect()),
            refused: tallies.iter().map(|tally| tally.refused).sum(),
            how: how(&kinds),
            kinds,
        }
    }
}

/// Whole numbers are added first, so that the order of the campaigns is nothing.
fn kinds(tallies: &[Tally], rounds: u64) -> BTreeMap<String, PerKind> {
    let mut sums: BTreeMap<&String, super::tally::Kind> = BTreeMap::new();
    for (ask, kind) in tallies.iter().flat_map(|tally| &tally.kinds) {
        let sum = sums.entry(ask).or_default();
        sum.questions += kind.questions;
        sum.clicks += kind.clicks;
        sum.handovers += kind.handovers;
        sum.time += kind.time;
        for (how, n) in &kind.how {
            *sum.how.entry(how).or_default() += n;
        }
    }
    let a_round = |n: u64| n as f64 / rounds.max(1) as f64;
    let per_kind = |sum: super::tally::Kind| PerKind {
        questions: a_round(sum.questions),
        clicks: a_round(sum.clicks),
        handovers: a_round(sum.handovers),
        hours: days(sum.time) * 24.0 / rounds.max(1) as f64,
        how: sum.how.into_iter().map(|(how, n)| (how.to_owned(), a_round(n))).collect(),
    };
    sums.into_iter().map(|(ask, sum)| (ask.clone(), per_kind(sum))).collect()
}

fn how(kinds: &BTreeMap<String, PerKind>) -> BTreeMap<String, f64> {
    let mut all = BTreeMap::new();
    for (how, n) in kinds.values().flat_map(|kind| &kind.how) {
        *all.entry(how.clone()).or_insert(0.0) += n;
    }
    all
}
