//! The gateway: hello, identify, resume, heartbeats, and everything a bot is told.
//!
//! May use: the world, axum's websocket. Deliberately absent: compression; a
//! bot may ask for it and still gets plain JSON.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::faults::{Fate, Fault, Held};
use super::ids::{Id, shard_of};
use super::server::Shared;
use super::shapes;
use super::world::World;

/// Guilds, channels, threads, roles.
pub(super) const GUILDS: u64 = 1;
/// Members; privileged.
pub(super) const GUILD_MEMBERS: u64 = 1 << 1;
/// Messages in guilds.
pub(super) const GUILD_MESSAGES: u64 = 1 << 9;
/// Direct messages.
pub(super) const DIRECT_MESSAGES: u64 = 1 << 12;
/// What is in messages; privileged.
pub(super) const MESSAGE_CONTENT: u64 = 1 << 15;
const PRIVILEGED: u64 = GUILD_MEMBERS | 1 << 8 | MESSAGE_CONTENT;
/// What a connection may send in a minute.
const SENDS: u32 = 120;
/// Events kept for a resume.
const KEPT: usize = 4000;

/// What goes out over a socket.
pub(super) enum Out {
    Text(String),
    Close(u16),
    Cut,
}

/// A session of a shard; it outlives its connection.
pub(super) struct Session {
    id: String,
    shard: (u32, u32),
    intents: u64,
    sequence: u64,
    /// What was told, for a resume.
    told: std::collections::VecDeque<(u64, String)>,
    /// The connection, while there is one.
    live: Option<UnboundedSender<Out>>,
}

impl Session {
    fn concerns(&self, guild: Option<Id>) -> bool {
        guild.map_or(0, |guild| shard_of(guild, self.shard.1)) == self.shard.0
    }

    fn tell(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let text = json!({ "op": 0, "t": event, "s": self.sequence, "d": data }).to_string();
        if self.told.len() >= KEPT {
            self.told.pop_front();
        }
        self.told.push_back((self.sequence, text.clone()));
        self.send(Out::Text(text));
    }

    fn send(&self, out: Out) {
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
    /// Tells an event to the shard of a guild, if it asked for any of these intents; 0 is for all.
    pub(super) fn tell(&mut self, event: &str, guild: Option<Id>, intents: u64, data: Value) {
        if self.faults.on_event(event) == Fate::Lost {
            return;
        }
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            if intents == 0 || session.intents & intents != 0 {
                session.tell(event, &data);
            }
        }
    }

    /// Tells of a message, without its content where that was not granted.
    pub(super) fn tell_message(&mut self, event: &str, id: Id) {
        let Some(message) = self.messages.get(&id).filter(|message| message.only.is_none()) else {
            return;
        };
        let guild = self.guild_of(message.channel).map(|guild| guild.id);
        let intents = if guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        let body = shapes::message_event(self, message);
        let open =
            message.author == self.bot || guild.is_none() || message.pinged.contains(&self.bot);
        if self.faults.on_event(event) == Fate::Lost {
            return;
        }
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            if session.intents & intents != 0 {
                let seen = open || session.intents & MESSAGE_CONTENT != 0;
                let body = if seen { body.clone() } else { shapes::veiled(body.clone()) };
                session.tell(event, &Value::Object(body));
            }
        }
    }

    /// Tells an interaction, as the faults will have it.
    pub(super) fn tell_interaction(&mut self, guild: Option<Id>, payload: Value) {
        match self.faults.on_event("INTERACTION_CREATE") {
            Fate::Lost => {}
            Fate::Held => self.faults.held.push(Held { guild, payload }),
            Fate::Twice => {
                self.pass_on(guild, &payload);
                self.pass_on(guild, &payload);
            }
            Fate::Sent => self.pass_on(guild, &payload),
        }
    }

    fn pass_on(&mut self, guild: Option<Id>, payload: &Value) {
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            session.tell("INTERACTION_CREATE", payload);
        }
    }

    /// A fault of the gateway strikes at once.
    pub(super) fn strike(&mut self, fault: &Fault) -> bool {
        match fault {
            Fault::Close { code } => self.to_all(|| Out::Close(*code)),
            Fault::Cut => self.to_all(|| Out::Cut),
            Fault::Reconnect => self.to_all(|| text(json!({ "op": 7, "d": null }))),
            Fault::Invalid { resumable } => {
                self.to_all(|| text(json!({ "op": 9, "d": resumable })));
                if !resumable {
                    self.sessions.clear();
                }
            }
            Fault::Release { backwards } => self.release(*backwards),
            _ => return false,
        }
        if let Fault::Close { code: 4003..=4014 } = fault {
            self.sessions.clear();
        }
        true
    }

    /// Sends to every connection; one that is closed hears nothing after it.
    fn to_all(&mut self, out: impl Fn() -> Out) {
        for session in &mut self.sessions {
            let last = out();
            let ends = !matches!(last, Out::Text(_));
            session.send(last);
            if ends {
                session.live = None;
            }
        }
    }

    /// The doors close.
    pub(super) fn hang_up_all(&mut self) {
        self.to_all(|| Out::Cut);
        self.sessions.clear();
    }

    fn release(&mut self, backwards: bool) {
        let mut held = std::mem::take(&mut self.faults.held);
        if backwards {
            held.reverse();
        }
        for one in held {
            self.pass_on(one.guild, &one.payload);
        }
    }

    /// Shards that are connected.
    pub fn connected(&self) -> usize {
        let open = |live: &UnboundedSender<Out>| !live.is_closed();
        self.sessions.iter().filter(|session| session.live.as_ref().is_some_and(open)).count()
    }

    /// How often a shard has identified itself.
    pub fn identified(&self) -> u32 {
        self.identified
    }

    /// How often a shard has resumed.
    pub fn resumed(&self) -> u32 {
        self.resumed
    }

    fn identify(&mut self, data: &Value, out: &UnboundedSender<Out>) -> Result<String, u16> {
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
        let told = std::collections::VecDeque::new();
        let live = Some(out.clone());
        self.sessions.push(Session { id: id.clone(), shard, intents, sequence: 0, told, live });
        self.welcome(shard, intents);
        Ok(id)
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
    fn resume(&mut self, data: &Value, out: &UnboundedSender<Out>) -> Result<Option<String>, u16> {
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
        Ok(Some(id))
    }

    /// A connection ended; a goodbye of the bot ends its session too.
    fn hang_up(&mut self, id: &str, out: &UnboundedSender<Out>, goodbye: bool) {
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
    }
}

