//! Shard sessions: identify, replay buffer and resume.
//!
//! The connection itself lives in `socket`.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::super::api_json;
use super::super::ids::{Id, shard_of};
use super::super::journal::Change;
use super::super::world::World;
use super::{GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT};

/// Intents that a bot can use only if they are granted to it.
const PRIVILEGED: u64 = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT;
/// Maximum number of disconnected sessions kept for a resume.
const MAX_DISCONNECTED: usize = 64;
/// Maximum number of events kept per session for a resume.
const MAX_REPLAYED: usize = 1000;

/// Frame for a bot, or an order to end its connection.
pub(in super::super) enum OutgoingFrame {
    Text(String),
    /// Closes with this code.
    Close(u16),
    /// Drops the connection without a close frame.
    Cut,
}

/// Session of one shard. It outlives its connection, so that the bot can resume it.
pub(in super::super) struct GatewaySession {
    id: String,
    shard: (u32, u32),
    pub(super) intents: u64,
    sequence: u64,
    /// Replay buffer: the last events with their sequence numbers.
    told: VecDeque<(u64, String)>,
    /// Sender of the current connection; `None` while disconnected.
    pub(super) live: Option<UnboundedSender<OutgoingFrame>>,
}

impl GatewaySession {
    /// Whether `guild` belongs to this shard. Events without a guild belong to shard 0.
    pub(super) fn concerns(&self, guild: Option<Id>) -> bool {
        guild.map_or(0, |guild| shard_of(guild, self.shard.1)) == self.shard.0
    }

    /// Records an event in the replay buffer and sends it.
    pub(super) fn tell(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({ "op": 0, "t": event, "s": self.sequence, "d": data }).to_string();
        if self.told.len() >= MAX_REPLAYED {
            self.told.pop_front();
        }
        self.told.push_back((self.sequence, text.clone()));
        self.send(OutgoingFrame::Text(text));
    }

    pub(super) fn send(&self, out: OutgoingFrame) {
        if let Some(live) = &self.live {
            // An error means that the connection has ended. Events stay in the replay buffer.
            let _ = live.send(out);
        }
    }

    /// Whether the replay buffer still holds every event after `sequence`.
    fn can_replay_after(&self, sequence: u64) -> bool {
        let oldest = self.told.front().map_or(self.sequence + 1, |(first, _)| *first);
        sequence <= self.sequence && sequence + 1 >= oldest
    }
}

impl World {
    /// Opens a session and sends its first events. Returns its id, or the close code to refuse
    /// with.
    pub(super) fn identify(
        &mut self,
        data: &Value,
        out: &UnboundedSender<OutgoingFrame>,
    ) -> Result<String, u16> {
        self.check_token(data)?;
        let intents = data["intents"].as_u64().ok_or(4013_u16)?;
        let granted = self.options.privileged_intents;
        if intents & PRIVILEGED & !granted != 0 {
            return Err(4014);
        }
        let number = |at: usize| data["shard"][at].as_u64().and_then(|n| u32::try_from(n).ok());
        let shard = (number(0).unwrap_or(0), number(1).unwrap_or(1));
        if shard.0 >= shard.1 {
            return Err(4010);
        }
        self.identified += 1;
        let id = format!("session{}", self.ids.next());
        // A shard that identifies again gives up its old sessions; they would only buffer events.
        self.sessions.retain(|old| old.live.is_some() || old.shard != shard);
        self.evict_oldest();
        let told = VecDeque::new();
        let live = Some(out.clone());
        self.sessions.push(GatewaySession {
            id: id.clone(),
            shard,
            intents,
            sequence: 0,
            told,
            live,
        });
        self.send_initial_events(shard, intents);
        self.journal.note(Change::Places);
        Ok(id)
    }

