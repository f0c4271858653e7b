//! Calling the people: those who asked for it, and a role of the server.
//!
//! May use: the words of `council`. Deliberately absent: calling advisors; the question itself
//! does that (`clock`).

use super::super::notice::NoticeKind;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Requester, UserId};
use super::super::state::{CampaignStatus, MAX_SUBSCRIBERS, PublicBallot};
use super::super::time::Timestamp;
use super::Campaign;
use super::transition::Transition;

/// The people are reminded after this part of the time.
const LAST_CALL_MARK: (i64, i64) = (4, 5);

impl Transition<'_> {
    /// Notes that somebody wants to be called, or no more.
    pub(super) fn set_ballot_ping(&mut self, who: &Requester, on: bool) -> Result<Reply, Refusal> {
        if self.campaign.council.status != CampaignStatus::Running {
            return Err(Refusal::NotBegun);
        }
        if who.bot {
            return Err(Refusal::BotsDoNotVote);
        }
        let council = &mut self.campaign.council;
        if !on {
            council.ping_subscribers.remove(&who.user);
            return Ok(Reply::Done);
        }
        if council.seating.holds_seat(who.user) {
            return Err(Refusal::PingedAnyway);
        }
        if council.ping_subscribers.len() >= MAX_SUBSCRIBERS
            && !council.ping_subscribers.contains(&who.user)
        {
            return Err(Refusal::TooManySubscribers);
        }
        council.ping_subscribers.insert(who.user);
        Ok(Reply::Done)
    }

    /// A ballot opens: the people are called.
    pub(super) fn ping_subscribers(&mut self, edition: u32, closes: Option<Timestamp>) {
        let call = self.awake_subscribers(|_| true);
        let role = self.campaign.council.settings.public_vote.ping_role;
        self.tell("petition", call, NoticeKind::Ballot { edition, closes, role });
    }

    /// Those who want to be called and are not in their quiet hours. Advisors are called by the
    /// question.
    fn awake_subscribers(&self, wanted: impl Fn(UserId) -> bool) -> Vec<UserId> {
        let loud = |user: &UserId| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        let council = &self.campaign.council;
        let callers = council.ping_subscribers.iter().copied();
        callers
            .filter(|user| wanted(*user) && loud(user) && !council.seating.holds_seat(*user))
            .filter(|user| Some(*user) != self.actor)
            .collect()
    }

    /// Reminds those who have not voted, shortly before a ballot closes.
    pub(super) fn send_last_call(&mut self) {
        let due = self.campaign.last_call_due().is_some_and(|due| due <= self.now.at);
        if !due || self.campaign.council.paused.is_some() {
            return;
        }
        let Some(ballot) = &mut self.campaign.council.public_ballot else { return };
        ballot.reminded = true;
        let (edition, votes) = (ballot.edition, ballot.votes.clone());
        let few = votes.len() < ballot.turnout as usize;
        let (Some(closes), struck) = (ballot.closes, ballot.struck.clone()) else { return };
        let wanted = |user: UserId| !votes.contains_key(&user) && !struck.contains(&user);
        let call = self.awake_subscribers(wanted);
        // A role cannot be called without those who have voted: only if more votes are needed.
        let role = self.campaign.council.settings.public_vote.ping_role.filter(|_| few);
        if !call.is_empty() || role.is_some() {
            self.tell("petition-call", call, NoticeKind::LastCall { edition, closes, role });
        }
    }
}

impl Campaign {
    /// When the people are reminded of the open ballot.
    pub(super) fn last_call_due(&self) -> Option<Timestamp> {
        let ballot = self.council.public_ballot.as_ref().filter(|ballot| !ballot.is_closed())?;
        let (opened, closes) = (ballot.opened?, ballot.closes?);
        let (part, whole) = LAST_CALL_MARK;
        (!ballot.reminded).then(|| opened + (closes - opened).part(part, whole))
    }

    /// The advisors who may vote on a ballot and have not.
    pub(in crate::council) fn players_without_vote(&self, ballot: &PublicBallot) -> Vec<UserId> {
        let silent =
            |user: &UserId| !ballot.votes.contains_key(user) && !ballot.struck.contains(user);
        self.council.seating.users().into_iter().filter(silent).collect()
    }
}
