//! How one backup is made: room for it, the copy, the look into it, its name.
//!
//! May use: the store, the disk. Deliberately absent: when, and what is removed afterwards.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::super::hall_state::HallState;
use super::check;
use crate::council::Timestamp;
use crate::store::{BackupFolder, CampaignId, StoreError, disk};

/// A backup that counts.
#[derive(Debug)]
pub(super) struct FinishedBackup {
    pub(super) campaigns: usize,
    pub(super) bytes: u64,
    /// Campaigns that cannot be replayed here either.
    pub(super) ill: Vec<(CampaignId, String)>,
}

/// Why there is none, in a sentence.
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
    /// The hall closes.
    #[error("it was given up")]
    Stopped,
}

/// Makes one. Nothing of it is left if it does not count.
pub(super) async fn make(
    rooms: &Arc<HallState>,
    backups: &BackupFolder,
    at: Timestamp,
    stop: &Arc<AtomicBool>,
) -> Result<FinishedBackup, BackupError> {
    check_room(rooms, backups)?;
    let made = copied(rooms, backups, at, stop).await;
    if made.is_err() {
        backups.discard(at);
    }
    // Whatever went wrong then, it was because it had to stop.
    if made.is_err() && stop.load(Ordering::Relaxed) { Err(BackupError::Stopped) } else { made }
}

fn check_room(rooms: &HallState, backups: &BackupFolder) -> Result<(), BackupError> {
    // Where nothing is known of the disk, it is seen when it is written.
    let Some(free) = rooms.disk.free(backups.folder()) else { return Ok(()) };
    let needed = disk::needed(disk::size_with_journal(rooms.store.file()));
    if free < needed {
        return Err(BackupError::NoRoom { folder: backups.folder().to_owned(), free, needed });
    }
    Ok(())
}

async fn copied(
    rooms: &Arc<HallState>,
    backups: &BackupFolder,
    at: Timestamp,
    stop: &Arc<AtomicBool>,
) -> Result<FinishedBackup, BackupError> {
    let (part, file) = (backups.part(at), backups.file(at));
    let before = rooms.store.campaign_ids().await?;
    // So that a folder that is not there is named as such.
    backups.list(at)?;
    rooms.store.copy_into(&part, stop).await?;
    let after = rooms.store.campaign_ids().await?;
    // What was there all the time has to be in it.
    let expected = before.into_iter().filter(|id| after.binary_search(id).is_ok()).collect();
    let (campaigns, ill) = check::check_copy(rooms, &part, expected, stop).await?;
    rooms.store.finish_copy(part, file.clone()).await?;
    Ok(FinishedBackup { campaigns, bytes: disk::size_of(&file), ill })
}
