//! Clicks of the street: people beside the table say what they would do.
//!
//! May use: `clicks`, `pages::street`. Deliberately absent: who may speak; the council knows.

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::street;
use crate::discord::publisher::CampaignView;

impl Click<'_> {
    /// What somebody would do, and the way to say or change it; an Advisor reads what others say.
    pub(super) async fn street(&self, question: u32) {
        let Some(seen) = self.street_in_sight(question).await else { return };
        self.show_street(&seen, question, None).await;
    }

    /// Says what one would do, or takes it back.
    pub(super) async fn speak(&self, question: u32, choice: Option<ChoiceRef>) {
        let Some(choice) = self.picked_of(question, choice).await else {
            return self.refuse(&Refusal::StreetOver).await;
        };
        if !self.is_own_server().await {
            return;
        }
        let done = if choice.is_some() { "street-heard" } else { "street-taken-back" };
        match self.with_ack(self.ask(Request::Speak { question, choice })).await {
            Reply::Refused(Refusal::Stale { .. }) => self.refuse(&Refusal::StreetOver).await,
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let seen = self.host.sight(&self.visitor, self.campaign).await;
                match seen.ok().and_then(|seen| self.street_page(&seen, question, Some(done))) {
                    Some(page) => self.change_or_tell(&page).await,
                    // It was answered just now; the word had counted.
                    None => self.say(done).await,
                }
            }
        }
    }

    /// The answer that is meant; none at all if one was picked that is not there.
    async fn picked_of(&self, question: u32, choice: Option<ChoiceRef>) -> Option<Option<String>> {
        match choice {
            None => Some(None),
            Some(pick) => self.resolve(question, pick).await.map(Some),
        }
    }

    async fn show_street(&self, seen: &CampaignView, question: u32, done: Option<&str>) {
        match self.street_page(seen, question, done) {
            Some(page) => self.change_or_tell(&page).await,
            None => self.refuse(&Refusal::StreetOver).await,
        }
    }

    fn street_page(
        &self,
        seen: &CampaignView,
        question: u32,
        done: Option<&str>,
    ) -> Option<OutgoingMessage> {
        let user = Some(self.visitor.person.user);
        let advisor = seen.panel.seats.iter().any(|chair| chair.holder.user() == user);
        let asked = seen.panel.questions.iter().find(|asked| asked.number == question)?;
        if advisor {
            return street::for_advisor(&seen.tongue, asked);
        }
        street::mine(&seen.tongue, self.campaign, asked, done)
    }

    async fn say(&self, word: &str) {
        self.change_or_tell(&self.line(word)).await;
    }

    /// The campaign, if the street is asked that now; otherwise a refusal is sent.
    async fn street_in_sight(&self, question: u32) -> Option<CampaignView> {
        let open = |seen: &CampaignView| {
            seen.panel
                .questions
                .iter()
                .any(|asked| asked.number == question && asked.street.is_some())
        };
        let refusal = match self.sight().await {
            Ok(seen) if open(&seen) => return Some(seen),
            Ok(_) => Refusal::StreetOver,
            Err(refusal) => refusal,
        };
        self.refuse(&refusal).await;
        None
    }
}
