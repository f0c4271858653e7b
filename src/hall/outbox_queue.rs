//! The post: which campaigns have mail, which are being served, and which have to wait.
//!
//! May use: locks. Deliberately absent: delivering (`postman`), and the store; what is
//! lost with this is found there again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

use crate::council::{Span, Timestamp};
use crate::store::{CampaignId, OutboxItem};

/// Campaigns served at the same time.
const MAX_CONCURRENT: usize = 32;
/// The first pause after a failure; it doubles up to the longest.
pub(super) const FIRST_BACKOFF: Span = Span::seconds(1);
const MAX_BACKOFF: Span = Span::minutes(10);
/// Campaigns of which it is known what was delivered last. Beyond that all are forgotten:
/// the store knows them.
const MAX_CACHED: usize = 512;

/// What the store holds of a campaign: no mail but what is fresh, and this is shown. As
/// text, which takes a tenth of the room.
pub(super) struct DeliveredState {
    pub(super) upto: i64,
    pub(super) shown: Option<String>,
    /// How often somebody had been forgotten when this was read.
    pub(super) read_at: u64,
}

/// Who has mail, and who is being served.
pub(super) struct OutboxQueue {
    waiting: Mutex<HashSet<CampaignId>>,
    served: Mutex<HashSet<CampaignId>>,
    pub(super) fresh: Mutex<HashMap<CampaignId, Vec<OutboxItem>>>,
    pub(super) known: Mutex<HashMap<CampaignId, DeliveredState>>,
    /// Campaigns whose mail could not be read or marked: how often, and until when they wait.
    troubled: Mutex<HashMap<CampaignId, (u32, Timestamp)>>,
    /// Campaigns whose mail can wait until then; fresh mail is delivered with it.
    resting: Mutex<HashMap<CampaignId, Timestamp>>,
    pub(super) rung: Notify,
    pub(super) rounds: Semaphore,
    /// When the store is asked again who has mail.
    pub(super) look_at: AtomicI64,
}

impl OutboxQueue {
    pub(super) fn new() -> Self {
        OutboxQueue {
            waiting: Mutex::default(),
            served: Mutex::default(),
            fresh: Mutex::default(),
            known: Mutex::default(),
            troubled: Mutex::default(),
            resting: Mutex::default(),
            rung: Notify::new(),
            rounds: Semaphore::new(MAX_CONCURRENT),
            look_at: AtomicI64::new(i64::MIN),
        }
    }

    /// A campaign has mail: all that was stored with this change.
    pub(super) fn enqueue(&self, id: CampaignId, fresh: Vec<OutboxItem>) {
        lock(&self.fresh).entry(id).or_default().extend(fresh);
        self.notify_worker(id);
    }

    /// A campaign may have mail; the store knows.
    pub(super) fn enqueue_from_store(&self, id: CampaignId) {
        lock(&self.known).remove(&id);
        self.notify_worker(id);
    }

    fn notify_worker(&self, id: CampaignId) {
        lock(&self.waiting).insert(id);
        self.rung.notify_one();
    }

    /// Those that have mail and are not being served; they are from now on.
    pub(super) fn take_ready(&self) -> Vec<CampaignId> {
        let mut waiting = lock(&self.waiting);
        let mut served = lock(&self.served);
        let free: Vec<CampaignId> =
            waiting.iter().filter(|id| !served.contains(id)).copied().collect();
        for id in &free {
            waiting.remove(id);
            served.insert(*id);
        }
        free
    }

    pub(super) fn finish(&self, id: CampaignId) {
        lock(&self.served).remove(&id);
        // It may have got mail in the meantime.
        self.rung.notify_one();
    }

    /// Whatever the store was found to have for those whom nobody serves is no longer
    /// taken for known: a parcel that never rang is delivered all the same.
    pub(super) fn requeue(&self, waiting: Vec<CampaignId>, now: Timestamp) {
        let served = lock(&self.served).clone();
        let mut troubled = lock(&self.troubled);
        troubled.retain(|id, _| waiting.contains(id));
        let mut resting = lock(&self.resting);
        resting.retain(|id, until| waiting.contains(id) && is_backing_off(*until, now));
        for id in waiting {
            let paused = troubled.get(&id).is_some_and(|(_, until)| is_backing_off(*until, now));
            if paused || resting.contains_key(&id) {
                continue;
            }
            if !served.contains(&id) {
                lock(&self.known).remove(&id);
            }
            lock(&self.waiting).insert(id);
        }
    }

