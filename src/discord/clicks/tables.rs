//! Clicks on the list of open tables: the invoker takes the first free seat.

use super::Click;
use crate::discord::tables;

impl Click<'_> {
    pub(super) async fn join(&self) {
        let Some(localizer) = self.context.localizer(&self.invoker) else { return };
        // Boxed: a large future, since it reads the campaign twice, that would otherwise be part
        // of every click's.
        let seated = Box::pin(tables::sit(self.context, &localizer, &self.invoker, self.campaign));
        match self.with_ack(seated).await {
            Ok(message) => self.change_or_tell(&message).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
