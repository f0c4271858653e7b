//! Pings for public ballots: subscribed users and a server role.
//!
//! Players are pinged by the question itself, in [`super::deadlines`].

use super::super::notice::NoticeKind;
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Requester, UserId};
use super::super::state::{CampaignStatus, MAX_SUBSCRIBERS, PublicBallot};
use super::super::time::Timestamp;
use super::Campaign;
use super::transition::Transition;

/// Part of a ballot's time after which the last call is sent.
const LAST_CALL_MARK: (i64, i64) = (4, 5);

impl Transition<'_> {
    /// Subscribes a user to ballot pings, or unsubscribes them. Idempotent.
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

    /// Announces an open ballot and pings its subscribers and the server role.
    pub(super) fn ping_subscribers(&mut self, edition: u32, closes: Option<Timestamp>) {
        let ping = self.awake_subscribers(|_| true);
        let role = self.campaign.council.settings.public_vote.ping_role;
        self.tell("petition", ping, NoticeKind::Ballot { edition, closes, role });
    }

    /// Returns the `wanted` subscribers to ping now.
    ///
    /// Leaves out users in their quiet hours, the user who makes the request, and players: the
    /// question pings them.
    fn awake_subscribers(&self, wanted: impl Fn(UserId) -> bool) -> Vec<UserId> {
        let awake = |user: &UserId| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        let council = &self.campaign.council;
        let subscribers = council.ping_subscribers.iter().copied();
        subscribers
            .filter(|user| wanted(*user) && awake(user) && !council.seating.holds_seat(*user))
            .filter(|user| Some(*user) != self.actor)
            .collect()
    }

    /// Sends the last call of a ballot if it is due: pings the subscribers who have not voted.
    pub(super) fn send_last_call(&mut self) {
        let due = self.campaign.last_call_due().is_some_and(|due| due <= self.now.at);
        if !due || self.campaign.council.paused.is_some() {
            return;
        }
        let Some(ballot) = &mut self.campaign.council.public_ballot else { return };
        ballot.reminded = true;
        let (edition, votes) = (ballot.edition, ballot.votes.clone());
        let below_turnout = votes.len() < ballot.turnout as usize;
        let (Some(closes), struck) = (ballot.closes, ballot.struck.clone()) else { return };
        let wanted = |user: UserId| !votes.contains_key(&user) && !struck.contains(&user);
        let ping = self.awake_subscribers(wanted);
        // A role ping also reaches members who have voted: send it only below the turnout.
        let role = self.campaign.council.settings.public_vote.ping_role.filter(|_| below_turnout);
        if !ping.is_empty() || role.is_some() {
            self.tell("petition-call", ping, NoticeKind::LastCall { edition, closes, role });
        }
    }
}

impl Campaign {
    /// When the last call of the open ballot is due.
    ///
    /// Returns `None` if it was sent, or if no ballot with known times is open.
    pub(super) fn last_call_due(&self) -> Option<Timestamp> {
        let ballot = self.council.public_ballot.as_ref().filter(|ballot| !ballot.is_closed())?;
        let (opened, closes) = (ballot.opened?, ballot.closes?);
        let (part, whole) = LAST_CALL_MARK;
        (!ballot.reminded).then(|| opened + (closes - opened).part(part, whole))
    }

    /// The players who may vote on a ballot and have not.
    pub(in crate::council) fn players_without_vote(&self, ballot: &PublicBallot) -> Vec<UserId> {
        let silent =
            |user: &UserId| !ballot.votes.contains_key(user) && !ballot.struck.contains(user);
        self.council.seating.users().into_iter().filter(silent).collect()
    }
}
