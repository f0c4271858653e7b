//! Command-line arguments of `doctor`.

use std::path::PathBuf;
use std::time::Duration;

use lexopt::Parser;

use crate::cli::args::{Command, flag, number, option, path, unknown};
use crate::cli::error::CliError;
use crate::cli::settings::Flags;

/// Default of `--patience`, the time to wait for each button press, in seconds.
const DEFAULT_WAIT: u64 = 180;
/// Upper limit of `--patience`, in seconds.
const MAX_WAIT: u64 = 3600;

/// Arguments of `doctor`.
#[derive(Debug, Default)]
pub(in crate::cli) struct DoctorArgs {
    pub(in crate::cli) flags: Flags,
    pub(in crate::cli) json: bool,
    /// Trial in a channel, if `--try` is given.
    pub(in crate::cli) attempt: Option<TrialArgs>,
}

/// Arguments of `doctor --try`.
#[derive(Debug)]
pub(in crate::cli) struct TrialArgs {
    pub(in crate::cli) channel: u64,
    pub(in crate::cli) report: Option<PathBuf>,
    /// How long to wait for each button press.
    pub(in crate::cli) patience: Duration,
}

/// Parses the arguments of `doctor`.
pub(in crate::cli) fn parse(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = DoctorArgs::default();
    let (mut channel, mut report, mut patience) = (None, None, None);
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "json" => args.json = flag(parser, "json")?,
            "try" => channel = Some(number(parser, "try", 1)?),
            "report" => report = Some(path(parser, "report")?),
            "patience" => patience = Some(seconds(parser)?),
            other if args.flags.take(other, parser)? => {}
            other => return Err(unknown(other, "doctor")),
        }
    }
    if channel.is_none() && (report.is_some() || patience.is_some()) {
        return Err(CliError::usage("--report and --patience belong to --try CHANNEL"));
    }
    let patience = Duration::from_secs(patience.unwrap_or(DEFAULT_WAIT));
    args.attempt = channel.map(|channel| TrialArgs { channel, report, patience });
    Ok(Command::Doctor(args))
}

fn seconds(parser: &mut Parser) -> Result<u64, CliError> {
    let given: u64 = number(parser, "patience", 1)?;
    if given > MAX_WAIT {
        return Err(CliError::usage(format!(
            "--patience can be at most {MAX_WAIT} seconds, not {given}"
        )));
    }
    Ok(given)
}
