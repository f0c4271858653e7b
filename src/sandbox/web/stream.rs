//! WebSocket stream to a web client: sends every change that its user can see.
//!
//! One-way: the client acts through HTTP requests.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Viewer, client_json};
use crate::sandbox::handle::SandboxHandle;
use crate::sandbox::ids::Id;
use crate::sandbox::journal::Change;
use crate::sandbox::world::World;

/// Heartbeat interval. It lets a phone that slept notice that its connection is dead.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The user of a stream, and the cookie that admitted them if they are a guest.
pub(super) struct Listener {
    pub(super) user: Id,
    pub(super) viewer: Viewer,
    pub(super) cookie: Option<String>,
}

impl Listener {
    /// Whether the guest's cookie still stands for this user. The server ends the stream itself and
    /// does not rely on the page to leave.
    fn is_admitted(&self, sandbox: &SandboxHandle) -> bool {
        let is_guest =
            |cookie: &str| sandbox.room().is_some_and(|room| room.who(cookie) == Some(self.user));
        self.viewer == Viewer::Host || self.cookie.as_deref().is_some_and(is_guest)
    }
}

/// Sends changes to a web client until it disconnects, is no longer admitted, or the sandbox ends.
pub(super) async fn run(sandbox: SandboxHandle, mut socket: WebSocket, listener: Listener) {
    let mut updates = sandbox.shared.listen();
    let mut heartbeat = tokio::time::interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
    let mut position = sandbox.shared.lock().journal.end();
    if send(&mut socket, vec![json!({ "t": "hello" })]).await.is_err() {
        return;
    }
    loop {
        let events = {
            let world = sandbox.shared.lock();
            if world.journal.closed {
                return;
            }
            let events = since(&world, position, &listener);
            position = world.journal.end();
            events
        };
        if !listener.is_admitted(&sandbox) {
            // Reloading its state, the page learns why it has to leave.
            let _ = send(&mut socket, vec![json!({ "t": "reload" })]).await;
            return;
        }
        if send(&mut socket, events).await.is_err() {
            return;
        }
        tokio::select! {
            changed = updates.changed() => if changed.is_err() { return },
            _ = heartbeat.tick() => {
                if send(&mut socket, vec![json!({ "t": "pulse" })]).await.is_err() {
                    return;
                }
            }
            received = socket.recv() => if !matches!(received, Some(Ok(_))) { return },
        }
    }
}

async fn send(socket: &mut WebSocket, events: Vec<Value>) -> Result<(), axum::Error> {
    for event in events {
        socket.send(Message::text(event.to_string())).await?;
    }
    Ok(())
}

/// Events since a position in the journal. A single reload if the journal no longer reaches back
/// to it.
fn since(world: &World, position: u64, listener: &Listener) -> Vec<Value> {
    let Some(changes) = world.journal.since(position) else {
        return vec![json!({ "t": "reload" })];
    };
    let counts =
        |change: &Change| matches!(change, Change::Message { new: true, .. } | Change::Read);
    let recount = changes.iter().any(counts);
    let mut events: Vec<Value> =
        changes.into_iter().filter_map(|change| event(world, change, listener)).collect();
    if recount {
        events.push(json!({ "t": "marks", "marks": client_json::marks(world, listener.viewer) }));
    }
    // Equal events in a row are sent once.
    events.dedup();
    events
}

/// The event for a change. `None` if there is nothing to show to this listener.
fn event(world: &World, change: Change, listener: &Listener) -> Option<Value> {
    let (user, viewer) = (listener.user, listener.viewer);
    let mine = |only: Option<Id>| only.is_none_or(|only| only == user);
    let sees = |channel: Id| client_json::sees(world, user, channel);
    match change {
        Change::Message { id, new } => {
            let message = world.messages.get(&id)?;
            let shown = mine(message.only) && sees(message.channel);
            shown.then(
                || json!({ "t": "message", "new": new, "message": client_json::message(message) }),
            )
        }
        Change::Gone { id, channel, only } => (mine(only) && sees(channel))
            .then(|| json!({ "t": "gone", "id": id.to_string(), "channel": channel.to_string() })),
        Change::Typing { channel, user: typist } => sees(channel).then(
            || json!({ "t": "typing", "channel": channel.to_string(), "user": typist.to_string() }),
        ),
        Change::Places => Some(json!({ "t": "places" })),
        Change::Levers => {
            Some(json!({ "t": "levers", "levers": client_json::levers(world, viewer) }))
        }
        // For the host's list of guests. `run` ends the stream of a guest who lost their user.
        Change::Room => (viewer == Viewer::Host).then(|| json!({ "t": "places" })),
        Change::Read => None,
    }
}
