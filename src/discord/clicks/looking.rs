//! Clicks that only look: pages of answers, the hand, the rules, the card in question, advice.
//!
//! May use: `clicks`, `pages`, `rulebook`, `piece`, `advice`. Deliberately absent: anything
//! that changes a campaign.

use super::Click;
use crate::council::Refusal;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::hand;
use crate::discord::{advice, piece, rulebook};

impl Click<'_> {
    pub(super) async fn turn(&self, question: u32, at: usize) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let asked = seen.panel.questions.iter().find(|asked| asked.number == question);
        let page = asked.and_then(|q| hand::leaf_page(&seen.tongue, self.campaign, q, at));
        match page {
            Some(page) => {
                self.shows(asked);
                self.change_or_tell(&page).await;
            }
            None if self.private => self.show_current().await,
            None => {
                let open = seen.panel.questions.iter().map(|asked| asked.number).collect();
                self.refuse(&Refusal::Stale { open }).await;
            }
        }
    }

    pub(super) async fn hand(&self) {
        match self.with_ack(self.host.hand_page(&self.visitor, self.campaign)).await {
            Ok((page, asks)) => {
                let told = self.tell_whole(&page).await;
                self.host.asked_aside(&self.visitor, self.campaign, told, asks);
            }
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    /// A matter of the rules, or all of them.
    pub(super) async fn rules(&self, topic: &str) {
        let Some(tongue) = self.host.tongue(&self.visitor) else { return };
        let page = match rulebook::topic(&tongue, self.campaign, topic) {
            Some(page) => page,
            None => {
                let now = rulebook::now(self.host, &self.visitor, self.campaign);
                let now = self.read_with_ack(now).await;
                rulebook::index(&tongue, self.campaign, now.as_deref())
            }
        };
        self.change_or_tell(&page).await;
    }

    /// The piece that is in question, as a picture.
    pub(super) async fn piece(&self) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        if let Err(wait) = self.host.gate.picture(self.visitor.person.user.0) {
            let page = self.host.wait_page(&seen.tongue, "pictures-too-many", wait);
            return self.tell(&page).await;
        }
        let drawn = async {
            match &seen.panel.subject {
                Some(id) => piece::page(&self.host.easel, &seen.tongue, id).await,
                None => None,
            }
        };
        let page = self.with_ack(drawn).await;
        let past = || OutgoingMessage::line(seen.tongue.word("table-no-piece"));
        self.tell(&page.unwrap_or_else(past)).await;
    }

    pub(super) async fn advise(&self, question: Option<u32>) {
        let advised = advice::page(self.host, &self.visitor, self.campaign, question);
        match self.with_ack(advised).await {
            Ok(page) => self.tell(&page).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
