//! A socket to a window: everything that changes, as its person sees it.
//!
//! May use: the journal. Deliberately absent: what a window says; it acts by requests.

use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Viewer, told};
use crate::sandbox::ids::Id;
use crate::sandbox::journal::Change;
use crate::sandbox::stage::Stage;
use crate::sandbox::world::World;

/// So often something is said, even if nothing is new: a phone that slept does not know whether its
/// line still leads anywhere.
const PULSE: Duration = Duration::from_secs(15);

/// Whose line it is, and by which cookie, if they are a guest.
pub(super) struct Listener {
    pub(super) user: Id,
    pub(super) viewer: Viewer,
    pub(super) cookie: Option<String>,
}

impl Listener {
    /// Is the guest still this person? The server ends the stream itself and does not rely on the
    /// page to leave.
    fn is_admitted(&self, stage: &Stage) -> bool {
        let is_guest =
            |cookie: &str| stage.room().is_some_and(|room| room.who(cookie) == Some(self.user));
        self.viewer == Viewer::Host || self.cookie.as_deref().is_some_and(is_guest)
    }
}

/// Tells a window what changes until it closes.
pub(super) async fn attend(stage: Stage, mut socket: WebSocket, who: Listener) {
    let mut bell = stage.shared.listen();
    let mut pulse = tokio::time::interval_at(Instant::now() + PULSE, PULSE);
    let mut place = stage.shared.lock().journal.end();
    if send(&mut socket, vec![json!({ "t": "hello" })]).await.is_err() {
        return;
    }
    loop {
        let news = {
            let world = stage.shared.lock();
            if world.journal.closed {
                return;
            }
            let news = since(&world, place, &who);
            place = world.journal.end();
            news
        };
        if !who.is_admitted(&stage) {
            // The page loads its state again, and is shown why it has to leave.
            let _ = send(&mut socket, vec![json!({ "t": "reload" })]).await;
            return;
        }
        if send(&mut socket, news).await.is_err() {
            return;
        }
        tokio::select! {
            rung = bell.changed() => if rung.is_err() { return },
            _ = pulse.tick() => {
                if send(&mut socket, vec![json!({ "t": "pulse" })]).await.is_err() {
                    return;
                }
            }
            said = socket.recv() => if !matches!(said, Some(Ok(_))) { return },
        }
    }
}

async fn send(socket: &mut WebSocket, news: Vec<Value>) -> Result<(), axum::Error> {
    for one in news {
        socket.send(Message::text(one.to_string())).await?;
    }
    Ok(())
}

/// What changed since a place in the journal; too far back, and everything may have.
fn since(world: &World, place: u64, who: &Listener) -> Vec<Value> {
    let Some(changes) = world.journal.since(place) else {
        return vec![json!({ "t": "reload" })];
    };
    let counts =
        |change: &Change| matches!(change, Change::Message { new: true, .. } | Change::Read);
    let marked = changes.iter().any(counts);
    let mut news: Vec<Value> =
        changes.into_iter().filter_map(|change| told(world, change, who)).collect();
    if marked {
        news.push(json!({ "t": "marks", "marks": told::marks(world, who.viewer) }));
    }
    // Several changes of the same kind are one.
    news.dedup();
    news
}

fn told(world: &World, change: Change, who: &Listener) -> Option<Value> {
    let (user, viewer) = (who.user, who.viewer);
    let mine = |only: Option<Id>| only.is_none_or(|only| only == user);
    let sees = |channel: Id| told::sees(world, user, channel);
    match change {
        Change::Message { id, new } => {
            let message = world.messages.get(&id)?;
            let shown = mine(message.only) && sees(message.channel);
            shown.then(|| json!({ "t": "message", "new": new, "message": told::message(message) }))
        }
        Change::Gone { id, channel, only } => (mine(only) && sees(channel))
            .then(|| json!({ "t": "gone", "id": id.to_string(), "channel": channel.to_string() })),
        Change::Typing { channel, user: who } => sees(channel).then(
            || json!({ "t": "typing", "channel": channel.to_string(), "user": who.to_string() }),
        ),
        Change::Places => Some(json!({ "t": "places" })),
        Change::Levers => Some(json!({ "t": "levers", "levers": told::levers(world, viewer) })),
        // The host sees who is there; a guest who is somebody else now is told before this.
        Change::Room => (viewer == Viewer::Host).then(|| json!({ "t": "places" })),
        Change::Read => None,
    }
}
