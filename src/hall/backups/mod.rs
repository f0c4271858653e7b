//! Backups, made while the hall is open: when one is due, how it is made, what came of it.
//!
//! May use: the store, the clock, the archive, threads that make way. Deliberately absent: the
//! names of the files and their rotation; the store knows those. A copy counts only once it was
//! opened and replayed, and nothing older is removed before that.

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

/// The longest wait for the next look at the clock: it may be set meanwhile.
const MAX_SLEEP: Span = Span::minutes(1);

/// When backups are made, where, and how many are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackupPlan {
    /// From one to the next.
    pub every: Span,
    /// How many are kept.
    pub keep: usize,
    /// Where they are.
    pub folder: PathBuf,
}

/// What came of it since the hall opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackupStats {
    /// Backups that count.
    pub made: u64,
    /// Those that were not begun, or do not count.
    pub failed: u64,
    /// When the newest that counts was begun, and its bytes; from before the hall opened, too.
    pub newest: Option<(Timestamp, u64)>,
}

/// The plan, and what came of it.
pub(super) struct BackupState {
    pub(super) plan: Option<BackupPlan>,
    known: Mutex<BackupProgress>,
}

#[derive(Default)]
struct BackupProgress {
    due: Option<BackupTimer>,
    tally: BackupStats,
}

impl BackupState {
    pub(super) fn new(plan: Option<BackupPlan>) -> Self {
        BackupState { plan, known: Mutex::default() }
    }

    pub(super) fn stats(&self) -> BackupStats {
        self.with(|known| known.tally)
    }

    fn with<T>(&self, what: impl FnOnce(&mut BackupProgress) -> T) -> T {
        what(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The newest that was there, once.
    fn begin(&self, every: Span, newest: Option<BackupFile>) {
        self.with(|known| {
            let at = newest.as_ref().map(|backup| backup.at);
            // Kept when the task restarts after a panic; otherwise it would retry at once and panic again.
            known.due.get_or_insert(BackupTimer::after(every, at));
            let newest = newest.map(|backup| (backup.at, backup.bytes));
            known.tally.newest = known.tally.newest.or(newest);
        });
    }

    /// Is one due? It counts as tried from then on.
    fn take(&self, now: Timestamp) -> bool {
        self.with(|known| known.due.as_mut().is_some_and(|due| due.take(now)))
    }

    fn next(&self) -> Option<Timestamp> {
        self.with(|known| known.due.as_ref().map(BackupTimer::next))
    }

    fn note(&self, now: Timestamp, done: Result<&FinishedBackup, &BackupError>) {
        self.with(|known| match done {
            Ok(made) => {
                known.due.iter_mut().for_each(|due| due.made(now));
                known.tally.made += 1;
                known.tally.newest = Some((now, made.bytes));
            }
            Err(BackupError::Stopped) => {}
            Err(_) => known.tally.failed += 1,
        });
    }
}

/// Makes backups until the hall closes.
pub(super) async fn run(rooms: Arc<HallState>) {
    let Some(plan) = rooms.backups.plan.clone() else { return };
    let backups = BackupFolder::of(rooms.store.file(), &plan.folder);
    let mut closing = rooms.closing.subscribe();
    rooms.backups.begin(plan.every, clean_up(&backups, rooms.clock.now()));
    while !*closing.borrow() {
        let now = rooms.clock.now();
        if rooms.backups.take(now) {
            make(&rooms, &plan, &backups, closing.clone()).await;
        }
        let now = rooms.clock.now();
        let next = rooms.backups.next().unwrap_or(now + MAX_SLEEP).min(now + MAX_SLEEP);
        tokio::select! {
            () = rooms.clock.wait(next) => {}
            _ = closing.wait_for(|closing| *closing) => return,
        }
    }
}

/// Clears away what was cut short; the newest that is there.
fn clean_up(backups: &BackupFolder, now: Timestamp) -> Option<BackupFile> {
    let cleared = backups.clear().and_then(|_| backups.list(now));
    match cleared {
        // One from the future says nothing about how long ago it was made.
        Ok(found) => found.into_iter().next().filter(|newest| newest.at <= now),
        Err(why) => {
            warn!("the backups in {} cannot be looked at: {why}", backups.folder().display());
            None
        }
    }
}

/// Makes one; gives it up once the hall closes.
async fn make(
    rooms: &Arc<HallState>,
    plan: &BackupPlan,
    backups: &BackupFolder,
    mut closing: watch::Receiver<bool>,
) {
    let (began, stop) = (rooms.clock.now(), Arc::new(AtomicBool::new(false)));
    let work = make::make(rooms, backups, began, &stop);
    tokio::pin!(work);
    let done = tokio::select! {
        done = &mut work => Some(done),
        _ = closing.wait_for(|closing| *closing) => None,
    };
    let done = match done {
        Some(done) => done,
        None => {
            stop.store(true, Ordering::Relaxed);
            // Soon: a copy stops between two steps, a replay between two campaigns.
            work.await
        }
    };
    rooms.backups.note(began, done.as_ref());
    match done {
        Ok(made) => {
            log_backup(rooms, backups, began, &made);
            rotate(plan, backups, began);
        }
        Err(BackupError::Stopped) => {}
        Err(why @ BackupError::NoRoom { .. }) => warn!("no backup was begun: {why}"),
        Err(why) => error!("no backup was made, and all older ones are kept: {why}"),
    }
}

fn log_backup(rooms: &HallState, backups: &BackupFolder, began: Timestamp, made: &FinishedBackup) {
    for (id, why) in &made.ill {
        error!(
            "campaign {} cannot be replayed, in the database as in its backup: {why}; look in \
             an older backup for it",
            id.0
        );
    }
    let took = rooms.clock.now() - began;
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
