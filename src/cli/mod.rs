//! The command line: sandbox, serve, config, doctor, invite, play, render, simulate,
//! check-content, card, errands at the database.
//!
//! May use: the boundary, `simulate`, `hall` and `store`, `discord`'s bot, `playground`, files, the
//! terminal, the environment and the clock (for a seed), and `doctor` the network. Deliberately absent: any one
//! game. `main` passes in how the game is opened and how its content is checked; all
//! else goes through the boundary.
//!
//! Whatever goes wrong ends in one sentence on the error stream and an exit
//! code: 2 for bad arguments, settings, files, databases and saves, 1 for broken content, a
//! campaign that broke, or what may be better at the next start: a Discord that cannot be reached.

mod args;
mod checking;
mod completing;
mod configuring;
mod counting;
mod doctor;
mod files;
mod help;
mod inviting;
mod json;
mod lines;
mod logging;
mod looking;
mod names;
mod nearest;
mod playing;
mod qr;
mod rendering;
mod sandboxing;
mod serving;
mod settings;
mod show;
mod simulating;
mod sitting;
mod terminal;
#[cfg(test)]
mod tests;
mod trouble;
mod vault;

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::bounds::shown;
use crate::game::{ContentReport, Game, Setup, shorten};
use args::Command;
use settings::{Flags, Settings};
use trouble::Trouble;

/// What `main` wires in.
#[derive(Clone, Copy)]
pub struct Shelf {
    /// Opens the game's box: its built-in content, checked.
    pub open: fn() -> Result<Box<dyn Game>, String>,
    /// Opens the game with the content of a folder instead.
    pub open_folder: fn(&Path) -> Result<Box<dyn Game>, String>,
    /// Checks content: a folder's, or the built-in.
    pub check_content: fn(Option<&Path>) -> ContentReport,
}

/// Runs one command; `args` without the program's own name.
pub fn run(shelf: &Shelf, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match args::parse(args).and_then(|command| obey(shelf, command)) {
        Ok(code) => code,
        Err(trouble) => trouble.report(),
    }
}

/// Plays a campaign by the line protocol over any reader and writer; README.md documents it. Fails
/// with a sentence if the campaign cannot begin or the lines cannot be written.
pub fn play_lines(
    game: &dyn Game,
    setup: &Setup,
    seed: u64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), String> {
    json::play_over(game, setup, seed, input, output).map_err(|trouble| trouble.sentence)
}

/// What is wrong with the text of a settings file, a sentence each.
pub fn settings_problems(text: &str) -> Vec<String> {
    let settings = Settings::of_text(text);
    settings.map_or_else(|trouble| vec![trouble.sentence], |all| configuring::problems(&all))
}

fn obey(shelf: &Shelf, command: Command) -> Result<ExitCode, Trouble> {
    match command {
        Command::Nothing if serving::is_wanted()? => serving::serve(shelf, &Flags::default()),
        Command::Nothing => sandboxing::play(shelf, &sandboxing::Play::default()),
        Command::Help => print(help::TEXT),
        Command::Version => print(help::VERSION),
        Command::Play(play) => playing::play(shelf, &play),
        Command::Simulate(simulate) => simulating::simulate(shelf, &simulate),
        Command::CheckContent(check) => checking::check(shelf, &check),
        Command::Look(look) => looking::look(shelf, &look),
        Command::Vault(errand) => vault::run(shelf, &errand),
        Command::Serve(flags) => serving::serve(shelf, &flags),
        Command::Config(given) => configuring::show(&given),
        Command::Invite(given) => inviting::invite(&given),
        Command::Doctor(given) => doctor::examine(shelf, &given),
        Command::Render(render) => rendering::render(shelf, &render),
        Command::Sandbox(given) => sandboxing::play(shelf, &given),
        Command::Completions(shell) => print(&completing::script(shell)),
    }
}

fn print(text: &str) -> Result<ExitCode, Trouble> {
    writeln!(std::io::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// The game, opened.
fn open(shelf: &Shelf) -> Result<Box<dyn Game>, Trouble> {
    (shelf.open)().map_err(|why| Trouble::ours(format!("the game cannot be opened: {why}")))
}

/// The game with the content of a folder, or with its own.
fn open_with(shelf: &Shelf, folder: Option<&Path>) -> Result<Box<dyn Game>, Trouble> {
    let Some(folder) = folder else {
        return open(shelf);
    };
    is_folder(folder)?;
    (shelf.open_folder)(folder).map_err(|why| {
        let (folder, why) = (shown(folder), shorten(&why));
        Trouble::theirs(format!(
            "the content of '{folder}' cannot be played: {why}; see emberhall check-content --content '{folder}'"
        ))
    })
}

fn is_folder(folder: &Path) -> Result<(), Trouble> {
    if folder.is_dir() {
        return Ok(());
    }
    Err(Trouble::theirs(format!("--content: there is no folder '{}'", shown(folder))))
}
