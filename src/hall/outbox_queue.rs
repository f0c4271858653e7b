//! In-memory queue over the outbox table: campaigns that are queued, under delivery or in backoff.
//!
//! Delivery lives in `outbox_worker`. Everything in the queue can be rebuilt from the store.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

use crate::council::{Span, Timestamp};
use crate::store::{CampaignId, OutboxItem};

/// Maximum number of campaigns under delivery at the same time.
const MAX_CONCURRENT: usize = 32;
/// Backoff after the first failure. It doubles with each further one.
pub(super) const FIRST_BACKOFF: Span = Span::seconds(1);
/// Longest backoff.
const MAX_BACKOFF: Span = Span::minutes(10);
/// Capacity of the cache of delivered states. The whole cache is dropped when it is full: the store
/// has every state.
const MAX_CACHED: usize = 512;

/// Cached delivery state: everything up to `upto` is delivered, and `state` is the front end's
/// state. Kept as text, which needs a tenth of the memory.
pub(super) struct DeliveredState {
    pub(super) upto: i64,
    pub(super) state: Option<String>,
    /// Revision of the erased users when the state was read.
    pub(super) revision: u64,
}

/// Queue of campaigns with undelivered notices.
pub(super) struct OutboxQueue {
    waiting: Mutex<HashSet<CampaignId>>,
    in_progress: Mutex<HashSet<CampaignId>>,
    /// Items that were just stored, so that they need not be read from the store.
    pub(super) fresh: Mutex<HashMap<CampaignId, Vec<OutboxItem>>>,
    /// Cache of what was delivered.
    pub(super) cached: Mutex<HashMap<CampaignId, DeliveredState>>,
    /// Campaigns whose items could not be read or marked, with the number of failures and the end
    /// of the backoff.
    failed: Mutex<HashMap<CampaignId, (u32, Timestamp)>>,
    /// Campaigns whose items can wait, and until when. A fresh item ends the wait.
    deferred: Mutex<HashMap<CampaignId, Timestamp>>,
    /// Signal that wakes the worker.
    pub(super) notify: Notify,
    /// Limits concurrent deliveries.
    pub(super) permits: Semaphore,
    /// Time of the next query for campaigns with due items.
    pub(super) next_query: AtomicI64,
}

impl OutboxQueue {
    pub(super) fn new() -> Self {
        OutboxQueue {
            waiting: Mutex::default(),
            in_progress: Mutex::default(),
            fresh: Mutex::default(),
            cached: Mutex::default(),
            failed: Mutex::default(),
            deferred: Mutex::default(),
            notify: Notify::new(),
            permits: Semaphore::new(MAX_CONCURRENT),
            next_query: AtomicI64::new(i64::MIN),
        }
    }

    /// Queues a campaign with all items that were stored by one change.
    pub(super) fn enqueue(&self, id: CampaignId, fresh: Vec<OutboxItem>) {
        lock(&self.fresh).entry(id).or_default().extend(fresh);
        self.notify_worker(id);
    }

    /// Queues a campaign that may have undelivered items in the store. Drops its cached state.
    pub(super) fn enqueue_from_store(&self, id: CampaignId) {
        lock(&self.cached).remove(&id);
        self.notify_worker(id);
    }

    fn notify_worker(&self, id: CampaignId) {
        lock(&self.waiting).insert(id);
        self.notify.notify_one();
    }

    /// Takes the queued campaigns that are not under delivery, and marks them as under delivery.
    pub(super) fn take_ready(&self) -> Vec<CampaignId> {
        let mut waiting = lock(&self.waiting);
        let mut in_progress = lock(&self.in_progress);
        let free: Vec<CampaignId> =
            waiting.iter().filter(|id| !in_progress.contains(id)).copied().collect();
        for id in &free {
            waiting.remove(id);
            in_progress.insert(*id);
        }
        free
    }

    /// Ends the delivery of a campaign.
    pub(super) fn finish(&self, id: CampaignId) {
        lock(&self.in_progress).remove(&id);
        // It may have been queued again in the meantime.
        self.notify.notify_one();
    }

    /// Requeues the campaigns found to have undelivered rows.
    ///
    /// Skips those in backoff or deferred. Drops the cached state of those not under delivery,
    /// which covers items whose signal was lost.
    pub(super) fn requeue(&self, waiting: Vec<CampaignId>, now: Timestamp) {
        let in_progress = lock(&self.in_progress).clone();
        let mut failed = lock(&self.failed);
        failed.retain(|id, _| waiting.contains(id));
        let mut deferred = lock(&self.deferred);
        deferred.retain(|id, until| waiting.contains(id) && is_backing_off(*until, now));
        for id in waiting {
            let paused = failed.get(&id).is_some_and(|(_, until)| is_backing_off(*until, now));
            if paused || deferred.contains_key(&id) {
                continue;
            }
            if !in_progress.contains(&id) {
                lock(&self.cached).remove(&id);
            }
            lock(&self.waiting).insert(id);
        }
    }

    /// Records whether a campaign's items could be read and marked. A failure starts or doubles the
    /// backoff, so that the attempt and its log line do not repeat every second.
    pub(super) fn record_result(&self, id: CampaignId, failed: bool, now: Timestamp) {
        let mut all = lock(&self.failed);
        if !failed {
            all.remove(&id);
            return;
        }
        let (times, until) = all.entry(id).or_insert((0, now));
        *until = now + backoff(*times);
        *times = times.saturating_add(1);
    }

    /// Defers the items of a campaign.
    pub(super) fn defer(&self, id: CampaignId, until: Timestamp) {
        lock(&self.deferred).insert(id, until);
    }

