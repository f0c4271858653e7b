//! The keeper: looks after the store while the hall is open, so that nobody who
//! answers has to wait for it.
//!
//! May use: the store and the clock. Deliberately absent: campaigns.

use std::sync::Arc;

use tracing::{info, warn};

use super::Rooms;
use crate::council::{Moment, Span};
use crate::store::{Store, StoreError};

/// A day in the unit of spans.
const DAY: i64 = Span::hours(24).0;
/// Between two looks.
const PAUSE: Span = Span::seconds(2);

/// Between two looks for what has been over for too long.
const PRUNED_EVERY: Span = Span::hours(24);

/// Looks after the store until the hall closes.
pub(super) async fn keep(rooms: Arc<Rooms>) {
    let mut closing = rooms.closing.subscribe();
    let mut next = rooms.clock.now() + PRUNED_EVERY;
    loop {
        if let Some(kept) = rooms.kept.filter(|_| rooms.clock.now() >= next) {
            next = rooms.clock.now() + PRUNED_EVERY;
            if let Err(why) = prune(&rooms.store, rooms.clock.now(), kept).await {
                warn!("what is over could not be removed: {why}");
            }
        }
        if let Err(why) = rooms.store.fold().await {
            // Nothing is lost: a commit does it in the end.
            warn!("the journal could not be folded into the database: {why}");
        }
        tokio::select! {
            () = rooms.clock.wait(rooms.clock.now() + PAUSE) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Removes what has been over for longer than it is kept, and says how many that were.
pub(super) async fn prune(store: &Store, now: Moment, kept: Span) -> Result<u64, StoreError> {
    let gone = store.prune(now + Span(-kept.0)).await?;
    if gone > 0 {
        info!("what was over is removed; campaigns: {gone}, kept for days: {}", kept.0 / DAY);
    }
    Ok(gone)
}
