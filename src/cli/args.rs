//! Argument parser: turns command-line arguments into a [`Command`].
//!
//! Pure: opens no files. Whether a scenario or an option exists is checked by the game.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use lexopt::{Arg, Parser, ValueExt};

use super::card::{self, CardArgs};
use super::completions::{self, Shell};
use super::database::{self, DatabaseArgs};
use super::doctor::args::{self as doctor, DoctorArgs};
use super::error::CliError;
use super::render::{self, RenderArgs};
use super::sandbox;
use super::settings::Flags;
use super::simulate::args::{self as simulate, SimulateArgs};
use crate::game::Setup;

/// Parsed command line.
#[derive(Debug)]
pub(super) enum Command {
    /// No arguments: `serve` if a token is set, otherwise `sandbox`.
    Default,
    Help,
    Version,
    Play(PlayArgs),
    Simulate(SimulateArgs),
    CheckContent(CheckContentArgs),
    Card(CardArgs),
    Database(DatabaseArgs),
    Serve(Flags),
    Config(SettingsArgs),
    Invite(InviteArgs),
    Doctor(DoctorArgs),
    Render(RenderArgs),
    Sandbox(sandbox::SandboxArgs),
    Completions(Shell),
}

#[derive(Debug, Default)]
pub(super) struct PlayArgs {
    pub(super) players: Option<usize>,
    pub(super) seed: Option<u64>,
    pub(super) campaign: CampaignArgs,
    pub(super) state: Option<PathBuf>,
    pub(super) save: Option<PathBuf>,
    pub(super) json: bool,
    pub(super) no_lessons: bool,
}

#[derive(Debug, Default)]
pub(super) struct CheckContentArgs {
    pub(super) content: Option<PathBuf>,
    pub(super) json: bool,
}

/// Arguments of `config`.
#[derive(Debug, Default)]
pub(super) struct SettingsArgs {
    pub(super) flags: Flags,
    pub(super) json: bool,
}

#[derive(Debug, Default)]
pub(super) struct InviteArgs {
    pub(super) flags: Flags,
    pub(super) application: Option<u64>,
    pub(super) json: bool,
}

/// Setup options shared by `play` and `simulate`.
#[derive(Clone, Debug, Default)]
pub(super) struct CampaignArgs {
    scenario: Option<String>,
    options: BTreeMap<String, String>,
}

/// Scenario if none is given.
const DEFAULT_SCENARIO: &str = "crater";

impl CampaignArgs {
    /// Returns the setup for `players` seats, which get the first roles of the game.
    pub(super) fn setup(&self, roles: &[String], players: usize) -> Setup {
        Setup {
            roles: roles.iter().take(players).cloned().collect(),
            scenario: self.scenario.clone().unwrap_or_else(|| DEFAULT_SCENARIO.to_owned()),
            options: self.options.clone(),
        }
    }

    fn is_given(&self) -> bool {
        self.scenario.is_some() || !self.options.is_empty()
    }

    /// Parses `option` if it is a setup option. Returns `false` if it is not.
    pub(super) fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, CliError> {
        match option {
            "scenario" => self.scenario = Some(text(parser, option)?),
            "society" => self.set("society", society(&text(parser, option)?)?)?,
            "difficulty" => self.set("difficulty", difficulty(text(parser, option)?)?)?,
            "set" => {
                let given = text(parser, option)?;
                let (switch, value) = given.split_once('=').ok_or_else(|| {
                    CliError::usage(format!("--set needs SWITCH=VALUE, not '{given}'"))
                })?;
                self.set(switch, value.to_owned())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&mut self, option: &str, value: String) -> Result<(), CliError> {
        match self.options.insert(option.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(CliError::usage(format!("'{option}' is given twice"))),
        }
    }
}

/// Parses the arguments, which do not include the program name.
pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, CliError> {
    let mut parser = Parser::from_args(args);
    let command = match parser.next()? {
        None => return Ok(Command::Default),
        Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
        Some(Arg::Short('V') | Arg::Long("version")) => return Ok(Command::Version),
        Some(Arg::Value(command)) => command,
        Some(other) => return Err(other.unexpected().into()),
    };
    match command.to_str() {
        Some("play") => play(&mut parser),
        Some("simulate") => simulate::parse(&mut parser),
        Some("check-content") => check_content(&mut parser),
        Some("card") => card::parse(&mut parser),
        Some("serve") => serve(&mut parser),
        Some("config") => config(&mut parser),
        Some("doctor") => doctor::parse(&mut parser),
        Some("invite") => invite(&mut parser),
        Some("render") => render::parse(&mut parser),
        Some("sandbox") => sandbox(&mut parser),
        Some("completions") => completions::parse(&mut parser),
        Some(
            name @ ("replay" | "backup" | "restore" | "export" | "import" | "verify" | "campaigns"
            | "prune" | "forget"),
        ) => database::parse(name, &mut parser),
        Some("help") => Ok(Command::Help),
        _ => Err(CliError::usage(format!(
            "there is no command '{}'; the commands are sandbox, serve, config, doctor, invite, play, render, \
             simulate, check-content, card, campaigns, replay, backup, restore, export, import, verify, \
             prune, forget and completions",
            command.to_string_lossy()
        ))),
    }
}

fn play(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = PlayArgs::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "players" => args.players = Some(number(parser, "players", 1)?),
            "seed" => args.seed = Some(number(parser, "seed", 0)?),
            "state" => args.state = Some(path(parser, "state")?),
            "save" => args.save = Some(path(parser, "save")?),
            "json" => args.json = flag(parser, "json")?,
            "no-lessons" => args.no_lessons = flag(parser, "no-lessons")?,
            other if args.campaign.take(other, parser)? => {}
            other => return Err(unknown(other, "play")),
        }
    }
    let begins_new = args.players.is_some() || args.seed.is_some() || args.campaign.is_given();
    if args.state.is_some() && begins_new {
        return Err(CliError::usage(
            "--state goes on with a saved campaign; its players, seed and options cannot be changed",
        ));
    }
    Ok(Command::Play(args))
}

