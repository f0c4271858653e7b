//! Arguments of the errands at the database.
//!
//! May use: lexopt. Deliberately absent: opening anything.

use std::path::{Path, PathBuf};

use lexopt::{Arg, Parser};

use super::super::args::{Command, flag, number, text};
use super::super::settings::Flags;
use super::super::trouble::Trouble;
use crate::hall::erasure::SMALLEST_USER_ID;

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
    /// What a round of the campaigns takes.
    Measure {
        /// Of this one only.
        campaign: Option<i64>,
    },
    /// Put a backup in the database's place.
    Restore {
        /// The backup.
        from: PathBuf,
        /// Put aside what is there.
        force: bool,
    },
    /// Remove what has been over for long.
    Prune {
        /// For so many days; as it is set, if it is left out.
        days: Option<u32>,
        /// Keep of all that are over only what they replay from.
        compact: bool,
    },
    /// Remove everything that is known of a person.
    Forget {
        /// Their number.
        user: u64,
    },
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
    force: bool,
    days: Option<u32>,
    compact: bool,
    measure: bool,
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
            Arg::Long("measure") if command == "campaigns" => {
                given.measure = flag(parser, "measure")?;
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
            Arg::Long("force") if command == "restore" => given.force = flag(parser, "force")?,
            Arg::Long("days") if command == "prune" => {
                given.days = Some(number(parser, "days", 1)?);
            }
            Arg::Long("compact") if command == "prune" => given.compact = flag(parser, "compact")?,
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
        ("campaigns", []) if given.measure => Ok(Errand::Measure { campaign: None }),
        ("campaigns", [one]) if given.measure => {
            Ok(Errand::Measure { campaign: Some(numbered(one)?) })
        }
        ("campaigns", []) => Ok(Errand::List),
        ("campaigns", _) => Err(usage("[[CAMPAIGN] --measure] [--json] [--database FILE]")),
        ("backup", [to]) => Ok(Errand::Backup { to: to.clone() }),
        ("backup", _) => Err(usage("FILE [--database FILE]")),
        ("export", [campaign, to]) => {
            Ok(Errand::Export { campaign: numbered(campaign)?, to: to.clone() })
        }
        ("export", _) => Err(usage("CAMPAIGN FILE [--database FILE]")),
        ("verify", [file]) => {
            Ok(Errand::Verify { file: file.clone(), commitment: given.commitment.clone() })
        }
        ("verify", _) => Err(usage("FILE [--commitment HASH]")),
        ("restore", [from]) => Ok(Errand::Restore { from: from.clone(), force: given.force }),
        ("restore", _) => Err(usage("FILE [--force] [--database FILE]")),
        ("prune", []) => Ok(Errand::Prune { days: given.days, compact: given.compact }),
        ("prune", _) => Err(usage("[--days N] [--compact] [--database FILE]")),
        ("forget", [user]) => Ok(Errand::Forget { user: person(user)? }),
        ("forget", _) => Err(usage("USER [--database FILE]")),
        ("import", [file]) => Ok(Errand::Import { file: file.clone(), place: place(given)? }),
        _ => Err(usage("FILE [--server N --channel N] [--database FILE]")),
    }
}

/// A campaign's number.
fn numbered(given: &Path) -> Result<i64, Trouble> {
    let given = given.to_string_lossy();
    let number = given.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| {
        Trouble::theirs(format!(
            "'{given}' is not the number of a campaign; emberhall campaigns lists them"
        ))
    })
}

/// A person's number, as Discord gives them.
fn person(given: &Path) -> Result<u64, Trouble> {
    let given = given.to_string_lossy();
    let number = given.parse().ok().filter(|number| *number >= SMALLEST_USER_ID);
    number.ok_or_else(|| {
        Trouble::theirs(format!(
            "'{given}' is not the number of a Discord user; turn on Developer Mode in Discord, \
             then Copy User ID in the menu of their name"
        ))
    })
}

fn place(given: &Given) -> Result<Option<(u64, u64)>, Trouble> {
    match (given.server, given.channel) {
        (Some(server), Some(channel)) => Ok(Some((server, channel))),
        (None, None) => Ok(None),
        _ => Err(Trouble::theirs("--server and --channel are given together")),
    }
}
