//! What the clients wrote down: what they were about to ask, what they were
//! told in reply, and what the front end told the table. Written line by line,
//! so that it outlives the process.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use emberhall::council::notice::Notice;
use emberhall::council::{Reply, Request, UserId};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Something somebody was about to ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Intent {
    pub request: String,
    pub user: UserId,
    pub deed: Request,
}

/// What they were told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ack {
    pub request: String,
    pub reply: Reply,
}

/// What the table was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// The first parcel of the mail it came with.
    pub first: i64,
    pub parcel: i64,
    pub notice: Notice,
}

/// Adds a line to a file.
pub fn write<T: Serialize>(folder: &Path, file: &str, what: &T) {
    let mut file = open(folder, file);
    let line = format!("{}\n", serde_json::to_string(what).unwrap());
    file.write_all(line.as_bytes()).unwrap();
}

fn open(folder: &Path, file: &str) -> File {
    OpenOptions::new().create(true).append(true).open(folder.join(file)).unwrap()
}

/// All lines of a file; none if there is no file yet.
pub fn read<T: DeserializeOwned>(folder: &Path, file: &str) -> Vec<T> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
