//! Aggregates measurements into the report format of `simulate --table`.
//!
//! Campaigns are grouped by the number of players who began them and by turn mode, the parameters
//! of a simulation.

use serde::Serialize;

use super::super::stats::TableStats;
use super::super::table::{Column, MODES};
use super::super::waiting::{Figure, Mode, WaitReport};
use super::Measured;
use crate::council::settings::TurnMode;

/// Aggregated measurements of many campaigns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// One report per number of players, each as `simulate --table` prints it.
    pub tables: Vec<WaitReport>,
    /// Campaigns that have begun but have no complete round; they are in no report.
    pub without_a_round: u64,
    /// Campaigns that could not be replayed: their open questions are inferred from the answers.
    pub guessed: u64,
}

/// Aggregates measurements.
pub fn sum(all: &[Measured]) -> Measures {
    let (played, young): (Vec<_>, Vec<_>) = all.iter().partition(|one| has_round(one));
    let mut counts: Vec<usize> = played.iter().map(|one| one.players).collect();
    counts.sort_unstable();
    counts.dedup();
    let tables = counts.into_iter().map(|players| table(players, &played)).collect();
    let guessed = played.iter().filter(|one| !one.replayed).count() as u64;
    Measures { tables, without_a_round: young.len() as u64, guessed }
}

fn has_round(one: &Measured) -> bool {
    one.tally.rounds.range(1..).next().is_some()
}

/// Report on the campaigns begun by this number of players.
fn table(players: usize, all: &[&Measured]) -> WaitReport {
    let theirs: Vec<&Measured> = all.iter().copied().filter(|one| one.players == players).collect();
    let modes = MODES.iter().filter_map(|(turns, name)| mode(*turns, name, &theirs));
    WaitReport { players, games: theirs.len() as u64, modes: modes.collect() }
}

fn mode(turns: TurnMode, name: &'static str, all: &[&Measured]) -> Option<Mode> {
    let ours = || all.iter().filter(|one| one.turns == turns);
    let tallies: Vec<TableStats> = ours().map(|one| one.tally.clone()).collect();
    if tallies.is_empty() {
        return None;
    }
    let whole: Vec<TableStats> =
        ours().filter(|one| one.whole).map(|one| one.tally.clone()).collect();
    let column = Column { turns, name, public: None };
    let mut mode = Mode::of(&column, 0, &tallies);
    // Figures per campaign exist only for campaigns played to their end.
    let ended = Some(Mode::of(&column, 0, &whole)).filter(|_| !whole.is_empty());
    mode.campaign_days = ended.as_ref().and_then(|ended| ended.campaign_days);
    mode.people.ballots = ended.and_then(|ended| ended.people.ballots);
    mode.games = Some(tallies.len() as u64);
    (mode.notices, mode.messages, mode.refused) = (None, None, None);
    mode.people.turnout = None;
    let rounds = tallies.iter().flat_map(|tally| tally.rounds.range(1..));
    let heard: Vec<f64> = rounds.map(|(_, round)| round.heard as f64).collect();
    // Older logs record that the street spoke, but not the number of voices.
    let counted = tallies.iter().any(|tally| !tally.polls.voices.is_empty());
    let silent = heard.iter().sum::<f64>() == 0.0;
    mode.people.voices = mode.people.voices.filter(|_| counted || silent);
    mode.people.heard = Some(Figure::of(heard));
    Some(mode)
}
