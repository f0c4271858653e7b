//! Hall: the runtime that owns campaigns. Each live campaign is an actor: a task with a mailbox.
//!
//! Front ends send requests in and deliver notices out. The hall knows no particular game, no
//! Discord and no SQL. It stores first and announces afterwards: a reply or a notice tells only
//! of what is on disk, so a crash at any instant loses nothing that was acknowledged.
//!
//! Requests are idempotent: [`Hall::request`] takes a request id chosen by the front end. A
//! repeated id gets the first reply again and changes nothing.
//!
//! * `create`: new lobbies.
//! * `queries`: reads of campaigns.
//! * `transfer`: import of uploaded campaigns.
//! * `session`: the actor of one campaign.
//! * `registry`: mailboxes of the live campaigns.
//! * `scheduler`: timer service over stored deadlines.
//! * `outbox_queue`, `outbox_worker`: delivery of notices from the outbox table.
//! * [`front_end`]: port to a front end.
//! * [`clock`]: source of time.
//! * `maintenance`: WAL checkpoints, vacuum and retention.
//! * [`disk`]: warnings about low disk space.
//! * [`backups`]: scheduled backups, each checked by a replay.
//! * [`background`]: low-priority threads for long work.
//! * [`game_cache`]: games by content hash, for campaigns begun with older content.
//! * [`archive`]: replay, import and verification of campaigns.
//! * [`erasure`], `erased_users`: erasure of personal data.
//! * `hall_state`: what all of these share.

pub mod archive;
pub mod background;
pub mod backups;
pub mod clock;
mod create;
pub mod disk;
mod erased_users;
pub mod erasure;
pub mod front_end;
pub mod game_cache;
mod hall_state;
mod maintenance;
mod outbox_queue;
mod outbox_worker;
mod queries;
mod registry;
mod scheduler;
mod session;
mod transfer;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tracing::error;

use crate::council::{QuietHours, Refusal, Reply, Request, Requester, Span, Timestamp, UserId};
use crate::game::Game;
use crate::store::{CampaignId, Store, StoreError};
use backups::{BackupPlan, BackupState, BackupStats};
use clock::{Clock, SystemClock};
pub use create::NewLobby;
use disk::{Disk, SystemDisk};
use front_end::FrontEnd;
use game_cache::GameCache;
use hall_state::HallState;
use outbox_queue::OutboxQueue;
use registry::Registry;
use scheduler::WakeSignal;
use session::SessionMessage;
pub use transfer::{CheckedImport, ImportError, ImportPermit};

/// Maximum length of a request id, in bytes.
const MAX_REQUEST_ID: usize = 200;

/// Configuration and dependencies of a hall.
pub struct HallConfig {
    /// Database that holds all campaigns.
    pub store: Store,
    /// Games, each with the content for new campaigns.
    pub games: Vec<Arc<dyn Game>>,
    /// Front end that delivers notices to players.
    pub front: Arc<dyn FrontEnd>,
    /// Source of the current time.
    pub clock: Arc<dyn Clock>,
    /// How long a campaign without messages stays in memory.
    pub idle: Duration,
    /// How long ended campaigns are kept. `None` keeps them indefinitely.
    pub retention: Option<Span>,
    /// Schedule of backups. `None` makes none.
    pub backups: Option<BackupPlan>,
    /// Source of the free disk space.
    pub disk: Arc<dyn Disk>,
}

impl HallConfig {
    /// Creates a configuration with the system's clock and disk, two minutes of idle time, no
    /// retention limit and no backups.
    pub fn new(store: Store, games: Vec<Arc<dyn Game>>, front: Arc<dyn FrontEnd>) -> Self {
        HallConfig {
            store,
            games,
            front,
            clock: Arc::new(SystemClock),
            idle: Duration::from_mins(2),
            retention: None,
            backups: None,
            disk: Arc::new(SystemDisk),
        }
    }
}

