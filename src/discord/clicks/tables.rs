//! Clicks on the list of open tables.
//!
//! May use: `clicks`, `tables`. Deliberately absent: which seat; the first that is free.

use super::Click;
use crate::discord::tables;

impl Click<'_> {
    pub(super) async fn join(&self) {
        let Some(tongue) = self.host.tongue(&self.visitor) else { return };
        // It looks at the table before and after: too large to be carried by every click.
        let sat = Box::pin(tables::sit(self.host, &tongue, &self.visitor, self.campaign));
        match self.with_ack(sat).await {
            Ok(page) => self.change_or_tell(&page).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
