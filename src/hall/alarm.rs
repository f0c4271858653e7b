//! The alarm: wakes campaigns whose time has come. What is due is in the store,
//! so a deadline that passed while the process was down is found at the start.
//!
//! May use: the store and the clock. Deliberately absent: what a deadline means.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::{Notify, oneshot};
use tracing::error;

use super::Rooms;
use super::session::Letter;
use crate::council::{Moment, Span};

/// Campaigns woken at once.
const AT_ONCE: u32 = 64;
/// How long to wait when the store cannot be read, or a campaign cannot be woken.
const PATIENCE: Span = Span::seconds(5);
/// Nothing is due before this.
const NEVER: Moment = Moment(i64::MAX);

/// The alarm's bell.
pub(super) struct Bell {
    rung: Notify,
    next: AtomicI64,
}

impl Bell {
    pub(super) fn new() -> Self {
        Bell { rung: Notify::new(), next: AtomicI64::new(i64::MAX) }
    }

    /// A campaign wants to be woken then: earlier than all others, perhaps.
    pub(super) fn set(&self, wake: Option<Moment>) {
        if wake.is_some_and(|wake| wake.0 < self.next.load(Ordering::Acquire)) {
            self.rung.notify_one();
        }
    }
}

/// Watches the time until the hall closes.
pub(super) async fn watch(rooms: Arc<Rooms>) {
    let mut closing = rooms.closing.subscribe();
    loop {
        let next = wake_due(&rooms).await;
        rooms.bell.next.store(next.0, Ordering::Release);
        tokio::select! {
            () = rooms.bell.rung.notified() => {}
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Wakes what is due; when to look again.
async fn wake_due(rooms: &Arc<Rooms>) -> Moment {
    // Until the answer is known, any earlier wish rings.
    rooms.bell.next.store(i64::MAX, Ordering::Release);
    let now = rooms.clock.now();
    let due = match rooms.store.due(now, AT_ONCE).await {
        Ok(due) => due,
        Err(why) => {
            error!("the store cannot say what is due: {why}");
            return now + PATIENCE;
        }
    };
    let mut woken = Vec::new();
    for id in &due {
        let (done, heard) = oneshot::channel();
        if rooms.send(*id, Letter::Wake(done)).is_ok() {
            woken.push(heard);
        }
    }
    for heard in woken {
        let _ = heard.await;
    }
    let again = rooms.store.due(now, 1).await.unwrap_or_default();
    if due.len() < AT_ONCE as usize && !again.is_empty() {
        // It could not be woken: not in a hurry again.
        return now + PATIENCE;
    }
    rooms.store.next_wake().await.ok().flatten().unwrap_or(NEVER)
}
