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

use super::clock::Later;
use super::front::{Delivered, Mail, Undelivered};
use super::post::{Known, PAUSE, is_paused, lock, pause};
use super::rooms::{Busy, Rooms};
use crate::council::Timestamp;
use crate::store::{CampaignId, Parcel, StoreError};

/// Parcels handed over at once: what came up in the meantime is one delivery.
const BATCH: u32 = 256;

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
                let served = serve(rooms, id).await;
                if let Err(why) = &served {
                    error!("mail of campaign {} cannot be read or marked: {why}", id.0);
                }
                rooms.post.note(id, served.is_err(), rooms.clock.now());
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
async fn collect(rooms: &Rooms) -> Timestamp {
    let now = rooms.clock.now();
    let look_at = Timestamp(rooms.post.look_at.load(Ordering::Acquire));
    if now < look_at && look_at <= now + PAUSE {
        return look_at;
    }
    // At the start, and when the clock was set back, a pause may seem longer than any is.
    let doubtful = look_at == Timestamp(i64::MIN) || look_at > now;
    let upto = if doubtful { Timestamp(i64::MAX) } else { now };
    match rooms.store.waiting_mail(upto).await {
        Ok(waiting) => rooms.post.found(waiting, now),
        Err(why) => error!("the store cannot say who has mail: {why}"),
    }
    rooms.post.look_at.store((now + PAUSE).0, Ordering::Release);
    now + PAUSE
}

/// Delivers all mail of a campaign, until there is none or it does not work.
async fn serve(rooms: &Rooms, id: CampaignId) -> Result<(), StoreError> {
    let mut known = lock(&rooms.post.known).remove(&id);
    loop {
        let read_at = rooms.renames.read().await.revision;
        // Once somebody was forgotten, what is known still has their number.
        known = known.filter(|known| known.read_at == read_at);
        let mail = next(rooms, id, &mut known).await?;
        // New mail does not cut short the pause after a failure.
        let now = rooms.clock.now();
        if mail.parcels.first().is_none_or(|first| is_paused(first.try_at, now)) {
            rooms.post.remember(id, known);
            return Ok(());
        }
        let more = known.is_none() && mail.parcels.len() >= BATCH as usize;
        match hand_out(rooms, mail, read_at).await? {
            Handed::All(now) => known = (!more).then_some(now),
            Handed::AllButSome if more => known = None,
            Handed::AllButSome | Handed::Nothing => return Ok(()),
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
    let parcels = readable(rooms, id).await?;
    let shown = if parcels.is_empty() { None } else { remembered(rooms, id).await? };
    Ok(Mail { campaign: id, parcels, shown })
}

/// The mail of a campaign. A notice that cannot be read is put aside, for those after it.
async fn readable(rooms: &Rooms, id: CampaignId) -> Result<Vec<Parcel>, StoreError> {
    loop {
        match rooms.store.mail(id, BATCH).await {
            Err(StoreError::Notice { campaign, parcel, why }) => {
                error!("notice {parcel} of campaign {campaign} is put aside: {why}");
                rooms.store.delivered(id, (parcel, &[]), None, rooms.clock.now()).await?;
            }
            other => return other,
        }
    }
}

/// What the front end remembers; nothing, if that cannot be read: it shows the table anew.
async fn remembered(rooms: &Rooms, id: CampaignId) -> Result<Option<Value>, StoreError> {
    match rooms.store.shown(id).await {
        Err(why @ StoreError::Unreadable { .. }) => {
            error!("{why}; the table is shown anew");
            Ok(None)
        }
        other => other,
    }
}

/// How much was delivered.
enum Handed {
    /// Everything, and what is known after it.
    All(Known),
    /// All but what comes again.
    AllButSome,
    /// Nothing; all of it waits.
    Nothing,
}

/// Delivers what is there at once. Meanwhile somebody may be forgotten: what is remembered of the
/// delivery was made from what was read before.
async fn hand_out(rooms: &Rooms, mail: Mail, read_at: u64) -> Result<Handed, StoreError> {
    let (Some(first), Some(last)) = (mail.parcels.first(), mail.parcels.last()) else {
        return Ok(Handed::Nothing);
    };
    let (id, first, attempts, upto) = (mail.campaign, first.id, first.attempts, last.id);
    let mail = Mail { parcels: current(mail.parcels), ..mail };
    let now = rooms.clock.now();
    let broke = || Err(Undelivered::Later("the front end broke".to_owned()));
    let done = match caught(rooms.front.deliver(&mail)).await.unwrap_or_else(broke) {
        Ok(done) => done,
        Err(Undelivered::Never(why)) => {
            warn!("notices of campaign {} cannot be delivered: {why}", id.0);
            Delivered::default()
        }
        Err(Undelivered::Later(why)) => {
            warn!("notices of campaign {} wait: {why}", id.0);
            let renames = rooms.renames.read().await;
            let why = renames.text(read_at, why);
            rooms.store.failed(first, &why, now + pause(attempts)).await?;
            return Ok(Handed::Nothing);
        }
    };
    let Delivered { shown, again } = done;
    let renames = rooms.renames.read().await;
    let renewed = |shown: Value| renames.text(read_at, shown.to_string());
    let shown = shown.map(renewed);
    let but = again.as_ref().map_or(&[][..], |again| &again.parcels);
    if but != [first] || first != upto {
        rooms.store.delivered(id, (upto, but), shown.as_deref(), now).await?;
    }
    if let Some(again) = again {
        rooms.post.rest(id, now + again.wait);
        return Ok(Handed::AllButSome);
    }
    let shown = shown.or_else(|| mail.shown.map(renewed));
    Ok(Handed::All(Known { upto, shown, read_at }))
}

/// What comes of it; none if it broke. Whatever breaks over a notice would break over it
/// again, and is to be tried as seldom as any other failure.
async fn caught<T>(mut work: Later<'_, T>) -> Option<T> {
    poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        polled.map_or(Poll::Ready(None), |polled| polled.map(Some))
    })
    .await
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

#[cfg(test)]
mod tests {
    use super::{Parcel, current};
    use crate::council::Timestamp;
    use crate::council::notice::{Notice, NoticeKind};
    use crate::store::CampaignId;

    #[test]
    fn an_outdated_fleeting_notice_is_left_out_but_never_the_newest_of_its_topic() {
        let parcel = |(id, (topic, fleeting)): (i64, (&str, bool))| {
            let news = NoticeKind::Shown;
            let notice = Notice { topic: topic.to_owned(), fleeting, ping: Vec::new(), kind: news };
            Parcel { id, campaign: CampaignId(1), notice, attempts: 0, try_at: Timestamp(0) }
        };
        let sent = [("tally", true), ("q1", false), ("tally", true), ("q1", true), ("q2", true)];
        let kept = current((1..).zip(sent).map(parcel).collect());
        assert_eq!(kept.iter().map(|parcel| parcel.id).collect::<Vec<_>>(), [2, 3, 4, 5]);
    }
}
