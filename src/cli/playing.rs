//! `emberhall play`: begins or resumes a campaign, then hands it to the
//! terminal or to the line protocol.
//!
//! May use: the clock, for a seed nobody chose. Deliberately absent: the game.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use super::args::Play;
use super::sitting::Sitting;
use super::trouble::Trouble;
use super::{Shelf, files, json, open, terminal};
use crate::bounds::shown;
use crate::game::{Event, Game};

/// Seeds from the clock are kept short enough to be read aloud.
const SHORT_SEEDS: u128 = 1_000_000_000;

pub(super) fn play(shelf: &Shelf, play: &Play) -> Result<ExitCode, Trouble> {
    if let Some(path) = &play.save {
        files::check_place(path)?;
    }
    let game = open(shelf)?;
    let (sitting, events, seed) = begin(game.as_ref(), play)?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let save = play.save.as_deref();
    if play.json {
        json::play(sitting, &events, save, &mut input, &mut output)?;
    } else {
        terminal::play(sitting, &events, save, seed, !play.no_lessons, &mut input, &mut output)?;
    }
    Ok(ExitCode::SUCCESS)
}

type Begun<'a> = (Sitting<'a>, Vec<Event>, Option<u64>);

fn begin<'a>(game: &'a dyn Game, play: &Play) -> Result<Begun<'a>, Trouble> {
    if let Some(path) = &play.state {
        let save = files::read(path)?;
        let refused = |why| Trouble::theirs(format!("'{}' cannot be resumed: {why}", shown(path)));
        return Ok((Sitting::resume(game, &save).map_err(refused)?, Vec::new(), None));
    }
    let roles = game.roles();
    let players = play.players.unwrap_or(1);
    if players > roles.len() {
        return Err(Trouble::theirs(format!("--players can be at most {}", roles.len())));
    }
    let seed = play.seed.unwrap_or_else(|| clock_seed(play.json));
    let begun = Sitting::begin(game, &play.campaign.setup(&roles, players), seed);
    let (sitting, events) =
        begun.map_err(|why| Trouble::theirs(format!("the campaign cannot begin: {why}")))?;
    Ok((sitting, events, Some(seed)))
}

/// A seed from the clock; scripts are told on the error stream.
fn clock_seed(json: bool) -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = (since.as_micros() % SHORT_SEEDS) as u64;
    if json {
        // Nobody may be listening there; the seed is in the save as well.
        let _ = writeln!(io::stderr(), "seed {seed}");
    }
    seed
}
