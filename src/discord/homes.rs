//! The server of each campaign that was clicked: a cache, as no campaign ever moves to another.
//!
//! May use: the hall (to look). Deliberately absent: campaigns that do not exist; a forged number
//! leaves nothing behind.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::council::{Campaign, Refusal};
use crate::hall::Hall;
use crate::store::CampaignId;

/// Campaign to server.
#[derive(Default)]
pub struct Homes(Mutex<HashMap<CampaignId, u64>>);

impl Homes {
    /// The server of a campaign. One that was removed meanwhile may still have one here: whatever is
    /// asked of it is refused all the same, and its number is never given to another.
    pub async fn of(&self, hall: &Hall, id: CampaignId) -> Result<u64, Refusal> {
        let known = self.lock().get(&id).copied();
        if let Some(server) = known {
            return Ok(server);
        }
        let server = hall.read(id, |campaign: &Campaign| campaign.charter().server).await?;
        self.lock().insert(id, server);
        Ok(server)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CampaignId, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
