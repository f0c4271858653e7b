//! Aggregated waiting figures of many tables: clicks, questions, handovers and days per round
//! under each turn mode, and the turnout of public votes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Round, TableStats};
use super::table::Column;
use crate::council::Span;

/// The results of all columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WaitReport {
    /// Players per table.
    pub players: usize,
    /// Campaigns per column.
    pub games: u64,
    /// One entry per column, in the order played.
    pub modes: Vec<Mode>,
}

/// The results of one column. Figures that a log does not contain are `None` for measured
/// campaigns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mode {
    /// Name of the turn mode.
    pub turns: String,
    /// Number of members without a seat, if there is a public.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public: Option<u32>,
    /// Rounds played.
    pub rounds: u64,
    /// Number of campaigns, if it differs between modes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// Requests by players per round.
    pub clicks: Figure,
    /// Questions put to the table per round.
    pub questions: Figure,
    /// Clicks by another player than the previous click, per round.
    pub changes: Figure,
    /// Changes that the game had to wait for, per round: the previous player could do nothing
    /// more.
    pub handovers: Figure,
    /// Notices that are not fleeting, per round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notices: Option<Figure>,
    /// Players pinged per round.
    pub calls: Figure,
    /// New messages in the channel per round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub messages: Option<Figure>,
    /// Figures of the public votes.
    pub people: Asking,
    /// Days per round.
    pub round_days: Figure,
    /// Days per campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub campaign_days: Option<Figure>,
    /// Refused requests in total.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<u64>,
    /// Averages per round, by kind of question.
    pub kinds: BTreeMap<String, PerKind>,
    /// Answers per round, by the way they were decided.
    pub how: BTreeMap<String, f64>,
}

/// Figures of the public votes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Asking {
    /// Ballots opened for a question, per campaign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ballots: Option<Figure>,
    /// Votes per ballot, including those of Advisors.
    pub votes: Figure,
    /// Votes per ballot as a share of all eligible voters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turnout: Option<Figure>,
    /// Questions of the public in total.
    pub matters: u64,
    /// Share of them that the public decided.
    pub by_people: f64,
    /// Hours from the question to the answer, however it was decided.
    pub hours: Figure,
    /// Voices of the street per question with at least one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voices: Option<Figure>,
    /// Questions with voices of the street per round. Only for measured campaigns: older logs have
    /// no number of voices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heard: Option<Figure>,
}

/// Mean and 90th percentile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// The mean.
    pub mean: f64,
    /// The 90th percentile.
    pub p90: f64,
}

/// Averages per round for one kind of question.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PerKind {
    /// Number of times it was asked.
    pub questions: f64,
    /// Clicks that answered it.
    pub clicks: f64,
    /// Handovers for it.
    pub handovers: f64,
    /// Hours the table waited for it.
    pub hours: f64,
    /// Answers by the way they were decided.
    pub how: BTreeMap<String, f64>,
}

impl Figure {
    /// Computes the figure; the order of the numbers does not matter.
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
    /// Aggregates the campaigns of one column.
    pub(super) fn of(column: &Column, seats: u32, tallies: &[TableStats]) -> Mode {
        // Round 0 is the time before the first round.
        let all: Vec<Round> = tallies
            .iter()
            .flat_map(|tally| tally.rounds.range(1..).map(|(_, round)| *round))
            .collect();
        let figure = |of: &dyn Fn(&Round) -> f64| Figure::of(all.iter().map(of).collect());
        let whole = |tally: &TableStats| days(tally.rounds.values().map(|round| round.time).sum());
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
    /// Aggregates the public votes; `people` is the number of eligible voters.
    fn of(people: u32, tallies: &[TableStats]) -> Asking {
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

/// Averages per round by kind of question. Sums integers first, so that the order of the campaigns
/// does not matter.
fn kinds(tallies: &[TableStats], rounds: u64) -> BTreeMap<String, PerKind> {
    let mut sums: BTreeMap<&String, super::stats::QuestionStats> = BTreeMap::new();
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
    let per_kind = |sum: super::stats::QuestionStats| PerKind {
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
