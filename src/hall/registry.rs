//! The live campaigns: where to send a letter for one.
//!
//! May use: tokio's channels. Deliberately absent: what is in the letters.
//! Letters are sent, and a campaign retires, under one short lock that is never
//! held while anybody waits: so a campaign has one owner at any time, and no
//! letter reaches one that has gone.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::store::CampaignId;

/// Letters one campaign keeps waiting before it says that it is busy.
const MAX_QUEUE: usize = 256;

/// The inboxes of live campaigns; none once it is closed.
pub(super) struct Registry<L> {
    inboxes: Mutex<Option<HashMap<CampaignId, Sender<L>>>>,
}

impl<L> Registry<L> {
    pub(super) fn new() -> Self {
        Registry { inboxes: Mutex::new(Some(HashMap::new())) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<CampaignId, Sender<L>>>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a letter; `start` begins the life of a campaign that is not there. A letter
    /// comes back if the campaign is too busy, or the registry is closed.
    pub(super) fn send(
        &self,
        id: CampaignId,
        letter: L,
        start: impl FnOnce(Receiver<L>),
    ) -> Result<(), L> {
        let mut open = self.lock();
        let Some(inboxes) = open.as_mut() else { return Err(letter) };
        let letter = match inboxes.get(&id) {
            None => letter,
            Some(inbox) => match inbox.try_send(letter) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(letter)) => return Err(letter),
                // Its owner broke: a new one takes over.
                Err(TrySendError::Closed(letter)) => letter,
            },
        };
        let (inbox, letters) = channel(MAX_QUEUE);
        inbox.try_send(letter).map_err(TrySendError::into_inner)?;
        inboxes.insert(id, inbox);
        start(letters);
        Ok(())
    }

    /// A campaign goes, unless a letter has come in the meantime.
    pub(super) fn retire(&self, id: CampaignId, letters: &Receiver<L>) -> bool {
        let mut open = self.lock();
        let idle = letters.is_empty();
        if let Some(inboxes) = open.as_mut().filter(|_| idle) {
            inboxes.remove(&id);
        }
        idle
    }

    /// Takes no more letters: every campaign ends when it has read what it has.
    pub(super) fn close(&self) {
        *self.lock() = None;
    }

    /// How many campaigns are live.
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
        let mut letters = None;
        registry.send(ID, "first", |inbox| letters = Some(inbox)).unwrap();
        let mut letters = letters.unwrap();
        assert!(!registry.retire(ID, &letters), "a letter is there");
        assert_eq!(letters.try_recv(), Ok("first"));
        registry.send(ID, "second", |_| panic!("it lives already")).unwrap();
        assert!(!registry.retire(ID, &letters));
        assert_eq!(letters.try_recv(), Ok("second"));
        assert!(registry.retire(ID, &letters));
        assert_eq!(registry.live(), 0);
        let mut started = false;
        registry.send(ID, "third", |_| started = true).unwrap();
        assert!(started, "the next letter begins a new life");
    }

    #[test]
    fn a_campaign_that_is_too_busy_gives_the_letter_back() {
        let registry = Registry::new();
        let mut letters = None;
        for n in 0..MAX_QUEUE {
            registry.send(ID, n, |inbox| letters = Some(inbox)).unwrap();
        }
        assert_eq!(registry.send(ID, 7, |_| panic!("it lives already")), Err(7));
    }

    #[test]
    fn a_campaign_whose_owner_broke_gets_a_new_one() {
        let registry = Registry::new();
        registry.send(ID, 1, drop).unwrap();
        let mut letters = None;
        registry.send(ID, 2, |inbox| letters = Some(inbox)).unwrap();
        assert_eq!(letters.unwrap().try_recv(), Ok(2));
    }

    #[test]
    fn nobody_begins_to_live_once_it_is_closed_and_what_was_sent_is_still_read() {
        let registry = Registry::new();
        let mut letters = None;
        registry.send(ID, 1, |inbox| letters = Some(inbox)).unwrap();
        registry.close();
        let other = CampaignId(2);
        assert_eq!(registry.send(other, 2, |_| panic!("the hall would wait for it")), Err(2));
        let mut letters = letters.unwrap();
        assert_eq!(letters.try_recv(), Ok(1));
        assert!(registry.retire(ID, &letters));
    }
}
