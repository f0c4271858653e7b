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
const LONGEST_QUEUE: usize = 256;

/// The inboxes of live campaigns.
pub(super) struct Registry<L> {
    inboxes: Mutex<HashMap<CampaignId, Sender<L>>>,
}

impl<L> Registry<L> {
    pub(super) fn new() -> Self {
        Registry { inboxes: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CampaignId, Sender<L>>> {
        self.inboxes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a letter; `start` begins the life of a campaign that is not there. A letter
    /// comes back if the campaign is too busy.
    pub(super) fn send(
        &self,
        id: CampaignId,
        letter: L,
        start: impl FnOnce(Receiver<L>),
    ) -> Result<(), L> {
        let mut inboxes = self.lock();
        let letter = match inboxes.get(&id) {
            None => letter,
            Some(inbox) => match inbox.try_send(letter) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Full(letter)) => return Err(letter),
                // Its owner broke: a new one takes over.
                Err(TrySendError::Closed(letter)) => letter,
            },
        };
        let (inbox, letters) = channel(LONGEST_QUEUE);
        inbox.try_send(letter).map_err(TrySendError::into_inner)?;
        inboxes.insert(id, inbox);
        start(letters);
        Ok(())
    }

    /// A campaign goes, unless a letter has come in the meantime.
    pub(super) fn retire(&self, id: CampaignId, letters: &Receiver<L>) -> bool {
        let mut inboxes = self.lock();
        let idle = letters.is_empty();
        if idle {
            inboxes.remove(&id);
        }
        idle
    }

    /// Takes no more letters: every campaign ends when it has read what it has.
    pub(super) fn close(&self) {
        self.lock().clear();
    }

    /// How many campaigns are live.
    pub(super) fn live(&self) -> usize {
        self.lock().len()
    }
}
