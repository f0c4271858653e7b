//! Gateway: dispatches events to the sessions of a bot's shards.
//!
//! There is no compression: a bot that asks for it still gets plain JSON.

mod sessions;
mod socket;

pub(super) use sessions::GatewaySession;
pub(super) use socket::run;

use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;

use super::api_json;
use super::faults::{Fault, FaultEffect, HeldInteraction};
use super::ids::Id;
use super::permissions::VIEW_CHANNEL;
use super::world::World;
use sessions::OutgoingFrame;

/// Maximum size of a bot's frame. Discord allows 4096 bytes, but some libraries send more.
pub(super) const LARGEST_FRAME: usize = 64 * 1024;

/// Intent for guilds, channels, threads and roles.
pub(super) const GUILDS: u64 = 1;
/// Privileged intent for guild members.
pub(super) const GUILD_MEMBERS: u64 = 1 << 1;
/// Intent for messages in guilds.
pub(super) const GUILD_MESSAGES: u64 = 1 << 9;
/// Intent for reactions in guilds.
pub(super) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
/// Intent for direct messages.
pub(super) const DIRECT_MESSAGES: u64 = 1 << 12;
/// Intent for reactions to direct messages.
pub(super) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
/// Privileged intent for the content of messages.
pub(super) const MESSAGE_CONTENT: u64 = 1 << 15;

impl World {
    /// Dispatches an event to the sessions of `guild`'s shard that have any of `intents`.
    /// 0 stands for all sessions of the shard. Events without a guild go to shard 0.
    pub(super) fn tell(&mut self, event: &str, guild: Option<Id>, intents: u64, data: Value) {
        // `GUILD_DELETE` is the only event of a guild that the bot is not in.
        let inside = guild.is_none_or(|guild| self.has_bot(guild)) || event == "GUILD_DELETE";
        if !inside || self.faults.on_event(event) == FaultEffect::Lost {
            return;
        }
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            if intents == 0 || session.intents & intents != 0 {
                session.tell(event, &data);
            }
        }
    }

    /// Dispatches a message event; ephemeral messages have none. Sessions without
    /// `MESSAGE_CONTENT` get the content only of the bot's own messages, of direct messages and
    /// of messages that mention the bot.
    pub(super) fn tell_message(&mut self, event: &str, id: Id) {
        let Some(message) = self.messages.get(&id).filter(|message| message.only.is_none()) else {
            return;
        };
        let guild = self.guild_of(message.channel).map(|guild| guild.id);
        let intents = if guild.is_some() { GUILD_MESSAGES } else { DIRECT_MESSAGES };
        let sees = self.may(self.bot, message.channel) & VIEW_CHANNEL != 0;
        let body = api_json::message_event(self, message);
        let open =
            message.author == self.bot || guild.is_none() || message.pinged.contains(&self.bot);
        if !sees || self.faults.on_event(event) == FaultEffect::Lost {
            return;
        }
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            if session.intents & intents != 0 {
                let seen = open || session.intents & MESSAGE_CONTENT != 0;
                let body = if seen { body.clone() } else { api_json::veiled(body.clone()) };
                session.tell(event, &Value::Object(body));
            }
        }
    }

    /// Dispatches an interaction. A fault can lose, hold back or duplicate it.
    pub(super) fn tell_interaction(&mut self, guild: Option<Id>, payload: Value) {
        if guild.is_some_and(|guild| !self.has_bot(guild)) {
            return;
        }
        match self.faults.on_event("INTERACTION_CREATE") {
            FaultEffect::Lost => {}
            FaultEffect::Held => self.faults.held.push(HeldInteraction { guild, payload }),
            FaultEffect::Twice => {
                self.dispatch_interaction(guild, &payload);
                self.dispatch_interaction(guild, &payload);
            }
            FaultEffect::Sent => self.dispatch_interaction(guild, &payload),
        }
    }

    fn dispatch_interaction(&mut self, guild: Option<Id>, payload: &Value) {
        for session in self.sessions.iter_mut().filter(|session| session.concerns(guild)) {
            session.tell("INTERACTION_CREATE", payload);
        }
    }

    /// Applies a fault that needs no request or event to trigger it. Returns `false` for any other
    /// fault, which stays scheduled.
    pub(super) fn strike(&mut self, fault: &Fault) -> bool {
        match fault {
            Fault::Close { code } => self.send_all(|| OutgoingFrame::Close(*code)),
            Fault::Cut => self.send_all(|| OutgoingFrame::Cut),
            Fault::Reconnect => self.send_all(|| text(json!({ "op": 7, "d": null }))),
            Fault::Invalid { resumable } => {
                self.send_all(|| text(json!({ "op": 9, "d": resumable })));
                if !resumable {
                    self.sessions.clear();
                }
            }
            Fault::Say { frame } => self.send_all(|| OutgoingFrame::Text(frame.clone())),
            Fault::Release { backwards } => self.release_held(*backwards),
            _ => return false,
        }
        if let Fault::Close { code: 4003..=4014 } = fault {
            self.sessions.clear();
        }
        true
    }

    /// Sends a frame to every connection. A frame that ends the connection also detaches its
    /// session.
    fn send_all(&mut self, out: impl Fn() -> OutgoingFrame) {
        for session in &mut self.sessions {
            let frame = out();
            let ends = !matches!(frame, OutgoingFrame::Text(_));
            session.send(frame);
            if ends {
                session.live = None;
            }
        }
    }

    /// Drops every connection and session when the server stops.
    pub(super) fn hang_up_all(&mut self) {
        self.send_all(|| OutgoingFrame::Cut);
        self.sessions.clear();
    }

    /// Dispatches the interactions that were held back, optionally in reverse order.
    fn release_held(&mut self, backwards: bool) {
        let mut held = std::mem::take(&mut self.faults.held);
        if backwards {
            held.reverse();
        }
        for interaction in held {
            self.dispatch_interaction(interaction.guild, &interaction.payload);
        }
    }

    /// Number of connected sessions.
    pub fn connected(&self) -> usize {
        let open = |live: &UnboundedSender<OutgoingFrame>| !live.is_closed();
        self.sessions.iter().filter(|session| session.live.as_ref().is_some_and(open)).count()
    }

    /// Number of sessions, connected or not.
    pub fn sessions_kept(&self) -> usize {
        self.sessions.len()
    }

    /// Number of successful identifies.
    pub fn identified(&self) -> u32 {
        self.identified
    }

    /// Number of successful resumes.
    pub fn resumed(&self) -> u32 {
        self.resumed
    }
}

