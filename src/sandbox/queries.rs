//! Read access to the state of the sandbox, for the program that runs it.

use std::collections::BTreeMap;

use serde_json::Value;

use super::action_result::ShownMessage;
use super::ids::Id;
use super::messages::{LOADING, flags};
use super::permissions;
use super::recorder::RecordedRequest;
use super::world::{self, World};

fn shown(message: &world::Message) -> ShownMessage {
    ShownMessage {
        id: message.id,
        channel: message.channel,
        value: Value::Object(message.body.clone()),
        pinged: message.pinged.clone(),
        only: message.only,
    }
}

impl World {
    /// Id of the bot's user.
    pub fn bot(&self) -> Id {
        self.bot
    }

    /// Id of the bot's application.
    pub fn application(&self) -> Id {
        self.application
    }

    /// A message, ephemeral or not.
    pub fn message(&self, id: Id) -> Option<ShownMessage> {
        self.messages.get(&id).map(shown)
    }

    /// The messages of a channel without ephemeral ones, newest last.
    pub fn messages(&self, channel: Id) -> Vec<ShownMessage> {
        let ids = self.channels.get(&channel).map(|channel| channel.messages.as_slice());
        let ids = ids.unwrap_or_default();
        ids.iter().filter_map(|id| self.messages.get(id)).map(shown).collect()
    }

    /// The newest messages a user sees in a channel, at most `most`, newest first.
    pub fn newest(&self, user: Id, channel: Id, most: usize) -> Vec<ShownMessage> {
        let visible = |one: &&world::Message| {
            one.channel == channel && one.only.is_none_or(|only| only == user)
        };
        self.messages.values().rev().filter(visible).take(most).map(shown).collect()
    }

    /// The ephemeral messages a user sees in a channel, newest last.
    pub fn private(&self, user: Id, channel: Id) -> Vec<ShownMessage> {
        let own = |one: &&world::Message| one.only == Some(user) && one.channel == channel;
        self.messages.values().filter(own).map(shown).collect()
    }

    /// The ephemeral messages of a channel, by user.
    pub fn told_alone(&self, channel: Id) -> BTreeMap<Id, Vec<ShownMessage>> {
        let mut by_user: BTreeMap<Id, Vec<ShownMessage>> = BTreeMap::new();
        for message in self.messages.values().filter(|one| one.channel == channel) {
            if let Some(user) = message.only {
                by_user.entry(user).or_default().push(shown(message));
            }
        }
        by_user
    }

    /// Whether a message visible to the user has this file attached.
    pub(super) fn shows_file(&self, user: Id, file: Id) -> bool {
        let (file, is_file) = (file.to_string(), |one: &Value, file: &str| one["id"] == file);
        let sees = |one: &world::Message| {
            one.only.is_none_or(|only| only == user)
                && self.may(user, one.channel) & permissions::VIEW_CHANNEL != 0
        };
        self.messages.values().any(|one| {
            let files = one.body.get("attachments").and_then(Value::as_array);
            files.is_some_and(|files| files.iter().any(|one| is_file(one, &file))) && sees(one)
        })
    }

    /// The channels and threads of a guild.
    pub fn channels(&self, guild: Id) -> Vec<Value> {
        let here = self.channels.values().filter(|channel| channel.guild == Some(guild));
        here.map(|channel| super::api_json::channel(self, channel)).collect()
    }

    /// The current state of an interaction's original response.
    pub fn original(&self, interaction: Id) -> Option<ShownMessage> {
        self.message(self.interactions.get(&interaction)?.original?)
    }

    /// All messages sent for an interaction, in order.
    pub fn said(&self, interaction: Id) -> Vec<ShownMessage> {
        let said = self.interactions.get(&interaction).map(|one| one.said.as_slice());
        said.unwrap_or_default().iter().filter_map(|id| self.message(*id)).collect()
    }

    /// The token of the newest interaction.
    pub fn newest_token(&self) -> Option<String> {
        let newest = self.interactions.values().max_by_key(|one| one.id);
        newest.map(|one| one.token.clone())
    }

    /// Deferred responses without content: Discord shows the bot as thinking.
    pub fn unfinished_deferrals(&self) -> Vec<ShownMessage> {
        let loading = |one: &&world::Message| flags(&one.body) & LOADING != 0;
        self.messages.values().filter(loading).map(shown).collect()
    }

    /// Messages that notified users, with the ids of those users.
    pub fn pings(&self) -> Vec<(Id, Vec<Id>)> {
        let pinging = self.messages.values().filter(|message| !message.pinged.is_empty());
        pinging.map(|message| (message.id, message.pinged.clone())).collect()
    }

    /// The commands registered in a guild, or the global ones for `None`.
    pub fn commands(&self, guild: Option<Id>) -> Vec<Value> {
        self.commands.get(&guild.unwrap_or(0)).cloned().unwrap_or_default()
    }

    /// Permissions of a user in a channel.
    pub fn permissions(&self, user: Id, channel: Id) -> u64 {
        self.may(user, channel)
    }

    /// The recorded requests, oldest first.
    pub fn requests(&self) -> &[RecordedRequest] {
        &self.recorder.requests
    }

    /// Problems found in requests, oldest first.
    pub fn violations(&self) -> &[String] {
        &self.recorder.violations
    }

    /// The content of an uploaded file. Returns `None` if it is not kept any more.
    pub fn file(&self, attachment: Id) -> Option<Vec<u8>> {
        self.files.get(attachment).map(|(_, bytes)| bytes.to_vec())
    }
}
