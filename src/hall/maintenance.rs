//! The keeper: looks after the store while the hall is open, so that nobody who
//! answers has to wait for it, and so that it does not grow for as long as the hall
//! stays open.
//!
//! May use: the store and the clock. Deliberately absent: campaigns.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tracing::{info, warn};

use super::disk::DiskMonitor;
use super::hall_state::HallState;
use crate::council::{Span, Timestamp};
use crate::store::{Store, StoreError};

/// How long replies to requests are remembered.
const REPLIES_KEPT: Span = Span::hours(24 * 7);
/// How long delivered notices are kept.
const NOTICES_KEPT: Span = Span::hours(24 * 30);
/// A day in the unit of spans.
const DAY: i64 = Span::hours(24).0;
/// Between two looks at the journal.
const CHECK_INTERVAL: Span = Span::seconds(2);
/// Between two times that the file is written anew because people were forgotten: meanwhile nobody
/// else can write.
const VACUUM_INTERVAL: Span = Span::minutes(10);

/// Looks after the store until the hall closes.
pub(super) async fn run(rooms: Arc<HallState>) {
    let mut closing = rooms.closing.subscribe();
    let (mut cleared, mut disk) = (rooms.clock.now(), DiskMonitor::default());
    let mut swept = None;
    loop {
        let now = rooms.clock.now();
        disk.check(&rooms, now);
        let may_sweep =
            swept.is_none_or(|at: Timestamp| (now - at).0.saturating_abs() >= VACUUM_INTERVAL.0);
        match rooms.vacuum_if_due(may_sweep).await {
            Ok(false) => {}
            Ok(true) => swept = Some(now),
            Err(why) => {
                swept = Some(now);
                warn!("the database could not be written anew: {why}");
            }
        }
        // A clock that was set back does not put it off.
        if (now - cleared).0.saturating_abs() >= DAY {
            cleared = now;
            match purge_expired(&rooms.store, now, rooms.retention).await {
                Ok(shrinks) => drop(rooms.vacuum_due.fetch_or(shrinks, Ordering::AcqRel)),
                Err(why) => warn!("what is over could not be removed: {why}"),
            }
        }
        if let Err(why) = rooms.store.checkpoint().await {
            // Nothing is lost: a commit does it in the end.
            warn!("the journal could not be folded into the database: {why}");
        }
        tokio::select! {
            () = rooms.clock.wait(now + CHECK_INTERVAL) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Removes what nobody will ask for again; once a day, and when the hall opens. Is the file mostly
/// free after it?
pub(super) async fn purge_expired(
    store: &Store,
    now: Timestamp,
    kept: Option<Span>,
) -> Result<bool, StoreError> {
    store.purge_requests(now + Span(-REPLIES_KEPT.0)).await?;
    store.purge_delivered(now + Span(-NOTICES_KEPT.0)).await?;
    store.compact(now + Span(-DAY)).await?;
    if let Some(kept) = kept {
        prune_ended(store, now, kept).await?;
    }
    store.is_mostly_free().await
}

async fn prune_ended(store: &Store, now: Timestamp, kept: Span) -> Result<(), StoreError> {
    let gone = store.prune(now + Span(-kept.0)).await?;
    if gone > 0 {
        info!("what was over is removed; campaigns: {gone}, kept for days: {}", kept.0 / DAY);
    }
    Ok(())
}
