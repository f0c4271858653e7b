//! A hand on the world: reads it, changes it, waits for it, orders faults.
//!
//! May use: the world behind its lock. Deliberately absent: what people do
//! (`people`), and the server; a stage can outlive it, and then nobody hears.

use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use super::acting::Message;
use super::faults::{Fault, FaultId};
use super::ids::Id;
use super::recorder::{Checker, Recorded};
use super::server::Shared;
use super::world::World;

/// How long to wait for the bell before looking again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// The world of a sandbox, in the hands of those who run it.
#[derive(Clone)]
pub struct Stage {
    pub(super) shared: Arc<Shared>,
    base: String,
    token: String,
}

impl Stage {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let world = shared.lock();
        let (base, token) = (world.base.clone(), world.options.token.clone());
        drop(world);
        Stage { shared, base, token }
    }

    /// Where it is: `http://127.0.0.1:PORT`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Reads the world. Whoever keeps this stops it.
    pub fn world(&self) -> impl std::ops::Deref<Target = World> + '_ {
        self.shared.lock()
    }

    /// Changes the world; the bot hears of it.
    pub fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let mut world: MutexGuard<'_, World> = self.shared.lock();
        let result = change(&mut world);
        drop(world);
        self.shared.changed();
        result
    }

    /// The messages of a channel, newest last.
    pub fn messages(&self, channel: Id) -> Vec<Message> {
        self.world().messages(channel)
    }

    /// A message, ephemeral ones included.
    pub fn message(&self, id: Id) -> Option<Message> {
        self.world().message(id)
    }

    /// The newest messages a user sees in a channel, newest first.
    pub fn newest(&self, user: Id, channel: Id, most: usize) -> Vec<Message> {
        self.world().newest(user, channel, most)
    }

    /// The ephemeral messages a user sees in a channel, newest last.
    pub fn private(&self, user: Id, channel: Id) -> Vec<Message> {
        self.world().private(user, channel)
    }

    /// Every message that really called somebody, and whom.
    pub fn pings(&self) -> Vec<(Id, Vec<Id>)> {
        self.world().pings()
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Recorded> {
        self.world().requests().to_vec()
    }

    /// Everything that was wrong with requests so far.
    pub fn violations(&self) -> Vec<String> {
        self.world().violations().to_vec()
    }

    /// Forgets the requests so far, and what was wrong with them.
    pub fn forget_requests(&self) {
        let mut world = self.shared.lock();
        world.recorder.requests.clear();
        world.recorder.violations.clear();
    }

    /// Lets somebody look at every request; what they say counts as wrong.
    pub fn on_request(&self, checker: Box<Checker>) {
        self.shared.lock().recorder.checkers.push(Arc::from(checker));
    }

    /// Orders a fault; those of connections strike at once.
    pub fn fault(&self, fault: Fault) -> FaultId {
        let mut world = self.shared.lock();
        let struck = world.strike(&fault);
        let id = world.faults.order(fault);
        if struck {
            world.faults.struck(id);
        }
        drop(world);
        self.shared.changed();
        id
    }

    /// How often a fault has struck.
    pub fn hits(&self, fault: FaultId) -> u32 {
        self.shared.lock().faults.hits(fault)
    }

    /// Nothing more goes wrong.
    pub fn clear_faults(&self) {
        self.shared.lock().faults.clear();
    }

    /// Waits until something is true of the world; says whether it came true in time.
    pub async fn until(&self, timeout: Duration, done: impl Fn(&World) -> bool) -> bool {
        let mut bell = self.shared.listen();
        let waiting = async {
            loop {
                bell.borrow_and_update();
                if done(&self.shared.lock()) {
                    return;
                }
                // What is waited for may lie outside the world, and ring no bell.
                let _ = tokio::time::timeout(LOOK_AGAIN, bell.changed()).await;
            }
        };
        tokio::time::timeout(timeout, waiting).await.is_ok()
    }

    /// Waits until so many shards are connected.
    pub async fn connected(&self, shards: usize) -> bool {
        self.until(Duration::from_secs(30), |world| world.connected() >= shards).await
    }

    /// Waits until nothing was asked for a while.
    pub async fn quiet(&self, length: Duration) {
        loop {
            let idle = self.shared.lock().recorder.idle();
            if idle >= length {
                return;
            }
            tokio::time::sleep(length.saturating_sub(idle).max(Duration::from_millis(1))).await;
        }
    }
}
