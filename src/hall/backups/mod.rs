//! Backups, made while the hall is open: scheduling, creation, verification and statistics.
//!
//! A backup counts only once it was opened and replayed; older ones are kept until then. File names
//! and rotation are in the store.

mod check;
mod make;
mod timer;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use tracing::{error, info, warn};

use super::hall_state::HallState;
use crate::council::{Span, Timestamp};
use crate::store::{BackupFile, BackupFolder};
use make::{BackupError, FinishedBackup};
use timer::BackupTimer;

/// Maximum sleep between two looks at the clock, which may be set meanwhile.
const MAX_SLEEP: Span = Span::minutes(1);

/// Schedule, folder and retention of backups.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlan {
    /// Interval between backups.
    pub every: Span,
    /// Number of backups to keep.
    pub keep: usize,
    /// Folder of the backups.
    pub folder: PathBuf,
}

/// Backup statistics since the hall opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupStats {
    /// Number of verified backups.
    pub made: u64,
    /// Number of failed attempts, including those for which there was no space.
    pub failed: u64,
    /// Start time and bytes of the newest backup, which may be from before the hall opened.
    pub newest: Option<(Timestamp, u64)>,
}

/// Backup plan and progress.
pub(super) struct BackupState {
    pub(super) plan: Option<BackupPlan>,
    progress: Mutex<BackupProgress>,
}

#[derive(Default)]
struct BackupProgress {
    timer: Option<BackupTimer>,
    stats: BackupStats,
}

impl BackupState {
    pub(super) fn new(plan: Option<BackupPlan>) -> Self {
        BackupState { plan, progress: Mutex::default() }
    }

    pub(super) fn stats(&self) -> BackupStats {
        self.with(|progress| progress.stats)
    }

    fn with<T>(&self, update: impl FnOnce(&mut BackupProgress) -> T) -> T {
        update(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts the timer from the newest existing backup, unless it is already running.
    fn begin(&self, every: Span, newest: Option<BackupFile>) {
        self.with(|progress| {
            let at = newest.as_ref().map(|backup| backup.at);
            // The timer survives a restart of the task after a panic; otherwise the task would
            // retry at once and panic again.
            progress.timer.get_or_insert(BackupTimer::after(every, at));
            let newest = newest.map(|backup| (backup.at, backup.bytes));
            progress.stats.newest = progress.stats.newest.or(newest);
        });
    }

    /// Whether a backup is due. If so, it counts as tried from now on.
    fn take(&self, now: Timestamp) -> bool {
        self.with(|progress| progress.timer.as_mut().is_some_and(|timer| timer.take(now)))
    }

    fn next(&self) -> Option<Timestamp> {
        self.with(|progress| progress.timer.as_ref().map(BackupTimer::next))
    }

    fn note(&self, began: Timestamp, result: Result<&FinishedBackup, &BackupError>) {
        self.with(|progress| match result {
            Ok(made) => {
                progress.timer.iter_mut().for_each(|timer| timer.made(began));
                progress.stats.made += 1;
                progress.stats.newest = Some((began, made.bytes));
            }
            Err(BackupError::Stopped) => {}
            Err(_) => progress.stats.failed += 1,
        });
    }
}

/// Makes backups until the hall closes.
pub(super) async fn run(hall: Arc<HallState>) {
    let Some(plan) = hall.backups.plan.clone() else { return };
    let backups = BackupFolder::of(hall.store.file(), &plan.folder);
    let mut closing = hall.closing.subscribe();
    hall.backups.begin(plan.every, clean_up(&backups, hall.clock.now()));
    while !*closing.borrow() {
        let now = hall.clock.now();
        if hall.backups.take(now) {
            make(&hall, &plan, &backups, closing.clone()).await;
        }
        let now = hall.clock.now();
        let next = hall.backups.next().unwrap_or(now + MAX_SLEEP).min(now + MAX_SLEEP);
        tokio::select! {
            () = hall.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Removes the files of interrupted backups, and returns the newest complete one.
fn clean_up(backups: &BackupFolder, now: Timestamp) -> Option<BackupFile> {
    let cleared = backups.clear().and_then(|_| backups.list(now));
    match cleared {
        // The age of a backup from the future is unknown.
        Ok(found) => found.into_iter().next().filter(|newest| newest.at <= now),
        Err(why) => {
            warn!("the backups in {} cannot be looked at: {why}", backups.folder().display());
            None
        }
    }
}

/// Makes one backup, and aborts it when the hall closes.
async fn make(
    hall: &Arc<HallState>,
    plan: &BackupPlan,
    backups: &BackupFolder,
    mut closing: watch::Receiver<bool>,
) {
    let (began, stop) = (hall.clock.now(), Arc::new(AtomicBool::new(false)));
    let work = make::make(hall, backups, began, &stop);
    tokio::pin!(work);
    let finished = tokio::select! {
        result = &mut work => Some(result),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    let result = match finished {
        Some(result) => result,
        None => {
            stop.store(true, Ordering::Relaxed);
            // Ends soon: the copy polls `stop` between SQLite steps, the replay between campaigns.
            work.await
        }
    };
    hall.backups.note(began, result.as_ref());
    match result {
        Ok(made) => {
            log_backup(hall, backups, began, &made);
            rotate(plan, backups, began);
        }
        Err(BackupError::Stopped) => {}
        Err(why @ BackupError::NoRoom { .. }) => warn!("no backup was begun: {why}"),
        Err(why) => error!("no backup was made, and all older ones are kept: {why}"),
    }
}

fn log_backup(hall: &HallState, backups: &BackupFolder, began: Timestamp, made: &FinishedBackup) {
    for (id, why) in &made.broken {
        error!(
            "campaign {} cannot be replayed, in the database as in its backup: {why}; look in \
             an older backup for it",
            id.0
        );
    }
    let took = hall.clock.now() - began;
    info!(
        "a backup was made: {}; campaigns: {}, KiB: {}, milliseconds: {}",
        backups.file(began).display(),
        made.campaigns,
        made.bytes >> 10,
        took.0
    );
}

fn rotate(plan: &BackupPlan, backups: &BackupFolder, now: Timestamp) {
    match backups.rotate(plan.keep, now) {
        Ok(0) => {}
        Ok(gone) => info!("older backups were removed: {gone}, kept: {}", plan.keep),
        Err(why) => warn!("an older backup could not be removed: {why}"),
    }
}
