//! Handle to a running sandbox: reads and changes the world, waits for it, schedules faults.
//!
//! What simulated users do is in `users`. A handle can outlive the server; its changes then reach
//! no bot.

use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use super::action_result::ShownMessage;
use super::faults::{Fault, FaultId};
use super::ids::Id;
use super::recorder::{Checker, RecordedRequest};
use super::server::Shared;
use super::world::World;

/// How long `until` waits for a change before it checks again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A handle to the world of a sandbox. Clones share the world.
#[derive(Clone)]
pub struct SandboxHandle {
    pub(super) shared: Arc<Shared>,
    base: String,
    token: String,
}

impl SandboxHandle {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        let world = shared.lock();
        let (base, token) = (world.base.clone(), world.options.token.clone());
        drop(world);
        SandboxHandle { shared, base, token }
    }

    /// The base URL: `http://127.0.0.1:PORT`.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The bot's token.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Locks the world for reading. Blocks the whole sandbox until the guard is dropped.
    pub fn world(&self) -> impl std::ops::Deref<Target = World> + '_ {
        self.shared.lock()
    }

    /// Changes the world and wakes all waiters. Connected bots receive the resulting events.
    pub fn change<T>(&self, change: impl FnOnce(&mut World) -> T) -> T {
        let mut world: MutexGuard<'_, World> = self.shared.lock();
        let result = change(&mut world);
        drop(world);
        self.shared.changed();
        result
    }

    /// The messages of a channel, newest last.
    pub fn messages(&self, channel: Id) -> Vec<ShownMessage> {
        self.world().messages(channel)
    }

    /// A message, ephemeral ones included.
    pub fn message(&self, id: Id) -> Option<ShownMessage> {
        self.world().message(id)
    }

    /// The newest messages a user sees in a channel, newest first.
    pub fn newest(&self, user: Id, channel: Id, most: usize) -> Vec<ShownMessage> {
        self.world().newest(user, channel, most)
    }

    /// The ephemeral messages a user sees in a channel, newest last.
    pub fn private(&self, user: Id, channel: Id) -> Vec<ShownMessage> {
        self.world().private(user, channel)
    }

    /// Every message that pinged users, and the ids of those users.
    pub fn pings(&self) -> Vec<(Id, Vec<Id>)> {
        self.world().pings()
    }

    /// The requests recorded so far, oldest first.
    pub fn requests(&self) -> Vec<RecordedRequest> {
        self.world().requests().to_vec()
    }

    /// The violations recorded so far, oldest first.
    pub fn violations(&self) -> Vec<String> {
        self.world().violations().to_vec()
    }

    /// Forgets the recorded requests and violations.
    pub fn forget_requests(&self) {
        let mut world = self.shared.lock();
        world.recorder.requests.clear();
        world.recorder.violations.clear();
    }

    /// Adds a checker of every request; the texts it returns are recorded as violations.
    pub fn on_request(&self, checker: Box<Checker>) {
        self.shared.lock().recorder.checkers.push(Arc::from(checker));
    }

    /// Schedules a fault. Faults of gateway connections, and [`Fault::Release`], take effect at
    /// once.
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

    /// How often a fault has taken effect.
    pub fn hits(&self, fault: FaultId) -> u32 {
        self.shared.lock().faults.hits(fault)
    }

    /// Cancels all scheduled faults.
    pub fn clear_faults(&self) {
        self.shared.lock().faults.clear();
    }

    /// Waits until `done` is true of the world. Returns `false` after `timeout`.
    pub async fn until(&self, timeout: Duration, done: impl Fn(&World) -> bool) -> bool {
        let mut changes = self.shared.listen();
        let waiting = async {
            loop {
                changes.borrow_and_update();
                if done(&self.shared.lock()) {
                    return;
                }
                // `done` may depend on state outside the world, which signals no change.
                let _ = tokio::time::timeout(POLL_INTERVAL, changes.changed()).await;
            }
        };
        tokio::time::timeout(timeout, waiting).await.is_ok()
    }

    /// Waits until at least `shards` shards are connected. Returns `false` after 30 seconds.
    pub async fn connected(&self, shards: usize) -> bool {
        self.until(Duration::from_secs(30), |world| world.connected() >= shards).await
    }

    /// Waits until no request has started, ended or been in flight for `length`.
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
