//! Clock: the only source of time in the hall.
//!
//! Deadlines are stored, and only compared with it.

use std::future::Future;
use std::pin::Pin;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::council::Timestamp;

/// Boxed future that can be sent between threads.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Source of the current time and of timers.
pub trait Clock: Send + Sync {
    /// Returns the current time.
    fn now(&self) -> Timestamp;
    /// Waits until a point in time. May return early.
    fn wait(&self, until: Timestamp) -> BoxFuture<'_, ()>;
}

/// Clock of the operating system.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

/// Longest single sleep. The system clock can be set during a sleep, so the caller has to read it
/// again.
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
