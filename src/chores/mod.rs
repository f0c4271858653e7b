//! Maintenance commands for a running bot, sent through a Unix socket next to the database, so that
//! the bot need not be stopped.
//!
//! No access control beyond file permissions: a user who can write to the socket can also write to
//! the database.

mod client;
#[cfg(unix)]
mod listening;
mod server;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use client::ask;
pub use server::{Chores, serve};

use crate::hall::erasure;

/// A maintenance command of the operator.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chore {
    /// Erases a user, by id.
    Forget(u64),
    /// Removes data that is no longer needed.
    Prune {
        /// Removes campaigns that ended at least this many days ago.
        days: Option<u32>,
        /// Removes from ended campaigns all data that a replay does not need.
        compact: bool,
    },
    /// Imports a campaign, into a server and channel if they are given.
    Import {
        /// Content of the export file.
        text: String,
        /// Server and channel.
        place: Option<(u64, u64)>,
    },
}

/// Result of a chore.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoreResult {
    /// The user was erased.
    Forgotten(erasure::ErasureReport),
    /// Number of removed campaigns.
    Pruned(u64),
    /// Id of the imported campaign.
    Imported(i64),
}

/// The result, or an error message for the operator.
type Answer = Result<ChoreResult, String>;

/// Maximum size of a request: an exported campaign, whose characters JSON can escape as two each.
#[cfg(unix)]
const LONGEST: u64 = 2 * crate::bounds::EXPORT.bytes as u64 + 1024;

/// Path of the socket of a database.
fn socket(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".sock");
    PathBuf::from(name)
}
