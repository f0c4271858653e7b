//! Clicks on the list of open tables.
//!
//! May use: `clicks`, `tables`. Deliberately absent: which seat; the first that is free.

use super::Click;
use crate::discord::tables;

impl Click<'_> {
    pub(super) async fn join(&self) {
        let Some(tongue) = self.host.tongue(&self.visitor) else { return };
        match self.in_time(tables::sit(self.host, &tongue, &self.visitor, self.campaign)).await {
            Ok(page) => self.change_or_tell(&page).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
