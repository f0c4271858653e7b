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

mod alarm;
pub mod archive;
pub mod backups;
pub mod beside;
pub mod clock;
pub mod disk;
pub mod forgetting;
pub mod front;
mod gathering;
mod keeper;
mod looking;
mod moving;
pub mod packs;
mod post;
mod postman;
mod registry;
mod renames;
mod rooms;
mod session;

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
use alarm::Bell;
use backups::{Kept, Plan, Tally};
use clock::{Clock, SystemClock};
use disk::{Disk, SystemDisk};
use front::FrontEnd;
pub use gathering::Invitation;
pub use moving::{Examined, NotTaken, Turn};
use packs::Packs;
use post::Post;
use registry::Registry;
use rooms::Rooms;
use session::Letter;

/// The longest number of a request.
const LONGEST_REQUEST: usize = 200;

/// What a hall is made of.
pub struct Parts {
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
    pub kept: Option<Span>,
    /// When backups are made; never, if it is not set.
    pub backups: Option<Plan>,
    /// How much room there is.
    pub disk: Arc<dyn Disk>,
}

impl Parts {
    /// The usual ones.
    pub fn new(store: Store, games: Vec<Arc<dyn Game>>, front: Arc<dyn FrontEnd>) -> Self {
        Parts {
            store,
            games,
            front,
            clock: Arc::new(SystemClock),
            idle: Duration::from_mins(2),
            kept: None,
            backups: None,
            disk: Arc::new(SystemDisk),
        }
    }
}

/// The hall.
pub struct Hall {
    rooms: Arc<Rooms>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Hall {
    /// Opens the hall: completes what is due and undelivered, and takes requests.
    pub async fn open(parts: Parts) -> Result<Hall, StoreError> {
        let now = parts.clock.now();
        let shrinks = keeper::clear(&parts.store, now, parts.kept).await?;
        let quiet = parts.store.quiet_hours().await?;
        let unswept = shrinks || parts.store.owes_sweep().await?;
        let rooms = Arc::new(Rooms {
            store: parts.store,
            packs: Packs::new(parts.games),
            front: parts.front,
            clock: parts.clock,
            idle: parts.idle,
            kept: parts.kept,
            backups: Kept::new(parts.backups),
            disk: parts.disk,
            registry: Registry::new(),
            bell: Bell::new(),
            post: Post::new(),
            quiet: RwLock::new(Arc::new(quiet)),
            unswept: AtomicBool::new(unswept),
            unemptied: AtomicBool::default(),
            renames: tokio::sync::RwLock::default(),
            closing: watch::Sender::new(false),
            busy: watch::Sender::new(0),
            turns: moving::Turns::new(),
            threads: Handle::current(),
        });
        let tasks = vec![
            tokio::spawn(Arc::clone(&rooms).tend("alarm", alarm::watch)),
            tokio::spawn(Arc::clone(&rooms).tend("postman", postman::go_round)),
            tokio::spawn(Arc::clone(&rooms).tend("keeper", keeper::keep)),
            tokio::spawn(Arc::clone(&rooms).tend("maker of backups", backups::go_on)),
        ];
        Ok(Hall { rooms, tasks: Mutex::new(tasks) })
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
        if request.is_empty() || request.len() > LONGEST_REQUEST {
            error!("a request without a number, or with one too long");
            return Reply::Refused(Refusal::Internal);
        }
        let (reply, said) = oneshot::channel();
        let letter = Letter::Deed { request: request.to_owned(), who, deed, reply };
        if let Err(busy) = self.rooms.send(id, letter) {
            return Reply::Refused(busy);
        }
        // The session is gone without a word only if it broke.
        said.await.unwrap_or(Reply::Refused(Refusal::Internal))
    }

    /// Tries at once to deliver what a campaign has waiting: somebody looks for it.
    pub async fn try_again(&self, id: CampaignId) {
        if let Err(why) = self.rooms.store.try_again(id, self.rooms.clock.now()).await {
            error!("mail of campaign {} still waits: {why}", id.0);
        }
        self.rooms.post.look(id);
    }

    /// Sets or ends the quiet hours of a user, in all campaigns.
    pub async fn set_quiet(&self, user: UserId, quiet: Option<QuietHours>) -> Result<(), Refusal> {
        if quiet.is_some_and(|quiet| !quiet.is_valid()) {
            return Err(Refusal::BadQuietHours);
        }
        self.stored(self.rooms.store.set_quiet(user, quiet).await)?;
        let mut all = self.rooms.quiet.write().unwrap_or_else(PoisonError::into_inner);
        let hours = Arc::make_mut(&mut all);
        match quiet {
            Some(quiet) => drop(hours.insert(user, quiet)),
            None => drop(hours.remove(&user)),
        }
        Ok(())
    }

    fn stored<T>(&self, result: Result<T, StoreError>) -> Result<T, Refusal> {
        result.map_err(|why| {
            error!("the store {} failed: {why}", self.rooms.store.file().display());
            Refusal::NotStored
        })
    }

    /// What time it is here.
    pub fn now(&self) -> Timestamp {
        self.rooms.clock.now()
    }

    /// How many campaigns are in memory.
    pub fn live(&self) -> usize {
        self.rooms.registry.live()
    }

    /// Is all mail delivered that can be?
    pub fn mail_is_out(&self) -> bool {
        self.mail_waiting() == 0
    }

    /// How many campaigns have mail on its way.
    pub fn mail_waiting(&self) -> usize {
        self.rooms.post.busy()
    }

    /// What came of the backups; nothing, if none are made.
    pub fn backups(&self) -> Option<Tally> {
        self.rooms.backups.plan.as_ref().map(|_| self.rooms.backups.tally())
    }

    /// The bytes that are free where the database is, if that can be known.
    pub fn free(&self) -> Option<u64> {
        self.rooms.disk.free(&crate::store::disk::folder_of(self.rooms.store.file()))
    }

    /// The store, for tools.
    pub fn store(&self) -> &Store {
        &self.rooms.store
    }

    /// Closes: takes nothing new, finishes what was sent, lets go of the database.
    pub async fn close(&self) {
        let rooms = &self.rooms;
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
