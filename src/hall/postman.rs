//! The postman: delivers notices from the store, each campaign's in order,
//! with growing pauses when it does not work.
//!
//! May use: the store, the clock, the front end. Deliberately absent: what is
//! in the notices. A parcel is marked after it was delivered, so a crash in
//! between delivers it twice, never not at all.
//!
//! Fresh mail comes along with the ring, so that the store need not be read for what was
//! just written; after a failure, or if there is any doubt, the store is.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, Semaphore};
use tracing::{error, warn};

use super::front::{Mail, Undelivered};
use super::{Busy, Rooms};
use crate::council::{Moment, Span};
use crate::store::{CampaignId, Parcel, StoreError};

/// Parcels handed over at once: what came up in the meantime is one delivery.
const BATCH: u32 = 256;
/// Campaigns served at the same time.
const ROUNDS: usize = 32;
/// The first pause after a failure; it doubles up to the longest.
const PAUSE: Span = Span::seconds(1);
const LONGEST_PAUSE: Span = Span::minutes(10);
/// Campaigns of which it is known what was delivered last. Beyond that all are forgotten:
/// the store knows them.
const MOST_KNOWN: usize = 512;

/// What the store holds of a campaign: no mail but what is fresh, and this is shown. As
/// text, which takes a tenth of the room.
struct Known {
    upto: i64,
    shown: Option<String>,
}

/// Who has mail, and who is being served.
pub(super) struct Post {
    waiting: Mutex<HashSet<CampaignId>>,
    served: Mutex<HashSet<CampaignId>>,
    fresh: Mutex<HashMap<CampaignId, Vec<Parcel>>>,
    known: Mutex<HashMap<CampaignId, Known>>,
    rung: Notify,
    rounds: Semaphore,
    /// When the store is asked again who has mail.
    look_at: AtomicI64,
}