    /// How serving a campaign ended: what the store could not read or mark is not tried
    /// every second, nor said.
    pub(super) fn record_result(&self, id: CampaignId, failed: bool, now: Timestamp) {
        let mut troubled = lock(&self.troubled);
        if !failed {
            troubled.remove(&id);
            return;
        }
        let (times, until) = troubled.entry(id).or_insert((0, now));
        *until = now + backoff(*times);
        *times = times.saturating_add(1);
    }

    /// The mail of a campaign can wait.
    pub(super) fn defer(&self, id: CampaignId, until: Timestamp) {
        lock(&self.resting).insert(id, until);
    }

    pub(super) fn cache(&self, id: CampaignId, known: Option<DeliveredState>) {
        let mut all = lock(&self.known);
        if all.len() >= MAX_CACHED {
            all.clear();
        }
        all.extend(known.map(|known| (id, known)));
    }

    /// Whatever is known of any campaign is read anew.
    pub(super) fn clear_cache(&self) {
        lock(&self.known).clear();
        lock(&self.fresh).clear();
        self.look_at.store(i64::MIN, Ordering::Release);
        self.rung.notify_one();
    }

    /// How many have mail or are being served.
    pub(super) fn pending(&self) -> usize {
        let waiting = lock(&self.waiting);
        let served = lock(&self.served);
        waiting.union(&served).count()
    }
}

pub(super) fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pause after so many failures.
pub(super) fn backoff(attempts: u32) -> Span {
    Span(FIRST_BACKOFF.0.saturating_mul(1 << attempts.min(20))).min(MAX_BACKOFF)
}

/// Is it not yet to be tried? No pause is longer than the longest: if one seems to be, the
/// clock was set back.
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
        let post = OutboxQueue::new();
        let known = || Some(DeliveredState { upto: 7, shown: None, read_at: 0 });
        let (idle, served) = (CampaignId(1), CampaignId(2));
        post.cache(idle, known());
        post.cache(served, known());
        lock(&post.served).insert(served);
        post.requeue(vec![idle, served], Timestamp(0));
        assert!(!lock(&post.known).contains_key(&idle), "a parcel that never rang: read the store");
        assert!(lock(&post.known).contains_key(&served), "it is on its way");
        post.enqueue_from_store(served);
        assert!(lock(&post.known).is_empty());
        assert_eq!(post.pending(), 2);
    }

    #[test]
    fn only_so_many_campaigns_are_remembered() {
        let post = OutboxQueue::new();
        for id in 0..=MAX_CACHED as i64 {
            post.cache(CampaignId(id), Some(DeliveredState { upto: 1, shown: None, read_at: 0 }));
        }
        assert_eq!(lock(&post.known).len(), 1, "all are forgotten, and it begins anew");
    }

    #[test]
    fn mail_that_cannot_be_read_waits_longer_each_time_and_holds_up_nobody_else() {
        let post = OutboxQueue::new();
        let (broken, sound, start) = (CampaignId(1), CampaignId(2), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&post.waiting).clear();
            post.requeue(vec![broken, sound], now);
            assert!(lock(&post.waiting).contains(&sound));
            lock(&post.waiting).contains(&broken)
        };
        post.record_result(broken, true, start);
        assert!(!found(start) && found(start + FIRST_BACKOFF));
        post.record_result(broken, true, start);
        assert!(!found(start + FIRST_BACKOFF) && found(start + Span::seconds(2)));
        assert!(found(start + Span::hours(-1)), "the clock was set back");
        post.record_result(broken, false, start);
        assert!(found(start));
        post.record_result(broken, true, start);
        post.requeue(vec![sound], start);
        assert!(lock(&post.troubled).is_empty(), "it has no mail any more");
    }

    #[test]
    fn mail_that_can_wait_is_looked_at_when_its_time_has_come() {
        let (post, id, start) = (OutboxQueue::new(), CampaignId(1), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&post.waiting).clear();
            post.requeue(vec![id], now);
            lock(&post.waiting).contains(&id)
        };
        post.defer(id, start + Span::seconds(5));
        assert!(!found(start + Span::seconds(4)) && found(start + Span::seconds(5)));
        post.defer(id, start + Span::seconds(5));
        post.enqueue(id, Vec::new());
        assert!(lock(&post.waiting).contains(&id), "fresh mail does not wait");
        post.requeue(Vec::new(), start);
        assert!(lock(&post.resting).is_empty(), "it has no mail any more");
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
