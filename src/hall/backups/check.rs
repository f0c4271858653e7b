//! Whether a copy counts: it is whole, of this version, and has every campaign as it is.
//!
//! May use: the store, the archive, threads that make way. Deliberately absent: mending. What is
//! wrong with a campaign in the database too is that campaign's trouble; were it to stop the
//! backups, one spoilt row would cost all the others theirs.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::runtime::Handle;

use super::super::hall_state::HallState;
use super::super::{archive, background};
use super::make::BackupError;
use crate::store::{CampaignId, Exported, Store, StoreError};

/// How many campaigns a copy has, and those of them that cannot be replayed in the database either.
type Found = (usize, Vec<(CampaignId, String)>);

/// Looks a copy through, and plays every campaign in it again.
pub(super) async fn check_copy(
    rooms: &HallState,
    part: &Path,
    expected: Vec<CampaignId>,
    stop: &Arc<AtomicBool>,
) -> Result<Found, BackupError> {
    let copy = Arc::new(Store::open_shared(part).await?);
    let found = check_campaigns(rooms, &copy, &expected, stop).await;
    copy.close().await;
    found
}

async fn check_campaigns(
    rooms: &HallState,
    copy: &Arc<Store>,
    expected: &[CampaignId],
    stop: &Arc<AtomicBool>,
) -> Result<Found, BackupError> {
    copy.integrity_check().await?;
    let there = copy.campaign_ids().await?;
    if let Some(missing) = expected.iter().find(|id| there.binary_search(id).is_err()) {
        return Err(BackupError::Missing(*missing));
    }
    let mut ill = Vec::new();
    for (id, why) in find_differing(rooms, copy, stop).await? {
        if !is_same_as_in(&rooms.store, copy, id).await {
            return Err(BackupError::Differs(id, why));
        }
        ill.push((id, why));
    }
    Ok((there.len(), ill))
}

/// The campaigns of a copy that are not as they should be, and why. That takes long: it is done
/// on a low-priority thread, so that clicks go first.
async fn find_differing(
    rooms: &HallState,
    copy: &Arc<Store>,
    stop: &Arc<AtomicBool>,
) -> Result<Vec<(CampaignId, String)>, BackupError> {
    let (copy, stop, runtime) = (Arc::clone(copy), Arc::clone(stop), Handle::current());
    let games = rooms.games.all().to_vec();
    let looked = background::run_in_thread("backup", move || {
        let stopped = || stop.load(Ordering::Relaxed);
        runtime.block_on(archive::replay_until(&copy, &games, &stopped))
    });
    match looked.await {
        Ok(Some(found)) => found?.map(|replays| replays.different).ok_or(BackupError::Stopped),
        Ok(None) => Err(BackupError::Unseen("the rules panicked".to_owned())),
        Err(why) => Err(BackupError::Unseen(why.to_string())),
    }
}

/// Is a campaign in a copy as it was, or still is, in the database?
async fn is_same_as_in(database: &Store, copy: &Store, id: CampaignId) -> bool {
    let said = |why: StoreError| why.to_string();
    let there = database.export(id).await.map_err(said);
    match (there, copy.export(id).await.map_err(said)) {
        // Removed since then, so that nobody misses it.
        (Ok(None), _) => true,
        (Ok(Some(there)), Ok(Some(here))) => is_prefix(&here, &there),
        (Err(there), Err(here)) => there == here,
        _ => false,
    }
}

/// Did one lead to the other? The state is compared where it is bound to an entry; a vote
/// changes the rest of it without one.
fn is_prefix(here: &Exported, there: &Exported) -> bool {
    let entry = |out: &Exported| out.kept.as_ref().map(|(seq, _)| *seq);
    here.charter == there.charter
        && here.files == there.files
        && there.entries.starts_with(&here.entries)
        && (entry(here) != entry(there) || here.kept == there.kept)
}
