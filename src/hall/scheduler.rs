//! Scheduler: timer service that wakes campaigns at their stored deadlines.
//!
//! Wake times are in the store, so a deadline that passed while the process was down is found at
//! startup. What a deadline means is up to `council`. A campaign that cannot be woken is retried
//! with exponential backoff and does not hold up the others.

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

/// Maximum number of campaigns woken at once.
const WAKE_BATCH: usize = 64;
/// Delay if the store cannot be read or a woken campaign is due again at once. Also the first
/// backoff of a campaign that cannot be woken.
const RETRY_AFTER: Span = Span::seconds(5);
/// Longest backoff of a campaign that cannot be woken.
const MAX_BACKOFF: Span = Span::minutes(10);
/// How long the scheduler waits for the campaigns of one batch.
const WAKE_TIMEOUT: Duration = Duration::from_secs(30);
/// Wake time if nothing is scheduled.
const NEVER: Timestamp = Timestamp(i64::MAX);

/// Signal that wakes the scheduler before the time it waits for.
pub(super) struct WakeSignal {
    notify: Notify,
    /// Time the scheduler waits for, or `i64::MAX` while it computes that.
    next: AtomicI64,
}

impl WakeSignal {
    pub(super) fn new() -> Self {
        WakeSignal { notify: Notify::new(), next: AtomicI64::new(i64::MAX) }
    }

    /// Notifies the scheduler if `wake` is earlier than the time it waits for.
    pub(super) fn schedule(&self, wake: Option<Timestamp>) {
        if wake.is_some_and(|wake| wake.0 < self.next.load(Ordering::Acquire)) {
            self.notify.notify_one();
        }
    }
}

/// Campaigns that could not be woken, each with its backoff and the time of the last attempt.
#[derive(Default)]
struct WakeBackoff(HashMap<CampaignId, (Span, Timestamp)>);

impl WakeBackoff {
    /// Whether the backoff of a campaign is still running. A clock that is set back ends it.
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

    /// Returns the time of the earliest retry, or `NEVER` if no campaign is in backoff.
    fn next_retry(&self) -> Timestamp {
        self.0.values().map(|(pause, tried)| *tried + *pause).min().unwrap_or(NEVER)
    }
}

/// Runs the scheduler until the hall closes.
pub(super) async fn run(hall: Arc<HallState>) {
    let mut closing = hall.closing.subscribe();
    let mut backoff = WakeBackoff::default();
    loop {
        let next = wake_due(&hall, &mut backoff).await;
        hall.wake_signal.next.store(next.0, Ordering::Release);
        tokio::select! {
            () = hall.wake_signal.notify.notified() => {}
            () = hall.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Wakes at most one batch of due campaigns. Returns when to run again.
async fn wake_due(hall: &Arc<HallState>, backoff: &mut WakeBackoff) -> Timestamp {
    // Until the next wake time is computed, any new one notifies the scheduler.
    hall.wake_signal.next.store(i64::MAX, Ordering::Release);
    let now = hall.clock.now();
    let Some(due) = due_campaigns(hall, backoff, now).await else { return now + RETRY_AFTER };
    let batch = due.iter().take(WAKE_BATCH).map(|id| (*id, send_wake(hall, *id)));
    let batch: Vec<_> = batch.collect();
    let deadline = Instant::now() + WAKE_TIMEOUT;
    for (id, receiver) in batch {
        let woken = timeout_at(deadline, receiver).await;
        backoff.record(id, matches!(woken, Ok(Ok(true))), now);
    }
    if due.len() > WAKE_BATCH {
        return now;
    }
    match (due_campaigns(hall, backoff, now).await, hall.store.next_wake_after(now).await) {
        (Some(again), Ok(next)) if again.is_empty() => {
            next.unwrap_or(NEVER).min(backoff.next_retry())
        }
        // A campaign is due again at once, or the store cannot be read. Wait, to avoid a busy loop.
        _ => now + RETRY_AFTER,
    }
}

/// Returns the due campaigns that are not in backoff: more than a batch if more than a batch is
/// due. Returns `None` if the store cannot be read.
async fn due_campaigns(
    hall: &HallState,
    backoff: &mut WakeBackoff,
    now: Timestamp,
) -> Option<Vec<CampaignId>> {
    let limit = WAKE_BATCH + 1 + backoff.0.len();
    match hall.store.due_campaigns(now, u32::try_from(limit).unwrap_or(u32::MAX)).await {
        Ok(mut due) => {
            // A campaign that is no longer due has moved on without the scheduler.
            backoff.0.retain(|id, _| due.contains(id));
            due.retain(|id| !backoff.is_backing_off(*id, now));
            Some(due)
        }
        Err(why) => {
            error!("the store cannot say what is due: {why}");
            None
        }
    }
}

/// Sends a wake-up to a campaign. The receiver gets whether its result was stored, or an error if
/// the message was refused or dropped.
fn send_wake(hall: &Arc<HallState>, id: CampaignId) -> oneshot::Receiver<bool> {
    let (done, receiver) = oneshot::channel();
    // If the campaign is busy, the sender is dropped and the receiver gets an error.
    let _ = hall.send(id, SessionMessage::Wake(done));
    receiver
}

#[cfg(test)]
mod tests {
    use super::{MAX_BACKOFF, NEVER, RETRY_AFTER, WakeBackoff};
    use crate::council::{Span, Timestamp};
    use crate::store::CampaignId;

    const ID: CampaignId = CampaignId(1);

    #[test]
    fn a_campaign_that_cannot_be_woken_waits_longer_each_time() {
        let mut backoff = WakeBackoff::default();
        let start = Timestamp(1_000_000);
        backoff.record(ID, false, start);
        assert_eq!(backoff.next_retry(), start + RETRY_AFTER);
        assert!(
            backoff.is_backing_off(ID, start) && !backoff.is_backing_off(ID, start + RETRY_AFTER)
        );
        assert!(!backoff.is_backing_off(CampaignId(2), start), "the others do not wait");
        backoff.record(ID, false, start + RETRY_AFTER);
        assert!(backoff.is_backing_off(ID, start + Span(RETRY_AFTER.0 * 3 - 1)));
        for _ in 0..20 {
            backoff.record(ID, false, start);
        }
        assert_eq!(backoff.next_retry(), start + MAX_BACKOFF);
        assert!(!backoff.is_backing_off(ID, start + Span::hours(-1)), "the clock was set back");
        backoff.record(ID, true, start);
        assert!(!backoff.is_backing_off(ID, start) && backoff.next_retry() == NEVER);
    }
}
