//! Command line: one module per subcommand, one for the database commands.
//!
//! Knows no particular game: `main` passes a [`GameLoader`], and everything else goes through
//! [`crate::game`].
//!
//! Every failure ends as one sentence on standard error and an exit code: 2 for bad arguments,
//! settings, files, databases and saves; 1 for broken content, a campaign that failed, or a
//! condition that may pass, such as an unreachable Discord.

mod args;
mod card;
mod check_content;
mod completions;
mod config;
mod database;
mod doctor;
mod error;
mod files;
mod help;
mod invite;
mod json;
mod lines;
mod local_game;
mod logging;
mod names;
mod play;
mod plural;
mod qr;
mod render;
mod sandbox;
mod serve;
mod settings;
mod show;
mod simulate;
mod suggest;
mod terminal;
#[cfg(test)]
mod tests;

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::path::Path;
use std::process::ExitCode;

use crate::bounds::shown;
use crate::game::{ContentReport, Game, Setup, shorten};
use args::Command;
use error::CliError;
use settings::{Flags, ProgramSettings};

/// Functions of the game that `main` passes in.
#[derive(Clone, Copy)]
pub struct GameLoader {
    /// Opens the game with its built-in content, checked.
    pub open: fn() -> Result<Box<dyn Game>, String>,
    /// Opens the game with the content of a folder.
    pub open_folder: fn(&Path) -> Result<Box<dyn Game>, String>,
    /// Checks the content of a folder; `None` for the built-in content.
    pub check_content: fn(Option<&Path>) -> ContentReport,
}

/// Runs one command. `args` does not include the program name.
pub fn run(loader: &GameLoader, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match args::parse(args).and_then(|command| dispatch(loader, command)) {
        Ok(code) => code,
        Err(error) => error.report(),
    }
}

/// Plays a campaign with the line protocol, documented in README.md, over any reader and writer.
///
/// # Errors
///
/// A sentence, if the campaign cannot begin or a line cannot be read or written.
pub fn play_lines(
    game: &dyn Game,
    setup: &Setup,
    seed: u64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), String> {
    json::play_over(game, setup, seed, input, output).map_err(|error| error.sentence)
}

/// Returns the problems of a settings file's text, one sentence each.
pub fn settings_problems(text: &str) -> Vec<String> {
    let settings = ProgramSettings::of_text(text);
    settings.map_or_else(|error| vec![error.sentence], |settings| config::problems(&settings))
}

fn dispatch(loader: &GameLoader, command: Command) -> Result<ExitCode, CliError> {
    match command {
        Command::Default if serve::has_token()? => serve::serve(loader, &Flags::default()),
        Command::Default => sandbox::play(loader, &sandbox::SandboxArgs::default()),
        Command::Help => print(help::TEXT),
        Command::Version => print(help::VERSION),
        Command::Play(args) => play::play(loader, &args),
        Command::Simulate(args) => simulate::simulate(loader, &args),
        Command::CheckContent(args) => check_content::check(loader, &args),
        Command::Card(args) => card::card(loader, &args),
        Command::Database(args) => database::run(loader, &args),
        Command::Serve(flags) => serve::serve(loader, &flags),
        Command::Config(args) => config::show(&args),
        Command::Invite(args) => invite::invite(&args),
        Command::Doctor(args) => doctor::examine(loader, &args),
        Command::Render(args) => render::render(loader, &args),
        Command::Sandbox(args) => sandbox::play(loader, &args),
        Command::Completions(shell) => print(&completions::script(shell)),
    }
}

fn print(text: &str) -> Result<ExitCode, CliError> {
    writeln!(std::io::stdout(), "{}", text.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

/// Opens the game with its built-in content.
fn open(loader: &GameLoader) -> Result<Box<dyn Game>, CliError> {
    (loader.open)().map_err(|why| CliError::internal(format!("the game cannot be opened: {why}")))
}

/// Opens the game with the content of a folder, or with its built-in content if there is none.
fn open_with(loader: &GameLoader, folder: Option<&Path>) -> Result<Box<dyn Game>, CliError> {
    let Some(folder) = folder else {
        return open(loader);
    };
    is_folder(folder)?;
    (loader.open_folder)(folder).map_err(|why| {
        let (folder, why) = (shown(folder), shorten(&why));
        CliError::usage(format!(
            "the content of '{folder}' cannot be played: {why}; see emberhall check-content --content '{folder}'"
        ))
    })
}

/// Checks that the value of `--content` is a folder.
fn is_folder(folder: &Path) -> Result<(), CliError> {
    if folder.is_dir() {
        return Ok(());
    }
    Err(CliError::usage(format!("--content: there is no folder '{}'", shown(folder))))
}
