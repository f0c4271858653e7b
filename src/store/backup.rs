//! Copies of the whole database, made while the hall is open.
//!
//! May use: the file system, tokio's threads. Deliberately absent: when to make one, and for
//! how long to keep it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use sqlx::{Connection as _, SqliteConnection};

use super::Store;
use super::error::StoreError;
use super::open;
use super::restore::sync_dir;

/// How often a copy looks whether it is still wanted: after so many steps of SQLite's machine.
const STEPS: i32 = 1000;

impl Store {
    /// Writes a consistent copy to a new file. It has its name only when it is whole.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        check_free(file)?;
        let part = part_of(file);
        self.copy_into(&part, &Arc::default()).await?;
        let named = finish(&part, file);
        if named.is_err() {
            fs::remove_file(&part).ok();
        }
        named
    }

    /// Writes a consistent copy to a file, instead of what a copy that was cut short has left
    /// there; nobody else uses that name. It is given up, and nothing stays of it, once it
    /// shall stop.
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
        // Reads only, so that commits go on meanwhile; and those who read have theirs.
        let mut reader = open::reader(&self.file).await?;
        let copied = vacuum_into(&mut reader, part, stop).await;
        reader.close().await.map_err(|why| self.map_error(why))?;
        copied
    }

    /// Gives a copy its name, for good; never that of a file that is there.
    pub async fn finish_copy(&self, part: PathBuf, file: PathBuf) -> Result<(), StoreError> {
        self.step("before name");
        let named = file.clone();
        // The disk may take its time.
        let kept = tokio::task::spawn_blocking(move || {
            check_free(&file)?;
            finish(&part, &file)
        });
        let broken = |why: tokio::task::JoinError| why.to_string();
        kept.await.map_err(|why| StoreError::Failed { file: named, why: broken(why) })??;
        self.step("after name");
        Ok(())
    }
}

/// An empty file for a copy, as secret as the database from the first byte on.
fn create(database: &Path, part: &Path) -> std::io::Result<()> {
    let made = File::create_new(part)?;
    made.set_permissions(fs::metadata(database)?.permissions())
}

async fn vacuum_into(
    reader: &mut SqliteConnection,
    part: &Path,
    stop: &Arc<AtomicBool>,
) -> Result<(), StoreError> {
    let named = part.to_str().ok_or_else(|| StoreError::Closed {
        file: part.to_owned(),
        why: "its name is not Unicode".to_owned(),
    })?;
    let trouble = |why| StoreError::of(part, why);
    let stop = Arc::clone(stop);
    let wanted = move || !stop.load(Ordering::Relaxed);
    reader.lock_handle().await.map_err(trouble)?.set_progress_handler(STEPS, wanted);
    sqlx::query!("VACUUM INTO ?", named).execute(reader).await.map_err(trouble)?;
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

/// On the disk first, then under its name.
pub(super) fn finish(part: &Path, file: &Path) -> Result<(), StoreError> {
    // Opened to be written: Windows lets only those flush a file.
    let whole = File::options().write(true).open(part);
    whole
        .and_then(|copy| copy.sync_all())
        .and_then(|()| fs::rename(part, file))
        .map_err(|why| StoreError::of_io(file, &why))?;
    sync_dir(file);
    Ok(())
}