fn check_content(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = CheckContentArgs::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "content" => args.content = Some(path(parser, "content")?),
            "json" => args.json = flag(parser, "json")?,
            other => return Err(unknown(other, "check-content")),
        }
    }
    Ok(Command::CheckContent(args))
}

fn serve(parser: &mut Parser) -> Result<Command, CliError> {
    let mut flags = Flags::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            other if flags.take(other, parser)? => {}
            other => return Err(unknown(other, "serve")),
        }
    }
    Ok(Command::Serve(flags))
}

fn config(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = SettingsArgs::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => args.json = flag(parser, "json")?,
            other if args.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "config")),
        }
    }
    Ok(Command::Config(args))
}

fn invite(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = InviteArgs::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => args.json = flag(parser, "json")?,
            "application" => args.application = Some(number(parser, "application", 1)?),
            other if args.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "invite")),
        }
    }
    Ok(Command::Invite(args))
}

fn sandbox(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = sandbox::SandboxArgs::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "port" => args.port = Some(port(parser)?),
            "db" => args.database = Some(path(parser, "db")?),
            "fresh" => args.fresh = flag(parser, "fresh")?,
            "lan" => args.lan = flag(parser, "lan")?,
            other => return Err(unknown(other, "sandbox")),
        }
    }
    Ok(Command::Sandbox(args))
}

fn port(parser: &mut Parser) -> Result<u16, CliError> {
    let given: u64 = number(parser, "port", 1)?;
    u16::try_from(given)
        .map_err(|_| CliError::usage(format!("--port can be at most {}, not {given}", u16::MAX)))
}

/// Returns the name of the next option, or `None` at the end. A positional argument is an error.
pub(super) fn option(parser: &mut Parser) -> Result<Option<String>, CliError> {
    match parser.next()? {
        None => Ok(None),
        Some(Arg::Short('h')) => Ok(Some("help".to_owned())),
        Some(Arg::Long(name)) => Ok(Some(name.to_owned())),
        Some(other) => Err(other.unexpected().into()),
    }
}

/// Error for an option that `command` does not have.
pub(super) fn unknown(option: &str, command: &str) -> CliError {
    CliError::usage(format!("'{command}' has no option '--{option}'; see emberhall --help"))
}

pub(super) fn text(parser: &mut Parser, option: &str) -> Result<String, CliError> {
    let value = value(parser, option)?.string();
    value.map_err(|why| CliError::usage(format!("--{option}: {why}")))
}

pub(super) fn path(parser: &mut Parser, option: &str) -> Result<PathBuf, CliError> {
    value(parser, option).map(PathBuf::from)
}

/// Returns the value of an option. Refuses an empty one, which is usually an unset variable of a
/// script: it must not select the default, which may be another database.
fn value(parser: &mut Parser, option: &str) -> Result<OsString, CliError> {
    let value = parser.value().map_err(|why| CliError::usage(format!("--{option}: {why}")))?;
    if value.to_string_lossy().trim().is_empty() {
        return Err(CliError::usage(format!(
            "--{option} is empty; give it a value or leave it out"
        )));
    }
    Ok(value)
}

/// Returns `true` for a flag that was given. Refuses `--flag=value`.
pub(super) fn flag(parser: &mut Parser, option: &str) -> Result<bool, CliError> {
    match parser.optional_value() {
        None => Ok(true),
        Some(_) => Err(CliError::usage(format!("--{option} takes no value"))),
    }
}

/// Parses a whole number that is at least `least`.
pub(super) fn number<N>(parser: &mut Parser, option: &str, least: N) -> Result<N, CliError>
where
    N: Copy + FromStr + PartialOrd + Display,
{
    let given = text(parser, option)?;
    let number = given.parse().ok().filter(|number| *number >= least);
    number.ok_or_else(|| {
        CliError::usage(format!("--{option} needs a whole number from {least} up, not '{given}'"))
    })
}

fn difficulty(given: String) -> Result<String, CliError> {
    match given.as_str() {
        "normal" | "hard" => Ok(given),
        _ => Err(CliError::usage(format!("--difficulty is 'normal' or 'hard', not '{given}'"))),
    }
}

/// Normalizes a Society number to decimal, as the game takes it. The cards print Roman numerals.
fn society(given: &str) -> Result<String, CliError> {
    let numerals = ["I", "II", "III", "IV", "V", "VI"];
    let roman = numerals.iter().position(|number| number.eq_ignore_ascii_case(given));
    let decimal = given.parse().ok().filter(|n| (1..=numerals.len()).contains(n));
    let number = roman.map(|at| at + 1).or(decimal);
    number
        .map(|number| number.to_string())
        .ok_or_else(|| CliError::usage(format!("--society is I to VI or 1 to 6, not '{given}'")))
}

impl From<lexopt::Error> for CliError {
    fn from(error: lexopt::Error) -> Self {
        CliError::usage(format!("{error}; see emberhall --help"))
    }
}
