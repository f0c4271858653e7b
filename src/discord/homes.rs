//! Cache of the server of each clicked campaign. Entries never expire: a campaign stays in its
//! server.
//!
//! Only campaigns that exist are cached, so forged ids cannot fill it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::council::{Campaign, Refusal};
use crate::hall::Hall;
use crate::store::CampaignId;

/// Cache from campaign to server id.
#[derive(Default)]
pub struct Homes(Mutex<HashMap<CampaignId, u64>>);

impl Homes {
    /// Returns the server of a campaign. A removed campaign may still be cached: the hall refuses
    /// requests to it all the same, and its id is never reused.
    pub async fn of(&self, hall: &Hall, id: CampaignId) -> Result<u64, Refusal> {
        let cached = self.lock().get(&id).copied();
        if let Some(server) = cached {
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
