//! The clock: the only place the hall learns what time it is.
//!
//! May use: std and tokio time. Deliberately absent: deadlines; they are
//! stored, and only compared with this.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::council::Timestamp;

/// Something that will be done later.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What time it is, and waiting for a moment.
pub trait Clock: Send + Sync {
    /// Now.
    fn now(&self) -> Timestamp;
    /// Waits for a moment; may come back early.
    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()>;
}

/// The clock of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// The machine's clock may be set while we sleep, so we look at it now and then.
const MAX_SLEEP_MS: u64 = 15_000;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()> {
        let left = u64::try_from((until - self.now()).0).unwrap_or(0);
        Box::pin(tokio::time::sleep(Duration::from_millis(left.min(MAX_SLEEP_MS))))
    }
}
