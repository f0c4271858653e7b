//! The sandbox: a small Discord on this machine, with people in it.
//!
//! It speaks enough of Discord's HTTP API (version 10) and gateway for a bot
//! that knows no better, lets a program play the people, fails on order, and
//! writes down everything the bot asks for.
//!
//! May use: std, tokio, axum, serde. It knows no bot, no hall and no game.
//! Deliberately absent: reactions, polls, voice, forums, components of the
//! second version, compression; and everything of Discord's own, texts included.
//!
//! | file | what it holds |
//! |---|---|
//! | `world`, `shapes` | what there is, and its JSON |
//! | `scenery`, `places`, `reading` | the world changed and read by those who run it |
//! | `people`, `hands`, `typed`, `payload` | what people do, and how the bot is told |
//! | `server`, `line`, `call`, `answer`, `routes` | HTTP |
//! | `rest`, `messages`, `mentions`, `attaching`, `files` | what requests do |
//! | `limits`, `permissions`, `buckets` | what they may not |
//! | `gateway` | sessions and events |
//! | `faults`, `recorder` | what goes wrong, and what was seen |

mod acting;
mod answer;
mod attaching;
mod buckets;
mod call;
mod faults;
mod files;
mod gateway;
mod hands;
mod ids;
mod limits;
mod line;
mod mentions;
mod messages;
mod options;
mod payload;
mod people;
pub mod permissions;
mod places;
mod reading;
mod recorder;
mod rest;
mod routes;
mod scenery;
mod server;
mod shapes;
mod typed;
mod world;

use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use acting::{Ack, Acted, Message, Modal, Refused};
pub use faults::{Fault, FaultId, On};
pub use ids::Id;
pub use options::Options;
pub use recorder::{Checker, Recorded};
pub use world::World;

use line::{Door, Scissors};
use server::Shared;

/// How long to wait for the bell before looking again.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// A running sandbox; it ends when it is dropped.
pub struct Sandbox {
    shared: Arc<Shared>,
    base: String,
    token: String,
    server: JoinHandle<()>,
}

impl Sandbox {
    /// Opens the doors.
    pub async fn start(options: Options) -> io::Result<Sandbox> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let token = options.token.clone();
        let shared = Shared::new(World::new(options, base.clone()));
        let service =
            server::router(shared.clone()).into_make_service_with_connect_info::<Scissors>();
        let server = tokio::spawn(async move {
            // It serves until it is aborted.
            let _ = axum::serve(Door(listener), service).await;
        });
        Ok(Sandbox { shared, base, token, server })
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

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.server.abort();
        // Connections end when nothing can be sent to them any more.
        self.shared.lock().hang_up_all();
    }
}
