//! Clicks on the settings, and on the lessons nobody wants any more.
//!
//! May use: `clicks`, `pages::settings`. Deliberately absent: who may set what; the council knows.

use super::Click;
use crate::council::settings::Lessons;
use crate::council::{Refusal, Reply, Request, Settings};
use crate::discord::pages::settings;

impl Click<'_> {
    pub(super) async fn settings(&self) {
        match self.sight().await {
            Ok(seen) => {
                let page = settings::page(&seen.tongue, self.campaign, &seen.panel.settings);
                self.tell(&page).await;
            }
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    pub(super) async fn set(&self, which: &str) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let value = self.picked.as_deref().unwrap_or_default();
        let Some(next) = settings::changed(&seen.panel.settings, which, value) else {
            return self.refuse(&Refusal::NoSuchChoice).await;
        };
        match self.with_ack(self.ask(Request::ChangeSettings(Box::new(next.clone())))).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let page = settings::page(&seen.tongue, self.campaign, &next);
                self.change_or_tell(&page).await;
            }
        }
    }

    /// No more lessons: for the whole table, and for good unless somebody wants them back.
    pub(super) async fn skip_lessons(&self) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let settings = Settings { lessons: Lessons::Off, ..seen.panel.settings };
        self.submit_public(Request::ChangeSettings(Box::new(settings))).await;
    }
}
