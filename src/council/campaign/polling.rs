//! A question that the people answer: their ballot opens, closes, and is counted.
//!
//! May use: the words of `council`. Deliberately absent: who may vote (`petition`), and what is
//! told of it (`returns`).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::log::{How, Why};
use super::super::people::{Person, User};
use super::super::question::{Counted, Question, ToLeader, Way};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::settings::Petition;
use super::super::verdict::{Verdict, plurality, tally};
use super::advance::Settled;
use super::work::{Work, open_choices};
use crate::game::Decision;

/// The votes that count.
struct Count {
    tally: BTreeMap<String, u32>,
    advisors: bool,
    leader: Option<String>,
}

impl Work<'_> {
    /// The question is put to the people: their ballot is open for a while. At tables where it is
    /// not, a standing one answers it at once.
    pub(super) fn ask_people(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let question = &self.on.council.questions[at];
        if question.ballot.is_some() {
            // Open until it is due.
            return None;
        }
        let closes = question.due;
        let people = &self.on.council.settings.people;
        // A standing ballot about something else keeps its votes: the advisors vote on this one.
        if people.stays_open() && !self.stands_on_another(decision) {
            let carry = people.mode == Petition::Standing;
            self.open_ballot(open_choices(decision), closes, carry);
            self.on.council.questions[at].ballot = Some(self.on.council.editions);
            return None;
        }
        self.on.council.questions[at].ballot = Some(self.on.council.editions);
        self.close_ballot(at, decision)
    }

    /// Does a ballot stand for another kind of question than this?
    fn stands_on_another(&self, decision: &Decision) -> bool {
        let standing = self.on.council.settings.people.mode == Petition::Standing;
        let ahead = || self.on.table.as_ref().and_then(|table| table.standing_ballot());
        standing && ahead().is_some_and(|ahead| ahead.ask != decision.ask)
    }

    /// The leader closes the ballot early: half of its time is over, and every advisor has voted.
    pub(super) fn close_early(&mut self, who: &Person, edition: u32) -> Result<Reply, Refusal> {
        self.running()?;
        let ballot = self.on.council.petition.as_ref();
        let ballot = ballot.filter(|ballot| ballot.edition == edition && !ballot.is_closed());
        let ballot = ballot.ok_or(Refusal::NotOnOffer)?;
        if self.leading_user() != Some(who.user) {
            return Err(Refusal::LeaderCloses);
        }
        let from = ballot.half().ok_or(Refusal::NotOnOffer)?;
        if self.now.at < from {
            return Err(Refusal::TooEarly { from });
        }
        let users = self.on.not_voted(ballot);
        if !users.is_empty() {
            return Err(Refusal::VotesMissing { users });
        }
        let asked = |q: &Question| q.ballot == Some(edition) && q.leader.is_none();
        let at = self.on.council.questions.iter().position(asked).ok_or(Refusal::NotOnOffer)?;
        let decision = self.decision(&self.on.council.questions[at])?;
        if let Some(settled) = self.close_ballot(at, &decision) {
            self.take(&decision, settled)?;
        }
        self.advance()?;
        Ok(Reply::Done)
    }

    /// Counts the people's votes for good.
    pub(super) fn close_ballot(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let was_open = self.was_open();
        let count = self.count_people(decision);
        let offered = open_choices(decision);
        let returns = self.returns(&self.on.council.questions[at], decision);
        self.on.council.questions[at].returns = returns;
        match plurality(&count.tally, count.leader.as_deref(), &offered) {
            Verdict::Taken { choice, tie } => {
                let (tally, advisors) = (count.tally, count.advisors);
                Some((choice, How::People { tally, advisors, tie }))
            }
            Verdict::Tied(tied) => {
                let Count { tally, advisors, .. } = count;
                self.on.council.questions[at].counted = Some(Counted { tally, advisors });
                if was_open {
                    self.declare_tie(at, decision, &tied);
                    self.put_away();
                }
                self.pass_to_leader(at, decision, ToLeader::Tie(tied))
            }
            Verdict::Empty | Verdict::Open if was_open => self.nobody_came(at, decision),
            // On a standing ballot nobody was asked to hurry: the advisors vote now.
            Verdict::Empty | Verdict::Open => {
                self.on.council.questions[at].way = Way::Vote;
                self.count(at, decision, false)
            }
        }
    }

    /// A ballot has closed without a vote. The advisors vote now; at tables of version 0.1 the
    /// house decides.
    fn nobody_came(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        if !self.on.council.settings.people.opens {
            let question = self.on.council.questions[at].clone();
            return self.house(&question, decision, Why::NoVotes);
        }
        self.declare_empty(at);
        self.put_away();
        let due = self.on.council.settings.pace.span().map(|pace| self.now.at + pace);
        let question = &mut self.on.council.questions[at];
        question.way = Way::Vote;
        question.opened = self.now.at;
        question.due = due;
        question.reminded.clear();
        question.announced = false;
        let settled = self.count(at, decision, false);
        if settled.is_none() {
            self.announce_open();
        }
        settled
    }

    /// A ballot that was open for a question has closed. A standing one is kept for the next time,
    /// with its votes.
    fn put_away(&mut self) {
        if self.on.council.settings.people.mode != Petition::Standing {
            self.close_petition();
        }
    }

    /// Was the ballot open for the question?
    fn was_open(&self) -> bool {
        self.on.council.petition.as_ref().is_some_and(|ballot| ballot.closes.is_some())
    }

    fn count_people(&self, decision: &Decision) -> Count {
        let count = self.votes_that_count(decision, true);
        if count.tally.is_empty() && self.was_open() {
            // No advisor voted, and the time is over: better the few than nobody.
            return self.votes_that_count(decision, false);
        }
        count
    }

    /// Under the turnout, if it matters, only the advisors' votes count.
    fn votes_that_count(&self, decision: &Decision, turnout_matters: bool) -> Count {
        let offered = open_choices(decision);
        let nobody = Arc::default();
        let ballot = self.on.council.petition.as_ref();
        let votes = ballot.map_or(&nobody, |ballot| &ballot.votes);
        let valid = |(_, choice): &(&User, &String)| offered.contains(choice);
        let turnout = votes.iter().filter(valid).count();
        let few = ballot.is_some_and(|ballot| turnout < ballot.turnout as usize);
        let advisors = few && turnout_matters;
        let chairs = &self.on.council.chairs;
        let counts = |(user, _): &(&User, &String)| !advisors || chairs.is_advisor(**user);
        let tally = tally(votes.iter().filter(valid).filter(counts).map(|(_, choice)| choice));
        let leader = self.leading_user().and_then(|user| votes.get(&user)).cloned();
        Count { tally, advisors, leader }
    }

    /// How a tie was broken, for the record.
    pub(super) fn tie_broken(question: &Question) -> How {
        match question.counted.clone() {
            Some(Counted { tally, advisors }) => How::People { tally, advisors, tie: true },
            None => How::Vote { votes: question.votes.clone(), tie: true },
        }
    }
}
