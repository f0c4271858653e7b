//! `emberhall play`: begins or resumes a campaign and runs it in the terminal or over the line
//! protocol.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use super::args::PlayArgs;
use super::error::CliError;
use super::local_game::LocalGame;
use super::{GameLoader, files, json, open, terminal};
use crate::bounds::shown;
use crate::game::{Event, Game};

/// Limit of seeds from the clock: short enough to read aloud.
const CLOCK_SEED_LIMIT: u128 = 1_000_000_000;

pub(super) fn play(loader: &GameLoader, args: &PlayArgs) -> Result<ExitCode, CliError> {
    if let Some(path) = &args.save {
        files::check_place(path)?;
    }
    let game = open(loader)?;
    let (local, events, seed) = begin(game.as_ref(), args)?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let save = args.save.as_deref();
    if args.json {
        json::play(local, &events, save, &mut input, &mut output)?;
    } else {
        terminal::play(local, &events, save, seed, !args.no_lessons, &mut input, &mut output)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Campaign, its first events, and the seed. Without a seed if it was resumed from a save.
type Begun<'a> = (LocalGame<'a>, Vec<Event>, Option<u64>);

fn begin<'a>(game: &'a dyn Game, args: &PlayArgs) -> Result<Begun<'a>, CliError> {
    if let Some(path) = &args.state {
        let save = files::read(path)?;
        let error = |why| CliError::usage(format!("'{}' cannot be resumed: {why}", shown(path)));
        return Ok((LocalGame::resume(game, &save).map_err(error)?, Vec::new(), None));
    }
    let roles = game.roles();
    let players = args.players.unwrap_or(1);
    if players > roles.len() {
        return Err(CliError::usage(format!("--players can be at most {}", roles.len())));
    }
    let seed = args.seed.unwrap_or_else(|| clock_seed(args.json));
    let begun = LocalGame::begin(game, &args.campaign.setup(&roles, players), seed);
    let (local, events) =
        begun.map_err(|why| CliError::usage(format!("the campaign cannot begin: {why}")))?;
    Ok((local, events, Some(seed)))
}

/// Returns a seed from the clock. With `--json` it is also printed on standard error.
fn clock_seed(json: bool) -> u64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = (elapsed.as_micros() % CLOCK_SEED_LIMIT) as u64;
    if json {
        // Ignores a closed standard error: the save contains the seed too.
        let _ = writeln!(io::stderr(), "seed {seed}");
    }
    seed
}
