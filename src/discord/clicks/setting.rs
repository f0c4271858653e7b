//! Clicks on the settings, and on the button that turns lessons off. The council decides who may
//! change what.

use super::Click;
use crate::council::settings::Lessons;
use crate::council::{Refusal, Reply, Request, Settings};
use crate::discord::pages::settings;

impl Click<'_> {
    pub(super) async fn settings(&self) {
        match self.sight().await {
            Ok(view) => {
                let message = settings::page(&view.localizer, self.campaign, &view.view.settings);
                self.tell(&message).await;
            }
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    pub(super) async fn set(&self, which: &str) {
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let value = self.picked.as_deref().unwrap_or_default();
        let Some(next) = settings::changed(&view.view.settings, which, value) else {
            return self.refuse(&Refusal::NoSuchChoice).await;
        };
        match self.with_ack(self.ask(Request::ChangeSettings(Box::new(next.clone())))).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let message = settings::page(&view.localizer, self.campaign, &next);
                self.change_or_tell(&message).await;
            }
        }
    }

    /// Turns lessons off for the whole campaign. The settings can turn them on again.
    pub(super) async fn skip_lessons(&self) {
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let settings = Settings { lessons: Lessons::Off, ..view.view.settings };
        self.submit_public(Request::ChangeSettings(Box::new(settings))).await;
    }
}