/// Runtime that owns all campaigns of one database.
pub struct Hall {
    state: Arc<HallState>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Hall {
    /// Opens the hall: purges expired rows and starts the background tasks, which first catch up on
    /// overdue deadlines and undelivered notices.
    pub async fn open(config: HallConfig) -> Result<Hall, StoreError> {
        let now = config.clock.now();
        let mostly_free = maintenance::purge_expired(&config.store, now, config.retention).await?;
        let quiet = config.store.quiet_hours().await?;
        let vacuum_due = mostly_free || config.store.is_vacuum_due().await?;
        let state = Arc::new(HallState {
            store: config.store,
            games: GameCache::new(config.games),
            front: config.front,
            clock: config.clock,
            idle: config.idle,
            retention: config.retention,
            backups: BackupState::new(config.backups),
            disk: config.disk,
            registry: Registry::new(),
            wake_signal: WakeSignal::new(),
            outbox: OutboxQueue::new(),
            quiet_hours: RwLock::new(Arc::new(quiet)),
            vacuum_due: AtomicBool::new(vacuum_due),
            wal_truncate_due: AtomicBool::default(),
            erased_users: tokio::sync::RwLock::default(),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(0),
            import_limiter: transfer::ImportLimiter::new(),
            runtime: Handle::current(),
        });
        let tasks = vec![
            tokio::spawn(Arc::clone(&state).supervise("scheduler", scheduler::run)),
            tokio::spawn(Arc::clone(&state).supervise("outbox worker", outbox_worker::run)),
            tokio::spawn(Arc::clone(&state).supervise("maintenance", maintenance::run)),
            tokio::spawn(Arc::clone(&state).supervise("backups", backups::run)),
        ];
        Ok(Hall { state, tasks: Mutex::new(tasks) })
    }

    /// Sends a request to a campaign and returns its reply. Idempotent.
    ///
    /// `request_id` is chosen by the front end. A repeated id gets the stored reply again and
    /// changes nothing. [`Refusal::Busy`], [`Refusal::NotStored`] and [`Refusal::Internal`] are
    /// never stored as a reply: a retry with the same id may succeed.
    pub async fn request(
        &self,
        id: CampaignId,
        request_id: &str,
        who: Requester,
        request: Request,
    ) -> Reply {
        if request_id.is_empty() || request_id.len() > MAX_REQUEST_ID {
            error!("a request without a number, or with one too long");
            return Reply::Refused(Refusal::Internal);
        }
        let (reply, receiver) = oneshot::channel();
        let request_id = request_id.to_owned();
        let message = SessionMessage::Request { request_id, who, request, reply };
        if let Err(refusal) = self.state.send(id, message) {
            return Reply::Refused(refusal);
        }
        // The session drops the sender only if it panicked.
        receiver.await.unwrap_or(Reply::Refused(Refusal::Internal))
    }

    /// Retries delivery of a campaign's notices at once, even during a backoff. For a user who asks
    /// to see the campaign.
    pub async fn retry_delivery(&self, id: CampaignId) {
        if let Err(why) = self.state.store.retry_now(id, self.state.clock.now()).await {
            error!("mail of campaign {} still waits: {why}", id.0);
        }
        self.state.outbox.enqueue_from_store(id);
    }

    /// Sets the quiet hours of a user for all campaigns. `None` removes them.
    pub async fn set_quiet(&self, user: UserId, quiet: Option<QuietHours>) -> Result<(), Refusal> {
        if quiet.is_some_and(|quiet| !quiet.is_valid()) {
            return Err(Refusal::BadQuietHours);
        }
        self.stored(self.state.store.set_quiet(user, quiet).await)?;
        let mut all = self.state.quiet_hours.write().unwrap_or_else(PoisonError::into_inner);
        let hours = Arc::make_mut(&mut all);
        match quiet {
            Some(quiet) => drop(hours.insert(user, quiet)),
            None => drop(hours.remove(&user)),
        }
        Ok(())
    }

    /// Logs a store error and maps it to [`Refusal::NotStored`].
    fn stored<T>(&self, result: Result<T, StoreError>) -> Result<T, Refusal> {
        result.map_err(|why| {
            error!("the store {} failed: {why}", self.state.store.file().display());
            Refusal::NotStored
        })
    }

    /// Returns the current time of the hall's clock.
    pub fn now(&self) -> Timestamp {
        self.state.clock.now()
    }

    /// Returns the number of campaigns in memory.
    pub fn live_campaigns(&self) -> usize {
        self.state.registry.live()
    }

    /// Whether no campaign is queued for delivery or being delivered.
    ///
    /// Notices in backoff or deferred do not count until their next attempt.
    pub fn outbox_is_empty(&self) -> bool {
        self.outbox_len() == 0
    }

    /// Returns the number of campaigns queued for delivery or being delivered.
    pub fn outbox_len(&self) -> usize {
        self.state.outbox.pending()
    }

    /// Returns the results of the backups. `None` if none are configured.
    pub fn backups(&self) -> Option<BackupStats> {
        self.state.backups.plan.as_ref().map(|_| self.state.backups.stats())
    }

    /// Returns the free bytes on the disk of the database. `None` if they cannot be determined.
    pub fn free(&self) -> Option<u64> {
        self.state.disk.free(&crate::store::disk::folder_of(self.state.store.file()))
    }

    /// Returns the store, for tools.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// Closes the hall: refuses new requests, finishes those already sent, and closes the database.
    pub async fn close(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        self.state.closing.send_replace(true);
        self.state.registry.close();
        for task in tasks {
            if let Err(why) = task.await {
                error!("a task of the hall broke: {why}");
            }
        }
        let mut busy = self.state.busy.subscribe();
        if busy.wait_for(|busy| *busy == 0).await.is_err() {
            error!("the hall closed before its last campaign did");
        }
        self.state.store.close().await;
    }
}
