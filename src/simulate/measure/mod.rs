//! The figures of `simulate --table` for campaigns that were really played, from their logs.
//!
//! May use: the boundary, `council`, `tally`, `waiting`. Deliberately absent: storage, and what a
//! log does not tell: clicks that were refused, notices, messages, reminders, when each vote of an
//! answer was given and whether it was changed, who of the people voted.
//!
//! * `course` is the log in steps: each with its moment, its round and who sat where.
//!   `asked` is what was open after each: as the game asks it if it can be played again, else
//!   as far as the answers tell. `clicks` is who clicked for an answer, `hands` counts it,
//!   `summing` adds up.
//! * The clocks stand while a campaign is paused, and while nobody sits at the table. Only whole
//!   rounds count: the one at hand is left out unless the campaign was played to its end.

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

use super::tally::Tally;
pub use summing::{Measures, sum};

/// What is kept of a campaign.
#[derive(Clone, Copy)]
pub struct Kept<'a> {
    /// What was fixed when it was opened.
    pub charter: &'a Charter,
    /// How it stands.
    pub council: &'a Council,
    /// Its log, up to the entry at which it stands so.
    pub entries: &'a [Entry],
}

/// What was counted in one campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// People who sat at the table when it began.
    pub players: usize,
    /// The mode of the turn, as it was set last.
    pub turns: TurnMode,
    /// Was it played to its end?
    pub whole: bool,
    /// Could the game be played again? Without that more is guessed.
    pub replayed: bool,
    /// The counts, whole rounds only.
    pub tally: Tally,
}

/// Measures a campaign; nothing if it never began. The game is the one with the content it is
/// played with, if that is known.
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
    let mut tally = game.map_or_else(|| Tally::about(theirs(kept)), Tally::of);
    hands::count(&steps, &open, unfinished, &mut tally);
    course::count_heard(kept, &steps, unfinished, &mut tally);
    let sat = |holders: &[Option<_>]| course::people(holders).len();
    let players = steps.first().map_or(0, |first| sat(&first.holders));
    let turns = kept.council.settings.turns;
    Some(Measured { players, turns, whole, replayed: is_replayed, tally })
}

/// The kinds of questions that were the people's, where no game says which are.
fn theirs(kept: &Kept<'_>) -> BTreeSet<String> {
    let decreed = kept.council.public_decisions.iter().map(|decree| decree.ask.clone());
    let voted = kept.entries.iter().filter_map(|entry| match &entry.kind {
        EntryKind::Answer(Answered { ask, decided_by: DecidedBy::Public { .. }, .. }) => {
            Some(ask.clone())
        }
        _ => None,
    });
    decreed.chain(voted).collect()
}
