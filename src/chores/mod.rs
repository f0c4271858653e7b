//! Chores at a hall that is open: an operator's commands reach it through a socket beside the
//! database, so that nobody has to stop playing for them.
//!
//! May use: the hall, files, tokio's local sockets. Deliberately absent: Discord, what is printed,
//! and access control: anybody who can write to the socket could write to the database, too.

mod client;
#[cfg(unix)]
mod listening;
mod server;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use client::ask;
pub use server::{Chores, serve};

use crate::hall::erasure;

/// What an operator wants done.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chore {
    /// Forget a person, by number.
    Forget(u64),
    /// Remove what is not needed any more.
    Prune {
        /// Remove campaigns that ended at least this many days ago.
        days: Option<u32>,
        /// Remove from ended campaigns everything but what they replay from.
        compact: bool,
    },
    /// Take a campaign in, to be played in a server and channel if they are named.
    Import {
        /// The exported campaign, as its file holds it.
        text: String,
        /// Server and channel.
        place: Option<(u64, u64)>,
    },
}

/// What came of it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Done {
    /// Somebody is forgotten.
    Forgotten(erasure::ErasureReport),
    /// The number of campaigns removed.
    Pruned(u64),
    /// A campaign has this number.
    Imported(i64),
}

/// Done, or a sentence that says why not.
type Answer = Result<Done, String>;

/// The longest chore: an exported campaign, of which JSON may write each letter as two.
#[cfg(unix)]
const LONGEST: u64 = 2 * crate::bounds::EXPORT.bytes as u64 + 1024;

/// Where the socket of a database is.
fn socket(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".sock");
    PathBuf::from(name)
}
