//! Disk monitor: logs low disk space before the disk is full.
//!
//! The thresholds are in `store::disk`.

use std::path::Path;

use tracing::{error, info, warn};

use super::hall_state::HallState;
use crate::council::{Span, Timestamp};
use crate::store::disk::{self, Space};

/// Interval between two checks.
const CHECK_INTERVAL: i64 = Span::minutes(10).0;
/// Interval between repeated log lines while space is low.
const LOG_INTERVAL: i64 = Span::hours(24).0;

/// Source of the free disk space; tests use a fake.
pub trait Disk: Send + Sync {
    /// Returns the bytes available to this process on the disk of `folder`, or `None` if unknown.
    fn free(&self, folder: &Path) -> Option<u64>;
}

/// Disks of this machine.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn free(&self, folder: &Path) -> Option<u64> {
        disk::free(folder)
    }
}

/// Time of the last check, and the last logged problem.
#[derive(Debug, Default)]
pub(super) struct DiskMonitor {
    checked_at: Option<Timestamp>,
    logged: Option<(Space, Timestamp)>,
}

impl DiskMonitor {
    /// Checks the disk of the database if [`CHECK_INTERVAL`] has passed, and logs what is new.
    pub(super) fn check(&mut self, hall: &HallState, now: Timestamp) {
        if self.checked_at.is_some_and(|at| apart(now, at) < CHECK_INTERVAL) {
            return;
        }
        self.checked_at = Some(now);
        let folder = disk::folder_of(hall.store.file());
        let Some(free) = hall.disk.free(&folder) else { return };
        let space = disk::assess(free, disk::size_of(hall.store.file()));
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

    /// Whether to log: once per change, and once per [`LOG_INTERVAL`] while space is low.
    fn should_log(&mut self, space: Space, now: Timestamp) -> bool {
        let enough = space == Space::Enough;
        let due = match self.logged {
            None => !enough,
            Some((before, at)) => before != space || apart(now, at) >= LOG_INTERVAL,
        };
        if due {
            self.logged = (!enough).then_some((space, now));
        }
        due
    }
}

/// Returns the absolute distance, so that a clock set back does not delay the next check.
fn apart(one: Timestamp, other: Timestamp) -> i64 {
    (one - other).0.saturating_abs()
}

#[cfg(test)]
mod tests {
    use super::{DiskMonitor, Space};
    use crate::council::{Span, Timestamp};

    #[test]
    fn a_full_disk_is_said_once_when_it_gets_full_and_once_a_day_while_it_is() {
        let mut monitor = DiskMonitor::default();
        let start = Timestamp(0);
        let mut said = |hours, space| monitor.should_log(space, start + Span::hours(hours));
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
