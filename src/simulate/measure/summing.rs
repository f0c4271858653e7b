//! What was measured, summed up in the words of `simulate --table`.
//!
//! May use: `waiting`, `tally`. Deliberately absent: reading logs, printing.
//!
//! Campaigns are put together by the number of people who began them and by the mode of the turn,
//! since that is what a simulation is given.

use serde::Serialize;

use super::super::table::{Column, MODES};
use super::super::tally::Tally;
use super::super::waiting::{Figure, Mode, Waiting};
use super::Measured;
use crate::council::settings::TurnMode;

/// What came of measuring many campaigns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Measures {
    /// By number of people, each as `simulate --table` prints it.
    pub tables: Vec<Waiting>,
    /// Campaigns that have begun and have not played a whole round yet: they are in no table.
    pub without_a_round: u64,
    /// Campaigns whose cards are not known here: who was waited for is guessed from the answers.
    pub guessed: u64,
}

/// Sums up what was measured.
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

/// The campaigns that were begun by this number of people.
fn table(players: usize, all: &[&Measured]) -> Waiting {
    let theirs: Vec<&Measured> = all.iter().copied().filter(|one| one.players == players).collect();
    let modes = MODES.iter().filter_map(|(turns, name)| mode(*turns, name, &theirs));
    Waiting { players, games: theirs.len() as u64, modes: modes.collect() }
}

fn mode(turns: TurnMode, name: &'static str, all: &[&Measured]) -> Option<Mode> {
    let ours = || all.iter().filter(|one| one.turns == turns);
    let tallies: Vec<Tally> = ours().map(|one| one.tally.clone()).collect();
    if tallies.is_empty() {
        return None;
    }
    let whole: Vec<Tally> = ours().filter(|one| one.whole).map(|one| one.tally.clone()).collect();
    let column = Column { turns, name, public: None };
    let mut mode = Mode::of(&column, 0, &tallies);
    // What is counted by the campaign is known only of those that were played to their end.
    let ended = Some(Mode::of(&column, 0, &whole)).filter(|_| !whole.is_empty());
    mode.campaign_days = ended.as_ref().and_then(|ended| ended.campaign_days);
    mode.people.ballots = ended.and_then(|ended| ended.people.ballots);
    mode.games = Some(tallies.len() as u64);
    (mode.notices, mode.messages, mode.refused) = (None, None, None);
    mode.people.turnout = None;
    let rounds = tallies.iter().flat_map(|tally| tally.rounds.range(1..));
    let heard: Vec<f64> = rounds.map(|(_, round)| round.heard as f64).collect();
    // How many spoke is kept since it is measured; that somebody did was kept before.
    let told = tallies.iter().any(|tally| !tally.polls.voices.is_empty());
    let silent = heard.iter().sum::<f64>() == 0.0;
    mode.people.voices = mode.people.voices.filter(|_| told || silent);
    mode.people.heard = Some(Figure::of(heard));
    Some(mode)
}
