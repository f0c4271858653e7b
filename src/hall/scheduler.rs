//! The alarm: wakes campaigns whose time has come. What is due is in the store,
//! so a deadline that passed while the process was down is found at the start.
//!
//! May use: the store and the clock. Deliberately absent: what a deadline means.
//! A campaign that cannot be woken is tried again after growing pauses, and costs the
//! others nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout_at};
use tracing::error;

use super::hall_state::HallState;
use super::session::SessionMessage;
use crate::council::{Span, Timestamp};
use crate::store::CampaignId;

/// Campaigns woken at once.
const WAKE_BATCH: usize = 64;
/// How long to wait when the store cannot be read, or a campaign is due again at once.
const RETRY_AFTER: Span = Span::seconds(5);
/// The longest pause for a campaign that cannot be woken; it doubles up to that.
const MAX_BACKOFF: Span = Span::minutes(10);
/// Campaigns that take longer than this are not waited for.
const WAKE_TIMEOUT: Duration = Duration::from_secs(30);
/// Nothing is due before this.
const NEVER: Timestamp = Timestamp(i64::MAX);

/// The alarm's bell.
pub(super) struct WakeSignal {
    rung: Notify,
    next: AtomicI64,
}

impl WakeSignal {
    pub(super) fn new() -> Self {
        WakeSignal { rung: Notify::new(), next: AtomicI64::new(i64::MAX) }
    }

    /// A campaign wants to be woken then: earlier than all others, perhaps.
    pub(super) fn schedule(&self, wake: Option<Timestamp>) {
        if wake.is_some_and(|wake| wake.0 < self.next.load(Ordering::Acquire)) {
            self.rung.notify_one();
        }
    }
}

/// Campaigns that could not be woken: the pause of each, and when it was tried last.
#[derive(Default)]
struct WakeBackoff(HashMap<CampaignId, (Span, Timestamp)>);

impl WakeBackoff {
    /// Is its pause not over? A clock that was set back ends it.
    fn is_backing_off(&self, id: CampaignId, now: Timestamp) -> bool {
        self.0.get(&id).is_some_and(|(pause, tried)| (Span::ZERO..*pause).contains(&(now - *tried)))
    }

    fn record(&mut self, id: CampaignId, woken: bool, now: Timestamp) {
        if woken {
            self.0.remove(&id);
            return;
        }
        let pause = self.0.get(&id).map_or(RETRY_AFTER, |(pause, _)| Span(pause.0 * 2));
        self.0.insert(id, (pause.min(MAX_BACKOFF), now));
    }

    /// When the first is tried again.
    fn next_retry(&self) -> Timestamp {
        self.0.values().map(|(pause, tried)| *tried + *pause).min().unwrap_or(NEVER)
    }
}

/// Watches the time until the hall closes.
pub(super) async fn run(rooms: Arc<HallState>) {
    let mut closing = rooms.closing.subscribe();
    let mut stuck = WakeBackoff::default();
    loop {
        let next = wake_due(&rooms, &mut stuck).await;
        rooms.wake_signal.next.store(next.0, Ordering::Release);
        tokio::select! {
            () = rooms.wake_signal.rung.notified() => {}
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Wakes what is due; when to look again.
async fn wake_due(rooms: &Arc<HallState>, stuck: &mut WakeBackoff) -> Timestamp {
    // Until the answer is known, any earlier wish rings.
    rooms.wake_signal.next.store(i64::MAX, Ordering::Release);
    let now = rooms.clock.now();
    let Some(due) = due_campaigns(rooms, stuck, now).await else { return now + RETRY_AFTER };
    let woken = due.iter().take(WAKE_BATCH).map(|id| (*id, send_wake(rooms, *id)));
    let woken: Vec<_> = woken.collect();
    let until = Instant::now() + WAKE_TIMEOUT;
    for (id, heard) in woken {
        let heard = timeout_at(until, heard).await;
        stuck.record(id, matches!(heard, Ok(Ok(true))), now);
    }
    if due.len() > WAKE_BATCH {
        return now;
    }
    match (due_campaigns(rooms, stuck, now).await, rooms.store.next_wake_after(now).await) {
        (Some(again), Ok(next)) if again.is_empty() => {
            next.unwrap_or(NEVER).min(stuck.next_retry())
        }
        // It has more to do, or the store cannot be read: not in a hurry again.
        _ => now + RETRY_AFTER,
    }
}

/// What is due and is not stuck; one more than can be woken at once, if there are so many.
async fn due_campaigns(
    rooms: &HallState,
    stuck: &mut WakeBackoff,
    now: Timestamp,
) -> Option<Vec<CampaignId>> {
    let most = WAKE_BATCH + 1 + stuck.0.len();
    match rooms.store.due_campaigns(now, u32::try_from(most).unwrap_or(u32::MAX)).await {
        Ok(mut due) => {
            // Whatever went on by itself is not stuck any more.
            stuck.0.retain(|id, _| due.contains(id));
            due.retain(|id| !stuck.is_backing_off(*id, now));
            Some(due)
        }
        Err(why) => {
            error!("the store cannot say what is due: {why}");
            None
        }
    }
}

/// Wakes one; whether that was done is heard later, or nothing if it broke.
fn send_wake(rooms: &Arc<HallState>, id: CampaignId) -> oneshot::Receiver<bool> {
    let (done, heard) = oneshot::channel();
    // Nothing is heard either if it is too busy to be told.
    let _ = rooms.send(id, SessionMessage::Wake(done));
    heard
}

#[cfg(test)]
mod tests {
    use super::{MAX_BACKOFF, NEVER, RETRY_AFTER, WakeBackoff};
    use crate::council::{Span, Timestamp};
    use crate::store::CampaignId;

    const ID: CampaignId = CampaignId(1);

    #[test]
    fn a_campaign_that_cannot_be_woken_waits_longer_each_time() {
        let mut stuck = WakeBackoff::default();
        let start = Timestamp(1_000_000);
        stuck.record(ID, false, start);
        assert_eq!(stuck.next_retry(), start + RETRY_AFTER);
        assert!(stuck.is_backing_off(ID, start) && !stuck.is_backing_off(ID, start + RETRY_AFTER));
        assert!(!stuck.is_backing_off(CampaignId(2), start), "the others do not wait");
        stuck.record(ID, false, start + RETRY_AFTER);
        assert!(stuck.is_backing_off(ID, start + Span(RETRY_AFTER.0 * 3 - 1)));
        for _ in 0..20 {
            stuck.record(ID, false, start);
        }
        assert_eq!(stuck.next_retry(), start + MAX_BACKOFF);
        assert!(!stuck.is_backing_off(ID, start + Span::hours(-1)), "the clock was set back");
        stuck.record(ID, true, start);
        assert!(!stuck.is_backing_off(ID, start) && stuck.next_retry() == NEVER);
    }
}
