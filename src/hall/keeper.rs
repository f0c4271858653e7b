//! The keeper: looks after the store while the hall is open, so that nobody who
//! answers has to wait for it.
//!
//! May use: the store and the clock. Deliberately absent: campaigns.

use std::sync::Arc;

use tracing::warn;

use super::Rooms;
use crate::council::Span;

/// Between two looks.
const PAUSE: Span = Span::seconds(2);

/// Looks after the store until the hall closes.
pub(super) async fn keep(rooms: Arc<Rooms>) {
    let mut closing = rooms.closing.subscribe();
    loop {
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
