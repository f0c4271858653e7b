//! State shared by all tasks of a hall, and the supervision of those tasks.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{self, watch};
use tracing::error;

use super::backups::BackupState;
use super::clock::Clock;
use super::disk::Disk;
use super::erased_users::ErasedUsers;
use super::front_end::FrontEnd;
use super::game_cache::GameCache;
use super::outbox_queue::OutboxQueue;
use super::registry::Registry;
use super::scheduler::WakeSignal;
use super::session::{self, SessionMessage};
use super::transfer::ImportLimiter;
use crate::council::{QuietHours, Refusal, Span, Timestamp, UserId};
use crate::store::{CampaignId, OutboxItem, Store};

/// Delay before a task that panicked is restarted.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// State shared by all tasks of a hall.
pub(super) struct HallState {
    pub(super) store: Store,
    pub(super) games: GameCache,
    pub(super) front: Arc<dyn FrontEnd>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) idle: Duration,
    pub(super) retention: Option<Span>,
    pub(super) backups: BackupState,
    pub(super) disk: Arc<dyn Disk>,
    pub(super) registry: Registry<SessionMessage>,
    pub(super) wake_signal: WakeSignal,
    pub(super) outbox: OutboxQueue,
    pub(super) quiet_hours: RwLock<Arc<BTreeMap<UserId, QuietHours>>>,
    /// Users erased while the hall is open. Locked for reading while a message is handled or a
    /// delivery is stored, and for writing while a user is erased.
    pub(super) erased_users: sync::RwLock<ErasedUsers>,
    /// Whether the database needs a vacuum: a user was erased, or most of the file is free.
    pub(super) vacuum_due: AtomicBool,
    /// Whether the WAL may still hold pages from before the last vacuum.
    pub(super) wal_truncate_due: AtomicBool,
    pub(super) closing: watch::Sender<bool>,
    /// Number of live sessions and of deliveries that are queued or under way.
    pub(super) busy: watch::Sender<usize>,
    /// Limits the rate of uploaded campaigns.
    pub(super) import_limiter: ImportLimiter,
    /// Runtime that opened the hall. Sessions run on it, even if the request that starts one comes
    /// from another runtime.
    pub(super) runtime: Handle,
}

/// Counts as in-flight work until dropped, also on panic.
pub(super) struct BusyGuard(pub(super) Arc<HallState>);

impl Drop for BusyGuard {
    fn drop(&mut self) {
        self.0.busy.send_modify(|busy| *busy -= 1);
    }
}

impl HallState {
    pub(super) fn quiet_hours(&self) -> Arc<BTreeMap<UserId, QuietHours>> {
        Arc::clone(&self.quiet_hours.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Passes a stored change on: its notices to the outbox worker, its wake time to the scheduler.
    pub(super) fn announce(&self, id: CampaignId, items: Vec<OutboxItem>, wake: Option<Timestamp>) {
        if !items.is_empty() {
            self.outbox.enqueue(id, items);
        }
        self.wake_signal.schedule(wake);
    }

    pub(super) fn begin_work(self: &Arc<Self>) -> BusyGuard {
        self.busy.send_modify(|busy| *busy += 1);
        BusyGuard(Arc::clone(self))
    }

    /// Sends a message to a campaign. Starts its session if it has none.
    pub(super) fn send(
        self: &Arc<Self>,
        id: CampaignId,
        message: SessionMessage,
    ) -> Result<(), Refusal> {
        let sent = self.registry.send(id, message, |messages| {
            let busy = self.begin_work();
            self.runtime.spawn(async move { session::run(&busy.0, id, messages).await });
        });
        sent.map_err(|_| Refusal::Busy)
    }

    /// Supervises a background task: restarts it if it panics. The scheduler and the outbox worker
    /// must never stay down.
    pub(super) async fn supervise<F>(self: Arc<Self>, name: &'static str, task: fn(Arc<Self>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        while let Err(why) = tokio::spawn(task(Arc::clone(&self))).await {
            error!("the {name} broke and begins anew: {why}");
            tokio::time::sleep(RESTART_DELAY).await;
        }
    }
}
