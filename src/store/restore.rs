//! A backup put in the database's place.
//!
//! May use: the file system. Deliberately absent: deleting; what was there is put aside
//! under another name.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::Store;
use super::backup::{finish, part_of};
use super::error::StoreError;
use super::open;

/// The files of a database: what is written lately is in the second.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

impl Store {
    /// Puts a checked copy of a backup in a database's place. What is there is put aside if
    /// that is wanted, and its new name returned; else nothing is done.
    pub async fn restore(
        from: &Path,
        file: &Path,
        put_aside: bool,
    ) -> Result<Option<PathBuf>, StoreError> {
        open::check_file(from)?;
        if !open::has_content(from) {
            return Err(StoreError::Missing { file: from.to_owned() });
        }
        open::inspect(from).await?;
        // Held to the end: no hall opens it meanwhile.
        let lock = open::lock(file)?;
        if open::has_content(file) && !put_aside {
            return Err(StoreError::Occupied { file: file.to_owned() });
        }
        let part = part_of(file);
        fs::remove_file(&part).ok();
        let done = match copy(from, &part).await {
            Ok(()) => set_aside(file).and_then(|old| finish(&part, file).map(|()| old)),
            Err(why) => Err(why),
        };
        if done.is_err() {
            fs::remove_file(&part).ok();
        }
        drop(lock);
        done
    }
}

/// Copies everything that is in a backup, and looks the copy through.
async fn copy(from: &Path, part: &Path) -> Result<(), StoreError> {
    let named = part.to_str().ok_or_else(|| StoreError::Closed {
        file: part.to_owned(),
        why: "its name is not Unicode".to_owned(),
    })?;
    let trouble = |why| StoreError::of(from, why);
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let mut connection = options.connect().await.map_err(trouble)?;
    let copied = sqlx::query!("VACUUM INTO ?", named).execute(&mut connection).await;
    connection.close().await.map_err(trouble)?;
    copied.map_err(trouble)?;
    let options = SqliteConnectOptions::new().filename(part).read_only(true);
    let mut copy = options.connect().await.map_err(trouble)?;
    let whole = open::integrity_check(part, &mut copy).await;
    copy.close().await.map_err(trouble)?;
    whole
}

/// Puts a database aside with its journal: a journal left behind would be taken for the
/// new database's, and spoil it.
fn set_aside(file: &Path) -> Result<Option<PathBuf>, StoreError> {
    let there = |path: &Path| path.symlink_metadata().is_ok();
    if !ENDINGS.iter().any(|ending| there(&with_ending(file, ending))) {
        return Ok(None);
    }
    let names = (1..).map(|n| with_ending(file, &format!(".before-restore-{n}")));
    let free = |name: &PathBuf| !ENDINGS.iter().any(|ending| there(&with_ending(name, ending)));
    let to = names.into_iter().find(free).unwrap_or_default();
    for ending in ENDINGS {
        let old = with_ending(file, ending);
        if there(&old) {
            fs::rename(&old, with_ending(&to, ending))
                .map_err(|why| StoreError::of_io(file, &why))?;
        }
    }
    Ok(Some(to))
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes new names last: a folder is a file too.
pub(super) fn sync_dir(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Where a folder cannot be opened, the system keeps names by itself.
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
