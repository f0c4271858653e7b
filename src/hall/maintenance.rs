//! Maintenance of the store while the hall is open: WAL checkpoints, retention, vacuum and the disk
//! check.
//!
//! Runs in the background, so that requests do not wait for it and the files do not grow without
//! bound.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use tracing::{info, warn};

use super::disk::DiskMonitor;
use super::hall_state::HallState;
use crate::council::{Span, Timestamp};
use crate::store::{Store, StoreError};

/// Retention of replies to requests, which make repeated requests idempotent.
const REPLIES_KEPT: Span = Span::hours(24 * 7);
/// Retention of delivered notices.
const NOTICES_KEPT: Span = Span::hours(24 * 30);
/// One day in milliseconds, the unit of [`Span`].
const DAY: i64 = Span::hours(24).0;
/// Interval between two runs of the loop, each with a WAL checkpoint if one is needed.
const CHECK_INTERVAL: Span = Span::seconds(2);
/// Minimum interval between two vacuums, which block all other writes.
const VACUUM_INTERVAL: Span = Span::minutes(10);

/// Maintains the store until the hall closes.
pub(super) async fn run(hall: Arc<HallState>) {
    let mut closing = hall.closing.subscribe();
    let (mut purged_at, mut disk) = (hall.clock.now(), DiskMonitor::default());
    let mut vacuumed_at = None;
    loop {
        let now = hall.clock.now();
        disk.check(&hall, now);
        let may_vacuum = vacuumed_at
            .is_none_or(|at: Timestamp| (now - at).0.saturating_abs() >= VACUUM_INTERVAL.0);
        match hall.vacuum_if_due(may_vacuum).await {
            Ok(false) => {}
            Ok(true) => vacuumed_at = Some(now),
            Err(why) => {
                vacuumed_at = Some(now);
                warn!("the database could not be written anew: {why}");
            }
        }
        // The absolute distance: a clock set back does not delay the purge.
        if (now - purged_at).0.saturating_abs() >= DAY {
            purged_at = now;
            match purge_expired(&hall.store, now, hall.retention).await {
                Ok(shrinks) => drop(hall.vacuum_due.fetch_or(shrinks, Ordering::AcqRel)),
                Err(why) => warn!("what is over could not be removed: {why}"),
            }
        }
        if let Err(why) = hall.store.checkpoint().await {
            // No data is lost: SQLite checkpoints after a later commit.
            warn!("the journal could not be folded into the database: {why}");
        }
        tokio::select! {
            () = hall.clock.wait(now + CHECK_INTERVAL) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Purges expired rows, once a day and when the hall opens. Returns `true` if most of the file is
/// free afterwards and a vacuum is worthwhile.
pub(super) async fn purge_expired(
    store: &Store,
    now: Timestamp,
    retention: Option<Span>,
) -> Result<bool, StoreError> {
    store.purge_requests(now + Span(-REPLIES_KEPT.0)).await?;
    store.purge_delivered(now + Span(-NOTICES_KEPT.0)).await?;
    store.compact(now + Span(-DAY)).await?;
    if let Some(retention) = retention {
        prune_ended(store, now, retention).await?;
    }
    store.is_mostly_free().await
}

async fn prune_ended(store: &Store, now: Timestamp, retention: Span) -> Result<(), StoreError> {
    let gone = store.prune(now + Span(-retention.0)).await?;
    if gone > 0 {
        info!("what was over is removed; campaigns: {gone}, kept for days: {}", retention.0 / DAY);
    }
    Ok(())
}
