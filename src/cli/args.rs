//! Arguments into commands.
//!
//! May use: lexopt. Deliberately absent: opening anything; whether a society or
//! a scenario exists is the game's to say.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use lexopt::{Arg, Parser, ValueExt};

use super::completing::{self, Shell};
use super::doctor::asked::{self as doctor, Examine};
use super::looking::{self, Look};
use super::rendering::{self, Render};
use super::sandboxing;
use super::settings::Flags;
use super::simulating::args::{self as simulating, Simulate};
use super::trouble::Trouble;
use super::vault::{self, Vault};
use crate::game::Setup;

/// What is to be done.
#[derive(Debug)]
pub(super) enum Command {
    Nothing,
    Help,
    Version,
    Play(Play),
    Simulate(Simulate),
    CheckContent(CheckContent),
    Look(Look),
    Vault(Vault),
    Serve(Flags),
    Config(Asked),
    Invite(Invite),
    Doctor(Examine),
    Render(Render),
    Sandbox(sandboxing::Play),
    Completions(Shell),
}

/// Arguments of `play`.
#[derive(Debug, Default)]
pub(super) struct Play {
    pub(super) players: Option<usize>,
    pub(super) seed: Option<u64>,
    pub(super) campaign: Campaign,
    pub(super) state: Option<PathBuf>,
    pub(super) save: Option<PathBuf>,
    pub(super) json: bool,
    pub(super) no_lessons: bool,
}

/// Arguments of `check-content`.
#[derive(Debug, Default)]
pub(super) struct CheckContent {
    pub(super) content: Option<PathBuf>,
    pub(super) json: bool,
}

/// Arguments of `config`.
#[derive(Debug, Default)]
pub(super) struct Asked {
    pub(super) flags: Flags,
    pub(super) json: bool,
}

/// Arguments of `invite`.
#[derive(Debug, Default)]
pub(super) struct Invite {
    pub(super) flags: Flags,
    pub(super) application: Option<u64>,
    pub(super) json: bool,
}

/// What both `play` and `simulate` begin a campaign with.
#[derive(Clone, Debug, Default)]
pub(super) struct Campaign {
    scenario: Option<String>,
    options: BTreeMap<String, String>,
}

/// The scenario if none is named.
const SCENARIO: &str = "crater";

impl Campaign {
    /// The setup for so many seats, with the first roles of the game.
    pub(super) fn setup(&self, roles: &[String], players: usize) -> Setup {
        Setup {
            roles: roles.iter().take(players).cloned().collect(),
            scenario: self.scenario.clone().unwrap_or_else(|| SCENARIO.to_owned()),
            options: self.options.clone(),
        }
    }

    fn is_given(&self) -> bool {
        self.scenario.is_some() || !self.options.is_empty()
    }

    /// Takes an option that concerns it; false if it does not.
    pub(super) fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, Trouble> {
        match option {
            "scenario" => self.scenario = Some(text(parser, option)?),
            "society" => self.set("society", society(&text(parser, option)?)?)?,
            "difficulty" => self.set("difficulty", difficulty(text(parser, option)?)?)?,
            "set" => {
                let given = text(parser, option)?;
                let (switch, value) = given.split_once('=').ok_or_else(|| {
                    Trouble::theirs(format!("--set needs SWITCH=VALUE, not '{given}'"))
                })?;
                self.set(switch, value.to_owned())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&mut self, option: &str, value: String) -> Result<(), Trouble> {
        match self.options.insert(option.to_owned(), value) {
            None => Ok(()),
            Some(_) => Err(Trouble::theirs(format!("'{option}' is given twice"))),
        }
    }
}

/// Reads the arguments, without the program's own name.
pub(super) fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Command, Trouble> {
    let mut parser = Parser::from_args(args);
    let command = match parser.next()? {
        None => return Ok(Command::Nothing),
        Some(Arg::Short('h') | Arg::Long("help")) => return Ok(Command::Help),
        Some(Arg::Short('V') | Arg::Long("version")) => return Ok(Command::Version),
        Some(Arg::Value(command)) => command,
        Some(other) => return Err(other.unexpected().into()),
    };
    match command.to_str() {
        Some("play") => play(&mut parser),
        Some("simulate") => simulating::parse(&mut parser),
        Some("check-content") => check_content(&mut parser),
        Some("card") => looking::parse(&mut parser),
        Some("serve") => serve(&mut parser),
        Some("config") => config(&mut parser),
        Some("doctor") => doctor::parse(&mut parser),
        Some("invite") => invite(&mut parser),
        Some("render") => rendering::parse(&mut parser),
        Some("sandbox") => sandbox(&mut parser),
        Some("completions") => completing::parse(&mut parser),
        Some(
            errand @ ("replay" | "backup" | "restore" | "export" | "import" | "verify"
            | "campaigns" | "prune" | "forget"),
        ) => vault::parse(errand, &mut parser),
        Some("help") => Ok(Command::Help),
        _ => Err(Trouble::theirs(format!(
            "there is no command '{}'; the commands are sandbox, serve, config, doctor, invite, play, render, \
             simulate, check-content, card, campaigns, replay, backup, restore, export, import, verify, \
             prune, forget and completions",
            command.to_string_lossy()
        ))),
    }
}

fn play(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut play = Play::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "players" => play.players = Some(number(parser, "players", 1)?),
            "seed" => play.seed = Some(number(parser, "seed", 0)?),
            "state" => play.state = Some(path(parser, "state")?),
            "save" => play.save = Some(path(parser, "save")?),
            "json" => play.json = flag(parser, "json")?,
            "no-lessons" => play.no_lessons = flag(parser, "no-lessons")?,
            other if play.campaign.take(other, parser)? => {}
            other => return Err(unknown(other, "play")),
        }
    }
    let begins = play.players.is_some() || play.seed.is_some() || play.campaign.is_given();
    if play.state.is_some() && begins {
        return Err(Trouble::theirs(
            "--state goes on with a saved campaign; its players, seed and options cannot be changed",
        ));
    }
    Ok(Command::Play(play))
}

