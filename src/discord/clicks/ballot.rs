//! Clicks on the people's ballot.
//!
//! May use: `clicks`, `pages::ballot`. Deliberately absent: who is admitted; the council knows.

use std::sync::Arc;

use super::Click;
use crate::council::{Refusal, Reply, Request};
use crate::discord::custom_id::ChoiceRef;
use crate::discord::message::OutgoingMessage;
use crate::discord::pages::ballot::{self, Leaf};
use crate::discord::publisher::CampaignView;

impl Click<'_> {
    pub(super) async fn sign(&self, edition: u32, choice: Option<ChoiceRef>) {
        let Some(seen) = self.ballot_in_sight(edition).await else { return };
        let Some(matter) = &seen.panel.ballot else { return };
        let keys = matter.decision.choices.iter().map(|choice| choice.key.as_str());
        let choice = choice.map(|pick| pick.find(keys).unwrap_or_default());
        let done = if choice.is_some() { "ballot-signed" } else { "ballot-unsigned" };
        let user = Some(self.visitor.person.user);
        let advisor = seen.panel.seats.iter().any(|chair| chair.holder.user() == user);
        if choice.is_none() && matter.mine.is_none() && !advisor {
            // There is nothing to take back, and nothing to store: only of an Advisor does the
            // campaign note that somebody is there.
            let page = ballot::mine(&seen.tongue, self.campaign, matter, None);
            return self.change_or_tell(&page).await;
        }
        // The tally on the ballot follows a little later: hundreds may vote at once.
        match self.with_ack(self.ask(Request::VotePublic { edition: Some(edition), choice })).await
        {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => self.change_or_tell(&self.voted(done).await).await,
        }
    }

    /// What somebody has voted for, and the way to change it.
    pub(super) async fn my_vote(&self, edition: u32) {
        let Some(seen) = self.ballot_in_sight(edition).await else { return };
        let Some(matter) = &seen.panel.ballot else { return };
        let page = ballot::mine(&seen.tongue, self.campaign, matter, None);
        self.change_or_tell(&page).await;
    }

    /// The campaign, if that ballot is open; if not, whoever clicked is told.
    async fn ballot_in_sight(&self, edition: u32) -> Option<CampaignView> {
        let refusal = match self.sight().await {
            Ok(seen) if seen.panel.ballot.as_ref().is_some_and(|m| m.edition == edition) => {
                return Some(seen);
            }
            Ok(_) => Refusal::NotOnOffer,
            Err(refusal) => refusal,
        };
        self.refuse(&refusal).await;
        None
    }

    /// What somebody is told who has just voted.
    async fn voted(&self, done: &str) -> OutgoingMessage {
        let Ok(seen) = self.host.sight(&self.visitor, self.campaign).await else {
            // Others are voting, too many to look again now. The vote counts.
            return self.line(done);
        };
        match &seen.panel.ballot {
            Some(matter) => ballot::mine(&seen.tongue, self.campaign, matter, Some(done)),
            // It was the last vote that was waited for.
            None => OutgoingMessage::line(seen.tongue.word(done)),
        }
    }

    /// One thing on offer, with its story and its picture.
    pub(super) async fn read_ballot(&self, at: usize) {
        let seen = match self.sight().await {
            Ok(seen) => seen,
            Err(refusal) => return self.refuse(&refusal).await,
        };
        let Some(matter) = &seen.panel.ballot else {
            return self.refuse(&Refusal::NoBallot).await;
        };
        let Leaf { mut page, piece } = ballot::leaf(&seen.tongue, self.campaign, matter, at);
        if let Some(piece) = piece.filter(|_| self.may_have_a_picture()) {
            let game = Arc::clone(&seen.tongue.game);
            let drawn = self.host.easel.card(game, &piece, &seen.tongue.language);
            page.file = self.with_ack(drawn).await;
        }
        self.change_or_tell(&page).await;
    }

    /// Too many pictures at once are not drawn; the words are there all the same.
    fn may_have_a_picture(&self) -> bool {
        self.host.gate.picture(self.visitor.person.user.0).is_ok()
    }

    /// Calls the one who clicked whenever a ballot opens, or no more.
    pub(super) async fn call_me(&self, on: bool) {
        if !self.is_own_server().await {
            return;
        }
        match self.with_ack(self.ask(Request::SetBallotPing { on })).await {
            Reply::Refused(refusal) => self.refuse(&refusal).await,
            _ => {
                let Some(tongue) = self.host.tongue(&self.visitor) else { return };
                self.change_or_tell(&ballot::called(&tongue, self.campaign, on)).await;
            }
        }
    }
}
