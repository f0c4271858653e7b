//! Channels, threads and the clock, as changed by the program that runs the sandbox.
//!
//! No permission checks, as in `guilds`.

use std::time::Duration;

use serde_json::{Value, json};

use super::api_json;
use super::gateway::GUILDS;
use super::ids::Id;
use super::journal::Change;
use super::permissions as may;
use super::world::{Channel, DIRECT, Overwrite, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, World};

impl World {
    /// Adds a text channel to a guild.
    pub fn add_channel(&mut self, guild: Id, name: &str) -> Id {
        let id = self.ids.next();
        let (kind, name, guild) = (TEXT, name.to_owned(), Some(guild));
        self.channels.insert(id, Channel { id, kind, guild, name, ..Channel::default() });
        self.tell_channel("CHANNEL_CREATE", id);
        id
    }

    /// Adds a thread with `owner` as its only member; a private one is visible to its members.
    pub fn add_thread(&mut self, parent: Id, owner: Id, name: &str, private: bool) -> Id {
        let id = self.ids.next();
        let thread = Channel {
            id,
            kind: if private { PRIVATE_THREAD } else { PUBLIC_THREAD },
            guild: self.channels.get(&parent).and_then(|channel| channel.guild),
            parent: Some(parent),
            owner: Some(owner),
            name: name.to_owned(),
            auto_archive: 1440,
            archived_at: self.ids.now(),
            thread_members: [owner].into(),
            ..Channel::default()
        };
        self.channels.insert(id, thread);
        if self.may(self.bot, id) & may::VIEW_CHANNEL != 0 {
            self.tell_channel("THREAD_CREATE", id);
        }
        id
    }

    /// The direct message channel of a user with the bot, created if there is none.
    pub fn direct_channel(&mut self, user: Id) -> Id {
        let existing = self.channels.values().find(|channel| channel.recipient == Some(user));
        if let Some(channel) = existing {
            return channel.id;
        }
        let id = self.ids.next();
        let (kind, recipient) = (DIRECT, Some(user));
        self.channels.insert(id, Channel { id, kind, recipient, ..Channel::default() });
        id
    }

    /// Sets the permission overwrite of a role or member in a channel; 0 for both removes it.
    pub fn overwrite(&mut self, channel: Id, target: Id, allow: u64, deny: u64) {
        let member = self.users.contains_key(&target);
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.overwrites.retain(|overwrite| overwrite.id != target);
            if allow | deny != 0 {
                channel.overwrites.push(Overwrite { id: target, member, allow, deny });
            }
        }
        self.tell_channel("CHANNEL_UPDATE", channel);
    }

    /// Sets whether a thread is archived and locked.
    pub fn set_thread(&mut self, thread: Id, archived: bool, locked: bool) {
        if let Some(channel) = self.channels.get_mut(&thread) {
            channel.locked = locked;
        }
        self.archive(thread, archived);
    }

    /// Deletes a message, as a moderator would.
    pub fn delete_message(&mut self, message: Id) {
        self.remove(message);
    }

    /// Deletes a channel or thread, with its threads and messages.
    pub fn delete_channel(&mut self, channel: Id) {
        self.remove_channel(channel);
    }

    pub(super) fn remove_channel(&mut self, id: Id) {
        let threads: Vec<Id> =
            self.channels.values().filter(|one| one.parent == Some(id)).map(|one| one.id).collect();
        threads.into_iter().for_each(|thread| self.remove_channel(thread));
        let Some(channel) = self.channels.get(&id) else {
            return;
        };
        let (guild, thread, value) =
            (channel.guild, channel.is_thread(), api_json::channel(self, channel));
        self.channels.remove(&id);
        self.messages.retain(|_, message| message.channel != id);
        self.journal.marks.retain(|(_, channel), _| *channel != id);
        self.journal.note(Change::Places);
        let event = if thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let data = if thread { partial_thread(&value) } else { value };
        self.tell(event, guild, GUILDS, data);
    }

    /// Removes an ephemeral message, as when its user dismisses it.
    pub fn dismiss(&mut self, message: Id) {
        if self.messages.get(&message).is_some_and(|message| message.only.is_some()) {
            self.remove(message);
        }
    }

    /// Ends the setup: from now on ids follow the clock, and unread messages are counted.
    pub fn settle(&mut self) {
        self.ids.as_of(None);
        self.journal.counting = true;
    }

    /// Advances the sandbox's clock, so that tokens expire and messages age.
    pub fn pass(&mut self, time: Duration) {
        self.ids.pass(time);
    }
}

/// The partial channel of `THREAD_DELETE`.
fn partial_thread(value: &Value) -> Value {
    json!({
        "id": value["id"],
        "guild_id": value["guild_id"],
        "parent_id": value["parent_id"],
        "type": value["type"],
    })
}
