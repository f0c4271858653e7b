//! Read-only clicks: pages of choices, the hand, the rules, the piece in question and advice.

use super::Click;
use crate::council::Refusal;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::hand;
use crate::discord::{advice, piece, rulebook};

impl Click<'_> {
    pub(super) async fn turn(&self, question: u32, at: usize) {
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let asked = view.view.questions.iter().find(|asked| asked.number == question);
        let message = asked.and_then(|q| hand::leaf_page(&view.localizer, self.campaign, q, at));
        match message {
            Some(message) => {
                self.shows(asked);
                self.change_or_tell(&message).await;
            }
            None if self.private => self.show_current().await,
            None => {
                let open = view.view.questions.iter().map(|asked| asked.number).collect();
                self.refuse(&Refusal::Stale { open }).await;
            }
        }
    }

    pub(super) async fn hand(&self) {
        match self.with_ack(self.context.hand_page(&self.invoker, self.campaign)).await {
            Ok((message, asks)) => {
                let told = self.tell_whole(&message).await;
                self.context.asked_aside(&self.invoker, self.campaign, told, asks);
            }
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    /// Shows a topic of the rules, or the index if there is no such topic.
    pub(super) async fn rules(&self, topic: &str) {
        let Some(localizer) = self.context.localizer(&self.invoker) else { return };
        let message = match rulebook::topic(&localizer, self.campaign, topic) {
            Some(message) => message,
            None => {
                let now = rulebook::now(self.context, &self.invoker, self.campaign);
                let now = self.read_with_ack(now).await;
                rulebook::index(&localizer, self.campaign, now.as_deref())
            }
        };
        self.change_or_tell(&message).await;
    }

    /// Shows a picture of the piece in question.
    pub(super) async fn piece(&self) {
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        if let Err(wait) = self.context.rate_limiter.picture(self.invoker.requester.user.0) {
            let message = self.context.wait_page(&view.localizer, "pictures-too-many", wait);
            return self.tell(&message).await;
        }
        let drawn = async {
            match &view.view.subject {
                Some(id) => piece::page(&self.context.render_pool, &view.localizer, id).await,
                None => None,
            }
        };
        let message = self.with_ack(drawn).await;
        let gone = || OutgoingMessage::line(view.localizer.word("table-no-piece"));
        self.tell(&message.unwrap_or_else(gone)).await;
    }

    pub(super) async fn advise(&self, question: Option<u32>) {
        let advised = advice::page(self.context, &self.invoker, self.campaign, question);
        match self.with_ack(advised).await {
            Ok(message) => self.tell(&message).await,
            Err(refusal) => self.refuse(&refusal).await,
        }
    }
}