fn text(payload: Value) -> OutgoingFrame {
    OutgoingFrame::Text(payload.to_string())
}

#[cfg(test)]
mod tests {
    use tokio::sync::mpsc::{self, UnboundedReceiver};

    use super::*;
    use crate::sandbox::Options;
    use crate::sandbox::messages::Draft;

    /// A world with one connected shard, and the frames sent to it.
    fn world() -> (World, UnboundedReceiver<OutgoingFrame>) {
        let mut world = World::new(Options::default(), "http://localhost".to_owned());
        let (out, post) = mpsc::unbounded_channel();
        let hello = json!({ "token": world.options.token, "intents": GUILDS });
        world.identify(&hello, &out).unwrap();
        (world, post)
    }

    /// Drains `post` and returns the numbers of the interactions among the frames.
    fn told(post: &mut UnboundedReceiver<OutgoingFrame>) -> Vec<u64> {
        let mut told = Vec::new();
        while let Ok(OutgoingFrame::Text(text)) = post.try_recv() {
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
        while let Ok(OutgoingFrame::Text(text)) = post.try_recv() {
            let event: Value = serde_json::from_str(&text).unwrap();
            if event["d"]["emoji"]["name"] == "🔥" {
                assert_eq!(event["d"]["user_id"], ada.to_string());
                told.push(event["t"].as_str().unwrap().to_owned());
            }
        }
        assert_eq!(told, ["MESSAGE_REACTION_ADD", "MESSAGE_REACTION_REMOVE"]);
        while let Ok(OutgoingFrame::Text(text)) = deaf.try_recv() {
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
