//! Simulated tables with realistic response times, played in parallel under each turn mode.
//!
//! Independent of the number of threads: results are sorted before they are summed.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::public;
use super::stats::TableStats;
use super::table_sim;
use super::waiting::{Mode, WaitReport};
use crate::council::log::Entry;
use crate::council::notice::Notice;
use crate::council::settings::{PublicVoteMode, TurnMode};
use crate::council::{Charter, Council, Settings, Timestamp};
use crate::game::{Game, PlayoutError, Setup};

/// All turn modes with their names.
pub const MODES: [(TurnMode, &str); 4] = [
    (TurnMode::Strict, "strict"),
    (TurnMode::Relay, "relay"),
    (TurnMode::Open, "open"),
    (TurnMode::Leader, "leader"),
];

/// Parameters of a table simulation.
#[derive(Clone, Debug)]
pub struct TablePlan {
    /// Campaigns per column; campaign `n` has the seed `seed + n`.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The setup; one simulated player per seat.
    pub setup: Setup,
    /// The base settings. The turn mode and what depends on the size of the public are set per
    /// column.
    pub settings: Settings,
    /// The public vote mode; `None` takes the default for a server of that size.
    pub people: Option<PublicVoteMode>,
    /// Away answers of every player: kind of question and choice.
    pub away: Vec<(String, String)>,
    /// The turn modes to play, with their names.
    pub modes: Vec<(TurnMode, &'static str)>,
    /// Numbers of members without a seat; every mode is played with each. Empty means tables
    /// without a public.
    pub public: Vec<u32>,
    /// Number of worker threads.
    pub threads: usize,
}

impl TablePlan {
    /// Every combination of turn mode and public.
    fn columns(&self) -> Vec<Column> {
        let publics = || self.public.iter().copied().map(Some);
        let publics = || publics().chain(self.public.is_empty().then_some(None));
        let modes = self.modes.iter();
        modes
            .flat_map(|(turns, name)| {
                publics().map(|public| Column { turns: *turns, name, public })
            })
            .collect()
    }
}

/// One combination of turn mode and public.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) turns: TurnMode,
    pub(super) name: &'static str,
    pub(super) public: Option<u32>,
}

/// A simulated campaign: its counters, and what a hall would have stored.
pub struct Followed {
    /// The counters.
    pub tally: TableStats,
    /// The charter, fixed when the campaign was opened.
    pub charter: Charter,
    /// The final council state.
    pub council: Council,
    /// The event log.
    pub entries: Vec<Entry>,
    /// All notices, with their times.
    pub told: Vec<(Timestamp, Notice)>,
}

/// Plays campaign `n` of the first mode and the first public.
pub fn follow(game: &Arc<dyn Game>, tables: &TablePlan, n: u64) -> Result<Followed, PlayoutError> {
    let at = (n % tables.games.max(1)) as usize;
    play(game, tables, &tables.columns(), at)
}

type Played = (usize, Result<TableStats, PlayoutError>);

/// Plays all columns with the same seeds and calls `tick` after each campaign.
pub fn wait(
    game: &Arc<dyn Game>,
    tables: &TablePlan,
    tick: &(dyn Fn() + Sync),
) -> Result<WaitReport, PlayoutError> {
    let next = AtomicUsize::new(0);
    let mut played: Vec<Played> = std::thread::scope(|scope| {
        let share = || play_share(game, tables, &next, tick);
        let threads: Vec<_> = (0..tables.threads.max(1)).map(|_| scope.spawn(share)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    played.sort_by_key(|(at, _)| *at);
    let tallies = played.into_iter().map(|(_, tally)| tally).collect::<Result<Vec<_>, _>>()?;
    let games = tables.games as usize;
    let columns = tables.columns();
    let seats = tables.setup.roles.len() as u32;
    let modes = columns.iter().zip(tallies.chunks(games.max(1)));
    let modes = modes.map(|(column, tallies)| Mode::of(column, seats, tallies)).collect();
    Ok(WaitReport { players: tables.setup.roles.len(), games: tables.games, modes })
}

fn play_share(
    game: &Arc<dyn Game>,
    tables: &TablePlan,
    next: &AtomicUsize,
    tick: &(dyn Fn() + Sync),
) -> Vec<Played> {
    let mut share = Vec::new();
    let columns = tables.columns();
    let all = tables.games as usize * columns.len();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        if at >= all {
            return share;
        }
        let played = play(game, tables, &columns, at);
        share.push((at, played.map(|played| played.tally)));
        tick();
    }
}

/// Plays one campaign and turns a panic into an error with its seed.
fn play(
    game: &Arc<dyn Game>,
    tables: &TablePlan,
    columns: &[Column],
    at: usize,
) -> Result<Followed, PlayoutError> {
    let games = tables.games.max(1) as usize;
    let seed = tables.seed.wrapping_add((at % games) as u64);
    let Some(column) = columns.get(at / games) else {
        return Err(PlayoutError { seed, step: 0, what: "there is no such table".to_owned() });
    };
    let settings = Settings { turns: column.turns, ..tables.settings.clone() };
    let settings = match column.public {
        Some(public) => public::fitted(settings, &**game, tables, public),
        None => settings,
    };
    let play = || table_sim::play(game, tables, &settings, (seed, column.public));
    let played = catch_unwind(AssertUnwindSafe(play));
    let played = played.unwrap_or_else(|_| Err("the table panicked".to_owned()));
    played.map_err(|what| PlayoutError { seed, step: 0, what })
}
