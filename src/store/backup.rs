//! Backups: consistent copies of the whole database, made while the hall is open.
//!
//! The hall schedules backups. File names and rotation are in `backup_files`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{Connection as _, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::open;
use super::restore::sync_dir;

/// SQLite virtual machine instructions between two checks of the stop flag.
const OPS_PER_CHECK: i32 = 1000;

impl Store {
    /// Writes a consistent copy of the database to a new file. The copy is written under another
    /// name and renamed when it is complete. Fails if `file` exists.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        check_free(file)?;
        let part = part_of(file);
        self.copy_into(&part, &Arc::default()).await?;
        let finished = finish(&part, file);
        if finished.is_err() {
            fs::remove_file(&part).ok();
        }
        finished
    }

    /// Writes a consistent copy to `part`, replacing what an interrupted copy left there. The
    /// caller must be the only user of that path. Setting `stop` interrupts the copy. On failure,
    /// the file is removed.
    pub async fn copy_into(&self, part: &Path, stop: &Arc<AtomicBool>) -> Result<(), StoreError> {
        self.step("before copy");
        fs::remove_file(part).ok();
        let copied = match create(&self.file, part) {
            Ok(()) => self.copy_to(part, stop).await,
            Err(why) => Err(StoreError::of_io(part, &why)),
        };
        if copied.is_err() {
            fs::remove_file(part).ok();
        }
        self.step("after copy");
        copied
    }

    async fn copy_to(&self, part: &Path, stop: &Arc<AtomicBool>) -> Result<(), StoreError> {
        // Read-only, so that commits go on during the copy; not from the pool, so that it takes
        // no connection from other reads.
        let mut reader = open::reader(&self.file).await?;
        let copied = vacuum_into(&mut reader, part, stop).await;
        reader.close().await.map_err(|why| self.map_error(why))?;
        copied
    }

    /// Flushes a complete copy to disk and renames it to `file`. Fails if `file` exists.
    pub async fn finish_copy(&self, part: PathBuf, file: PathBuf) -> Result<(), StoreError> {
        self.step("before name");
        let target = file.clone();
        // A flush can take long and must not block the async runtime.
        let finished = tokio::task::spawn_blocking(move || {
            check_free(&file)?;
            finish(&part, &file)
        });
        let join_error = |why: tokio::task::JoinError| why.to_string();
        finished
            .await
            .map_err(|why| StoreError::Failed { file: target, why: join_error(why) })??;
        self.step("after name");
        Ok(())
    }
}

/// Creates an empty file for a copy, with the database's permissions before any data is in it.
fn create(database: &Path, part: &Path) -> std::io::Result<()> {
    let created = File::create_new(part)?;
    created.set_permissions(fs::metadata(database)?.permissions())
}

async fn vacuum_into(
    reader: &mut SqliteConnection,
    part: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let part_name = part.to_str().ok_or_else(|| StoreError::Closed {
        file: part.to_owned(),
        why: "its name is not Unicode".to_owned(),
    })?;
    let map_error = |error| StoreError::of(part, error);
    let stop = Arc::clone(stop);
    let keep_going = move || !stop.load(Ordering::Relaxed);
    reader.lock_handle().await.map_err(map_error)?.set_progress_handler(OPS_PER_CHECK, keep_going);
    sqlx::query!("VACUUM INTO ?", part_name).execute(reader).await.map_err(map_error)?;
    Ok(())
}

fn check_free(file: &Path) -> Result<(), StoreError> {
    match file.symlink_metadata() {
        Ok(_) => Err(StoreError::BackupExists { file: file.to_owned() }),
        Err(_) => Ok(()),
    }
}

pub(super) fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Flushes a copy to disk and then renames it, so that a file under the final name is complete
/// even after a crash.
pub(super) fn finish(part: &Path, file: &Path) -> Result<(), StoreError> {
    // Windows flushes only files that are open for writing.
    let opened = File::options().write(true).open(part);
    opened
        .and_then(|copy| copy.sync_all())
        .and_then(|()| fs::rename(part, file))
        .map_err(|why| StoreError::of_io(file, &why))?;
    sync_dir(file);
    Ok(())
}
