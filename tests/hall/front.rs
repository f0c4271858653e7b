//! A fake front end: keeps what it was given, fails when it is told to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use emberhall::hall::clock::Later;
use emberhall::hall::front::{FrontEnd, Mail, Undelivered};
use emberhall::store::Parcel;
use serde_json::{Value, json};

/// What was delivered, in the order it was.
#[derive(Default)]
pub struct Noticeboard {
    /// The parcels.
    pub parcels: Mutex<Vec<Parcel>>,
    /// So many deliveries fail before the next works.
    pub failures: AtomicU32,
    /// So many deliveries break altogether.
    pub breaks: AtomicU32,
}

impl FrontEnd for Noticeboard {
    fn deliver<'a>(&'a self, mail: &'a Mail) -> Later<'a, Result<Option<Value>, Undelivered>> {
        let fails = self
            .failures
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        let breaks = self
            .breaks
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        Box::pin(async move {
            assert!(breaks.is_err(), "the front end breaks, as it was told to");
            if fails.is_ok() {
                return Err(Undelivered::Later("the wire is down".to_owned()));
            }
            let last = mail.parcels.last().map(|parcel| parcel.id);
            let before = mail.shown.as_ref().map(|shown| shown["last"].as_i64().unwrap());
            assert!(before < last, "what is remembered is older than what comes");
            self.parcels.lock().unwrap().extend(mail.parcels.iter().cloned());
            Ok(Some(json!({ "last": last })))
        })
    }
}
