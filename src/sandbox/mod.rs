//! The sandbox: a small local imitation of Discord with simulated users.
//!
//! It implements enough of Discord's HTTP API (version 10) and gateway that a bot cannot tell the
//! difference, lets a program act as the users, injects faults, and records every request of the
//! bot.
//!
//! It depends on nothing else in this crate. Not implemented: polls, voice, forums, components of
//! version 2 and compression. Nothing of Discord's own is included, texts neither.
//!
//! | module | contents |
//! |---|---|
//! | `world`, `ids`, `api_json` | the state, its ids, and its JSON as in Discord's API |
//! | `guilds`, `channels`, `queries` | changes and reads by the program that runs the sandbox |
//! | `handle`, `options` | the handle that program uses, and its settings |
//! | `users`, `client_checks`, `command_input` | user actions at a Discord client |
//! | `payload`, `action_result` | the interactions they send to the bot, and their results |
//! | `server`, `connection`, `request`, `response`, `routes` | HTTP server |
//! | `rest` | the effects of requests |
//! | `messages`, `mentions`, `attachments`, `reactions`, `files` | messages and their parts |
//! | `limits`, `permissions`, `rate_limits` | validation, permissions and rate limits |
//! | `gateway` | sessions and events |
//! | `web`, `journal`, `controls` | the chat client: its page, its change feed, and its switches |
//! | `room` | guests on the local network |
//! | `retention` | removal of old state |
//! | `faults`, `recorder` | injected faults and recorded requests |

mod action_result;
mod api_json;
mod attachments;
mod channels;
mod client_checks;
mod command_input;
mod connection;
mod controls;
mod faults;
mod files;
mod gateway;
mod guilds;
mod handle;
mod ids;
mod journal;
mod limits;
mod mentions;
mod messages;
mod options;
mod payload;
pub mod permissions;
mod queries;
mod rate_limits;
mod reactions;
mod recorder;
mod request;
mod response;
mod rest;
mod retention;
mod room;
mod routes;
mod server;
mod users;
mod web;
mod world;

use std::io;
use std::net::Ipv4Addr;
use std::ops::Deref;

use tokio::net::TcpListener;
use tokio::task::JoinHandle;

pub use action_result::{Ack, ActionRefused, ActionResult, Modal, ShownMessage};
pub use controls::{ControlEvent, Toggle};
pub use faults::{Fault, FaultId, FaultTrigger};
pub use handle::SandboxHandle;
pub use ids::Id;
pub use options::Options;
pub use recorder::{Checker, RecordedRequest};
pub use room::{Keep, Room, RoomOptions};
pub use world::World;

use connection::{CutSwitch, CuttableListener};
use server::Shared;

/// Validates a list of commands against Discord's limits. Returns each problem with its location.
pub fn wrong_commands(list: &serde_json::Value) -> Vec<String> {
    limits::bulk(list).err().map(|error| error.listed()).unwrap_or_default()
}

/// A running sandbox, stopped on drop. Dereferences to its [`SandboxHandle`].
pub struct Sandbox {
    stage: SandboxHandle,
    serving: Vec<Serving>,
}

/// A running server task and the switch that cuts its connections.
struct Serving {
    task: JoinHandle<()>,
    lines: CutSwitch,
}

impl Sandbox {
    /// Binds to a port on loopback and starts to serve the API, the gateway and the chat client.
    pub async fn start(options: Options) -> io::Result<Sandbox> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let base = format!("http://{}", listener.local_addr()?);
        let handle = SandboxHandle::new(Shared::new(World::new(options, base)));
        let service =
            server::router(handle.clone()).into_make_service_with_connect_info::<CutSwitch>();
        let (listener, cut_switch) = CuttableListener::new(listener);
        let task = tokio::spawn(async move {
            // Runs until the task is aborted.
            let _ = axum::serve(listener, service).await;
        });
        Ok(Sandbox { stage: handle, serving: vec![Serving { task, lines: cut_switch }] })
    }

    /// Opens the sandbox to guests on the local network; each guest acts as one user.
    pub async fn open_room(&mut self, options: RoomOptions) -> io::Result<()> {
        self.serving.push(room::open(&self.stage, options).await?);
        Ok(())
    }
}

impl Deref for Sandbox {
    type Target = SandboxHandle;

    fn deref(&self) -> &SandboxHandle {
        &self.stage
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        for Serving { task, lines } in &self.serving {
            task.abort();
            // Otherwise a keep-alive connection would still reach the stopped world.
            lines.cut();
        }
        // Gateway connections close here, chat clients once the journal is closed.
        let mut world = self.shared.lock();
        world.hang_up_all();
        world.journal.closed = true;
        drop(world);
        self.shared.changed();
    }
}