    /// Caches the delivered state of a campaign. Drops all others first if the cache is full.
    pub(super) fn cache(&self, id: CampaignId, state: Option<DeliveredState>) {
        let mut all = lock(&self.cached);
        if all.len() >= MAX_CACHED {
            all.clear();
        }
        all.extend(state.map(|state| (id, state)));
    }

    /// Drops everything cached and queries the store again at once.
    pub(super) fn clear_cache(&self) {
        lock(&self.cached).clear();
        lock(&self.fresh).clear();
        self.next_query.store(i64::MIN, Ordering::Release);
        self.notify.notify_one();
    }

    /// Returns the number of campaigns queued or under delivery.
    pub(super) fn pending(&self) -> usize {
        let waiting = lock(&self.waiting);
        let in_progress = lock(&self.in_progress);
        waiting.union(&in_progress).count()
    }
}

/// Locks a mutex, ignoring poisoning.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the backoff after a failure, given the number of earlier failures.
pub(super) fn backoff(attempts: u32) -> Span {
    Span(FIRST_BACKOFF.0.saturating_mul(1 << attempts.min(20))).min(MAX_BACKOFF)
}

/// Whether `try_at` is in the future by at most the longest backoff. If it is further away, the
/// clock was set back, and the backoff is over.
pub(super) fn is_backing_off(try_at: Timestamp, now: Timestamp) -> bool {
    now < try_at && try_at <= now + MAX_BACKOFF
}

#[cfg(test)]
mod tests {
    use super::{
        DeliveredState, FIRST_BACKOFF, MAX_BACKOFF, MAX_CACHED, OutboxQueue, backoff,
        is_backing_off, lock,
    };
    use crate::council::{Span, Timestamp};
    use crate::store::CampaignId;

    #[test]
    fn what_the_store_was_found_to_have_is_no_longer_taken_for_known() {
        let outbox = OutboxQueue::new();
        let state = || Some(DeliveredState { upto: 7, state: None, revision: 0 });
        let (idle, in_progress) = (CampaignId(1), CampaignId(2));
        outbox.cache(idle, state());
        outbox.cache(in_progress, state());
        lock(&outbox.in_progress).insert(in_progress);
        outbox.requeue(vec![idle, in_progress], Timestamp(0));
        assert!(
            !lock(&outbox.cached).contains_key(&idle),
            "a parcel that never rang: read the store"
        );
        assert!(lock(&outbox.cached).contains_key(&in_progress), "it is on its way");
        outbox.enqueue_from_store(in_progress);
        assert!(lock(&outbox.cached).is_empty());
        assert_eq!(outbox.pending(), 2);
    }

    #[test]
    fn only_so_many_campaigns_are_remembered() {
        let outbox = OutboxQueue::new();
        for id in 0..=MAX_CACHED as i64 {
            outbox
                .cache(CampaignId(id), Some(DeliveredState { upto: 1, state: None, revision: 0 }));
        }
        assert_eq!(lock(&outbox.cached).len(), 1, "all are forgotten, and it begins anew");
    }

    #[test]
    fn mail_that_cannot_be_read_waits_longer_each_time_and_holds_up_nobody_else() {
        let outbox = OutboxQueue::new();
        let (broken, sound, start) = (CampaignId(1), CampaignId(2), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&outbox.waiting).clear();
            outbox.requeue(vec![broken, sound], now);
            assert!(lock(&outbox.waiting).contains(&sound));
            lock(&outbox.waiting).contains(&broken)
        };
        outbox.record_result(broken, true, start);
        assert!(!found(start) && found(start + FIRST_BACKOFF));
        outbox.record_result(broken, true, start);
        assert!(!found(start + FIRST_BACKOFF) && found(start + Span::seconds(2)));
        assert!(found(start + Span::hours(-1)), "the clock was set back");
        outbox.record_result(broken, false, start);
        assert!(found(start));
        outbox.record_result(broken, true, start);
        outbox.requeue(vec![sound], start);
        assert!(lock(&outbox.failed).is_empty(), "it has no mail any more");
    }

    #[test]
    fn mail_that_can_wait_is_looked_at_when_its_time_has_come() {
        let (outbox, id, start) = (OutboxQueue::new(), CampaignId(1), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&outbox.waiting).clear();
            outbox.requeue(vec![id], now);
            lock(&outbox.waiting).contains(&id)
        };
        outbox.defer(id, start + Span::seconds(5));
        assert!(!found(start + Span::seconds(4)) && found(start + Span::seconds(5)));
        outbox.defer(id, start + Span::seconds(5));
        outbox.enqueue(id, Vec::new());
        assert!(lock(&outbox.waiting).contains(&id), "fresh mail does not wait");
        outbox.requeue(Vec::new(), start);
        assert!(lock(&outbox.deferred).is_empty(), "it has no mail any more");
    }

    #[test]
    fn no_pause_outlasts_a_clock_that_is_set_back() {
        let now = Timestamp(1_000_000);
        assert!(is_backing_off(now + FIRST_BACKOFF, now) && is_backing_off(now + MAX_BACKOFF, now));
        assert!(!is_backing_off(now, now) && !is_backing_off(now + Span::hours(1), now));
    }

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        assert_eq!([0, 1, 2, 3].map(backoff), [1, 2, 4, 8].map(Span::seconds));
        assert_eq!(backoff(9), Span::seconds(512));
        assert_eq!(backoff(10), MAX_BACKOFF);
        assert_eq!(backoff(u32::MAX), MAX_BACKOFF);
        assert_eq!(backoff(0), FIRST_BACKOFF);
    }
}
