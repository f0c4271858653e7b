//! Clicks on the public ballot. Who may vote is decided by the council.

use std::sync::Arc;

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::ballot::{self, Leaf};
use crate::discord::publisher::CampaignView;

impl Click<'_> {
    /// Votes on the public ballot, or withdraws the vote if `choice` is `None`.
    pub(super) async fn sign(&self, edition: u32, choice: Option<ChoiceRef>) {
        let Some(view) = self.open_ballot(edition).await else { return };
        let Some(ballot_view) = &view.view.ballot else { return };
        let keys = ballot_view.decision.choices.iter().map(|choice| choice.key.as_str());
        let choice = choice.map(|choice| choice.find(keys).unwrap_or_default());
        let done = if choice.is_some() { "ballot-signed" } else { "ballot-unsigned" };
        let user = Some(self.invoker.requester.user);
        let seated = view.view.seats.iter().any(|state| state.holder.user() == user);
        if choice.is_none() && ballot_view.mine.is_none() && !seated {
            // No vote to withdraw and nothing to store: a request updates the last activity of seat
            // holders only.
            let message = ballot::mine(&view.localizer, self.campaign, ballot_view, None);
            return self.change_or_tell(&message).await;
        }
        // The tally on the ballot is updated later: hundreds may vote at the same time.
        match self.with_ack(self.ask(Request::VotePublic { edition: Some(edition), choice })).await
        {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => self.change_or_tell(&self.voted(done).await).await,
        }
    }

    /// Shows the invoker's vote and the menu to change it.
    pub(super) async fn my_vote(&self, edition: u32) {
        let Some(view) = self.open_ballot(edition).await else { return };
        let Some(ballot_view) = &view.view.ballot else { return };
        let message = ballot::mine(&view.localizer, self.campaign, ballot_view, None);
        self.change_or_tell(&message).await;
    }

    /// The campaign, if that ballot is open. Otherwise refuses the click and returns `None`.
    async fn open_ballot(&self, edition: u32) -> Option<CampaignView> {
        let refusal = match self.sight().await {
            Ok(view) if view.view.ballot.as_ref().is_some_and(|b| b.edition == edition) => {
                return Some(view);
            }
            Ok(_) => Refusal::NotOnOffer,
            Err(refusal) => refusal,
        };
        self.refuse(&refusal).await;
        None
    }

    /// The confirmation of a vote.
    async fn voted(&self, done: &str) -> OutgoingMessage {
        let Ok(view) = self.context.load_view(&self.invoker, self.campaign).await else {
            // The campaign is too busy with other votes to be read again. This vote is stored.
            return self.line(done);
        };
        match &view.view.ballot {
            Some(ballot_view) => {
                ballot::mine(&view.localizer, self.campaign, ballot_view, Some(done))
            }
            // This vote was the last one expected, and closed the ballot.
            None => OutgoingMessage::line(view.localizer.word(done)),
        }
    }

    /// Shows one option of the ballot, with its story and its picture.
    pub(super) async fn read_ballot(&self, at: usize) {
        let view = match self.sight().await {
            Ok(view) => view,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let Some(ballot_view) = &view.view.ballot else {
            return self.refuse(&Refusal::NoBallot).await;
        };
        let Leaf { page: mut message, piece } =
            ballot::leaf(&view.localizer, self.campaign, ballot_view, at);
        if let Some(piece) = piece.filter(|_| self.may_have_a_picture()) {
            let game = Arc::clone(&view.localizer.game);
            let drawn = self.context.render_pool.card(game, &piece, &view.localizer.language);
            message.file = self.with_ack(drawn).await;
        }
        self.change_or_tell(&message).await;
    }

    /// Whether the invoker's rate limit allows another picture. The text is shown in any case.
    fn may_have_a_picture(&self) -> bool {
        self.context.rate_limiter.picture(self.invoker.requester.user.0).is_ok()
    }

    /// Turns the invoker's ping for new ballots on or off.
    pub(super) async fn call_me(&self, on: bool) {
        if !self.is_own_server().await {
            return;
        }
        match self.with_ack(self.ask(Request::SetBallotPing { on })).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let Some(localizer) = self.context.localizer(&self.invoker) else { return };
                self.change_or_tell(&ballot::called(&localizer, self.campaign, on)).await;
            }
        }
    }
}
