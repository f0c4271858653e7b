//! The sandbox: a small Discord on this machine, with people in it.
//!
//! It speaks enough of Discord's HTTP API (version 10) and gateway for a bot
//! that knows no better, lets a program play the people, fails on order, and
//! writes down everything the bot asks for.
//!
//! May use: std, tokio, axum, serde. It knows no bot, no hall and no game.
//! Deliberately absent: polls, voice, forums, components of the
//! second version, compression; and everything of Discord's own, texts included.
//!
//! | file | what it holds |
//! |---|---|
//! | `world`, `shapes` | what there is, and its JSON |
//! | `scenery`, `places`, `reading` | the world changed and read by those who run it |
//! | `stage` | a hand on it all, for those who run it |
//! | `people`, `hands`, `typed`, `payload` | what people do, and how the bot is told |
//! | `server`, `line`, `call`, `answer`, `routes` | HTTP |
//! | `rest`, `messages`, `mentions`, `attaching`, `reactions`, `files` | what requests do |
//! | `limits`, `permissions`, `buckets` | what they may not |
//! | `gateway` | sessions and events |
//! | `window`, `journal`, `levers` | the chat client: its page, and what it is told |
//! | `room` | friends on the same network |
//! | `keeping` | what is forgotten |
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
mod journal;
mod keeping;
mod levers;
mod limits;
mod line;
mod mentions;
mod messages;
mod options;
mod payload;
mod people;
pub mod permissions;
mod places;
mod reactions;
mod reading;
mod recorder;
mod rest;
mod room;
mod routes;
mod scenery;
mod server;
mod shapes;
mod stage;
mod typed;
mod window;
mod world;

use std::io;
use std::net::Ipv4Addr;
use std::ops::Deref;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use acting::{Ack, Acted, Message, Modal, Refused};
pub use faults::{Fault, FaultId, On};
pub use ids::Id;
pub use levers::{Lever, Pull};
pub use options::Options;
pub use recorder::{Checker, Recorded};
pub use room::{Keep, Room, RoomOptions};
pub use stage::Stage;
pub use world::World;

use line::{Door, Scissors};
use server::Shared;

/// What Discord would find wrong in a list of commands: where, and what.
pub fn wrong_commands(list: &serde_json::Value) -> Vec<String> {
    limits::bulk(list).err().map(|refusal| refusal.listed()).unwrap_or_default()
}

/// A running sandbox; it ends when it is dropped. Everything done with it is the [`Stage`]'s.
pub struct Sandbox {
    stage: Stage,
    serving: Vec<Serving>,
}

/// Something that is served until it ends.
struct Serving {
    task: JoinHandle<()>,
    lines: Scissors,
}

impl Sandbox {
    /// Opens the doors.
    pub async fn start(options: Options) -> io::Result<Sandbox> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let stage = Stage::new(Shared::new(World::new(options, base)));
        let service =
            server::router(stage.clone()).into_make_service_with_connect_info::<Scissors>();
        let (door, lines) = Door::new(listener);
        let task = tokio::spawn(async move {
            // It serves until it is aborted.
            let _ = axum::serve(door, service).await;
        });
        Ok(Sandbox { stage, serving: vec![Serving { task, lines }] })
    }

    /// Lets friends on the same network in, each as one person.
    pub async fn open_room(&mut self, options: RoomOptions) -> io::Result<()> {
        self.serving.push(room::open(&self.stage, options).await?);
        Ok(())
    }
}

impl Deref for Sandbox {
    type Target = Stage;

    fn deref(&self) -> &Stage {
        &self.stage
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for Serving { task, lines } in &self.serving {
            task.abort();
            // A client that keeps its connection would go on with a world that has ended.
            lines.cut();
        }
        // Connections end when nothing can be sent to them any more.
        let mut world = self.shared.lock();
        world.hang_up_all();
        world.journal.closed = true;
        drop(world);
        self.shared.changed();
    }
}