impl Post {
    pub(super) fn new() -> Self {
        Post {
            waiting: Mutex::default(),
            served: Mutex::default(),
            fresh: Mutex::default(),
            known: Mutex::default(),
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
    fn take(&self) -> Vec<CampaignId> {
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

    fn done(&self, id: CampaignId) {
        lock(&self.served).remove(&id);
        // It may have got mail in the meantime.
        self.rung.notify_one();
    }

    /// Whatever the store was found to have for those whom nobody serves is no longer
    /// taken for known: a parcel that never rang is delivered all the same.
    fn found(&self, waiting: Vec<CampaignId>) {
        let served = lock(&self.served).clone();
        for id in waiting {
            if !served.contains(&id) {
                lock(&self.known).remove(&id);
            }
            lock(&self.waiting).insert(id);
        }
    }

    fn remember(&self, id: CampaignId, known: Option<Known>) {
        let mut all = lock(&self.known);
        if all.len() >= MOST_KNOWN {
            all.clear();
        }
        all.extend(known.map(|known| (id, known)));
    }

    /// How many have mail or are being served.
    pub(super) fn busy(&self) -> usize {
        let waiting = lock(&self.waiting);
        let served = lock(&self.served);
        waiting.union(&served).count()
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A round for one campaign; it is over when this is dropped, even if the front end broke.
struct Round {
    busy: Busy,
    id: CampaignId,
}

impl Drop for Round {
    fn drop(&mut self) {
        self.busy.0.post.done(self.id);
    }
}

/// Goes round until the hall closes. What the last process left undelivered is first.
pub(super) async fn go_round(rooms: Arc<Rooms>) {
    let mut closing = rooms.closing.subscribe();
    loop {
        let next = collect(&rooms).await;
        for id in rooms.post.take() {
            let round = Round { busy: rooms.busy(), id };
            tokio::spawn(async move {
                let rooms = &round.busy.0;
                let _permit = rooms.post.rounds.acquire().await;
                if let Err(why) = serve(rooms, id).await {
                    error!("mail of campaign {} cannot be read or marked: {why}", id.0);
                }
            });
        }
        tokio::select! {
            () = rooms.post.rung.notified() => {}
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Finds mail whose pause is over, now and then; when to look again. Fresh mail rings
/// by itself.
async fn collect(rooms: &Rooms) -> Moment {
    let now = rooms.clock.now();
    let look_at = Moment(rooms.post.look_at.load(Ordering::Acquire));
    if now < look_at {
        return look_at;
    }
    match rooms.store.waiting_mail(now).await {
        Ok(waiting) => rooms.post.found(waiting),
        Err(why) => error!("the store cannot say who has mail: {why}"),
    }
    rooms.post.look_at.store((now + PAUSE).0, Ordering::Release);
    now + PAUSE
}

/// Delivers all mail of a campaign, until there is none or it does not work.
async fn serve(rooms: &Rooms, id: CampaignId) -> Result<(), StoreError> {
    let mut known = lock(&rooms.post.known).remove(&id);
    loop {
        let mail = next(rooms, id, &mut known).await?;
        // New mail does not cut short the pause after a failure.
        if mail.parcels.first().is_none_or(|first| first.try_at > rooms.clock.now()) {
            rooms.post.remember(id, known);
            return Ok(());
        }
        let more = known.is_none() && mail.parcels.len() >= BATCH as usize;
        match hand_out(rooms, mail).await? {
            Some(now) => known = (!more).then_some(now),
            None => return Ok(()),
        }
    }
}

/// What is to be delivered next: what is fresh, if nothing else is there.
async fn next(
    rooms: &Rooms,
    id: CampaignId,
    known: &mut Option<Known>,
) -> Result<Mail, StoreError> {
    let mut fresh = lock(&rooms.post.fresh).remove(&id).unwrap_or_default();
    if let Some(known) = known {
        fresh.retain(|parcel| parcel.id > known.upto);
        let shown = known.shown.as_deref().filter(|_| !fresh.is_empty());
        let shown = shown.and_then(|shown| serde_json::from_str(shown).ok());
        return Ok(Mail { campaign: id, parcels: fresh, shown });
    }
    // What was fresh is in the store, and perhaps more.
    let parcels = rooms.store.mail(id, BATCH).await?;
    let shown = if parcels.is_empty() { None } else { rooms.store.shown(id).await? };
    Ok(Mail { campaign: id, parcels, shown })
}

/// Delivers what is there at once; what is known then, unless it failed.
async fn hand_out(rooms: &Rooms, mail: Mail) -> Result<Option<Known>, StoreError> {
    let (Some(first), Some(last)) = (mail.parcels.first(), mail.parcels.last()) else {
        return Ok(None);
    };
    let (id, first, attempts, upto) = (mail.campaign, first.id, first.attempts, last.id);
    let mail = Mail { parcels: current(mail.parcels), ..mail };
    let now = rooms.clock.now();
    let shown = match rooms.front.deliver(&mail).await {
        Ok(shown) => shown,
        Err(Undelivered::Never(why)) => {
            warn!("notices of campaign {} cannot be delivered: {why}", id.0);
            None
        }
        Err(Undelivered::Later(why)) => {
            warn!("notices of campaign {} wait: {why}", id.0);
            rooms.store.failed(first, &why, now + pause(attempts)).await?;
            return Ok(None);
        }
    };
    rooms.store.delivered(id, upto, shown.as_ref(), now).await?;
    let shown = shown.or(mail.shown).map(|shown| shown.to_string());
    Ok(Some(Known { upto, shown }))
}

/// Without those that a later one of their topic made pointless.
fn current(parcels: Vec<Parcel>) -> Vec<Parcel> {
    let outdated = |at: usize| {
        let notice = &parcels[at].notice;
        notice.fleeting && parcels[at + 1..].iter().any(|p| p.notice.topic == notice.topic)
    };
    let keep: Vec<bool> = (0..parcels.len()).map(|at| !outdated(at)).collect();
    parcels.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(parcel, _)| parcel).collect()
}

/// The pause after so many failures.
fn pause(attempts: u32) -> Span {
    Span(PAUSE.0.saturating_mul(1 << attempts.min(20))).min(LONGEST_PAUSE)
}

#[cfg(test)]
mod tests {
    use super::{Known, LONGEST_PAUSE, MOST_KNOWN, PAUSE, Parcel, Post, current, lock, pause};
    use crate::council::notice::{News, Notice};
    use crate::council::{Moment, Span};
    use crate::store::CampaignId;

    #[test]
    fn an_outdated_fleeting_notice_is_left_out_but_never_the_newest_of_its_topic() {
        let parcel = |(id, (topic, fleeting)): (i64, (&str, bool))| {
            let news = News::Shown;
            let notice = Notice { topic: topic.to_owned(), fleeting, call: Vec::new(), news };
            Parcel { id, campaign: CampaignId(1), notice, attempts: 0, try_at: Moment(0) }
        };
        let sent = [("tally", true), ("q1", false), ("tally", true), ("q1", true), ("q2", true)];
        let kept = current((1..).zip(sent).map(parcel).collect());
        assert_eq!(kept.iter().map(|parcel| parcel.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }

    #[test]
    fn what_the_store_was_found_to_have_is_no_longer_taken_for_known() {
        let post = Post::new();
        let known = || Some(Known { upto: 7, shown: None });
        let (idle, served) = (CampaignId(1), CampaignId(2));
        post.remember(idle, known());
        post.remember(served, known());
        lock(&post.served).insert(served);
        post.found(vec![idle, served]);
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
            post.remember(CampaignId(id), Some(Known { upto: 1, shown: None }));
        }
        assert_eq!(lock(&post.known).len(), 1, "all are forgotten, and it begins anew");
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
