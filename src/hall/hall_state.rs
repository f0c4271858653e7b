//! What all tasks of a hall share, and how they are kept going.
//!
//! May use: the other files of this folder, tokio. Deliberately absent: what any of the
//! tasks does.

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

/// The pause before a task that broke begins anew.
const RESTART_DELAY: Duration = Duration::from_secs(1);

/// What all tasks share.
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
    /// Held for reading while a campaign or its news is worked on, and for writing while somebody is
    /// forgotten.
    pub(super) renames: sync::RwLock<ErasedUsers>,
    /// The file is to be written anew: somebody was forgotten.
    pub(super) vacuum_due: AtomicBool,
    /// The journal still holds what was before that.
    pub(super) wal_truncate_due: AtomicBool,
    pub(super) closing: watch::Sender<bool>,
    /// Sessions alive and rounds of the postman under way.
    pub(super) busy: watch::Sender<usize>,
    /// Turns at taking an uploaded campaign in.
    pub(super) import_limiter: ImportLimiter,
    /// The runtime that opened the hall. Sessions run on it, even if the request that starts one comes
    /// from another.
    pub(super) runtime: Handle,
}

/// Somebody is busy until this is dropped, however that comes about.
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

    /// Something was stored: whoever has to know is told.
    pub(super) fn announce(&self, id: CampaignId, mail: Vec<OutboxItem>, wake: Option<Timestamp>) {
        if !mail.is_empty() {
            self.outbox.enqueue(id, mail);
        }
        self.wake_signal.schedule(wake);
    }

    pub(super) fn begin_work(self: &Arc<Self>) -> BusyGuard {
        self.busy.send_modify(|busy| *busy += 1);
        BusyGuard(Arc::clone(self))
    }

    /// Sends a letter to a campaign, which is loaded if it is not live.
    pub(super) fn send(
        self: &Arc<Self>,
        id: CampaignId,
        letter: SessionMessage,
    ) -> Result<(), Refusal> {
        let sent = self.registry.send(id, letter, |letters| {
            let busy = self.begin_work();
            self.runtime.spawn(async move { session::run(&busy.0, id, letters).await });
        });
        sent.map_err(|_| Refusal::Busy)
    }

    /// Keeps a task going until it ends by itself: without the alarm no deadline would pass,
    /// without the postman nobody would hear of anything.
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
