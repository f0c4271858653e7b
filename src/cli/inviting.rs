//! `invite`: the link that invites the bot into a server.
//!
//! May use: the settings, `discord`'s list of what the bot needs. Deliberately absent: the
//! network; a token says itself whose it is.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::Invite;
use super::settings::Settings;
use super::trouble::Trouble;
use crate::discord::needed;

/// Prints the link.
pub(super) fn invite(given: &Invite) -> Result<ExitCode, Trouble> {
    let application = match given.application {
        Some(application) => application,
        None => of_settings(&Settings::gather(&given.flags)?)?,
    };
    let link = needed::invitation(application);
    let mut output = io::stdout().lock();
    if given.json {
        let (permissions, names) = (needed::bits().to_string(), needed::names());
        let all = json!({
            "link": link, "application": application.to_string(), "permissions": permissions,
            "names": names, "scopes": needed::SCOPES,
        });
        writeln!(output, "{all}")?;
    } else {
        writeln!(output, "{link}")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn of_settings(settings: &Settings) -> Result<u64, Trouble> {
    let Some(token) = settings.token()? else {
        return Err(Trouble::theirs(
            "whose invitation? Set DISCORD_TOKEN, or give the application's number from the \
             developer portal with --application",
        ));
    };
    needed::application(&token).ok_or_else(|| {
        Trouble::theirs(
            "the token does not say which application it is of; copy it again from the \
             developer portal, or give the application's number with --application",
        )
    })
}
