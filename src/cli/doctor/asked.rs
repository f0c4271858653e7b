//! The arguments of `doctor`.
//!
//! May use: lexopt. Deliberately absent: looking at anything.

use std::path::PathBuf;
use std::time::Duration;

use lexopt::Parser;

use crate::cli::args::{Command, flag, number, option, path, unknown};
use crate::cli::settings::Flags;
use crate::cli::trouble::Trouble;

/// How long each press is waited for if nobody says otherwise, and at most, in seconds.
const PATIENCE: u64 = 180;
const MOST_PATIENCE: u64 = 3600;

/// What the doctor is asked for.
#[derive(Debug, Default)]
pub(in crate::cli) struct Examine {
    pub(in crate::cli) flags: Flags,
    pub(in crate::cli) json: bool,
    /// Not only to look, but to try in a channel.
    pub(in crate::cli) attempt: Option<Attempt>,
}

/// What is to be tried.
#[derive(Debug)]
pub(in crate::cli) struct Attempt {
    pub(in crate::cli) channel: u64,
    pub(in crate::cli) report: Option<PathBuf>,
    pub(in crate::cli) patience: Duration,
}

/// Reads the arguments of `doctor`.
pub(in crate::cli) fn parse(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut given = Examine::default();
    let (mut channel, mut report, mut patience) = (None, None, None);
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => given.json = flag(parser, "json")?,
            "try" => channel = Some(number(parser, "try", 1)?),
            "report" => report = Some(path(parser, "report")?),
            "patience" => patience = Some(seconds(parser)?),
            other if given.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "doctor")),
        }
    }
    if channel.is_none() && (report.is_some() || patience.is_some()) {
        return Err(Trouble::theirs("--report and --patience belong to --try CHANNEL"));
    }
    let patience = Duration::from_secs(patience.unwrap_or(PATIENCE));
    given.attempt = channel.map(|channel| Attempt { channel, report, patience });
    Ok(Command::Doctor(given))
}

fn seconds(parser: &mut Parser) -> Result<u64, Trouble> {
    let given: u64 = number(parser, "patience", 1)?;
    if given > MOST_PATIENCE {
        return Err(Trouble::theirs(format!(
            "--patience can be at most {MOST_PATIENCE} seconds, not {given}"
        )));
    }
    Ok(given)
}
