//! Verification of a backup: the copy is intact, of this version, and contains every campaign
//! unchanged.
//!
//! A campaign that is broken in the database too does not fail the backup. Otherwise one corrupt
//! row would leave all other campaigns without backups.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Handle;

use super::super::hall_state::HallState;
use super::super::{archive, background};
use super::make::BackupError;
use crate::store::{CampaignId, Exported, Store, StoreError};

/// Number of campaigns in a copy, and those that cannot be replayed in the database either.
type Found = (usize, Vec<(CampaignId, String)>);

/// Checks the integrity of a copy and replays every campaign in it.
pub(super) async fn check_copy(
    hall: &HallState,
    part: &Path,
    expected: Vec<CampaignId>,
    stop: &Arc<AtomicBool>,
) -> Result<Found, BackupError> {
    let copy = Arc::new(Store::open_shared(part).await?);
    let found = check_campaigns(hall, &copy, &expected, stop).await;
    copy.close().await;
    found
}

async fn check_campaigns(
    hall: &HallState,
    copy: &Arc<Store>,
    expected: &[CampaignId],
    stop: &Arc<AtomicBool>,
) -> Result<Found, BackupError> {
    copy.integrity_check().await?;
    let present = copy.campaign_ids().await?;
    if let Some(missing) = expected.iter().find(|id| present.binary_search(id).is_err()) {
        return Err(BackupError::Missing(*missing));
    }
    let mut broken = Vec::new();
    for (id, why) in find_differing(hall, copy, stop).await? {
        if !is_same_as_in(&hall.store, copy, id).await {
            return Err(BackupError::Differs(id, why));
        }
        broken.push((id, why));
    }
    Ok((present.len(), broken))
}

/// Returns the campaigns of a copy that do not replay to their stored state, with the reason. Takes
/// long, so it runs on a low-priority thread and clicks go first.
async fn find_differing(
    hall: &HallState,
    copy: &Arc<Store>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<(CampaignId, String)>, BackupError> {
    let (copy, stop, runtime) = (Arc::clone(copy), Arc::clone(stop), Handle::current());
    let games = hall.games.all().to_vec();
    let replayed = background::run_in_thread("backup", move || {
        let stopped = || stop.load(Ordering::Relaxed);
        runtime.block_on(archive::replay_until(&copy, &games, &stopped))
    });
    match replayed.await {
        Ok(Some(found)) => found?.map(|replays| replays.different).ok_or(BackupError::Stopped),
        Ok(None) => Err(BackupError::Unseen("the rules panicked".to_owned())),
        Err(why) => Err(BackupError::Unseen(why.to_string())),
    }
}

/// Whether a campaign in a copy equals its present or an earlier state in the database, or cannot
/// be read from either for the same reason.
async fn is_same_as_in(database: &Store, copy: &Store, id: CampaignId) -> bool {
    let to_text = |why: StoreError| why.to_string();
    let current = database.export(id).await.map_err(to_text);
    match (current, copy.export(id).await.map_err(to_text)) {
        // Removed from the database since the copy, so it cannot differ.
        (Ok(None), _) => true,
        (Ok(Some(current)), Ok(Some(copied))) => is_prefix(&copied, &current),
        (Err(current), Err(copied)) => current == copied,
        _ => false,
    }
}

/// Whether the log of `copied` is a prefix of the log of `current`. Of the state, only snapshots at
/// the same log entry are compared: votes change the rest without a log entry.
fn is_prefix(copied: &Exported, current: &Exported) -> bool {
    let entry = |exported: &Exported| exported.kept.as_ref().map(|(seq, _)| *seq);
    copied.charter == current.charter
        && copied.files == current.files
        && current.entries.starts_with(&copied.entries)
        && (entry(copied) != entry(current) || copied.kept == current.kept)
}
