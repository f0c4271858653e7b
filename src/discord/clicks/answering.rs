//! Sends the requests of clicks to the council, and acknowledges each click in time.
//!
//! What each button means is in `clicks`.

use std::sync::Arc;
use std::time::Duration;

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::context::log_lost_reply;
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::hand;
use crate::discord::pending_clicks::PendingClick;

/// How long an acknowledged click stays pending, for the publisher to edit the message with it.
const KEPT: Duration = Duration::from_millis(400);

impl Click<'_> {
    /// Submits an answer to a question, or a vote.
    pub(super) async fn answer(&self, question: u32, choice: ChoiceRef) {
        let Some(choice) = self.resolve(question, choice).await else {
            if self.private {
                return self.show_current().await;
            }
            return self.refuse(&Refusal::NoSuchChoice).await;
        };
        let request = Request::Choose { question, choice, seat: None };
        if self.private {
            self.answer_privately(request).await;
        } else {
            self.submit_public(request).await;
        }
    }

    /// The key of a choice. A long key was hashed for the custom id, and is looked up among the
    /// choices of the question; `None` if it is not there.
    pub(super) async fn resolve(&self, question: u32, choice: ChoiceRef) -> Option<String> {
        if !choice.as_str().starts_with('~') {
            return Some(choice.as_str().to_owned());
        }
        let view = self.sight().await.ok()?;
        let asked = view.view.questions.iter().find(|asked| asked.number == question)?;
        let keys = asked.decision.as_ref()?.choices.iter().map(|choice| choice.key.as_str());
        choice.find(keys)
    }

    /// Submits a request from a public message. The publisher's edit of that message is the
    /// answer to the click.
    pub(super) async fn submit_public(&self, request: Request) {
        if !self.is_own_server().await {
            return;
        }
        let token = self.invoker.token.clone();
        let pending = self.context.pending_clicks.register(token, self.message, self.is_nodded());
        let asked = self.timed(self.ask(request));
        tokio::pin!(asked);
        let reply = match tokio::time::timeout_at(self.deadline(), &mut asked).await {
            Ok(reply) => reply,
            Err(_) => tokio::join!(self.acknowledge(&pending), asked).1,
        };
        match reply {
            Reply::Refused(refusal) => self.refuse_after(&pending, &refusal).await,
            _ => self.wait_for_change(&pending).await,
        }
    }

    /// Whether the click is from the campaign's own server. Refuses the click if not: a campaign's
    /// buttons work only there.
    pub(super) async fn is_own_server(&self) -> bool {
        let id = crate::store::CampaignId(self.campaign);
        match self.read_with_ack(self.context.campaign_servers.of(&self.context.hall, id)).await {
            Ok(server) if server == self.invoker.server => true,
            Ok(_) => {
                self.refuse(&Refusal::NoSuchCampaign).await;
                false
            }
            Err(refusal) => {
                self.refuse(&refusal).await;
                false
            }
        }
    }

    /// Defers a click, unless the publisher is answering it. The click stays pending for the edit.
    pub(super) async fn acknowledge(&self, pending: &Arc<PendingClick>) {
        if pending.is_nodded() {
            return;
        }
        if self.context.pending_clicks.claim_nod(pending) {
            log_lost_reply(self.context.rest.defer_update(&pending.call).await);
            pending.has_nodded();
        }
        self.context.metrics.acknowledged(self.invoker.came.elapsed());
    }

    pub(super) async fn refuse_after(&self, pending: &Arc<PendingClick>, refusal: &Refusal) {
        if self.context.pending_clicks.take_back(pending) && !pending.is_nodded() {
            return self.refuse(refusal).await;
        }
        // The click is answered or deferred already: the refusal is a follow-up.
        let message = self.refusal(refusal).await;
        let sent = self.context.rest.follow_up(&self.invoker.token, &message).await.map(|_| ());
        log_lost_reply(sent);
    }

    pub(super) async fn wait_for_change(&self, pending: &Arc<PendingClick>) {
        if !pending.is_nodded() {
            if tokio::time::timeout_at(self.deadline(), pending.used()).await.is_ok() {
                return self.context.metrics.acknowledged(self.invoker.came.elapsed());
            }
            self.acknowledge(pending).await;
        }
        if pending.is_nodded() && tokio::time::timeout(KEPT, pending.used()).await.is_err() {
            self.context.pending_clicks.take_back(pending);
        }
    }

    /// Submits the answer to a private question. The private message then shows the next one.
    pub(super) async fn answer_privately(&self, request: Request) {
        let answered = async {
            match self.ask(request).await {
                Reply::Refused(refusal) => Err(refusal),
                _ => Ok(self.next_private().await),
            }
        };
        match self.with_ack(answered).await {
            Err(Refusal::Stale { .. }) => self.show_current().await,
            Err(refusal) => self.refuse(&refusal).await,
            Ok(message) => self.update(&message).await,
        }
    }

    /// The next private question, or a line saying that none is open.
    pub(super) async fn next_private(&self) -> OutgoingMessage {
        let Ok(view) = self.context.load_view(&self.invoker, self.campaign).await else {
            // The answer is stored. The next question is also in the hand.
            return self.line("table-done");
        };
        let mine = hand::asked(&view.view);
        let message =
            mine.and_then(|asked| hand::leaf_page(&view.localizer, self.campaign, asked, 0));
        self.shows(mine);
        message.unwrap_or_else(|| OutgoingMessage::line(view.localizer.word("hand-settled")))
    }

    /// Submits a request whose answer is a private confirmation.
    pub(super) async fn submit_private(&self, request: Request) {
        if !self.is_own_server().await {
            return;
        }
        match self.with_ack(self.ask(request)).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                self.change_or_tell(&self.line("table-done")).await;
            }
        }
    }
}
