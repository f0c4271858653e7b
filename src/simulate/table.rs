//! Tables of people who take their time, many at once, under each mode of the turn.
//!
//! May use: the boundary, `council`, threads. Deliberately absent: any
//! dependence on the number of threads; results are put in order before they
//! are summed up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::public;
use super::sitting;
use super::tally::Tally;
use super::waiting::{Mode, Waiting};
use crate::council::log::Entry;
use crate::council::notice::Notice;
use crate::council::settings::{PublicVoteMode, TurnMode};
use crate::council::{Charter, Council, Settings, Timestamp};
use crate::game::{Game, PlayoutError, Setup};

/// The modes, and what they are called.
pub const MODES: [(TurnMode, &str); 4] = [
    (TurnMode::Strict, "strict"),
    (TurnMode::Relay, "relay"),
    (TurnMode::Open, "open"),
    (TurnMode::Leader, "leader"),
];

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Campaigns of each mode; number `n` has the seed `seed + n`.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The seats, one for each person.
    pub setup: Setup,
    /// The settings; the mode of the turn is set for each, and what fits the public.
    pub settings: Settings,
    /// When the people vote, if it is not as a server of that size would have it.
    pub people: Option<PublicVoteMode>,
    /// What everybody says to answer while they are away, by kind of question.
    pub away: Vec<(String, String)>,
    /// The modes to be played.
    pub modes: Vec<(TurnMode, &'static str)>,
    /// People beside the table; every mode is played with each number of them. None is a table
    /// without a server around it.
    pub public: Vec<u32>,
    /// Threads that play.
    pub threads: usize,
}

impl Tables {
    /// Every mode with every public.
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

/// Campaigns of one sort.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column {
    pub(super) turns: TurnMode,
    pub(super) name: &'static str,
    pub(super) public: Option<u32>,
}

/// One campaign: what was counted, and what a hall would have kept of it.
pub struct Followed {
    /// What was counted.
    pub tally: Tally,
    /// What was fixed when it was opened.
    pub charter: Charter,
    /// How it stood at its end.
    pub council: Council,
    /// Its log.
    pub entries: Vec<Entry>,
    /// What the table was told, and when.
    pub told: Vec<(Timestamp, Notice)>,
}

/// Plays one campaign of the first mode and the first public; `n` is its number.
pub fn follow(game: &Arc<dyn Game>, tables: &Tables, n: u64) -> Result<Followed, PlayoutError> {
    let at = (n % tables.games.max(1)) as usize;
    play(game, tables, &tables.columns(), at)
}

type Played = (usize, Result<Tally, PlayoutError>);

/// Plays every mode with the same seeds; `tick` is called once for every campaign that ended.
pub fn wait(
    game: &Arc<dyn Game>,
    tables: &Tables,
    tick: &(dyn Fn() + Sync),
) -> Result<Waiting, PlayoutError> {
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
    Ok(Waiting { players: tables.setup.roles.len(), games: tables.games, modes })
}

fn play_share(
    game: &Arc<dyn Game>,
    tables: &Tables,
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

/// Plays one campaign; a panic becomes a crash that names its seed.
fn play(
    game: &Arc<dyn Game>,
    tables: &Tables,
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
    let play = || sitting::play(game, tables, &settings, (seed, column.public));
    let played = catch_unwind(AssertUnwindSafe(play));
    let played = played.unwrap_or_else(|_| Err("the table panicked".to_owned()));
    played.map_err(|what| PlayoutError { seed, step: 0, what })
}
