//! The post: which campaigns have mail, which are being served, and which have to wait.
//!
//! May use: locks. Deliberately absent: delivering (`postman`), and the store; what is
//! lost with this is found there again.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};

use crate::council::{Span, Timestamp};
use crate::store::{CampaignId, Parcel};

/// Campaigns served at the same time.
const ROUNDS: usize = 32;
/// The first pause after a failure; it doubles up to the longest.
pub(super) const PAUSE: Span = Span::seconds(1);
const LONGEST_PAUSE: Span = Span::minutes(10);
/// Campaigns of which it is known what was delivered last. Beyond that all are forgotten:
/// the store knows them.
const MOST_KNOWN: usize = 512;

/// What the store holds of a campaign: no mail but what is fresh, and this is shown. As
/// text, which takes a tenth of the room.
pub(super) struct Known {
    pub(super) upto: i64,
    pub(super) shown: Option<String>,
    /// How often somebody had been forgotten when this was read.
    pub(super) read_at: u64,
}

/// Who has mail, and who is being served.
pub(super) struct Post {
    waiting: Mutex<HashSet<CampaignId>>,
    served: Mutex<HashSet<CampaignId>>,
    pub(super) fresh: Mutex<HashMap<CampaignId, Vec<Parcel>>>,
    pub(super) known: Mutex<HashMap<CampaignId, Known>>,
    /// Campaigns whose mail could not be read or marked: how often, and until when they wait.
    troubled: Mutex<HashMap<CampaignId, (u32, Timestamp)>>,
    /// Campaigns whose mail can wait until then; fresh mail is delivered with it.
    resting: Mutex<HashMap<CampaignId, Timestamp>>,
    pub(super) rung: Notify,
    pub(super) rounds: Semaphore,
    /// When the store is asked again who has mail.
    pub(super) look_at: AtomicI64,
}

impl Post {
    pub(super) fn new() -> Self {
        Post {
            waiting: Mutex::default(),
            served: Mutex::default(),
            fresh: Mutex::default(),
            known: Mutex::default(),
            troubled: Mutex::default(),
            resting: Mutex::default(),
            rung: Notify::new(),
            rounds: Semaphore::new(ROUNDS),
            look_at: AtomicI64::new(i64::MIN),
        }
    }

    /// A campaign has mail: all that was stored with this change.
    pub(super) fn ring(&self, id: CampaignId, fresh: Vec<Parcel>) {
        lock(&self.fresh).entry(id).or_default().extend(fresh);
        self.call(id);
    }

    /// A campaign may have mail; the store knows.
    pub(super) fn look(&self, id: CampaignId) {
        lock(&self.known).remove(&id);
        self.call(id);
    }

    fn call(&self, id: CampaignId) {
        lock(&self.waiting).insert(id);
        self.rung.notify_one();
    }

