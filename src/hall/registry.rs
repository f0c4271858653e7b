//! Registry of live campaigns: the mailbox of each session.
//!
//! Sending a message and retiring a session take the same lock, which is never held across an
//! `await`. So a campaign has at most one owner, and no message goes to a retired session.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::store::CampaignId;

/// Capacity of a mailbox. A campaign whose mailbox is full is busy.
const MAX_QUEUE: usize = 256;

/// Mailboxes of the live campaigns. `None` once the registry is closed.
pub(super) struct Registry<M> {
    inboxes: Mutex<Option<HashMap<CampaignId, Sender<M>>>>,
}

impl<M> Registry<M> {
    pub(super) fn new() -> Self {
        Registry { inboxes: Mutex::new(Some(HashMap::new())) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<CampaignId, Sender<M>>>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message. Calls `start` with a new mailbox if the campaign has no session.
    ///
    /// Returns the message as the error if the mailbox is full or the registry is closed.
    pub(super) fn send(
        &self,
        id: CampaignId,
        message: M,
        start: impl FnOnce(Receiver<M>),
    ) -> Result<(), M> {
        let mut open = self.lock();
        let Some(inboxes) = open.as_mut() else { return Err(message) };
        let message = match inboxes.get(&id) {
            None => message,
            Some(inbox) => match inbox.try_send(message) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(message)) => return Err(message),
                // The session panicked. Start a new one.
                Err(TrySendError::Closed(message)) => message,
            },
        };
        let (inbox, messages) = channel(MAX_QUEUE);
        inbox.try_send(message).map_err(TrySendError::into_inner)?;
        inboxes.insert(id, inbox);
        start(messages);
        Ok(())
    }

    /// Removes a campaign if its mailbox is empty. Returns whether its session may end.
    pub(super) fn retire(&self, id: CampaignId, messages: &Receiver<M>) -> bool {
        let mut open = self.lock();
        let idle = messages.is_empty();
        if let Some(inboxes) = open.as_mut().filter(|_| idle) {
            inboxes.remove(&id);
        }
        idle
    }

    /// Refuses further messages. Every session ends once it has handled those it has.
    pub(super) fn close(&self) {
        *self.lock() = None;
    }

    /// Returns the number of live campaigns.
    pub(super) fn live(&self) -> usize {
        self.lock().as_ref().map_or(0, HashMap::len)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_QUEUE, Registry};
    use crate::store::CampaignId;

    const ID: CampaignId = CampaignId(1);

    #[test]
    fn a_campaign_does_not_go_while_a_letter_waits_for_it() {
        let registry = Registry::new();
        let mut messages = None;
        registry.send(ID, "first", |inbox| messages = Some(inbox)).unwrap();
        let mut messages = messages.unwrap();
        assert!(!registry.retire(ID, &messages), "a letter is there");
        assert_eq!(messages.try_recv(), Ok("first"));
        registry.send(ID, "second", |_| panic!("it lives already")).unwrap();
        assert!(!registry.retire(ID, &messages));
        assert_eq!(messages.try_recv(), Ok("second"));
        assert!(registry.retire(ID, &messages));
        assert_eq!(registry.live(), 0);
        let mut started = false;
        registry.send(ID, "third", |_| started = true).unwrap();
        assert!(started, "the next letter begins a new life");
    }

    #[test]
    fn a_campaign_that_is_too_busy_gives_the_letter_back() {
        let registry = Registry::new();
        let mut messages = None;
        for n in 0..MAX_QUEUE {
            registry.send(ID, n, |inbox| messages = Some(inbox)).unwrap();
        }
        assert_eq!(registry.send(ID, 7, |_| panic!("it lives already")), Err(7));
    }

    #[test]
    fn a_campaign_whose_owner_broke_gets_a_new_one() {
        let registry = Registry::new();
        registry.send(ID, 1, drop).unwrap();
        let mut messages = None;
        registry.send(ID, 2, |inbox| messages = Some(inbox)).unwrap();
        assert_eq!(messages.unwrap().try_recv(), Ok(2));
    }

    #[test]
    fn nobody_begins_to_live_once_it_is_closed_and_what_was_sent_is_still_read() {
        let registry = Registry::new();
        let mut messages = None;
        registry.send(ID, 1, |inbox| messages = Some(inbox)).unwrap();
        registry.close();
        let other = CampaignId(2);
        assert_eq!(registry.send(other, 2, |_| panic!("the hall would wait for it")), Err(2));
        let mut messages = messages.unwrap();
        assert_eq!(messages.try_recv(), Ok(1));
        assert!(registry.retire(ID, &messages));
    }
}
