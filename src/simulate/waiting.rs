//! The waiting of many tables, summed up: what a round costs in clicks,
//! questions, handovers and days under each mode of the turn, and what becomes of the people's word.
//!
//! May use: serde, `tally`. Deliberately absent: playing, printing.

use std::collections::BTreeMap;

use serde::Serialize;

use super::table::Column;
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

/// The results of one mode. What a log does not tell is none where campaigns are measured by it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mode {
    /// Its name.
    pub turns: String,
    /// People beside the table, if there is a server around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<u32>,
    /// Rounds played.
    pub rounds: u64,
    /// Campaigns measured, where not every mode has as many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Requests of people, a round.
    pub clicks: Figure,
    /// Questions the table heard of, a round.
    pub questions: Figure,
    /// Clicks of another person than the last one, a round.
    pub changes: Figure,
    /// Those for which the game had to wait: the last one could do nothing more.
    pub handovers: Figure,
    /// Notices that stay, a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notices: Option<Figure>,
    /// People called by name, a round.
    pub calls: Figure,
    /// New messages in the channel, a round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<Figure>,
    /// What the people are asked.
    pub people: Asking,
    /// Days a round takes.
    pub round_days: Figure,
    /// Days a campaign takes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign_days: Option<Figure>,
    /// Clicks that were refused, in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<u64>,
    /// A round, by kind of question.
    pub kinds: BTreeMap<String, PerKind>,
    /// How questions were decided, a round.
    pub how: BTreeMap<String, f64>,
}

/// What the people are asked, and what becomes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Asking {
    /// Ballots that opened for a question, a campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballots: Option<Figure>,
    /// Votes on one, those of Advisors included.
    pub votes: Figure,
    /// The same as a part of everybody who may vote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turnout: Option<Figure>,
    /// Questions that are the people's, in all.
    pub matters: u64,
    /// The part of them that the people decided.
    pub by_people: f64,
    /// Hours from the question to the answer, whoever decided.
    pub hours: Figure,
    /// Voices of the street at a question it spoke to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voices: Option<Figure>,
    /// Questions the street spoke to, a round: a log tells that it spoke, not how many did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard: Option<Figure>,
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
    pub(super) fn of(column: &Column, seats: u32, tallies: &[Tally]) -> Mode {
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
            turns: column.name.to_owned(),
            public: column.public,
            rounds,
            games: None,
            clicks: figure(&|round| round.clicks as f64),
            questions: figure(&|round| round.questions as f64),
            changes: figure(&|round| round.changes as f64),
            handovers: figure(&|round| round.handovers as f64),
            notices: Some(figure(&|round| round.notices as f64)),
            calls: figure(&|round| round.calls as f64),
            messages: Some(figure(&|round| round.messages as f64)),
            people: Asking::of(seats + column.public.unwrap_or(0), tallies),
            round_days: figure(&|round| days(round.time)),
            campaign_days: Some(Figure::of(tallies.iter().map(whole).collect())),
            refused: Some(tallies.iter().map(|tally| tally.refused).sum()),
            how: how(&kinds),
            kinds,
        }
    }
}

impl Asking {
    /// Sums up what those who may vote were asked.
    fn of(people: u32, tallies: &[Tally]) -> Asking {
        let polls = || tallies.iter().map(|tally| &tally.polls);
        let votes = || polls().flat_map(|polls| polls.votes.iter().map(|votes| *votes as f64));
        let times: Vec<f64> =
            polls().flat_map(|polls| polls.times.iter().map(|time| days(*time) * 24.0)).collect();
        let by_people = polls().map(|polls| polls.by_people).sum::<u64>() as f64;
        let voices = polls().flat_map(|polls| polls.voices.iter().map(|voices| *voices as f64));
        Asking {
            ballots: Some(Figure::of(polls().map(|polls| polls.ballots as f64).collect())),
            votes: Figure::of(votes().collect()),
            turnout: Some(Figure::of(
                votes().map(|votes| votes / f64::from(people.max(1))).collect(),
            )),
            matters: times.len() as u64,
            by_people: by_people / times.len().max(1) as f64,
            hours: Figure::of(times),
            voices: Some(Figure::of(voices.collect())),
            heard: None,
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
