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

use super::rooms::Rooms;
use super::session::Letter;
use crate::council::{Span, Timestamp};
use crate::store::CampaignId;

/// Campaigns woken at once.
const AT_ONCE: usize = 64;
/// How long to wait when the store cannot be read, or a campaign is due again at once.
const PATIENCE: Span = Span::seconds(5);
/// The longest pause for a campaign that cannot be woken; it doubles up to that.
const LONGEST_PAUSE: Span = Span::minutes(10);
/// Campaigns that take longer than this are not waited for.
const LONGEST_WAKE: Duration = Duration::from_secs(30);
/// Nothing is due before this.
const NEVER: Timestamp = Timestamp(i64::MAX);

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
    pub(super) fn set(&self, wake: Option<Timestamp>) {
        if wake.is_some_and(|wake| wake.0 < self.next.load(Ordering::Acquire)) {
            self.rung.notify_one();
        }
    }
}

/// Campaigns that could not be woken: the pause of each, and when it was tried last.
#[derive(Default)]
struct Stuck(HashMap<CampaignId, (Span, Timestamp)>);

impl Stuck {
    /// Is its pause not over? A clock that was set back ends it.
    fn waits(&self, id: CampaignId, now: Timestamp) -> bool {
        self.0.get(&id).is_some_and(|(pause, tried)| (Span::ZERO..*pause).contains(&(now - *tried)))
    }

    fn note(&mut self, id: CampaignId, woken: bool, now: Timestamp) {
        if woken {
            self.0.remove(&id);
            return;
        }
        let pause = self.0.get(&id).map_or(PATIENCE, |(pause, _)| Span(pause.0 * 2));
        self.0.insert(id, (pause.min(LONGEST_PAUSE), now));
    }

    /// When the first is tried again.
    fn next(&self) -> Timestamp {
        self.0.values().map(|(pause, tried)| *tried + *pause).min().unwrap_or(NEVER)
    }
}

/// Watches the time until the hall closes.
pub(super) async fn watch(rooms: Arc<Rooms>) {
    let mut closing = rooms.closing.subscribe();
    let mut stuck = Stuck::default();
    loop {
        let next = wake_due(&rooms, &mut stuck).await;
        rooms.bell.next.store(next.0, Ordering::Release);
        tokio::select! {
            () = rooms.bell.rung.notified() => {}
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Wakes what is due; when to look again.
async fn wake_due(rooms: &Arc<Rooms>, stuck: &mut Stuck) -> Timestamp {
    // Until the answer is known, any earlier wish rings.
    rooms.bell.next.store(i64::MAX, Ordering::Release);
    let now = rooms.clock.now();
    let Some(due) = due(rooms, stuck, now).await else { return now + PATIENCE };
    let woken = due.iter().take(AT_ONCE).map(|id| (*id, send(rooms, *id)));
    let woken: Vec<_> = woken.collect();
    let until = Instant::now() + LONGEST_WAKE;
    for (id, heard) in woken {
        let heard = timeout_at(until, heard).await;
        stuck.note(id, matches!(heard, Ok(Ok(true))), now);
    }
    if due.len() > AT_ONCE {
        return now;
    }
    match (self::due(rooms, stuck, now).await, rooms.store.next_wake_after(now).await) {
        (Some(again), Ok(next)) if again.is_empty() => next.unwrap_or(NEVER).min(stuck.next()),
        // It has more to do, or the store cannot be read: not in a hurry again.
        _ => now + PATIENCE,
    }
}

/// What is due and is not stuck; one more than can be woken at once, if there are so many.
async fn due(rooms: &Rooms, stuck: &mut Stuck, now: Timestamp) -> Option<Vec<CampaignId>> {
    let most = AT_ONCE + 1 + stuck.0.len();
    match rooms.store.due(now, u32::try_from(most).unwrap_or(u32::MAX)).await {
        Ok(mut due) => {
            // Whatever went on by itself is not stuck any more.
            stuck.0.retain(|id, _| due.contains(id));
            due.retain(|id| !stuck.waits(*id, now));
            Some(due)
        }
        Err(why) => {
            error!("the store cannot say what is due: {why}");
            None
        }
    }
}

/// Wakes one; whether that was done is heard later, or nothing if it broke.
fn send(rooms: &Arc<Rooms>, id: CampaignId) -> oneshot::Receiver<bool> {
    let (done, heard) = oneshot::channel();
    // Nothing is heard either if it is too busy to be told.
    let _ = rooms.send(id, Letter::Wake(done));
    heard
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_PAUSE, NEVER, PATIENCE, Stuck};
    use crate::council::{Span, Timestamp};
    use crate::store::CampaignId;

    const ID: CampaignId = CampaignId(1);

    #[test]
    fn a_campaign_that_cannot_be_woken_waits_longer_each_time() {
        let mut stuck = Stuck::default();
        let start = Timestamp(1_000_000);
        stuck.note(ID, false, start);
        assert_eq!(stuck.next(), start + PATIENCE);
        assert!(stuck.waits(ID, start) && !stuck.waits(ID, start + PATIENCE));
        assert!(!stuck.waits(CampaignId(2), start), "the others do not wait");
        stuck.note(ID, false, start + PATIENCE);
        assert!(stuck.waits(ID, start + Span(PATIENCE.0 * 3 - 1)));
        for _ in 0..20 {
            stuck.note(ID, false, start);
        }
        assert_eq!(stuck.next(), start + LONGEST_PAUSE);
        assert!(!stuck.waits(ID, start + Span::hours(-1)), "the clock was set back");
        stuck.note(ID, true, start);
        assert!(!stuck.waits(ID, start) && stuck.next() == NEVER);
    }
}
