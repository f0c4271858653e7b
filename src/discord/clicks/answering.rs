//! Answers, votes and whatever else a click does to a table, and how each is acknowledged.
//!
//! May use: `clicks`, the tickets of those who wait. Deliberately absent: what each button means.

use std::sync::Arc;
use std::time::Duration;

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::context::log_lost_reply;
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::hand;
use crate::discord::pending_clicks::PendingClick;

/// How long the ticket of a click that was nodded at is kept for the change it leads to.
const KEPT: Duration = Duration::from_millis(400);

impl Click<'_> {
    /// An answer or a vote.
    pub(super) async fn answer(&self, question: u32, choice: ChoiceRef) {
        let Some(choice) = self.resolve(question, choice).await else {
            if self.private {
                return self.show_current().await;
            }
            return self.refuse(&Refusal::NoSuchChoice).await;
        };
        let deed = Request::Choose { question, choice, seat: None };
        if self.private {
            self.answer_privately(deed).await
        } else {
            self.submit_public(deed).await
        }
    }

    /// The choice that is meant; one with a long key is looked for.
    pub(super) async fn resolve(&self, question: u32, choice: ChoiceRef) -> Option<String> {
        if !choice.as_str().starts_with('~') {
            return Some(choice.as_str().to_owned());
        }
        let seen = self.sight().await.ok()?;
        let asked = seen.panel.questions.iter().find(|asked| asked.number == question)?;
        let keys = asked.decision.as_ref()?.choices.iter().map(|choice| choice.key.as_str());
        choice.find(keys)
    }

    /// Something done on a message everybody sees: its change is the answer.
    pub(super) async fn submit_public(&self, deed: Request) {
        if !self.is_own_server().await {
            return;
        }
        let call = self.visitor.call.clone();
        let ticket = self.host.tickets.register(call, self.message, self.is_nodded());
        let asked = self.timed(self.ask(deed));
        tokio::pin!(asked);
        let reply = match tokio::time::timeout_at(self.deadline(), &mut asked).await {
            Ok(reply) => reply,
            Err(_) => tokio::join!(self.acknowledge(&ticket), asked).1,
        };
        match reply {
            Reply::Refused(refusal) => self.refuse_after(&ticket, &refusal).await,
            _ => self.wait_for_change(&ticket).await,
        }
    }

    /// A campaign's buttons work only in its own server.
    pub(super) async fn is_own_server(&self) -> bool {
        let id = crate::store::CampaignId(self.campaign);
        match self.read_with_ack(self.host.homes.of(&self.host.hall, id)).await {
            Ok(server) if server == self.visitor.server => true,
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

    /// Nods at a click, unless somebody answers it now; its ticket stays for the change.
    pub(super) async fn acknowledge(&self, ticket: &Arc<PendingClick>) {
        if ticket.is_nodded() {
            return;
        }
        if self.host.tickets.claim_nod(ticket) {
            log_lost_reply(self.host.wire.defer_update(&ticket.call).await);
            ticket.has_nodded();
        }
        self.host.metrics.acknowledged(self.visitor.came.elapsed());
    }

    pub(super) async fn refuse_after(&self, ticket: &Arc<PendingClick>, refusal: &Refusal) {
        if self.host.tickets.take_back(ticket) && !ticket.is_nodded() {
            return self.refuse(refusal).await;
        }
        // Somebody answered with the ticket, or it was nodded at: the sentence follows.
        let page = self.refusal(refusal).await;
        let said = self.host.wire.follow_up(&self.visitor.call, &page).await.map(|_| ());
        log_lost_reply(said);
    }

    pub(super) async fn wait_for_change(&self, ticket: &Arc<PendingClick>) {
        if !ticket.is_nodded() {
            if tokio::time::timeout_at(self.deadline(), ticket.used()).await.is_ok() {
                return self.host.metrics.acknowledged(self.visitor.came.elapsed());
            }
            self.acknowledge(ticket).await;
        }
        if ticket.is_nodded() && tokio::time::timeout(KEPT, ticket.used()).await.is_err() {
            self.host.tickets.take_back(ticket);
        }
    }

    /// An answer to a private question: the private message shows what comes next.
    pub(super) async fn answer_privately(&self, deed: Request) {
        let answered = async {
            match self.ask(deed).await {
                Reply::Refused(refusal) => Err(refusal),
                _ => Ok(self.next_private().await),
            }
        };
        match self.with_ack(answered).await {
            Err(Refusal::Stale { .. }) => self.show_current().await,
            Err(refusal) => self.refuse(&refusal).await,
            Ok(page) => self.update(&page).await,
        }
    }

    /// The next private question, or that there is none.
    pub(super) async fn next_private(&self) -> OutgoingMessage {
        let Ok(seen) = self.host.sight(&self.visitor, self.campaign).await else {
            // The answer counts; what comes next is in the hand.
            return self.line("table-done");
        };
        let mine = hand::asked(&seen.panel);
        let page = mine.and_then(|asked| hand::leaf_page(&seen.tongue, self.campaign, asked, 0));
        self.shows(mine);
        page.unwrap_or_else(|| OutgoingMessage::line(seen.tongue.word("hand-settled")))
    }

    /// Something done in private: a sentence says that it is done.
    pub(super) async fn submit_private(&self, deed: Request) {
        if !self.is_own_server().await {
            return;
        }
        match self.with_ack(self.ask(deed)).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                self.change_or_tell(&self.line("table-done")).await;
            }
        }
    }
}
