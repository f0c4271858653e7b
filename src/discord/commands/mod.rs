//! Slash commands: `/campaign …`, `/card`, `/rules`, `/advise`.
//!
//! May use: poise, `host`, `pages`, the deeds of `council`. Deliberately absent:
//! what is done; each command asks the hall for one thing and shows one page.

use std::sync::Arc;

use poise::FrameworkError;
use tracing::error;

use super::host::Host;

/// A command that could not even be answered.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub String);

/// Every command.
pub fn all(_host: &Host) -> Vec<poise::Command<Arc<Host>, CommandError>> {
    Vec::new()
}

/// A command broke.
pub async fn broken(error: FrameworkError<'_, Arc<Host>, CommandError>) {
    error!("a command broke: {error}");
}