    /// Those that have mail and are not being served; they are from now on.
    pub(super) fn take(&self) -> Vec<CampaignId> {
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

    pub(super) fn done(&self, id: CampaignId) {
        lock(&self.served).remove(&id);
        // It may have got mail in the meantime.
        self.rung.notify_one();
    }

    /// Whatever the store was found to have for those whom nobody serves is no longer
    /// taken for known: a parcel that never rang is delivered all the same.
    pub(super) fn found(&self, waiting: Vec<CampaignId>, now: Timestamp) {
        let served = lock(&self.served).clone();
        let mut troubled = lock(&self.troubled);
        troubled.retain(|id, _| waiting.contains(id));
        let mut resting = lock(&self.resting);
        resting.retain(|id, until| waiting.contains(id) && is_paused(*until, now));
        for id in waiting {
            let paused = troubled.get(&id).is_some_and(|(_, until)| is_paused(*until, now));
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
    pub(super) fn note(&self, id: CampaignId, failed: bool, now: Timestamp) {
        let mut troubled = lock(&self.troubled);
        if !failed {
            troubled.remove(&id);
            return;
        }
        let (times, until) = troubled.entry(id).or_insert((0, now));
        *until = now + pause(*times);
        *times = times.saturating_add(1);
    }

    /// The mail of a campaign can wait.
    pub(super) fn rest(&self, id: CampaignId, until: Timestamp) {
        lock(&self.resting).insert(id, until);
    }

    pub(super) fn remember(&self, id: CampaignId, known: Option<Known>) {
        let mut all = lock(&self.known);
        if all.len() >= MOST_KNOWN {
            all.clear();
        }
        all.extend(known.map(|known| (id, known)));
    }

    /// Whatever is known of any campaign is read anew.
    pub(super) fn look_anew(&self) {
        lock(&self.known).clear();
        lock(&self.fresh).clear();
        self.look_at.store(i64::MIN, Ordering::Release);
        self.rung.notify_one();
    }

    /// How many have mail or are being served.
    pub(super) fn busy(&self) -> usize {
        let waiting = lock(&self.waiting);
        let served = lock(&self.served);
        waiting.union(&served).count()
    }
}

pub(super) fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pause after so many failures.
pub(super) fn pause(attempts: u32) -> Span {
    Span(PAUSE.0.saturating_mul(1 << attempts.min(20))).min(LONGEST_PAUSE)
}

/// Is it not yet to be tried? No pause is longer than the longest: if one seems to be, the
/// clock was set back.
pub(super) fn is_paused(try_at: Timestamp, now: Timestamp) -> bool {
    now < try_at && try_at <= now + LONGEST_PAUSE
}

#[cfg(test)]
mod tests {
    use super::{Known, LONGEST_PAUSE, MOST_KNOWN, PAUSE, Post, is_paused, lock, pause};
    use crate::council::{Span, Timestamp};
    use crate::store::CampaignId;

    #[test]
    fn what_the_store_was_found_to_have_is_no_longer_taken_for_known() {
        let post = Post::new();
        let known = || Some(Known { upto: 7, shown: None, read_at: 0 });
        let (idle, served) = (CampaignId(1), CampaignId(2));
        post.remember(idle, known());
        post.remember(served, known());
        lock(&post.served).insert(served);
        post.found(vec![idle, served], Timestamp(0));
        assert!(!lock(&post.known).contains_key(&idle), "a parcel that never rang: read the store");
        assert!(lock(&post.known).contains_key(&served), "it is on its way");
        post.look(served);
        assert!(lock(&post.known).is_empty());
        assert_eq!(post.busy(), 2);
    }

    #[test]
    fn only_so_many_campaigns_are_remembered() {
        let post = Post::new();
        for id in 0..=MOST_KNOWN as i64 {
            post.remember(CampaignId(id), Some(Known { upto: 1, shown: None, read_at: 0 }));
        }
        assert_eq!(lock(&post.known).len(), 1, "all are forgotten, and it begins anew");
    }

    #[test]
    fn mail_that_cannot_be_read_waits_longer_each_time_and_holds_up_nobody_else() {
        let post = Post::new();
        let (broken, sound, start) = (CampaignId(1), CampaignId(2), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&post.waiting).clear();
            post.found(vec![broken, sound], now);
            assert!(lock(&post.waiting).contains(&sound));
            lock(&post.waiting).contains(&broken)
        };
        post.note(broken, true, start);
        assert!(!found(start) && found(start + PAUSE));
        post.note(broken, true, start);
        assert!(!found(start + PAUSE) && found(start + Span::seconds(2)));
        assert!(found(start + Span::hours(-1)), "the clock was set back");
        post.note(broken, false, start);
        assert!(found(start));
        post.note(broken, true, start);
        post.found(vec![sound], start);
        assert!(lock(&post.troubled).is_empty(), "it has no mail any more");
    }

    #[test]
    fn mail_that_can_wait_is_looked_at_when_its_time_has_come() {
        let (post, id, start) = (Post::new(), CampaignId(1), Timestamp(1_000_000));
        let found = |now: Timestamp| {
            lock(&post.waiting).clear();
            post.found(vec![id], now);
            lock(&post.waiting).contains(&id)
        };
        post.rest(id, start + Span::seconds(5));
        assert!(!found(start + Span::seconds(4)) && found(start + Span::seconds(5)));
        post.rest(id, start + Span::seconds(5));
        post.ring(id, Vec::new());
        assert!(lock(&post.waiting).contains(&id), "fresh mail does not wait");
        post.found(Vec::new(), start);
        assert!(lock(&post.resting).is_empty(), "it has no mail any more");
    }

    #[test]
    fn no_pause_outlasts_a_clock_that_is_set_back() {
        let now = Timestamp(1_000_000);
        assert!(is_paused(now + PAUSE, now) && is_paused(now + LONGEST_PAUSE, now));
        assert!(!is_paused(now, now) && !is_paused(now + Span::hours(1), now));
    }

    #[test]
    fn pauses_double_up_to_ten_minutes() {
        assert_eq!([0, 1, 2, 3].map(pause), [1, 2, 4, 8].map(Span::seconds));
        assert_eq!(pause(9), Span::seconds(512));
        assert_eq!(pause(10), LONGEST_PAUSE);
        assert_eq!(pause(u32::MAX), LONGEST_PAUSE);
        assert_eq!(pause(0), PAUSE);
    }
}
