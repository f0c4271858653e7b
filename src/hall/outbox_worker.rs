//! Outbox worker: delivers notices at least once, in order per campaign, with exponential backoff.
//!
//! An item is marked after its delivery. A crash in between delivers it twice, but never loses it.
//!
//! Fresh items are queued in memory together with the signal, so the store need not be read for
//! what was just written. After a failure or in doubt, the worker reads the store.

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

/// Maximum number of items read for one delivery. Items that piled up are delivered together.
const BATCH_SIZE: u32 = 256;

/// Delivery for one campaign. Ends when dropped, also on panic.
struct DeliveryGuard {
    busy: BusyGuard,
    id: CampaignId,
}

impl Drop for DeliveryGuard {
    fn drop(&mut self) {
        self.busy.0.outbox.finish(self.id);
    }
}

/// Runs the worker until the hall closes. Starts with what the last process left undelivered.
pub(super) async fn run(hall: Arc<HallState>) {
    let mut closing = hall.closing.subscribe();
    loop {
        let next = requeue_due(&hall).await;
        for id in hall.outbox.take_ready() {
            let guard = DeliveryGuard { busy: hall.begin_work(), id };
            tokio::spawn(async move {
                let hall = &guard.busy.0;
                let _permit = hall.outbox.permits.acquire().await;
                let result = deliver_all(hall, id).await;
                if let Err(why) = &result {
                    error!("mail of campaign {} cannot be read or marked: {why}", id.0);
                }
                hall.outbox.record_result(id, result.is_err(), hall.clock.now());
            });
        }
        tokio::select! {
            () = hall.outbox.notify.notified() => {}
            () = hall.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Requeues campaigns with due items, at most once per `FIRST_BACKOFF`. Returns when to run again.
///
/// Finds items whose backoff is over. Fresh items need no query: they are queued with a signal.
async fn requeue_due(hall: &HallState) -> Timestamp {
    let now = hall.clock.now();
    let next_query = Timestamp(hall.outbox.next_query.load(Ordering::Acquire));
    if now < next_query && next_query <= now + FIRST_BACKOFF {
        return next_query;
    }
    // At startup and after the clock was set back, a stored time can be too far in the future.
    let doubtful = next_query == Timestamp(i64::MIN) || next_query > now;
    let upto = if doubtful { Timestamp(i64::MAX) } else { now };
    match hall.store.campaigns_with_due_items(upto).await {
        Ok(waiting) => hall.outbox.requeue(waiting, now),
        Err(why) => error!("the store cannot say who has mail: {why}"),
    }
    hall.outbox.next_query.store((now + FIRST_BACKOFF).0, Ordering::Release);
    now + FIRST_BACKOFF
}

/// Delivers batches of a campaign until none is left, a delivery fails, or the last batch has
/// deferred items.
async fn deliver_all(hall: &HallState, id: CampaignId) -> Result<(), StoreError> {
    let mut cached = lock(&hall.outbox.cached).remove(&id);
    loop {
        let revision = hall.erased_users.read().await.revision;
        // State cached before a user was erased can still contain the user's id.
        cached = cached.filter(|state| state.revision == revision);
        let batch = next_batch(hall, id, &mut cached).await?;
        // New items do not cut the backoff after a failure short.
        let now = hall.clock.now();
        if batch.items.first().is_none_or(|first| is_backing_off(first.try_at, now)) {
            hall.outbox.cache(id, cached);
            return Ok(());
        }
        let more = cached.is_none() && batch.items.len() >= BATCH_SIZE as usize;
        match deliver_batch(hall, batch, revision).await? {
            BatchResult::All(state) => cached = (!more).then_some(state),
            BatchResult::AllButSome if more => cached = None,
            BatchResult::AllButSome | BatchResult::Nothing => return Ok(()),
        }
    }
}

/// Returns the next batch: the fresh items if the delivered state is cached, otherwise what the
/// store has. The batch is empty if nothing is left.
async fn next_batch(
    hall: &HallState,
    id: CampaignId,
    cached: &mut Option<DeliveredState>,
) -> Result<OutboxBatch, StoreError> {
    let mut fresh = lock(&hall.outbox.fresh).remove(&id).unwrap_or_default();
    if let Some(cached) = cached {
        fresh.retain(|item| item.id > cached.upto);
        let state = cached.state.as_deref().filter(|_| !fresh.is_empty());
        let state = state.and_then(|state| serde_json::from_str(state).ok());
        return Ok(OutboxBatch { campaign: id, items: fresh, state });
    }
    // The store has the fresh items too, and perhaps more.
    let items = load_items(hall, id).await?;
    let state = if items.is_empty() { None } else { load_state(hall, id).await? };
    Ok(OutboxBatch { campaign: id, items, state })
}

/// Loads the undelivered items of a campaign, at most a batch.
///
/// Marks an unreadable notice as delivered, so that it does not block those behind it.
async fn load_items(hall: &HallState, id: CampaignId) -> Result<Vec<OutboxItem>, StoreError> {
    loop {
        match hall.store.pending_items(id, BATCH_SIZE).await {
            Err(StoreError::Notice { campaign, parcel, why }) => {
                error!("notice {parcel} of campaign {campaign} is put aside: {why}");
                hall.store.mark_delivered(id, (parcel, &[]), None, hall.clock.now()).await?;
            }
            other => return other,
        }
    }
}

/// Loads the front end's state. Returns `None` if it is unreadable: the front end then posts its
/// messages again.
async fn load_state(hall: &HallState, id: CampaignId) -> Result<Option<Value>, StoreError> {
    match hall.store.front_end_state(id).await {
        Err(why @ StoreError::Unreadable { .. }) => {
            error!("{why}; the table is shown anew");
            Ok(None)
        }
        other => other,
    }
}

/// Result of the delivery of a batch.
enum BatchResult {
    /// All items are delivered. Holds the state to cache.
    All(DeliveredState),
    /// All items are delivered but those the front end deferred.
    AllButSome,
    /// No item is delivered. All wait for a retry.
    Nothing,
}

/// Delivers a batch and marks its items.
///
/// A user may be erased during the delivery. What is stored afterwards was made from data read
/// before, so erased ids are replaced in it.
async fn deliver_batch(
    hall: &HallState,
    batch: OutboxBatch,
    revision: u64,
) -> Result<BatchResult, StoreError> {
    let (Some(first), Some(last)) = (batch.items.first(), batch.items.last()) else {
        return Ok(BatchResult::Nothing);
    };
    let (id, first, attempts, upto) = (batch.campaign, first.id, first.attempts, last.id);
    let batch = OutboxBatch { items: drop_superseded(batch.items), ..batch };
    let now = hall.clock.now();
    let panicked = || Err(DeliveryError::Temporary("the front end broke".to_owned()));
    let delivered = match catch_panic(hall.front.deliver(&batch)).await.unwrap_or_else(panicked) {
        Ok(delivered) => delivered,
        Err(DeliveryError::Permanent(why)) => {
            warn!("notices of campaign {} cannot be delivered: {why}", id.0);
            Delivered::default()
        }
        Err(DeliveryError::Temporary(why)) => {
            warn!("notices of campaign {} wait: {why}", id.0);
            let erased = hall.erased_users.read().await;
            let why = erased.replace_in(revision, why);
            hall.store.mark_failed(first, &why, now + backoff(attempts)).await?;
            return Ok(BatchResult::Nothing);
        }
    };
    let Delivered { state, redeliver } = delivered;
    let erased = hall.erased_users.read().await;
    let encode = |state: Value| erased.replace_in(revision, state.to_string());
    let state = state.map(encode);
    let but = redeliver.as_ref().map_or(&[][..], |redelivery| &redelivery.items);
    // A batch of one item that is to be redelivered has nothing to mark.
    if but != [first] || first != upto {
        hall.store.mark_delivered(id, (upto, but), state.as_deref(), now).await?;
    }
    if let Some(redelivery) = redeliver {
        hall.outbox.defer(id, now + redelivery.wait);
        return Ok(BatchResult::AllButSome);
    }
    let state = state.or_else(|| batch.state.map(encode));
    Ok(BatchResult::All(DeliveredState { upto, state, revision }))
}

/// Awaits a future. Returns `None` if it panics.
///
/// A notice that causes a panic would cause it again, so the caller retries it with the same
/// backoff as any other failure.
async fn catch_panic<T>(mut future: BoxFuture<'_, T>) -> Option<T> {
    poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
}

/// Drops fleeting notices that a later notice of the same topic supersedes.
fn drop_superseded(items: Vec<OutboxItem>) -> Vec<OutboxItem> {
    let superseded = |at: usize| {
        let notice = &items[at].notice;
        notice.fleeting && items[at + 1..].iter().any(|item| item.notice.topic == notice.topic)
    };
    let keep: Vec<bool> = (0..items.len()).map(|at| !superseded(at)).collect();
    items.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(item, _)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::{OutboxItem, drop_superseded};
    use crate::council::Timestamp;
    use crate::council::notice::{Notice, NoticeKind};
    use crate::store::CampaignId;

    #[test]
    fn an_outdated_fleeting_notice_is_left_out_but_never_the_newest_of_its_topic() {
        let item = |(id, (topic, fleeting)): (i64, (&str, bool))| {
            let kind = NoticeKind::Shown;
            let notice = Notice { topic: topic.to_owned(), fleeting, ping: Vec::new(), kind };
            OutboxItem { id, campaign: CampaignId(1), notice, attempts: 0, try_at: Timestamp(0) }
        };
        let sent = [("tally", true), ("q1", false), ("tally", true), ("q1", true), ("q2", true)];
        let kept = drop_superseded((1..).zip(sent).map(item).collect());
        assert_eq!(kept.iter().map(|item| item.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }
}
