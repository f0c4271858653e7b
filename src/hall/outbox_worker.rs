//! The postman: delivers notices from the store, each campaign's in order,
//! with growing pauses when it does not work.
//!
//! May use: the store, the clock, the front end. Deliberately absent: what is
//! in the notices. A parcel is marked after it was delivered, so a crash in
//! between delivers it twice, never not at all.
//!
//! Fresh mail comes along with the ring, so that the store need not be read for what was
//! just written; after a failure, or if there is any doubt, the store is.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::task::Poll;

use serde_json::Value;
use tracing::{error, warn};

use super::clock::BoxFuture;
use super::front_end::{Delivered, DeliveryError, OutboxBatch};
use super::hall_state::{BusyGuard, HallState};
use super::outbox_queue::{DeliveredState, FIRST_BACKOFF, backoff, is_backing_off, lock};
use crate::council::Timestamp;
use crate::store::{CampaignId, OutboxItem, StoreError};

/// Parcels handed over at once: what came up in the meantime is one delivery.
const BATCH_SIZE: u32 = 256;

/// A round for one campaign; it is over when this is dropped, even if the front end broke.
struct DeliveryGuard {
    busy: BusyGuard,
    id: CampaignId,
}

impl Drop for DeliveryGuard {
    fn drop(&mut self) {
        self.busy.0.outbox.finish(self.id);
    }
}

