//! Creation of one backup: checks free space, copies, verifies the copy and gives it its final
//! name.
//!
//! When backups are made and which are removed is in the parent module.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::hall_state::HallState;
use super::check;
use crate::council::Timestamp;
use crate::store::{BackupFolder, CampaignId, StoreError, disk};

/// Complete and verified backup.
#[derive(Debug)]
pub(super) struct FinishedBackup {
    pub(super) campaigns: usize,
    pub(super) bytes: u64,
    /// Campaigns that cannot be replayed in the database either, with the reason.
    pub(super) broken: Vec<(CampaignId, String)>,
}

/// Reason why no backup was made, as a sentence.
#[derive(Debug, thiserror::Error)]
pub(super) enum BackupError {
    #[error("{} MiB are free in {}, and a backup wants {} MiB; make some room", .free >> 20, .folder.display(), (.needed >> 20) + 1)]
    NoRoom { folder: PathBuf, free: u64, needed: u64 },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("campaign {} is not in it", .0.0)]
    Missing(CampaignId),
    #[error("campaign {} is not in it as it is in the database: {}", .0.0, .1)]
    Differs(CampaignId, String),
    #[error("it could not be looked into: {0}")]
    Unseen(String),
    /// The hall is closing.
    #[error("it was given up")]
    Stopped,
}

/// Makes one backup. Removes its files if it fails.
pub(super) async fn make(
    hall: &Arc<HallState>,
    backups: &BackupFolder,
    at: Timestamp,
    stop: &Arc<AtomicBool>,
) -> Result<FinishedBackup, BackupError> {
    check_room(hall, backups)?;
    let made = copy_and_check(hall, backups, at, stop).await;
    if made.is_err() {
        backups.discard(at);
    }
    // After a stop request, any error is a consequence of it.
    if made.is_err() && stop.load(Ordering::Relaxed) { Err(BackupError::Stopped) } else { made }
}

fn check_room(hall: &HallState, backups: &BackupFolder) -> Result<(), BackupError> {
    // If the free space is unknown, a full disk fails the write.
    let Some(free) = hall.disk.free(backups.folder()) else { return Ok(()) };
    let needed = disk::needed(disk::size_with_journal(hall.store.file()));
    if free < needed {
        return Err(BackupError::NoRoom { folder: backups.folder().to_owned(), free, needed });
    }
    Ok(())
}

async fn copy_and_check(
    hall: &Arc<HallState>,
    backups: &BackupFolder,
    at: Timestamp,
    stop: &Arc<AtomicBool>,
) -> Result<FinishedBackup, BackupError> {
    let (part, file) = (backups.part(at), backups.file(at));
    let before = hall.store.campaign_ids().await?;
    // Fails early, with a clear error, if the folder does not exist.
    backups.list(at)?;
    hall.store.copy_into(&part, stop).await?;
    let after = hall.store.campaign_ids().await?;
    // Campaigns that existed both before and after the copy must be in it.
    let expected = before.into_iter().filter(|id| after.binary_search(id).is_ok()).collect();
    let (campaigns, broken) = check::check_copy(hall, &part, expected, stop).await?;
    hall.store.finish_copy(part, file.clone()).await?;
    Ok(FinishedBackup { campaigns, bytes: disk::size_of(&file), broken })
}
