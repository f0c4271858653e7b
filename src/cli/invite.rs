//! `invite`: prints the link that invites the bot into a server.
//!
//! Needs no network: the token contains the id of its application.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::InviteArgs;
use super::error::CliError;
use super::settings::ProgramSettings;
use crate::discord::permissions;

/// Prints the invitation link of the given application, or of the one the token belongs to.
pub(super) fn invite(args: &InviteArgs) -> Result<ExitCode, CliError> {
    let application = match args.application {
        Some(application) => application,
        None => application_id(&ProgramSettings::load(&args.flags)?)?,
    };
    let link = permissions::invitation(application);
    let mut output = io::stdout().lock();
    if args.json {
        let (permissions, names) = (permissions::bits().to_string(), permissions::names());
        let all = json!({
            "link": link, "application": application.to_string(), "permissions": permissions,
            "names": names, "scopes": permissions::SCOPES,
        });
        writeln!(output, "{all}")?;
    } else {
        writeln!(output, "{link}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the application's id from the token.
fn application_id(settings: &ProgramSettings) -> Result<u64, CliError> {
    let Some(token) = settings.token()? else {
        return Err(CliError::usage(
            "whose invitation? Set DISCORD_TOKEN, or give the application's number from the \
             developer portal with --application",
        ));
    };
    permissions::application(&token).ok_or_else(|| {
        CliError::usage(
            "the token does not say which application it is of; copy it again from the \
             developer portal, or give the application's number with --application",
        )
    })
}
