//! A fake front end: keeps what it was given, fails when it is told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use emberhall::council::Span;
use emberhall::council::notice::NoticeKind;
use emberhall::hall::clock::BoxFuture;
use emberhall::hall::front_end::{Delivered, DeliveryError, FrontEnd, OutboxBatch, Redelivery};
use emberhall::store::OutboxItem;
use serde_json::json;

/// What was delivered, in the order it was.
#[derive(Default)]
pub struct Noticeboard {
    /// The parcels.
    pub parcels: Mutex<Vec<OutboxItem>>,
    /// So many deliveries fail before the next works.
    pub failures: AtomicU32,
    /// So many deliveries break altogether.
    pub breaks: AtomicU32,
    /// How many deliveries put tallies off before one shows them.
    pub put_off: AtomicU32,
}

impl FrontEnd for Noticeboard {
    fn deliver<'a>(
        &'a self,
        mail: &'a OutboxBatch,
    ) -> BoxFuture<'a, Result<Delivered, DeliveryError>> {
        let fails = self
            .failures
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        let breaks = self
            .breaks
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        let tally =
            |parcel: &&OutboxItem| matches!(parcel.notice.kind, NoticeKind::BallotTally { .. });
        let tallies: Vec<i64> = mail.items.iter().filter(tally).map(|parcel| parcel.id).collect();
        let waits = !tallies.is_empty()
            && self
                .put_off
                .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1))
                .is_ok();
        Box::pin(async move {
            assert!(breaks.is_err(), "the front end breaks, as it was told to");
            if fails.is_ok() {
                return Err(DeliveryError::Temporary("the wire is down".to_owned()));
            }
            let last = mail.items.last().map(|parcel| parcel.id);
            let before = mail.state.as_ref().map(|shown| shown["last"].as_i64().unwrap());
            let late = mail.items.iter().all(|parcel| tallies.contains(&parcel.id));
            assert!(late || before < last, "what is remembered is older than what comes");
            let now = mail.items.iter().filter(|parcel| !(waits && tallies.contains(&parcel.id)));
            self.parcels.lock().unwrap().extend(now.cloned());
            let again =
                waits.then(|| Redelivery { items: tallies.clone(), wait: Span::seconds(5) });
            Ok(Delivered { state: Some(json!({ "last": last.max(before) })), redeliver: again })
        })
    }
}