fn text(payload: Value) -> Out {
    Out::Text(payload.to_string())
}

/// One connection, from hello to its end.
pub(super) async fn attend(shared: Arc<Shared>, mut socket: WebSocket) {
    let (out, mut post) = mpsc::unbounded_channel();
    let mut visitor = Visitor { shared, out, session: None, minute: (Instant::now(), 0) };
    let every = visitor.shared.lock().options.heartbeat_every.as_millis() as u64;
    let _ = visitor.out.send(text(json!({ "op": 10, "d": { "heartbeat_interval": every } })));
    let mut goodbye = false;
    loop {
        tokio::select! {
            frame = socket.recv() => match frame {
                Some(Ok(Frame::Text(text))) => visitor.hear(&text),
                Some(Ok(Frame::Close(frame))) => {
                    goodbye = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            next = post.recv() => match next {
                Some(Out::Text(text)) => {
                    if socket.send(Frame::Text(text.into())).await.is_err() {
                        break;
                    }
                }
                Some(Out::Close(code)) => {
                    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: "".into() }))).await;
                    break;
                }
                Some(Out::Cut) | None => break,
            },
        }
    }
    visitor.leave(goodbye);
}

struct Visitor {
    shared: Arc<Shared>,
    out: UnboundedSender<Out>,
    session: Option<String>,
    minute: (Instant, u32),
}

impl Visitor {
    fn hear(&mut self, text: &str) {
        if self.minute.0.elapsed().as_secs() >= 60 {
            self.minute = (Instant::now(), 0);
        }
        self.minute.1 += 1;
        let heard = if self.minute.1 > SENDS { Err(4008) } else { self.obey(text) };
        if let Err(code) = heard {
            let _ = self.out.send(Out::Close(code));
        }
        self.shared.changed();
    }

    fn obey(&mut self, heard: &str) -> Result<(), u16> {
        let payload: Value = serde_json::from_str(heard).map_err(|_| 4002_u16)?;
        let data = &payload["d"];
        match payload["op"].as_u64() {
            Some(1) => self.heartbeat(),
            Some(2) if self.session.is_some() => return Err(4005),
            Some(2) => self.session = Some(self.shared.lock().identify(data, &self.out)?),
            Some(6) => self.resume(data)?,
            Some(3 | 4 | 8 | 31) if self.session.is_some() => {}
            Some(3 | 4 | 8 | 31) => return Err(4003),
            _ => return Err(4001),
        }
        Ok(())
    }

    fn heartbeat(&mut self) {
        if !self.shared.lock().faults.on_heartbeat() {
            let _ = self.out.send(text(json!({ "op": 11, "d": null })));
        }
    }

    fn resume(&mut self, data: &Value) -> Result<(), u16> {
        self.session = self.shared.lock().resume(data, &self.out)?;
        if self.session.is_none() {
            let _ = self.out.send(text(json!({ "op": 9, "d": false })));
        }
        Ok(())
    }

    fn leave(&self, goodbye: bool) {
        if let Some(session) = &self.session {
            self.shared.lock().hang_up(session, &self.out, goodbye);
        }
        self.shared.changed();
    }
}
