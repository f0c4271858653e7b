//! Restore: replaces a database by a backup.
//!
//! The old database is not deleted, but renamed.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _};

use super::Store;
use super::backup::{finish, part_of};
use super::error::StoreError;
use super::open;

/// Suffixes of a database's files. Recent writes are in the second file, the WAL.
const ENDINGS: [&str; 3] = ["", "-wal", "-shm"];

impl Store {
    /// Replaces a database by a checked copy of a backup. Renames an old database and returns its
    /// new path. Fails, and changes nothing, if the old one has content and `put_aside` is `false`.
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
        // Held to the end, so that no hall opens the file meanwhile.
        let lock = open::lock(file)?;
        if open::has_content(file) && !put_aside {
            return Err(StoreError::Occupied { file: file.to_owned() });
        }
        let part = part_of(file);
        fs::remove_file(&part).ok();
        let restored = match copy(from, &part).await {
            Ok(()) => set_aside(file).and_then(|old| finish(&part, file).map(|()| old)),
            Err(why) => Err(why),
        };
        if restored.is_err() {
            fs::remove_file(&part).ok();
        }
        drop(lock);
        restored
    }
}

/// Copies a backup and checks the integrity of the copy.
async fn copy(from: &Path, part: &Path) -> Result<(), StoreError> {
    let part_name = part.to_str().ok_or_else(|| StoreError::Closed {
        file: part.to_owned(),
        why: "its name is not Unicode".to_owned(),
    })?;
    let map_error = |error| StoreError::of(from, error);
    let options = SqliteConnectOptions::new().filename(from).read_only(true);
    let mut connection = options.connect().await.map_err(map_error)?;
    let copied = sqlx::query!("VACUUM INTO ?", part_name).execute(&mut connection).await;
    connection.close().await.map_err(map_error)?;
    copied.map_err(map_error)?;
    let options = SqliteConnectOptions::new().filename(part).read_only(true);
    let mut copy = options.connect().await.map_err(map_error)?;
    let checked = open::integrity_check(part, &mut copy).await;
    copy.close().await.map_err(map_error)?;
    checked
}

/// Renames a database together with its WAL, and returns the new path. SQLite would apply a WAL
/// left behind to the new database and corrupt it.
fn set_aside(file: &Path) -> Result<Option<PathBuf>, StoreError> {
    let exists = |path: &Path| path.symlink_metadata().is_ok();
    if !ENDINGS.iter().any(|ending| exists(&with_ending(file, ending))) {
        return Ok(None);
    }
    let names = (1..).map(|n| with_ending(file, &format!(".before-restore-{n}")));
    let is_free = |name: &PathBuf| !ENDINGS.iter().any(|ending| exists(&with_ending(name, ending)));
    let to = names.into_iter().find(is_free).unwrap_or_default();
    for ending in ENDINGS {
        let old = with_ending(file, ending);
        if exists(&old) {
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

/// Flushes a file's folder to disk, so that a new name survives a power cut.
pub(super) fn sync_dir(file: &Path) {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // A system that cannot open a folder needs no flush for its names.
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}
