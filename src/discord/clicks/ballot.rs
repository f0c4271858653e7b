//! Clicks on the people's ballot.
//!
//! May use: `clicks`, `pages::ballot`. Deliberately absent: who is admitted; the council knows.

use super::Click;
use crate::council::{Deed, Refusal, Reply};
use crate::discord::page::Page;
use crate::discord::pages::ballot;
use crate::discord::press::Pick;

impl Click<'_> {
    pub(super) async fn sign(&self, edition: u32, choice: Option<Pick>) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let Some(matter) = seen.panel.petition.as_ref().filter(|m| m.edition == edition) else {
            return self.refuse(&Refusal::NotOnOffer).await;
        };
        let signed = choice.is_some();
        let keys = matter.decision.choices.iter().map(|choice| choice.key.as_str());
        let choice = choice.map(|pick| pick.find(keys).unwrap_or_default());
        if !self.private {
            return self.publicly(Deed::Sign { choice }).await;
        }
        match self.in_time(self.ask(Deed::Sign { choice })).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let key = if signed { "ballot-signed" } else { "ballot-unsigned" };
                self.update(&Page::line(seen.tongue.word(key))).await;
            }
        }
    }

    pub(super) async fn turn_ballot(&self, at: usize) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        match &seen.panel.petition {
            Some(matter) => {
                let page = ballot::open(&seen.tongue, self.campaign, matter, at);
                self.change_or_tell(&page).await;
            }
            None => self.refuse(&Refusal::NoPetition).await,
        }
    }
}
