//! Places to draw at: few, so that many pictures at once stay small in memory.
//!
//! May use: nothing but locks. Whoever makes a picture takes a place first and
//! keeps it until the file is written; who finds none waits. Deliberately
//! absent: who may wait; a picture is never drawn where others must go on.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Pictures being made at the same time, at most.
pub const PLACES: usize = 4;

static TAKEN: Mutex<Taken> = Mutex::new(Taken { now: 0, most: 0 });
static LEFT: Condvar = Condvar::new();

struct Taken {
    now: usize,
    most: usize,
}

/// A place, until it is dropped.
pub struct Place(());

fn taken() -> MutexGuard<'static, Taken> {
    // Two numbers cannot be left half written.
    TAKEN.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Place {
    /// Waits for a place. One is enough for a picture, whatever it is made of:
    /// a second one taken by the same hands could wait for the first.
    pub fn take() -> Place {
        let mut taken = taken();
        while taken.now >= PLACES {
            taken = LEFT.wait(taken).unwrap_or_else(PoisonError::into_inner);
        }
        taken.now += 1;
        taken.most = taken.most.max(taken.now);
        Place(())
    }

    /// The most that were ever taken at the same time.
    pub fn most() -> usize {
        taken().most
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        taken().now -= 1;
        LEFT.notify_one();
    }
}
