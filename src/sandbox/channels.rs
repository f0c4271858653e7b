//! Channels, threads and the clock, changed by those who run the world.
//!
//! May use: the world. Deliberately absent: permission, as in `scenery`.

use std::time::Duration;

use serde_json::{Value, json};

use super::gateway::GUILDS;
use super::ids::Id;
use super::journal::Change;
use super::permissions as may;
use super::shapes;
use super::world::{Channel, DIRECT, Overwrite, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, World};

impl World {
    /// A new text channel.
    pub fn add_channel(&mut self, guild: Id, name: &str) -> Id {
        let id = self.ids.next();
        let (kind, name, guild) = (TEXT, name.to_owned(), Some(guild));
        self.channels.insert(id, Channel { id, kind, guild, name, ..Channel::default() });
        self.tell_channel("CHANNEL_CREATE", id);
        id
    }

    /// A new thread of somebody's; a private one is seen by its members.
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

    /// The conversation of somebody with the bot.
    pub fn direct_channel(&mut self, user: Id) -> Id {
        let known = self.channels.values().find(|channel| channel.recipient == Some(user));
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.ids.next();
        let (kind, recipient) = (DIRECT, Some(user));
        self.channels.insert(id, Channel { id, kind, recipient, ..Channel::default() });
        id
    }

    /// An exception for a role or a member in a channel; both 0 take it away.
    pub fn overwrite(&mut self, channel: Id, target: Id, allow: u64, deny: u64) {
        let member = self.users.contains_key(&target);
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.overwrites.retain(|over| over.id != target);
            if allow | deny != 0 {
                channel.overwrites.push(Overwrite { id: target, member, allow, deny });
            }
        }
        self.tell_channel("CHANNEL_UPDATE", channel);
    }

    /// Archives or locks a thread.
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

    /// Deletes a channel or thread with everything in it.
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
        let (guild, thread, shape) =
            (channel.guild, channel.is_thread(), shapes::channel(self, channel));
        self.channels.remove(&id);
        self.messages.retain(|_, message| message.channel != id);
        self.journal.marks.retain(|(_, channel), _| *channel != id);
        self.journal.note(Change::Places);
        let event = if thread { "THREAD_DELETE" } else { "CHANNEL_DELETE" };
        let data = if thread { short(&shape) } else { shape };
        self.tell(event, guild, GUILDS, data);
    }

    /// A user closes an ephemeral message.
    pub fn dismiss(&mut self, message: Id) {
        if self.messages.get(&message).is_some_and(|message| message.only.is_some()) {
            self.remove(message);
        }
    }

    /// The world is built: ids are given out by the clock from now on, and what
    /// people have not read is counted.
    pub fn settle(&mut self) {
        self.ids.as_of(None);
        self.journal.counting = true;
    }

    /// Sets the clock of the sandbox forward: tokens run out, messages grow old.
    pub fn pass(&mut self, time: Duration) {
        self.ids.pass(time);
    }
}

/// A deleted thread is told of in short.
fn short(shape: &Value) -> Value {
    json!({
        "id": shape["id"],
        "guild_id": shape["guild_id"],
        "parent_id": shape["parent_id"],
        "type": shape["type"],
    })
}