    /// Evicts the oldest disconnected sessions above [`MAX_DISCONNECTED`]: a bot resumes at most
    /// one session per shard.
    fn evict_oldest(&mut self) {
        let disconnected = self.sessions.iter().filter(|old| old.live.is_none()).count();
        let mut excess = disconnected.saturating_sub(MAX_DISCONNECTED);
        self.sessions.retain(|old| {
            let evict = old.live.is_none() && excess > 0;
            excess -= usize::from(evict);
            !evict
        });
    }

    /// Returns close code 4004 if the token is wrong.
    fn check_token(&self, data: &Value) -> Result<(), u16> {
        let token = data["token"].as_str().unwrap_or_default();
        let token = token.strip_prefix("Bot ").unwrap_or(token);
        if token == self.options.token { Ok(()) } else { Err(4004) }
    }

    /// Sends `READY` to the newest session, then `GUILD_CREATE` for each guild of its shard.
    fn send_initial_events(&mut self, shard: (u32, u32), intents: u64) {
        let here: Vec<Id> = self.guilds.keys().copied().filter(|id| self.has_bot(*id)).collect();
        let here: Vec<Id> =
            here.into_iter().filter(|id| shard_of(*id, shard.1) == shard.0).collect();
        let mut events = vec![("READY", self.ready_payload(shard, &here))];
        let created = here.iter().filter_map(|id| self.guilds.get(id)).filter(|guild| !guild.out);
        if intents & GUILDS != 0 {
            events.extend(
                created.map(|guild| ("GUILD_CREATE", api_json::guild_created(self, guild))),
            );
        }
        if let Some(session) = self.sessions.last_mut() {
            for (event, data) in events {
                session.tell(event, &data);
            }
        }
    }

    fn ready_payload(&self, shard: (u32, u32), guilds: &[Id]) -> Value {
        let guilds: Vec<Value> =
            guilds.iter().map(|id| json!({ "id": id.to_string(), "unavailable": true })).collect();
        let session = self.sessions.last().map(|session| session.id.clone());
        json!({
            "v": 10,
            "user": self.users.get(&self.bot).map(api_json::user),
            "guilds": guilds,
            "private_channels": [],
            "session_id": session,
            "resume_gateway_url": self.base.replacen("http", "ws", 1),
            "shard": [shard.0, shard.1],
            "application": { "id": self.application.to_string(), "flags": 0 },
        })
    }

    /// Resumes a session and replays the events after `seq`. Returns `None` if the session has
    /// ended or cannot replay from `seq`, and the close code if the token is wrong.
    pub(super) fn resume(
        &mut self,
        data: &Value,
        out: &UnboundedSender<OutgoingFrame>,
    ) -> Result<Option<String>, u16> {
        self.check_token(data)?;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let sequence = data["seq"].as_u64().unwrap_or(0);
        let found = self.sessions.iter_mut().find(|session| session.id == id);
        let Some(session) = found.filter(|session| session.can_replay_after(sequence)) else {
            return Ok(None);
        };
        session.live = Some(out.clone());
        for (_, text) in session.told.iter().filter(|(number, _)| *number > sequence) {
            session.send(OutgoingFrame::Text(text.clone()));
        }
        session.tell("RESUMED", &json!({}));
        self.resumed += 1;
        self.journal.note(Change::Places);
        Ok(Some(id))
    }

    /// Detaches a session from an ended connection. A clean close by the bot ends the session.
    /// A session that has resumed on another connection stays attached to that one.
    pub(super) fn hang_up(&mut self, id: &str, out: &UnboundedSender<OutgoingFrame>, clean: bool) {
        let same = |live: &UnboundedSender<OutgoingFrame>| live.same_channel(out);
        for session in self.sessions.iter_mut().filter(|session| session.id == id) {
            if session.live.as_ref().is_some_and(same) {
                session.live = None;
                if clean {
                    session.id.clear();
                }
            }
        }
        self.sessions.retain(|session| !session.id.is_empty());
        self.journal.note(Change::Places);
    }
}
