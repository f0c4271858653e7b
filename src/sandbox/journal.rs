//! What has changed lately, and what people have not read yet: for the windows of a page.
//!
//! May use: the world. Deliberately absent: what a change looks like to whom; a window
//! asks the world for that when it gets there.

use std::collections::{BTreeMap, VecDeque};

use tokio::sync::mpsc::UnboundedSender;

use super::ids::Id;
use super::levers::{Lever, Pull};
use super::permissions as may;
use super::world::World;

/// So many changes are kept; a window that is further behind looks at everything anew.
const KEPT: usize = 2000;

/// Something that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A message is there, for the first time or as another.
    Message { id: Id, new: bool },
    /// A message is gone; `only` its reader knew of it.
    Gone { id: Id, channel: Id, only: Option<Id> },
    /// Channels, threads, people or roles; or whether a bot is connected.
    Places,
    /// Somebody writes.
    Typing { channel: Id, user: Id },
    /// Somebody has read something.
    Read,
    /// A lever.
    Levers,
    /// Somebody was let into the room, is somebody else there, or has to leave.
    Room,
}

/// What somebody has not read in a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) unread: u32,
    pub(super) pings: u32,
}

/// The newest changes, and the marks.
#[derive(Default)]
pub(super) struct Journal {
    /// How many changes were forgotten.
    forgotten: u64,
    changes: VecDeque<Change>,
    /// The sandbox has ended: windows close.
    pub(super) closed: bool,
    /// Whether marks are made: where nobody ever looks, there is no use in counting.
    pub(super) counting: bool,
    /// By person and channel.
    pub(super) marks: BTreeMap<(Id, Id), Mark>,
    pub(super) levers: Vec<Lever>,
    /// Who hears of levers.
    pub(super) ear: Option<UnboundedSender<Pull>>,
}

impl Journal {
    /// Writes a change down.
    pub(super) fn note(&mut self, change: Change) {
        self.changes.push_back(change);
        if self.changes.len() > KEPT {
            self.changes.pop_front();
            self.forgotten += 1;
        }
    }

    /// Where the journal ends.
    pub(super) fn end(&self) -> u64 {
        self.forgotten + self.changes.len() as u64
    }

    /// What came after a place in the journal; nothing if that is forgotten.
    pub(super) fn since(&self, place: u64) -> Option<Vec<Change>> {
        let skipped = place.checked_sub(self.forgotten)?;
        Some(self.changes.iter().skip(skipped as usize).copied().collect())
    }
}

impl World {
    /// A new message is a mark for everybody who sees the channel and did not write it.
    pub(super) fn mark(&mut self, id: Id) {
        let Some(message) = self.messages.get(&id).filter(|_| self.journal.counting) else {
            return;
        };
        let (channel, author) = (message.channel, message.author);
        let pinged = message.pinged.clone();
        let people =
            self.users.values().filter(|user| !user.bot && !user.crowd && user.id != author);
        let readers: Vec<Id> = people
            .map(|user| user.id)
            .filter(|user| self.may(*user, channel) & may::VIEW_CHANNEL != 0)
            .collect();
        for reader in readers {
            let mark = self.journal.marks.entry((reader, channel)).or_default();
            mark.unread += 1;
            mark.pings += u32::from(pinged.contains(&reader));
        }
    }

    /// Somebody has read a channel.
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
