//! Tables of people who take their time, many at once, under each mode of the turn.
//!
//! May use: the boundary, `council`, threads. Deliberately absent: any
//! dependence on the number of threads; results are put in order before they
//! are summed up.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::sitting;
use super::tally::Tally;
use super::waiting::{Mode, Waiting};
use crate::council::Settings;
use crate::council::settings::Turns;
use crate::game::{Crash, Game, Setup};

/// The modes, and what they are called.
pub const MODES: [(Turns, &str); 4] = [
    (Turns::Strict, "strict"),
    (Turns::Relay, "relay"),
    (Turns::Open, "open"),
    (Turns::Leader, "leader"),
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
    /// The settings; the mode of the turn is set for each.
    pub settings: Settings,
    /// What everybody says to answer while they are away, by kind of question.
    pub away: Vec<(String, String)>,
    /// The modes to be played.
    pub modes: Vec<(Turns, &'static str)>,
    /// Threads that play.
    pub threads: usize,
}

type Played = (usize, Result<Tally, Crash>);

/// Plays every mode with the same seeds; `tick` is called once for every campaign that ended.
pub fn wait(
    game: &Arc<dyn Game>,
    tables: &Tables,
    tick: &(dyn Fn() + Sync),
) -> Result<Waiting, Crash> {
    let next = AtomicUsize::new(0);
    let mut played: Vec<Played> = std::thread::scope(|scope| {
        let share = || play_share(game, tables, &next, tick);
        let threads: Vec<_> = (0..tables.threads.max(1)).map(|_| scope.spawn(share)).collect();
        threads.into_iter().filter_map(|thread| thread.join().ok()).flatten().collect()
    });
    played.sort_by_key(|(at, _)| *at);
    let tallies = played.into_iter().map(|(_, tally)| tally).collect::<Result<Vec<_>, _>>()?;
    let games = tables.games as usize;
    let named = tables.modes.iter().zip(tallies.chunks(games.max(1)));
    let modes = named.map(|((_, name), tallies)| Mode::of(name, tallies)).collect();
    Ok(Waiting { players: tables.setup.roles.len(), games: tables.games, modes })
}

fn play_share(
    game: &Arc<dyn Game>,
    tables: &Tables,
    next: &AtomicUsize,
    tick: &(dyn Fn() + Sync),
) -> Vec<Played> {
    let mut share = Vec::new();
    let all = tables.games as usize * tables.modes.len();
    loop {
        let at = next.fetch_add(1, Ordering::Relaxed);
        if at >= all {
            return share;
        }
        share.push((at, play(game, tables, at)));
        tick();
    }
}

/// Plays one campaign; a panic becomes a crash that names its seed.
fn play(game: &Arc<dyn Game>, tables: &Tables, at: usize) -> Result<Tally, Crash> {
    let games = tables.games.max(1) as usize;
    let seed = tables.seed.wrapping_add((at % games) as u64);
    let mode = tables.modes.get(at / games).map_or(Turns::Relay, |(turns, _)| *turns);
    let settings = Settings { turns: mode, ..tables.settings.clone() };
    let play = || sitting::play(game, tables, &settings, seed);
    let played = catch_unwind(AssertUnwindSafe(play));
    let played = played.unwrap_or_else(|_| Err("the table panicked".to_owned()));
    played.map_err(|what| Crash { seed, step: 0, what })
}
