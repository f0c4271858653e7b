//! Semaphore that limits concurrent drawing, to bound the memory that pictures need.
//!
//! The caller takes a permit before it begins a picture and holds it until the file is encoded.
//! Taking one blocks the thread, so pictures must not be drawn on the async runtime.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Maximum number of pictures drawn at the same time.
pub const MAX_PERMITS: usize = 4;

static TAKEN: Mutex<PermitCount> = Mutex::new(PermitCount { now: 0, most: 0 });
static RELEASED: Condvar = Condvar::new();

/// Permits held now, and the most held at the same time so far.
struct PermitCount {
    now: usize,
    most: usize,
}

/// Permission to draw one picture, released on drop.
pub struct DrawPermit(());

fn taken() -> MutexGuard<'static, PermitCount> {
    // No update of the counters can panic halfway, so they are valid even if poisoned.
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl DrawPermit {
    /// Waits for a permit. A thread must take only one per picture, whatever it consists of: a
    /// second one could deadlock with the first.
    pub fn take() -> DrawPermit {
        let mut taken = taken();
        while taken.now >= MAX_PERMITS {
            taken = RELEASED.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        taken.now += 1;
        taken.most = taken.most.max(taken.now);
        DrawPermit(())
    }

    /// Returns the most permits that were ever held at the same time.
    pub fn most() -> usize {
        taken().most
    }
}

impl Drop for DrawPermit {
    fn drop(&mut self) {
        taken().now -= 1;
        RELEASED.notify_one();
    }
}
