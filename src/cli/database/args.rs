//! Arguments of the database commands.

use std::path::{Path, PathBuf};

use lexopt::{Arg, Parser};

use super::super::args::{Command, flag, number, text};
use super::super::error::CliError;
use super::super::settings::Flags;
use crate::hall::erasure::SMALLEST_USER_ID;

/// Database command with its arguments.
#[derive(Debug)]
pub(in super::super) enum DatabaseCommand {
    /// Replay every campaign against its log.
    Replay,
    /// Copy the database.
    Backup { to: PathBuf },
    /// Write one campaign to a file.
    Export { campaign: i64, to: PathBuf },
    /// Add a campaign from an exported file.
    Import {
        file: PathBuf,
        /// New server and channel. `None` keeps those of the file.
        place: Option<(u64, u64)>,
    },
    /// Check that an exported campaign was played fairly.
    Verify {
        file: PathBuf,
        /// Expected hash of the seed, as published when the campaign began.
        commitment: Option<String>,
    },
    /// List all campaigns.
    List,
    /// Measure the effort of a round.
    Measure {
        /// `None` measures all campaigns.
        campaign: Option<i64>,
    },
    /// Replace the database by a backup.
    Restore {
        from: PathBuf,
        /// Rename an existing database instead of refusing.
        force: bool,
    },
    /// Remove old campaigns.
    Prune {
        /// Age in days of the ended campaigns to remove. `None` uses the setting.
        days: Option<u32>,
        /// Also remove from ended campaigns all rows that a replay does not need.
        compact: bool,
    },
    /// Erase the data of a user.
    Forget {
        /// Discord user ID.
        user: u64,
    },
}

/// Database command with the settings that name the database.
#[derive(Debug)]
pub(in super::super) struct DatabaseArgs {
    pub(super) flags: Flags,
    pub(super) command: DatabaseCommand,
    pub(super) json: bool,
}

/// Parsed arguments, not yet checked against the command.
#[derive(Default)]
struct RawArgs {
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

/// Parses the arguments of a database command.
pub(in super::super) fn parse(command: &str, parser: &mut Parser) -> Result<Command, CliError> {
    let mut raw = RawArgs::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => raw.help = true,
            Arg::Value(value) => raw.values.push(PathBuf::from(value)),
            Arg::Long(name @ ("database" | "config")) => {
                let name = name.to_owned();
                raw.flags.take_database(&name, parser)?;
            }
            Arg::Long("all") if command == "replay" => raw.all = flag(parser, "all")?,
            Arg::Long("json") if matches!(command, "replay" | "campaigns") => {
                raw.json = flag(parser, "json")?;
            }
            Arg::Long("measure") if command == "campaigns" => {
                raw.measure = flag(parser, "measure")?;
            }
            Arg::Long("server") if command == "import" => {
                raw.server = Some(number(parser, "server", 0)?);
            }
            Arg::Long("channel") if command == "import" => {
                raw.channel = Some(number(parser, "channel", 0)?);
            }
            Arg::Long("commitment") if command == "verify" => {
                raw.commitment = Some(text(parser, "commitment")?);
            }
            Arg::Long("force") if command == "restore" => raw.force = flag(parser, "force")?,
            Arg::Long("days") if command == "prune" => {
                raw.days = Some(number(parser, "days", 1)?);
            }
            Arg::Long("compact") if command == "prune" => raw.compact = flag(parser, "compact")?,
            other => return Err(other.unexpected().into()),
        }
    }
    if raw.help {
        return Ok(Command::Help);
    }
    let command = database_command(command, &raw)?;
    Ok(Command::Database(DatabaseArgs { flags: raw.flags, command, json: raw.json }))
}

fn database_command(command: &str, raw: &RawArgs) -> Result<DatabaseCommand, CliError> {
    let usage = |how: &str| CliError::usage(format!("usage: emberhall {command} {how}"));
    match (command, raw.values.as_slice()) {
        ("replay", []) if raw.all => Ok(DatabaseCommand::Replay),
        ("replay", _) => Err(usage("--all [--json] [--database FILE]")),
        ("campaigns", []) if raw.measure => Ok(DatabaseCommand::Measure { campaign: None }),
        ("campaigns", [campaign]) if raw.measure => {
            Ok(DatabaseCommand::Measure { campaign: Some(campaign_number(campaign)?) })
        }
        ("campaigns", []) => Ok(DatabaseCommand::List),
        ("campaigns", _) => Err(usage("[[CAMPAIGN] --measure] [--json] [--database FILE]")),
        ("backup", [to]) => Ok(DatabaseCommand::Backup { to: to.clone() }),
        ("backup", _) => Err(usage("FILE [--database FILE]")),
        ("export", [campaign, to]) => {
            Ok(DatabaseCommand::Export { campaign: campaign_number(campaign)?, to: to.clone() })
        }
        ("export", _) => Err(usage("CAMPAIGN FILE [--database FILE]")),
        ("verify", [file]) => {
            Ok(DatabaseCommand::Verify { file: file.clone(), commitment: raw.commitment.clone() })
        }
        ("verify", _) => Err(usage("FILE [--commitment HASH]")),
        ("restore", [from]) => {
            Ok(DatabaseCommand::Restore { from: from.clone(), force: raw.force })
        }
        ("restore", _) => Err(usage("FILE [--force] [--database FILE]")),
        ("prune", []) => Ok(DatabaseCommand::Prune { days: raw.days, compact: raw.compact }),
        ("prune", _) => Err(usage("[--days N] [--compact] [--database FILE]")),
        ("forget", [user]) => Ok(DatabaseCommand::Forget { user: user_id(user)? }),
        ("forget", _) => Err(usage("USER [--database FILE]")),
        ("import", [file]) => {
            Ok(DatabaseCommand::Import { file: file.clone(), place: place(raw)? })
        }
        _ => Err(usage("FILE [--server N --channel N] [--database FILE]")),
    }
}

fn campaign_number(given: &Path) -> Result<i64, CliError> {
    let given = given.to_string_lossy();
    let number = given.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| {
        CliError::usage(format!(
            "'{given}' is not the number of a campaign; emberhall campaigns lists them"
        ))
    })
}

fn user_id(given: &Path) -> Result<u64, CliError> {
    let given = given.to_string_lossy();
    let number = given.parse().ok().filter(|number| *number >= SMALLEST_USER_ID);
    number.ok_or_else(|| {
        CliError::usage(format!(
            "'{given}' is not the number of a Discord user; turn on Developer Mode in Discord, \
             then Copy User ID in the menu of their name"
        ))
    })
}

fn place(raw: &RawArgs) -> Result<Option<(u64, u64)>, CliError> {
    match (raw.server, raw.channel) {
        (Some(server), Some(channel)) => Ok(Some((server, channel))),
        (None, None) => Ok(None),
        _ => Err(CliError::usage("--server and --channel are given together")),
    }
}
