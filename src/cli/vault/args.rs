//! Arguments of the errands at the database.
//!
//! May use: lexopt. Deliberately absent: opening anything.

use std::path::PathBuf;

use lexopt::{Arg, Parser, ValueExt};

use super::super::args::{Command, flag, number, text};
use super::super::settings::Flags;
use super::super::trouble::Trouble;

/// What is to be done.
#[derive(Debug)]
pub(in super::super) enum Errand {
    /// Replay every campaign against its log.
    Replay,
    /// Copy the database.
    Backup {
        /// To where.
        to: PathBuf,
    },
    /// Write one campaign into a file.
    Export {
        /// Its number.
        campaign: i64,
        /// To where.
        to: PathBuf,
    },
    /// Take one campaign in from a file.
    Import {
        /// From where.
        file: PathBuf,
        /// Server and channel, if it is to be played elsewhere.
        place: Option<(u64, u64)>,
    },
    /// Check that a campaign was played fairly.
    Verify {
        /// The exported campaign.
        file: PathBuf,
        /// The hash that was published when it began.
        commitment: Option<String>,
    },
    /// List all campaigns.
    List,
}

/// An errand and where the database is.
#[derive(Debug)]
pub(in super::super) struct Vault {
    pub(super) flags: Flags,
    pub(super) errand: Errand,
    pub(super) json: bool,
}

/// What was given, before it is known whether it fits.
#[derive(Default)]
struct Given {
    flags: Flags,
    values: Vec<PathBuf>,
    all: bool,
    json: bool,
    help: bool,
    server: Option<u64>,
    channel: Option<u64>,
    commitment: Option<String>,
}

/// Reads the arguments of an errand.
pub(in super::super) fn parse(command: &str, parser: &mut Parser) -> Result<Command, Trouble> {
    let mut given = Given::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => given.help = true,
            Arg::Value(value) => given.values.push(PathBuf::from(value)),
            Arg::Long(name @ ("database" | "config")) => {
                let name = name.to_owned();
                given.flags.take_place(&name, parser)?;
            }
            Arg::Long("all") if command == "replay" => given.all = flag(parser, "all")?,
            Arg::Long("json") if matches!(command, "replay" | "campaigns") => {
                given.json = flag(parser, "json")?;
            }
            Arg::Long("server") if command == "import" => {
                given.server = Some(number(parser, "server", 0)?);
            }
            Arg::Long("channel") if command == "import" => {
                given.channel = Some(number(parser, "channel", 0)?);
            }
            Arg::Long("commitment") if command == "verify" => {
                given.commitment = Some(text(parser, "commitment")?);
            }
            other => return Err(other.unexpected().into()),
        }
    }
    if given.help {
        return Ok(Command::Help);
    }
    let errand = errand(command, &given)?;
    Ok(Command::Vault(Vault { flags: given.flags, errand, json: given.json }))
}

fn errand(command: &str, given: &Given) -> Result<Errand, Trouble> {
    let usage = |how: &str| Trouble::theirs(format!("usage: emberhall {command} {how}"));
    match (command, given.values.as_slice()) {
        ("replay", []) if given.all => Ok(Errand::Replay),
        ("replay", _) => Err(usage("--all [--json] [--database FILE]")),
        ("campaigns", []) => Ok(Errand::List),
        ("campaigns", _) => Err(usage("[--json] [--database FILE]")),
        ("backup", [to]) => Ok(Errand::Backup { to: to.clone() }),
        ("backup", _) => Err(usage("FILE [--database FILE]")),
        ("export", [campaign, to]) => {
            let campaign = campaign.clone().into_os_string().parse::<i64>();
            let campaign = campaign.map_err(|why| Trouble::theirs(why.to_string()))?;
            Ok(Errand::Export { campaign, to: to.clone() })
        }
        ("export", _) => Err(usage("CAMPAIGN FILE [--database FILE]")),
        ("verify", [file]) => {
            Ok(Errand::Verify { file: file.clone(), commitment: given.commitment.clone() })
        }
        ("verify", _) => Err(usage("FILE [--commitment HASH]")),
        ("import", [file]) => Ok(Errand::Import { file: file.clone(), place: place(given)? }),
        _ => Err(usage("FILE [--server N --channel N] [--database FILE]")),
    }
}

fn place(given: &Given) -> Result<Option<(u64, u64)>, Trouble> {
    match (given.server, given.channel) {
        (Some(server), Some(channel)) => Ok(Some((server, channel))),
        (None, None) => Ok(None),
        _ => Err(Trouble::theirs("--server and --channel are given together")),
    }
}
