//! The gateway: everything a bot is told, and to which session.
//!
//! May use: the world, axum's websocket. Deliberately absent: compression; a
//! bot may ask for it and still gets plain JSON.

mod sessions;
mod socket;

pub(super) use sessions::Session;
pub(super) use socket::attend;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::faults::{Fate, Fault, Held};
use super::ids::Id;
use super::permissions::VIEW_CHANNEL;
use super::shapes;
use super::world::World;
use sessions::Out;

/// What a bot may say at once; Discord takes 4096 bytes, some libraries send a little more.
pub(super) const LARGEST_FRAME: usize = 64 * 1024;

/// Guilds, channels, threads, roles.
pub(super) const GUILDS: u64 = 1;
/// Members; privileged.
pub(super) const GUILD_MEMBERS: u64 = 1 << 1;
/// Messages in guilds.
pub(super) const GUILD_MESSAGES: u64 = 1 << 9;
/// Reactions to them.
pub(super) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
/// Direct messages.
pub(super) const DIRECT_MESSAGES: u64 = 1 << 12;
/// Reactions to those.
pub(super) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
/// What is in messages; privileged.
pub(super) const MESSAGE_CONTENT: u64 = 1 << 15;

impl World {
    /// Tells an event to the shard of a guild, if it asked for any of these intents; 0 is for all.
    pub(super) fn tell(&mut self, event: &str, guild: Option<Id>, intents: u64, data: Value) {
        // Of a guild it is not in, a bot hears the end and nothing more.
        let inside = guild.is_none_or(|guild| self.has_bot(guild)) || event == "GUILD_DELETE";
        if !inside || self.faults.on_event(event) == Fate::Lost {
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
        let sees = self.may(self.bot, message.channel) & VIEW_CHANNEL != 0;
        let body = shapes::message_event(self, message);
        let open =
            message.author == self.bot || guild.is_none() || message.pinged.contains(&self.bot);
        if !sees || self.faults.on_event(event) == Fate::Lost {
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
        if guild.is_some_and(|guild| !self.has_bot(guild)) {
            return;
        }
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
            Fault::Close { code } => self.tell_all(|| Out::Close(*code)),
            Fault::Cut => self.tell_all(|| Out::Cut),
            Fault::Reconnect => self.tell_all(|| text(json!({ "op": 7, "d": null }))),
            Fault::Invalid { resumable } => {
                self.tell_all(|| text(json!({ "op": 9, "d": resumable })));
                if !resumable {
                    self.sessions.clear();
                }
            }
            Fault::Say { frame } => self.tell_all(|| Out::Text(frame.clone())),
            Fault::Release { backwards } => self.release(*backwards),
            _ => return false,
        }
        if let Fault::Close { code: 4003..=4014 } = fault {
            self.sessions.clear();
        }
        true
    }

    /// Sends to every connection; one that is closed hears nothing after it.
    fn tell_all(&mut self, out: impl Fn() -> Out) {
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
        self.tell_all(|| Out::Cut);
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

    /// Sessions of shards, connected or not.
    pub fn sessions_kept(&self) -> usize {
        self.sessions.len()
    }

    /// How often a shard has identified itself.
    pub fn identified(&self) -> u32 {
        self.identified
    }

    /// How often a shard has resumed.
    pub fn resumed(&self) -> u32 {
        self.resumed
    }
}

fn text(payload: Value) -> Out {
    Out::Text(payload.to_string())
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{self, UnboundedReceiver};

    use super::*;
    use crate::sandbox::Options;
    use crate::sandbox::messages::Draft;

    /// A world with one shard that listens.
    fn world() -> (World, UnboundedReceiver<Out>) {
        let mut world = World::new(Options::default(), "http://localhost".to_owned());
        let (out, post) = mpsc::unbounded_channel();
        let hello = json!({ "token": world.options.token, "intents": GUILDS });
        world.identify(&hello, &out).unwrap();
        (world, post)
    }

    /// The interactions that were told so far, by their numbers.
    fn told(post: &mut UnboundedReceiver<Out>) -> Vec<u64> {
        let mut told = Vec::new();
        while let Ok(Out::Text(text)) = post.try_recv() {
            let event: Value = serde_json::from_str(&text).unwrap();
            if event["t"] == "INTERACTION_CREATE" {
                told.push(event["d"].as_u64().unwrap());
            }
        }
        told
    }

    #[test]
    fn held_interactions_come_later_and_in_the_order_that_was_asked_for() {
        for (backwards, order) in [(false, [1, 2]), (true, [2, 1])] {
            let (mut world, mut post) = world();
            world.faults.order(Fault::Hold { times: 2 });
            (1..=3).for_each(|number| world.tell_interaction(None, json!(number)));
            assert_eq!(told(&mut post), [3], "only two are held");
            world.strike(&Fault::Release { backwards });
            assert_eq!(told(&mut post), order);
        }
    }

    #[test]
    fn a_reaction_is_told_to_those_who_ask_for_it() {
        let (mut world, mut deaf) = world();
        let (out, mut post) = mpsc::unbounded_channel();
        let hello = json!({ "token": world.options.token, "intents": GUILD_MESSAGE_REACTIONS });
        world.identify(&hello, &out).unwrap();
        let ada = world.add_user("Ada");
        let guild = world.add_guild("City", ada);
        let channel = world.add_channel(guild, "hall");
        let (body, files, only, kind) = (&json!({ "content": "hello" }), &[], None, 0);
        let extra = serde_json::Map::new();
        let draft = Draft { channel, author: ada, body, files, only, kind, extra };
        let message = world.post(&draft).unwrap();
        world.react(ada, message, "🔥");
        world.react(ada, message, "🔥");
        world.unreact(message, Some("🔥"), Some(ada));
        let mut told = Vec::new();
        while let Ok(Out::Text(text)) = post.try_recv() {
            let event: Value = serde_json::from_str(&text).unwrap();
            if event["d"]["emoji"]["name"] == "🔥" {
                assert_eq!(event["d"]["user_id"], ada.to_string());
                told.push(event["t"].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(told, ["MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE"]);
        while let Ok(Out::Text(text)) = deaf.try_recv() {
            assert!(!text.contains("REACTION"), "{text}");
        }
    }

    #[test]
    fn interactions_are_told_twice_or_not_at_all_if_that_is_ordered() {
        let (mut world, mut post) = world();
        world.faults.order(Fault::Twice { times: 1 });
        world.faults.order(Fault::Lose { event: "INTERACTION_CREATE".to_owned(), times: 1 });
        (1..=3).for_each(|number| world.tell_interaction(None, json!(number)));
        assert_eq!(told(&mut post), [1, 1, 3]);
    }
}
