//! What can be read of the world by those who run it.
//!
//! May use: the world. Deliberately absent: changes.

use std::collections::BTreeMap;

use serde_json::Value;

use super::acting::Message;
use super::ids::Id;
use super::messages::{LOADING, flags};
use super::permissions;
use super::recorder::Recorded;
use super::world::{self, World};

fn shown(message: &world::Message) -> Message {
    Message {
        id: message.id,
        channel: message.channel,
        value: Value::Object(message.body.clone()),
        pinged: message.pinged.clone(),
        only: message.only,
    }
}

impl World {
    /// The bot's user.
    pub fn bot(&self) -> Id {
        self.bot
    }

    /// The bot's application.
    pub fn application(&self) -> Id {
        self.application
    }

    /// A message, ephemeral ones included.
    pub fn message(&self, id: Id) -> Option<Message> {
        self.messages.get(&id).map(shown)
    }

    /// The messages of a channel, newest last.
    pub fn messages(&self, channel: Id) -> Vec<Message> {
        let ids = self.channels.get(&channel).map(|channel| channel.messages.as_slice());
        let ids = ids.unwrap_or_default();
        ids.iter().filter_map(|id| self.messages.get(id)).map(shown).collect()
    }

    /// The newest messages a user sees in a channel, newest first.
    pub fn newest(&self, user: Id, channel: Id, most: usize) -> Vec<Message> {
        let seen = |one: &&world::Message| {
            one.channel == channel && one.only.is_none_or(|only| only == user)
        };
        self.messages.values().rev().filter(seen).take(most).map(shown).collect()
    }

    /// The ephemeral messages a user sees in a channel, newest last.
    pub fn private(&self, user: Id, channel: Id) -> Vec<Message> {
        let own = |one: &&world::Message| one.only == Some(user) && one.channel == channel;
        self.messages.values().filter(own).map(shown).collect()
    }

    /// What was said in a channel to one person alone, by person.
    pub fn told_alone(&self, channel: Id) -> BTreeMap<Id, Vec<Message>> {
        let mut told: BTreeMap<Id, Vec<Message>> = BTreeMap::new();
        for message in self.messages.values().filter(|one| one.channel == channel) {
            if let Some(user) = message.only {
                told.entry(user).or_default().push(shown(message));
            }
        }
        told
    }

    /// Does a message that somebody can see hold this file?
    pub(super) fn shows_file(&self, user: Id, file: Id) -> bool {
        let (file, held) = (file.to_string(), |one: &Value, file: &str| one["id"] == file);
        let sees = |one: &world::Message| {
            one.only.is_none_or(|only| only == user)
                && self.may(user, one.channel) & permissions::VIEW_CHANNEL != 0
        };
        self.messages.values().any(|one| {
            let files = one.body.get("attachments").and_then(Value::as_array);
            files.is_some_and(|files| files.iter().any(|one| held(one, &file))) && sees(one)
        })
    }

    /// The channels and threads of a guild.
    pub fn channels(&self, guild: Id) -> Vec<Value> {
        let here = self.channels.values().filter(|channel| channel.guild == Some(guild));
        here.map(|channel| super::shapes::channel(self, channel)).collect()
    }

    /// The message an interaction was first answered with, as it is now.
    pub fn original(&self, interaction: Id) -> Option<Message> {
        self.message(self.interactions.get(&interaction)?.original?)
    }

    /// All messages an interaction has sent, in order.
    pub fn said(&self, interaction: Id) -> Vec<Message> {
        let said = self.interactions.get(&interaction).map(|one| one.said.as_slice());
        said.unwrap_or_default().iter().filter_map(|id| self.message(*id)).collect()
    }

    /// The token of the newest interaction.
    pub fn newest_token(&self) -> Option<String> {
        let newest = self.interactions.values().max_by_key(|one| one.id);
        newest.map(|one| one.token.clone())
    }

    /// Messages that still say "thinking".
    pub fn hollow(&self) -> Vec<Message> {
        let hollow = |one: &&world::Message| flags(&one.body) & LOADING != 0;
        self.messages.values().filter(hollow).map(shown).collect()
    }

    /// Every message that really called somebody, and whom.
    pub fn pings(&self) -> Vec<(Id, Vec<Id>)> {
        let called = self.messages.values().filter(|message| !message.pinged.is_empty());
        called.map(|message| (message.id, message.pinged.clone())).collect()
    }

    /// The commands registered in a guild, or everywhere.
    pub fn commands(&self, guild: Option<Id>) -> Vec<Value> {
        self.commands.get(&guild.unwrap_or(0)).cloned().unwrap_or_default()
    }

    /// What a user may do in a channel.
    pub fn permissions(&self, user: Id, channel: Id) -> u64 {
        self.may(user, channel)
    }

    /// Every request so far.
    pub fn requests(&self) -> &[Recorded] {
        &self.recorder.requests
    }

    /// Everything that was wrong with requests so far.
    pub fn violations(&self) -> &[String] {
        &self.recorder.violations
    }

    /// An uploaded file, if it is still kept.
    pub fn file(&self, attachment: Id) -> Option<Vec<u8>> {
        self.files.get(attachment).map(|(_, bytes)| bytes.to_vec())
    }
}
