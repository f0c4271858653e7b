//! A clock that is moved by hand.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};

use emberhall::council::{Span, Timestamp};
use emberhall::hall::clock::{BoxFuture, Clock};
use tokio::sync::Notify;

/// Stands still until it is moved.
pub struct HandClock {
    now: AtomicI64,
    moved: Notify,
    /// So many of those who wait break.
    pub breaks: AtomicU32,
    /// How often somebody waited.
    pub waits: AtomicU32,
}

impl HandClock {
    pub fn at(now: Timestamp) -> Self {
        let (breaks, waits) = (AtomicU32::new(0), AtomicU32::new(0));
        HandClock { now: AtomicI64::new(now.0), moved: Notify::new(), breaks, waits }
    }

    pub fn advance(&self, span: Span) {
        self.now.fetch_add(span.0, Ordering::SeqCst);
        self.moved.notify_waiters();
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()> {
        self.waits.fetch_add(1, Ordering::SeqCst);
        let breaks = self
            .breaks
            .fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1));
        Box::pin(async move {
            assert!(breaks.is_err(), "whoever waits breaks, as it was told to");
            loop {
                let moved = self.moved.notified();
                if self.now() >= until {
                    return;
                }
                moved.await;
            }
        })
    }
}
