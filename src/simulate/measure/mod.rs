//! The figures of `simulate --table` for real campaigns, computed from their event logs.
//!
//! A log does not contain refused clicks, notices, messages, reminders, the time of each vote,
//! changed votes, or which members of the public voted.
//!
//! * `course` splits the log into steps: each with its time, its round and the seat holders.
//!   `asked` reconstructs the open questions after each step: by replay if possible, else inferred
//!   from the answers. `clicks` reconstructs who clicked for an answer, `hands` counts the clicks,
//!   `summing` aggregates.
//! * The clock stops while a campaign is paused and while all seats are empty. Only complete rounds
//!   count: the current one is left out unless the campaign was played to its end.

mod asked;
mod clicks;
mod course;
mod hands;
mod summing;

use std::collections::BTreeSet;

use crate::council::log::{Answered, DecidedBy, Entry, EntryKind};
use crate::council::settings::TurnMode;
use crate::council::{Charter, Council};
use crate::game::Game;

use super::stats::TableStats;
pub use summing::{Measures, sum};

/// The stored data of a campaign.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    /// The charter, fixed when the campaign was opened.
    pub charter: &'a Charter,
    /// The current council state.
    pub council: &'a Council,
    /// The event log up to that state.
    pub entries: &'a [Entry],
}

/// Measurements of one campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Number of seat holders when the campaign began.
    pub players: usize,
    /// The current turn mode.
    pub turns: TurnMode,
    /// Whether the campaign was played to its end.
    pub whole: bool,
    /// Whether the log could be replayed; otherwise more is inferred.
    pub replayed: bool,
    /// The counters, complete rounds only.
    pub tally: TableStats,
}

/// Measures a campaign. Returns `None` if it never began. `game` is the game with the content
/// version of the campaign, if it is available.
pub fn measure(kept: &Kept<'_>, game: Option<&dyn Game>) -> Option<Measured> {
    let began = |entry: &Entry| matches!(entry.kind, EntryKind::Began { .. });
    if !kept.entries.iter().any(began) {
        return None;
    }
    let steps = course::steps(kept);
    let replayed = game.and_then(|game| asked::by_game(kept, &steps, game));
    let is_replayed = replayed.is_some();
    let open = replayed.unwrap_or_else(|| asked::by_log(&steps));
    let played = |entry: &Entry| matches!(entry.kind, EntryKind::Ended { outcome: Some(_), .. });
    let whole = kept.entries.iter().any(played);
    let unfinished = (!whole).then_some(kept.council.progress.round);
    let mut tally = game.map_or_else(|| TableStats::about(theirs(kept)), TableStats::of);
    hands::count(&steps, &open, unfinished, &mut tally);
    course::count_heard(kept, &steps, unfinished, &mut tally);
    let sat = |holders: &[Option<_>]| course::people(holders).len();
    let players = steps.first().map_or(0, |first| sat(&first.holders));
    let turns = kept.council.settings.turns;
    Some(Measured { players, turns, whole, replayed: is_replayed, tally })
}

/// The kinds of questions the public decided, inferred for an unavailable game.
fn theirs(kept: &Kept<'_>) -> BTreeSet<String> {
    let decided = kept.council.public_decisions.iter().map(|made| made.ask.clone());
    let voted = kept.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Answer(Answered { ask, decided_by: DecidedBy::Public { .. }, .. }) => {
            Some(ask.clone())
        }
        _ => None,
    });
    decided.chain(voted).collect()
}
