//! Says that the disk gets full before it is.
//!
//! May use: the store's judgement, the clock. Deliberately absent: what to do about it; the
//! operator knows.

use std::path::Path;

use tracing::{error, info, warn};

use super::hall_state::HallState;
use crate::council::{Span, Timestamp};
use crate::store::disk::{self, Space};

/// Between two looks.
const CHECK_INTERVAL: i64 = Span::minutes(10).0;
/// It is said again after this, while it lasts.
const LOG_INTERVAL: i64 = Span::hours(24).0;

/// Tells how much space is free; tests put a fake here.
pub trait Disk: Send + Sync {
    /// The bytes that are free for us where a folder is, if that can be known.
    fn free(&self, folder: &Path) -> Option<u64>;
}

/// The disks of the machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn free(&self, folder: &Path) -> Option<u64> {
        disk::free(folder)
    }
}

/// What was said of the disk, and when.
#[derive(Debug, Default)]
pub(super) struct DiskMonitor {
    looked: Option<Timestamp>,
    said: Option<(Space, Timestamp)>,
}

impl DiskMonitor {
    /// Looks at the disk of the database now and then, and says what is to be said.
    pub(super) fn check(&mut self, rooms: &HallState, now: Timestamp) {
        if self.looked.is_some_and(|at| apart(now, at) < CHECK_INTERVAL) {
            return;
        }
        self.looked = Some(now);
        let folder = disk::folder_of(rooms.store.file());
        let Some(free) = rooms.disk.free(&folder) else { return };
        let space = disk::assess(free, disk::size_of(rooms.store.file()));
        if !self.should_log(space, now) {
            return;
        }
        let (name, free) = (folder.display(), free >> 20);
        match space {
            Space::Enough => info!("there is room in {name} again: {free} MiB"),
            Space::Little => warn!("only {free} MiB are free in {name}; make some room"),
            Space::TooLittle => {
                error!("only {free} MiB are free in {name}; make room, or soon nothing is stored");
            }
        }
    }

    /// Once when it changes, and once a day as long as it is not well.
    fn should_log(&mut self, space: Space, now: Timestamp) -> bool {
        let well = space == Space::Enough;
        let new = match self.said {
            None => !well,
            Some((before, at)) => before != space || apart(now, at) >= LOG_INTERVAL,
        };
        if new {
            self.said = (!well).then_some((space, now));
        }
        new
    }
}

/// A clock that was set back puts nothing off.
fn apart(one: Timestamp, other: Timestamp) -> i64 {
    (one - other).0.saturating_abs()
}

#[cfg(test)]
mod tests {
    use super::{DiskMonitor, Space};
    use crate::council::{Span, Timestamp};

    #[test]
    fn a_full_disk_is_said_once_when_it_gets_full_and_once_a_day_while_it_is() {
        let mut watch = DiskMonitor::default();
        let start = Timestamp(0);
        let mut said = |hours, space| watch.should_log(space, start + Span::hours(hours));
        assert!(!said(0, Space::Enough));
        assert!(said(1, Space::Little));
        assert!(!said(2, Space::Little) && !said(24, Space::Little));
        assert!(said(25, Space::Little), "a day later");
        assert!(!said(26, Space::Little));
        assert!(said(27, Space::TooLittle), "it got worse");
        assert!(!said(28, Space::TooLittle));
        assert!(said(29, Space::Enough), "and that it is well again");
        assert!(!said(30, Space::Enough) && !said(90, Space::Enough));
        assert!(said(91, Space::Little));
        assert!(said(-9, Space::Little), "the clock was set back");
    }
}
