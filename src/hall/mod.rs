//! The hall: any number of campaigns side by side on one store, each owned by
//! one task. Front ends send requests in and deliver notices out.
//!
//! May use: `council`, `store`, the boundary, tokio. Deliberately absent: any
//! one game, Discord, SQL. Store first, then announce: a reply is given and a
//! notice delivered only for what is on the disk, so the process can be killed
//! at any instant without losing anything that was acknowledged.
//!
//! * [`Hall::request`] carries the front end's own number of a request; the same
//!   number again is answered the same way and changes nothing.
//! * `gathering` begins campaigns, `moving` takes uploaded ones in, `looking` shows them. `session` is the life of one,
//!   `registry` knows the live ones, `alarm` wakes those that are due, `postman` delivers
//!   what the `post` has, `keeper` looks after the store and [`disk`] after its room,
//!   [`backups`] copies it, `packs` keeps the content campaigns began with; `rooms` is what all
//!   of them share. [`archive`] replays, moves and verifies; [`forgetting`] removes a person.

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

/// The longest number of a request.
const MAX_REQUEST_ID: usize = 200;

/// What a hall is made of.
pub struct HallConfig {
    /// Where everything is kept.
    pub store: Store,
    /// The games, with the content for new campaigns.
    pub games: Vec<Arc<dyn Game>>,
    /// Who tells people.
    pub front: Arc<dyn FrontEnd>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// How long a campaign stays in memory without a letter.
    pub idle: Duration,
    /// How long what is over is kept; for ever, if it is not set.
    pub retention: Option<Span>,
    /// When backups are made; never, if it is not set.
    pub backups: Option<BackupPlan>,
    /// How much room there is.
    pub disk: Arc<dyn Disk>,
}

impl HallConfig {
    /// The usual ones.
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

/// The hall.
pub struct Hall {
    state: Arc<HallState>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Hall {
    /// Opens the hall: completes what is due and undelivered, and takes requests.
    pub async fn open(parts: HallConfig) -> Result<Hall, StoreError> {
        let now = parts.clock.now();
        let shrinks = maintenance::purge_expired(&parts.store, now, parts.retention).await?;
        let quiet = parts.store.quiet_hours().await?;
        let unswept = shrinks || parts.store.is_vacuum_due().await?;
        let rooms = Arc::new(HallState {
            store: parts.store,
            games: GameCache::new(parts.games),
            front: parts.front,
            clock: parts.clock,
            idle: parts.idle,
            retention: parts.retention,
            backups: BackupState::new(parts.backups),
            disk: parts.disk,
            registry: Registry::new(),
            wake_signal: WakeSignal::new(),
            outbox: OutboxQueue::new(),
            quiet_hours: RwLock::new(Arc::new(quiet)),
            vacuum_due: AtomicBool::new(unswept),
            wal_truncate_due: AtomicBool::default(),
            renames: tokio::sync::RwLock::default(),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(0),
            import_limiter: transfer::ImportLimiter::new(),
            runtime: Handle::current(),
        });
        let tasks = vec![
            tokio::spawn(Arc::clone(&rooms).supervise("alarm", scheduler::run)),
            tokio::spawn(Arc::clone(&rooms).supervise("postman", outbox_worker::run)),
            tokio::spawn(Arc::clone(&rooms).supervise("keeper", maintenance::run)),
            tokio::spawn(Arc::clone(&rooms).supervise("maker of backups", backups::run)),
        ];
        Ok(Hall { state: rooms, tasks: Mutex::new(tasks) })
    }

    /// Does what somebody asks. `request` is the front end's own number of it: the same
    /// number again is answered the same way and changes nothing.
    pub async fn request(
        &self,
        id: CampaignId,
        request: &str,
        who: Requester,
        deed: Request,
    ) -> Reply {
        if request.is_empty() || request.len() > MAX_REQUEST_ID {
            error!("a request without a number, or with one too long");
            return Reply::Refused(Refusal::Internal);
        }
        let (reply, said) = oneshot::channel();
        let letter = SessionMessage::Request { request: request.to_owned(), who, deed, reply };
        if let Err(busy) = self.state.send(id, letter) {
            return Reply::Refused(busy);
        }
        // The session is gone without a word only if it broke.
        said.await.unwrap_or(Reply::Refused(Refusal::Internal))
    }

    /// Tries at once to deliver what a campaign has waiting: somebody looks for it.
    pub async fn retry_delivery(&self, id: CampaignId) {
        if let Err(why) = self.state.store.retry_now(id, self.state.clock.now()).await {
            error!("mail of campaign {} still waits: {why}", id.0);
        }
        self.state.outbox.enqueue_from_store(id);
    }

    /// Sets or ends the quiet hours of a user, in all campaigns.
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

    fn stored<T>(&self, result: Result<T, StoreError>) -> Result<T, Refusal> {
        result.map_err(|why| {
            error!("the store {} failed: {why}", self.state.store.file().display());
            Refusal::NotStored
        })
    }

    /// What time it is here.
    pub fn now(&self) -> Timestamp {
        self.state.clock.now()
    }

    /// How many campaigns are in memory.
    pub fn live_campaigns(&self) -> usize {
        self.state.registry.live()
    }

    /// Is all mail delivered that can be?
    pub fn outbox_is_empty(&self) -> bool {
        self.outbox_len() == 0
    }

    /// How many campaigns have mail on its way.
    pub fn outbox_len(&self) -> usize {
        self.state.outbox.pending()
    }

    /// What came of the backups; nothing, if none are made.
    pub fn backups(&self) -> Option<BackupStats> {
        self.state.backups.plan.as_ref().map(|_| self.state.backups.stats())
    }

    /// The bytes that are free where the database is, if that can be known.
    pub fn free(&self) -> Option<u64> {
        self.state.disk.free(&crate::store::disk::folder_of(self.state.store.file()))
    }

    /// The store, for tools.
    pub fn store(&self) -> &Store {
        &self.state.store
    }

    /// Closes: takes nothing new, finishes what was sent, lets go of the database.
    pub async fn close(&self) {
        let rooms = &self.state;
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        rooms.closing.send_replace(true);
        rooms.registry.close();
        for task in tasks {
            if let Err(why) = task.await {
                error!("a task of the hall broke: {why}");
            }
        }
        let mut busy = rooms.busy.subscribe();
        if busy.wait_for(|busy| *busy == 0).await.is_err() {
            error!("the hall closed before its last campaign did");
        }
        rooms.store.close().await;
    }
}
