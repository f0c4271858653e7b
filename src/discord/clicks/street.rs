//! Clicks of the street: users without a seat say what they would choose. The council decides who
//! may speak.

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::street;
use crate::discord::publisher::CampaignView;

impl Click<'_> {
    /// Shows the invoker's choice and the menu to change it. A seat holder reads the tally instead.
    pub(super) async fn street(&self, question: u32) {
        let Some(view) = self.open_street(question).await else { return };
        self.show_street(&view, question, None).await;
    }

    /// Records the invoker's choice, or withdraws it if `choice` is `None`.
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
                let view = self.context.load_view(&self.invoker, self.campaign).await;
                match view.ok().and_then(|view| self.street_page(&view, question, Some(done))) {
                    Some(message) => self.change_or_tell(&message).await,
                    // The question was answered in the meantime; the choice had been recorded.
                    None => self.say(done).await,
                }
            }
        }
    }

    /// The key of `choice`, if there is one. Returns `None` if the question has no such choice.
    async fn picked_of(&self, question: u32, choice: Option<ChoiceRef>) -> Option<Option<String>> {
        match choice {
            None => Some(None),
            Some(choice) => self.resolve(question, choice).await.map(Some),
        }
    }

    async fn show_street(&self, view: &CampaignView, question: u32, done: Option<&str>) {
        match self.street_page(view, question, done) {
            Some(message) => self.change_or_tell(&message).await,
            None => self.refuse(&Refusal::StreetOver).await,
        }
    }

    fn street_page(
        &self,
        view: &CampaignView,
        question: u32,
        done: Option<&str>,
    ) -> Option<OutgoingMessage> {
        let user = Some(self.invoker.requester.user);
        let seated = view.view.seats.iter().any(|state| state.holder.user() == user);
        let asked = view.view.questions.iter().find(|asked| asked.number == question)?;
        if seated {
            return street::for_advisor(&view.localizer, asked);
        }
        street::mine(&view.localizer, self.campaign, asked, done)
    }

    async fn say(&self, word: &str) {
        self.change_or_tell(&self.line(word)).await;
    }

    /// The campaign, if the street is asked that question now. Otherwise refuses the click and
    /// returns `None`.
    async fn open_street(&self, question: u32) -> Option<CampaignView> {
        let open = |view: &CampaignView| {
            view.view
                .questions
                .iter()
                .any(|asked| asked.number == question && asked.street.is_some())
        };
        let refusal = match self.sight().await {
            Ok(view) if open(&view) => return Some(view),
            Ok(_) => Refusal::StreetOver,
            Err(refusal) => refusal,
        };
        self.refuse(&refusal).await;
        None
    }
}
