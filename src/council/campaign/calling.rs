//! Calling the people: those who asked for it, and a role of the server.
//!
//! May use: the words of `council`. Deliberately absent: calling advisors; the question itself
//! does that (`clock`).

use super::super::notice::News;
use super::super::people::{Person, User};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::state::{MOST_CALLERS, PeoplesBallot, Stage};
use super::super::time::Moment;
use super::Campaign;
use super::work::Work;

/// The people are reminded after this part of the time.
const LAST_CALL: (i64, i64) = (4, 5);

impl Work<'_> {
    /// Notes that somebody wants to be called, or no more.
    pub(super) fn call_me(&mut self, who: &Person, on: bool) -> Result<Reply, Refusal> {
        if self.on.council.stage != Stage::Running {
            return Err(Refusal::NotBegun);
        }
        if who.bot {
            return Err(Refusal::BotsDoNotVote);
        }
        let council = &mut self.on.council;
        if !on {
            council.callers.remove(&who.user);
            return Ok(Reply::Done);
        }
        if council.chairs.is_advisor(who.user) {
            return Err(Refusal::CalledAnyway);
        }
        if council.callers.len() >= MOST_CALLERS && !council.callers.contains(&who.user) {
            return Err(Refusal::TooManyCalled);
        }
        council.callers.insert(who.user);
        Ok(Reply::Done)
    }

    /// A ballot opens: the people are called.
    pub(super) fn call_the_people(&mut self, edition: u32, closes: Option<Moment>) {
        let call = self.callers_now(|_| true);
        let role = self.on.council.settings.people.call;
        self.tell("petition", call, News::Petition { edition, closes, role });
    }

    /// Those who want to be called and are not in their quiet hours. Advisors are called by the
    /// question.
    fn callers_now(&self, wanted: impl Fn(User) -> bool) -> Vec<User> {
        let loud = |user: &User| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        let council = &self.on.council;
        let callers = council.callers.iter().copied();
        callers
            .filter(|user| wanted(*user) && loud(user) && !council.chairs.is_advisor(*user))
            .filter(|user| Some(*user) != self.actor)
            .collect()
    }

    /// Reminds those who have not voted, shortly before a ballot closes.
    pub(super) fn last_call(&mut self) {
        let due = self.on.last_call_due().is_some_and(|due| due <= self.now.at);
        if !due || self.on.council.paused.is_some() {
            return;
        }
        let Some(ballot) = &mut self.on.council.petition else { return };
        ballot.reminded = true;
        let (edition, votes) = (ballot.edition, ballot.votes.clone());
        let few = votes.len() < ballot.turnout as usize;
        let (Some(closes), struck) = (ballot.closes, ballot.struck.clone()) else { return };
        let wanted = |user: User| !votes.contains_key(&user) && !struck.contains(&user);
        let call = self.callers_now(wanted);
        // A role cannot be called without those who have voted: only if more votes are needed.
        let role = self.on.council.settings.people.call.filter(|_| few);
        if !call.is_empty() || role.is_some() {
            self.tell("petition-call", call, News::LastCall { edition, closes, role });
        }
    }
}

impl Campaign {
    /// When the people are reminded of the open ballot.
    pub(super) fn last_call_due(&self) -> Option<Moment> {
        let ballot = self.council.petition.as_ref().filter(|ballot| !ballot.is_closed())?;
        let (opened, closes) = (ballot.opened?, ballot.closes?);
        let (part, whole) = LAST_CALL;
        (!ballot.reminded).then(|| opened + (closes - opened).part(part, whole))
    }

    /// The advisors who may vote on a ballot and have not.
    pub(in crate::council) fn not_voted(&self, ballot: &PeoplesBallot) -> Vec<User> {
        let silent =
            |user: &User| !ballot.votes.contains_key(user) && !ballot.struck.contains(user);
        self.council.chairs.users().into_iter().filter(silent).collect()
    }
}