/// Goes round until the hall closes. What the last process left undelivered is first.
pub(super) async fn run(rooms: Arc<HallState>) {
    let mut closing = rooms.closing.subscribe();
    loop {
        let next = requeue_due(&rooms).await;
        for id in rooms.outbox.take_ready() {
            let round = DeliveryGuard { busy: rooms.begin_work(), id };
            tokio::spawn(async move {
                let rooms = &round.busy.0;
                let _permit = rooms.outbox.rounds.acquire().await;
                let served = deliver_all(rooms, id).await;
                if let Err(why) = &served {
                    error!("mail of campaign {} cannot be read or marked: {why}", id.0);
                }
                rooms.outbox.record_result(id, served.is_err(), rooms.clock.now());
            });
        }
        tokio::select! {
            () = rooms.outbox.rung.notified() => {}
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Finds mail whose pause is over, now and then; when to look again. Fresh mail rings
/// by itself.
async fn requeue_due(rooms: &HallState) -> Timestamp {
    let now = rooms.clock.now();
    let look_at = Timestamp(rooms.outbox.look_at.load(Ordering::Acquire));
    if now < look_at && look_at <= now + FIRST_BACKOFF {
        return look_at;
    }
    // At the start, and when the clock was set back, a pause may seem longer than any is.
    let doubtful = look_at == Timestamp(i64::MIN) || look_at > now;
    let upto = if doubtful { Timestamp(i64::MAX) } else { now };
    match rooms.store.campaigns_with_due_items(upto).await {
        Ok(waiting) => rooms.outbox.requeue(waiting, now),
        Err(why) => error!("the store cannot say who has mail: {why}"),
    }
    rooms.outbox.look_at.store((now + FIRST_BACKOFF).0, Ordering::Release);
    now + FIRST_BACKOFF
}

/// Delivers all mail of a campaign, until there is none or it does not work.
async fn deliver_all(rooms: &HallState, id: CampaignId) -> Result<(), StoreError> {
    let mut known = lock(&rooms.outbox.known).remove(&id);
    loop {
        let read_at = rooms.renames.read().await.revision;
        // Once somebody was forgotten, what is known still has their number.
        known = known.filter(|known| known.read_at == read_at);
        let mail = next_batch(rooms, id, &mut known).await?;
        // New mail does not cut short the pause after a failure.
        let now = rooms.clock.now();
        if mail.items.first().is_none_or(|first| is_backing_off(first.try_at, now)) {
            rooms.outbox.cache(id, known);
            return Ok(());
        }
        let more = known.is_none() && mail.items.len() >= BATCH_SIZE as usize;
        match deliver_batch(rooms, mail, read_at).await? {
            BatchResult::All(now) => known = (!more).then_some(now),
            BatchResult::AllButSome if more => known = None,
            BatchResult::AllButSome | BatchResult::Nothing => return Ok(()),
        }
    }
}

/// What is to be delivered next: what is fresh, if nothing else is there.
async fn next_batch(
    rooms: &HallState,
    id: CampaignId,
    known: &mut Option<DeliveredState>,
) -> Result<OutboxBatch, StoreError> {
    let mut fresh = lock(&rooms.outbox.fresh).remove(&id).unwrap_or_default();
    if let Some(known) = known {
        fresh.retain(|parcel| parcel.id > known.upto);
        let shown = known.shown.as_deref().filter(|_| !fresh.is_empty());
        let shown = shown.and_then(|shown| serde_json::from_str(shown).ok());
        return Ok(OutboxBatch { campaign: id, items: fresh, state: shown });
    }
    // What was fresh is in the store, and perhaps more.
    let parcels = load_items(rooms, id).await?;
    let shown = if parcels.is_empty() { None } else { load_state(rooms, id).await? };
    Ok(OutboxBatch { campaign: id, items: parcels, state: shown })
}

/// The mail of a campaign. A notice that cannot be read is put aside, for those after it.
async fn load_items(rooms: &HallState, id: CampaignId) -> Result<Vec<OutboxItem>, StoreError> {
    loop {
        match rooms.store.pending_items(id, BATCH_SIZE).await {
            Err(StoreError::Notice { campaign, parcel, why }) => {
                error!("notice {parcel} of campaign {campaign} is put aside: {why}");
                rooms.store.mark_delivered(id, (parcel, &[]), None, rooms.clock.now()).await?;
            }
            other => return other,
        }
    }
}

/// What the front end remembers; nothing, if that cannot be read: it shows the table anew.
async fn load_state(rooms: &HallState, id: CampaignId) -> Result<Option<Value>, StoreError> {
    match rooms.store.front_end_state(id).await {
        Err(why @ StoreError::Unreadable { .. }) => {
            error!("{why}; the table is shown anew");
            Ok(None)
        }
        other => other,
    }
}

/// How much was delivered.
enum BatchResult {
    /// Everything, and what is known after it.
    All(DeliveredState),
    /// All but what comes again.
    AllButSome,
    /// Nothing; all of it waits.
    Nothing,
}

/// Delivers what is there at once. Meanwhile somebody may be forgotten: what is remembered of the
/// delivery was made from what was read before.
async fn deliver_batch(
    rooms: &HallState,
    mail: OutboxBatch,
    read_at: u64,
) -> Result<BatchResult, StoreError> {
    let (Some(first), Some(last)) = (mail.items.first(), mail.items.last()) else {
        return Ok(BatchResult::Nothing);
    };
    let (id, first, attempts, upto) = (mail.campaign, first.id, first.attempts, last.id);
    let mail = OutboxBatch { items: drop_superseded(mail.items), ..mail };
    let now = rooms.clock.now();
    let broke = || Err(DeliveryError::Temporary("the front end broke".to_owned()));
    let done = match catch_panic(rooms.front.deliver(&mail)).await.unwrap_or_else(broke) {
        Ok(done) => done,
        Err(DeliveryError::Permanent(why)) => {
            warn!("notices of campaign {} cannot be delivered: {why}", id.0);
            Delivered::default()
        }
        Err(DeliveryError::Temporary(why)) => {
            warn!("notices of campaign {} wait: {why}", id.0);
            let renames = rooms.renames.read().await;
            let why = renames.replace_in(read_at, why);
            rooms.store.mark_failed(first, &why, now + backoff(attempts)).await?;
            return Ok(BatchResult::Nothing);
        }
    };
    let Delivered { state: shown, redeliver: again } = done;
    let renames = rooms.renames.read().await;
    let renewed = |shown: Value| renames.replace_in(read_at, shown.to_string());
    let shown = shown.map(renewed);
    let but = again.as_ref().map_or(&[][..], |again| &again.items);
    if but != [first] || first != upto {
        rooms.store.mark_delivered(id, (upto, but), shown.as_deref(), now).await?;
    }
    if let Some(again) = again {
        rooms.outbox.defer(id, now + again.wait);
        return Ok(BatchResult::AllButSome);
    }
    let shown = shown.or_else(|| mail.state.map(renewed));
    Ok(BatchResult::All(DeliveredState { upto, shown, read_at }))
}

/// What comes of it; none if it broke. Whatever breaks over a notice would break over it
/// again, and is to be tried as seldom as any other failure.
async fn catch_panic<T>(mut work: BoxFuture<'_, T>) -> Option<T> {
    poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
}

/// Without those that a later one of their topic made pointless.
fn drop_superseded(parcels: Vec<OutboxItem>) -> Vec<OutboxItem> {
    let outdated = |at: usize| {
        let notice = &parcels[at].notice;
        notice.fleeting && parcels[at + 1..].iter().any(|p| p.notice.topic == notice.topic)
    };
    let keep: Vec<bool> = (0..parcels.len()).map(|at| !outdated(at)).collect();
    parcels.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(parcel, _)| parcel).collect()
}

#[cfg(test)]
mod tests {
    use super::{OutboxItem, drop_superseded};
    use crate::council::Timestamp;
    use crate::council::notice::{Notice, NoticeKind};
    use crate::store::CampaignId;

    #[test]
    fn an_outdated_fleeting_notice_is_left_out_but_never_the_newest_of_its_topic() {
        let parcel = |(id, (topic, fleeting)): (i64, (&str, bool))| {
            let news = NoticeKind::Shown;
            let notice = Notice { topic: topic.to_owned(), fleeting, ping: Vec::new(), kind: news };
            OutboxItem { id, campaign: CampaignId(1), notice, attempts: 0, try_at: Timestamp(0) }
        };
        let sent = [("tally", true), ("q1", false), ("tally", true), ("q1", true), ("q2", true)];
        let kept = drop_superseded((1..).zip(sent).map(parcel).collect());
        assert_eq!(kept.iter().map(|parcel| parcel.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }
}
