//! Change log and unread counts for the web client.
//!
//! Changes carry ids only; each client stream renders them for its viewer (`web`).

use std::collections::{BTreeMap, VecDeque};

use tokio::sync::mpsc::UnboundedSender;

use super::controls::{ControlEvent, Toggle};
use super::ids::Id;
use super::permissions as may;
use super::world::World;

/// Capacity of the change log. A client that is further behind reloads everything.
const KEPT: usize = 2000;

/// A change that clients are notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A message was created or edited.
    Message { id: Id, new: bool },
    /// A message was deleted; `only` is the one reader of an ephemeral message.
    Gone { id: Id, channel: Id, only: Option<Id> },
    /// Channels, threads, users or roles changed, or the bot connected or disconnected.
    Places,
    /// A user is typing.
    Typing { channel: Id, user: Id },
    /// A user read a channel.
    Read,
    /// A toggle was added or changed.
    Levers,
    /// A guest joined the room, switched users or was removed.
    Room,
}

/// Unread messages and pings of a user in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnreadCount {
    pub(super) unread: u32,
    pub(super) pings: u32,
}

/// Bounded change log, unread counts and toggles.
#[derive(Default)]
pub(super) struct Journal {
    /// Number of evicted changes.
    forgotten: u64,
    changes: VecDeque<Change>,
    /// Set when the sandbox stops, so that client streams close.
    pub(super) closed: bool,
    /// Whether unread messages are counted; off until the world is set up (`World::settle`).
    pub(super) counting: bool,
    /// Unread counts by user and channel.
    pub(super) marks: BTreeMap<(Id, Id), UnreadCount>,
    pub(super) levers: Vec<Toggle>,
    /// Receives control events, if the sandbox owner subscribed.
    pub(super) ear: Option<UnboundedSender<ControlEvent>>,
}

impl Journal {
    /// Appends a change and evicts the oldest above the capacity.
    pub(super) fn note(&mut self, change: Change) {
        self.changes.push_back(change);
        if self.changes.len() > KEPT {
            self.changes.pop_front();
            self.forgotten += 1;
        }
    }

    /// Position after the newest change.
    pub(super) fn end(&self) -> u64 {
        self.forgotten + self.changes.len() as u64
    }

    /// Changes since a position. Returns `None` if some of them were evicted.
    pub(super) fn since(&self, position: u64) -> Option<Vec<Change>> {
        let skipped = position.checked_sub(self.forgotten)?;
        Some(self.changes.iter().skip(skipped as usize).copied().collect())
    }
}

impl World {
    /// Counts a new message as unread for all users who see the channel, except the author.
    pub(super) fn mark(&mut self, id: Id) {
        let Some(message) = self.messages.get(&id).filter(|_| self.journal.counting) else {
            return;
        };
        let (channel, author) = (message.channel, message.author);
        let pinged = message.pinged.clone();
        let users =
            self.users.values().filter(|user| !user.bot && !user.crowd && user.id != author);
        let readers: Vec<Id> = users
            .map(|user| user.id)
            .filter(|user| self.may(*user, channel) & may::VIEW_CHANNEL != 0)
            .collect();
        for reader in readers {
            let count = self.journal.marks.entry((reader, channel)).or_default();
            count.unread += 1;
            count.pings += u32::from(pinged.contains(&reader));
        }
    }

    /// Clears the unread count of a user in a channel.
    pub(super) fn read(&mut self, user: Id, channel: Id) {
        if self.journal.marks.remove(&(user, channel)).is_some() {
            self.journal.note(Change::Read);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_far_behind_is_told_so() {
        let mut journal = Journal::default();
        let early = journal.end();
        journal.note(Change::Places);
        assert_eq!(journal.since(early), Some(vec![Change::Places]));
        for _ in 0..KEPT {
            journal.note(Change::Read);
        }
        assert_eq!(journal.since(early), None);
        assert_eq!(journal.since(journal.end()), Some(Vec::new()));
    }
}
