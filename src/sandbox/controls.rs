//! Levers: switches and buttons of whoever runs the sandbox, which no bot hears of.
//!
//! May use: the world. Deliberately absent: what they do.

use serde_json::{Map, Value};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::acting::{Ack, Acted};
use super::ids::Id;
use super::journal::Change;
use super::messages::Draft;
use super::stage::Stage;
use super::world::World;

/// A switch or a button above the channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lever {
    /// Its name.
    pub id: String,
    /// What stands on it.
    pub label: String,
    /// What it does, in a sentence.
    pub hint: String,
    /// Whether it is on, or at work.
    pub on: bool,
    /// It is a button: what it does ends by itself.
    pub once: bool,
}

/// Somebody pulled a lever, or clicked a button of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pull {
    /// The lever's name, or the button's `custom_id`.
    pub lever: String,
    /// Who.
    pub by: Id,
    /// Where.
    pub channel: Id,
}

impl World {
    /// Puts up a lever, or changes it.
    pub fn set_lever(&mut self, lever: Lever) {
        let levers = &mut self.journal.levers;
        match levers.iter_mut().find(|one| one.id == lever.id) {
            Some(one) => *one = lever,
            None => levers.push(lever),
        }
        self.journal.note(Change::Levers);
    }

    /// Puts up a notice: a message of somebody, with buttons only the sandbox's owner hears.
    pub fn notice(&mut self, channel: Id, author: Id, body: &Value) -> Option<Id> {
        let extra = Map::new();
        let (files, only, kind) = (&[], None, 0);
        self.post(&Draft { channel, author, body, files, only, kind, extra }).ok()
    }

    /// Changes a notice.
    pub fn change_notice(&mut self, id: Id, body: &Value) {
        // One that is gone cannot be changed, and nobody misses it.
        let _ = self.rewrite(id, body, &[]);
    }

    /// Lets somebody pull; whether anybody heard.
    pub(super) fn pull(&self, pull: Pull) -> bool {
        self.journal.ear.as_ref().is_some_and(|ear| ear.send(pull).is_ok())
    }

    /// A button of a notice goes to whoever runs the sandbox.
    pub(super) fn pulled(&mut self, message: Id, custom_id: &str, by: Id) -> Option<Acted> {
        let found = self.messages.get(&message).filter(|one| one.author != self.bot)?;
        let pull = Pull { lever: custom_id.to_owned(), by, channel: found.channel };
        if !self.pull(pull) {
            return None;
        }
        let after = std::time::Duration::ZERO;
        Some(Acted { interaction: self.ids.next(), ack: Ack::DeferredUpdate, after, said: None })
    }
}

impl Stage {
    /// Somebody pulls a lever; whether anybody heard.
    pub fn pull(&self, lever: &str, by: Id, channel: Id) -> bool {
        let pull = Pull { lever: lever.to_owned(), by, channel };
        self.shared.lock().pull(pull)
    }

    /// Hears of every lever from now on.
    pub fn pulls(&self) -> UnboundedReceiver<Pull> {
        let (mouth, ear) = unbounded_channel();
        self.shared.lock().journal.ear = Some(mouth);
        ear
    }
}
