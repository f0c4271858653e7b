//! Clicks on the buttons of `/privacy`.
//!
//! May use: `clicks`, `privacy`. Deliberately absent: anybody else's number.

use super::Click;
use crate::discord::privacy;

impl Click<'_> {
    pub(super) async fn forget(&self, sure: bool) {
        let Some(tongue) = self.host.tongue(&self.visitor) else { return };
        if !sure {
            return self.change_or_tell(&privacy::sure(&tongue)).await;
        }
        match self.with_ack(privacy::forget(self.host, &tongue, &self.visitor)).await {
            Ok(page) => self.change_or_tell(&page).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