fn check_content(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut check = CheckContent::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "content" => check.content = Some(path(parser, "content")?),
            "json" => check.json = flag(parser, "json")?,
            other => return Err(unknown(other, "check-content")),
        }
    }
    Ok(Command::CheckContent(check))
}

fn serve(parser: &mut Parser) -> Result<Command, Trouble> {
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

fn config(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut given = Asked::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => given.json = flag(parser, "json")?,
            other if given.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "config")),
        }
    }
    Ok(Command::Config(given))
}

fn invite(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut given = Invite::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => given.json = flag(parser, "json")?,
            "application" => given.application = Some(number(parser, "application", 1)?),
            other if given.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "invite")),
        }
    }
    Ok(Command::Invite(given))
}

fn sandbox(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut given = sandboxing::Play::default();
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "port" => given.port = Some(port(parser)?),
            "db" => given.database = Some(path(parser, "db")?),
            "fresh" => given.fresh = flag(parser, "fresh")?,
            "lan" => given.lan = flag(parser, "lan")?,
            other => return Err(unknown(other, "sandbox")),
        }
    }
    Ok(Command::Sandbox(given))
}

fn port(parser: &mut Parser) -> Result<u16, Trouble> {
    let given: u64 = number(parser, "port", 1)?;
    u16::try_from(given)
        .map_err(|_| Trouble::theirs(format!("--port can be at most {}, not {given}", u16::MAX)))
}

/// The next option; anything else is a mistake.
pub(super) fn option(parser: &mut Parser) -> Result<Option<String>, Trouble> {
    match parser.next()? {
        None => Ok(None),
        Some(Arg::Short('h')) => Ok(Some("help".to_owned())),
        Some(Arg::Long(name)) => Ok(Some(name.to_owned())),
        Some(other) => Err(other.unexpected().into()),
    }
}

pub(super) fn unknown(option: &str, command: &str) -> Trouble {
    Trouble::theirs(format!("'{command}' has no option '--{option}'; see emberhall --help"))
}

pub(super) fn text(parser: &mut Parser, option: &str) -> Result<String, Trouble> {
    let value = value(parser, option)?.string();
    value.map_err(|why| Trouble::theirs(format!("--{option}: {why}")))
}

pub(super) fn path(parser: &mut Parser, option: &str) -> Result<PathBuf, Trouble> {
    value(parser, option).map(PathBuf::from)
}

/// The value of an option. An empty one is a variable of a script that was not set; it must
/// not stand for the default, which may be another database.
fn value(parser: &mut Parser, option: &str) -> Result<OsString, Trouble> {
    let value = parser.value().map_err(|why| Trouble::theirs(format!("--{option}: {why}")))?;
    if value.to_string_lossy().trim().is_empty() {
        return Err(Trouble::theirs(format!(
            "--{option} is empty; give it a value or leave it out"
        )));
    }
    Ok(value)
}

pub(super) fn flag(parser: &mut Parser, option: &str) -> Result<bool, Trouble> {
    match parser.optional_value() {
        None => Ok(true),
        Some(_) => Err(Trouble::theirs(format!("--{option} takes no value"))),
    }
}

pub(super) fn number<N>(parser: &mut Parser, option: &str, least: N) -> Result<N, Trouble>
where
    N: Copy + FromStr + PartialOrd + Display,
{
    let given = text(parser, option)?;
    let number = given.parse().ok().filter(|number| *number >= least);
    number.ok_or_else(|| {
        Trouble::theirs(format!("--{option} needs a whole number from {least} up, not '{given}'"))
    })
}

fn difficulty(given: String) -> Result<String, Trouble> {
    match given.as_str() {
        "normal" | "hard" => Ok(given),
        _ => Err(Trouble::theirs(format!("--difficulty is 'normal' or 'hard', not '{given}'"))),
    }
}

/// The Society cards are printed with Roman numbers; the game counts them.
fn society(given: &str) -> Result<String, Trouble> {
    let roman = ["I", "II", "III", "IV", "V", "VI"];
    let printed = roman.iter().position(|number| number.eq_ignore_ascii_case(given));
    let counted = given.parse().ok().filter(|n| (1..=roman.len()).contains(n));
    let number = printed.map(|at| at + 1).or(counted);
    number
        .map(|number| number.to_string())
        .ok_or_else(|| Trouble::theirs(format!("--society is I to VI or 1 to 6, not '{given}'")))
}

impl From<lexopt::Error> for Trouble {
    fn from(error: lexopt::Error) -> Self {
        Trouble::theirs(format!("{error}; see emberhall --help"))
    }
}
