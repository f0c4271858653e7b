//! Controls of the sandbox owner: toggles, and notices with buttons. The bot never receives them.
//!
//! The owner implements what they do, from the [`ControlEvent`]s.

use serde_json::{Map, Value};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::action_result::{Ack, ActionResult};
use super::handle::SandboxHandle;
use super::ids::Id;
use super::journal::Change;
use super::messages::Draft;
use super::world::World;

/// A switch or button above the channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Toggle {
    /// Identifier, sent back in [`ControlEvent::lever`].
    pub id: String,
    /// Label of the control.
    pub label: String,
    /// One sentence about what it does.
    pub hint: String,
    /// Whether it is on or running.
    pub on: bool,
    /// Whether it is a button, whose action ends on its own.
    pub once: bool,
}

/// A user operated a toggle or clicked a button of a notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ControlEvent {
    /// The [`Toggle::id`], or the button's `custom_id`.
    pub lever: String,
    /// The acting user.
    pub by: Id,
    /// The channel it happened in.
    pub channel: Id,
}

impl World {
    /// Adds a toggle or replaces the one with its id.
    pub fn set_toggle(&mut self, toggle: Toggle) {
        let toggles = &mut self.journal.levers;
        match toggles.iter_mut().find(|one| one.id == toggle.id) {
            Some(one) => *one = toggle,
            None => toggles.push(toggle),
        }
        self.journal.note(Change::Levers);
    }

    /// Posts a notice: a message by `author` whose buttons only the sandbox owner receives.
    /// Returns `None` if it cannot be posted.
    pub fn notice(&mut self, channel: Id, author: Id, body: &Value) -> Option<Id> {
        let extra = Map::new();
        let (files, only, kind) = (&[], None, 0);
        self.post(&Draft { channel, author, body, files, only, kind, extra }).ok()
    }

    /// Edits a notice.
    pub fn change_notice(&mut self, id: Id, body: &Value) {
        // A deleted notice needs no edit.
        let _ = self.rewrite(id, body, &[]);
    }

    /// Sends an event to the sandbox owner. Returns `false` if there is no receiver.
    pub(super) fn trigger(&self, event: ControlEvent) -> bool {
        self.journal.ear.as_ref().is_some_and(|sender| sender.send(event).is_ok())
    }

    /// Sends a click on a notice to the sandbox owner. Returns `None` if the message is gone or
    /// the bot's, or if there is no receiver.
    pub(super) fn pulled(&mut self, message: Id, custom_id: &str, by: Id) -> Option<ActionResult> {
        let found = self.messages.get(&message).filter(|one| one.author != self.bot)?;
        let event = ControlEvent { lever: custom_id.to_owned(), by, channel: found.channel };
        if !self.trigger(event) {
            return None;
        }
        let after = std::time::Duration::ZERO;
        Some(ActionResult {
            interaction: self.ids.next(),
            ack: Ack::DeferredUpdate,
            after,
            said: None,
        })
    }
}

impl SandboxHandle {
    /// Operates a toggle as a user. Returns `false` if there is no receiver.
    pub fn pull(&self, toggle: &str, by: Id, channel: Id) -> bool {
        let event = ControlEvent { lever: toggle.to_owned(), by, channel };
        self.shared.lock().trigger(event)
    }

    /// Subscribes to control events; replaces an earlier subscription.
    pub fn pulls(&self) -> UnboundedReceiver<ControlEvent> {
        let (sender, receiver) = unbounded_channel();
        self.shared.lock().journal.ear = Some(sender);
        receiver
    }
}
