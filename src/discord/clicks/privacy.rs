//! Clicks on the buttons of `/privacy`. They act on the data of the invoker only.

use super::Click;
use crate::discord::privacy;

impl Click<'_> {
    pub(super) async fn forget(&self, sure: bool) {
        let Some(localizer) = self.context.localizer(&self.invoker) else { return };
        if !sure {
            return self.change_or_tell(&privacy::sure(&localizer)).await;
        }
        match self.with_ack(privacy::forget(self.context, &localizer, &self.invoker)).await {
            Ok(message) => self.change_or_tell(&message).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
