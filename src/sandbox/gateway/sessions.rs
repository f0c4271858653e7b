//! Sessions of shards: begun, kept while the connection is gone, resumed.
//!
//! May use: the world. Deliberately absent: the connection itself.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::super::ids::{Id, shard_of};
use super::super::journal::Change;
use super::super::shapes;
use super::super::world::World;
use super::{GUILD_MEMBERS, GUILDS, MESSAGE_CONTENT};

/// Intents that have to be granted.
const PRIVILEGED: u64 = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT;
/// Sessions kept for shards that may come back.
const LEFT_BEHIND: usize = 64;
/// Events kept for a resume.
const KEPT: usize = 1000;

/// What goes out over a socket.
pub(in super::super) enum Out {
    Text(String),
    Close(u16),
    Cut,
}

/// A session of a shard; it outlives its connection.
pub(in super::super) struct Session {
    id: String,
    shard: (u32, u32),
    pub(super) intents: u64,
    sequence: u64,
    /// What was told, for a resume.
    told: VecDeque<(u64, String)>,
    /// The connection, while there is one.
    pub(super) live: Option<UnboundedSender<Out>>,
}

impl Session {
    pub(super) fn concerns(&self, guild: Option<Id>) -> bool {
        guild.map_or(0, |guild| shard_of(guild, self.shard.1)) == self.shard.0
    }

    pub(super) fn tell(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({ "op": 0, "t": event, "s": self.sequence, "d": data }).to_string();
        if self.told.len() >= KEPT {
            self.told.pop_front();
        }
        self.told.push_back((self.sequence, text.clone()));
        self.send(Out::Text(text));
    }

    pub(super) fn send(&self, out: Out) {
        if let Some(live) = &self.live {
            // Whoever is gone hears it after a resume.
            let _ = live.send(out);
        }
    }

    /// Everything after a sequence number is still known.
    fn reaches_back_to(&self, sequence: u64) -> bool {
        let oldest = self.told.front().map_or(self.sequence + 1, |(first, _)| *first);
        sequence <= self.sequence && sequence + 1 >= oldest
    }
}

impl World {
    pub(super) fn identify(
        &mut self,
        data: &Value,
        out: &UnboundedSender<Out>,
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
        // What a bot left behind for good would be told to nobody for ever.
        self.sessions.retain(|old| old.live.is_some() || old.shard != shard);
        self.forget_oldest();
        let told = VecDeque::new();
        let live = Some(out.clone());
        self.sessions.push(Session { id: id.clone(), shard, intents, sequence: 0, told, live });
        self.welcome(shard, intents);
        self.journal.note(Change::Places);
        Ok(id)
    }

    /// Nobody comes back as more shards than a bot has.
    fn forget_oldest(&mut self) {
        let gone = self.sessions.iter().filter(|old| old.live.is_none()).count();
        let mut too_many = gone.saturating_sub(LEFT_BEHIND);
        self.sessions.retain(|old| {
            let forget = old.live.is_none() && too_many > 0;
            too_many -= usize::from(forget);
            !forget
        });
    }

    fn check_token(&self, data: &Value) -> Result<(), u16> {
        let token = data["token"].as_str().unwrap_or_default();
        let token = token.strip_prefix("Bot ").unwrap_or(token);
        if token == self.options.token { Ok(()) } else { Err(4004) }
    }

    /// READY, then every guild of the shard.
    fn welcome(&mut self, shard: (u32, u32), intents: u64) {
        let here: Vec<Id> = self.guilds.keys().copied().filter(|id| self.has_bot(*id)).collect();
        let here: Vec<Id> =
            here.into_iter().filter(|id| shard_of(*id, shard.1) == shard.0).collect();
        let mut events = vec![("READY", self.ready(shard, &here))];
        let created = here.iter().filter_map(|id| self.guilds.get(id)).filter(|guild| !guild.out);
        if intents & GUILDS != 0 {
            events.extend(created.map(|one| ("GUILD_CREATE", shapes::guild_created(self, one))));
        }
        if let Some(session) = self.sessions.last_mut() {
            for (event, data) in events {
                session.tell(event, &data);
            }
        }
    }

    fn ready(&self, shard: (u32, u32), guilds: &[Id]) -> Value {
        let guilds: Vec<Value> =
            guilds.iter().map(|id| json!({ "id": id.to_string(), "unavailable": true })).collect();
        let session = self.sessions.last().map(|session| session.id.clone());
        json!({
            "v": 10,
            "user": self.users.get(&self.bot).map(shapes::user),
            "guilds": guilds,
            "private_channels": [],
            "session_id": session,
            "resume_gateway_url": self.base.replacen("http", "ws", 1),
            "shard": [shard.0, shard.1],
            "application": { "id": self.application.to_string(), "flags": 0 },
        })
    }

    /// Goes on with a session; `None` if it is over.
    pub(super) fn resume(
        &mut self,
        data: &Value,
        out: &UnboundedSender<Out>,
    ) -> Result<Option<String>, u16> {
        self.check_token(data)?;
        let id = data["session_id"].as_str().unwrap_or_default().to_owned();
        let sequence = data["seq"].as_u64().unwrap_or(0);
        let found = self.sessions.iter_mut().find(|session| session.id == id);
        let Some(session) = found.filter(|session| session.reaches_back_to(sequence)) else {
            return Ok(None);
        };
        session.live = Some(out.clone());
        for (_, text) in session.told.iter().filter(|(number, _)| *number > sequence) {
            session.send(Out::Text(text.clone()));
        }
        session.tell("RESUMED", &json!({}));
        self.resumed += 1;
        self.journal.note(Change::Places);
        Ok(Some(id))
    }

    /// A connection ended; a goodbye of the bot ends its session too.
    pub(super) fn hang_up(&mut self, id: &str, out: &UnboundedSender<Out>, goodbye: bool) {
        let same = |live: &UnboundedSender<Out>| live.same_channel(out);
        for session in self.sessions.iter_mut().filter(|session| session.id == id) {
            if session.live.as_ref().is_some_and(same) {
                session.live = None;
                if goodbye {
                    session.id.clear();
                }
            }
        }
        self.sessions.retain(|session| !session.id.is_empty());
        self.journal.note(Change::Places);
    }
}
