//! Copies of the whole database, made while the hall is open.
//!
//! May use: the file system. Deliberately absent: when to make one, and for how
//! long to keep it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::Store;
use super::error::StoreError;
use super::restoring::keep_names;

impl Store {
    /// Writes a consistent copy to a new file. It has its name only when it is whole.
    pub async fn backup(&self, file: &Path) -> Result<(), StoreError> {
        if file.symlink_metadata().is_ok() {
            return Err(StoreError::BackupExists { file: file.to_owned() });
        }
        let part = part_of(file);
        // Left behind by a backup that was cut short; nobody else uses this name.
        fs::remove_file(&part).ok();
        let copied = self.copy_to(&part).await.and_then(|()| finish(&part, file));
        if copied.is_err() {
            fs::remove_file(&part).ok();
        }
        copied
    }

    async fn copy_to(&self, part: &Path) -> Result<(), StoreError> {
        let named = part.to_str().ok_or_else(|| StoreError::Closed {
            file: part.to_owned(),
            why: "its name is not Unicode".to_owned(),
        })?;
        // Reads only, so that commits go on meanwhile.
        let mut reader = self.reader().await?;
        sqlx::query!("VACUUM INTO ?", named)
            .execute(&mut *reader)
            .await
            .map_err(|why| StoreError::of(part, why))?;
        Ok(())
    }
}

pub(super) fn part_of(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// On the disk first, then under its name.
pub(super) fn finish(part: &Path, file: &Path) -> Result<(), StoreError> {
    File::open(part)
        .and_then(|copy| copy.sync_all())
        .and_then(|()| fs::rename(part, file))
        .map_err(|why| StoreError::of_io(file, &why))?;
    keep_names(file);
    Ok(())
}
