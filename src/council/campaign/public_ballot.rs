//! A question that the people answer: their ballot opens, closes, and is counted.
//!
//! May use: the words of `council`. Deliberately absent: who may vote (`petition`), and what is
//! told of it (`returns`).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::log::{DecidedBy, HouseReason};
use super::super::question::{BallotCount, Escalation, Question, Resolver};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::{Requester, UserId};
use super::super::settings::PublicVoteMode;
use super::super::verdict::{Verdict, plurality, tally};
use super::advance::Resolution;
use super::transition::{Transition, open_choices};
use crate::game::Decision;

/// The votes that count.
struct PublicCount {
    tally: BTreeMap<String, u32>,
    advisors: bool,
    leader: Option<String>,
}

impl Transition<'_> {
    /// The question is put to the people: their ballot is open for a while. At tables where it is
    /// not, a standing one answers it at once.
    pub(super) fn open_public_ballot(
        &mut self,
        at: usize,
        decision: &Decision,
    ) -> Option<Resolution> {
        let question = &self.campaign.council.questions[at];
        if question.ballot.is_some() {
            // Open until it is due.
            return None;
        }
        let closes = question.due;
        let people = &self.campaign.council.settings.public_vote;
        // A standing ballot about something else keeps its votes: the advisors vote on this one.
        if people.stays_open() && !self.is_for_another_ask(decision) {
            let carry = people.mode == PublicVoteMode::Standing;
            self.open_ballot(open_choices(decision), closes, carry);
            self.campaign.council.questions[at].ballot = Some(self.campaign.council.editions);
            return None;
        }
        self.campaign.council.questions[at].ballot = Some(self.campaign.council.editions);
        self.close_ballot(at, decision)
    }

    /// Does a ballot stand for another kind of question than this?
    fn is_for_another_ask(&self, decision: &Decision) -> bool {
        let standing = self.campaign.council.settings.public_vote.mode == PublicVoteMode::Standing;
        let ahead = || self.campaign.table.as_ref().and_then(|table| table.standing_ballot());
        standing && ahead().is_some_and(|ahead| ahead.ask != decision.ask)
    }

    /// The leader closes the ballot early: half of its time is over, and every advisor has voted.
    pub(super) fn close_ballot_early(
        &mut self,
        who: &Requester,
        edition: u32,
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        let ballot = self.campaign.council.public_ballot.as_ref();
        let ballot = ballot.filter(|ballot| ballot.edition == edition && !ballot.is_closed());
        let ballot = ballot.ok_or(Refusal::NotOnOffer)?;
        if self.leading_user() != Some(who.user) {
            return Err(Refusal::LeaderCloses);
        }
        let from = ballot.half().ok_or(Refusal::NotOnOffer)?;
        if self.now.at < from {
            return Err(Refusal::TooEarly { from });
        }
        let users = self.campaign.players_without_vote(ballot);
        if !users.is_empty() {
            return Err(Refusal::VotesMissing { users });
        }
        let asked = |q: &Question| q.ballot == Some(edition) && q.escalation.is_none();
        let at =
            self.campaign.council.questions.iter().position(asked).ok_or(Refusal::NotOnOffer)?;
        let decision = self.decision(&self.campaign.council.questions[at])?;
        if let Some(settled) = self.close_ballot(at, &decision) {
            self.apply_answer(&decision, settled)?;
        }
        self.advance()?;
        Ok(Reply::Done)
    }

    /// Counts the people's votes for good.
    pub(super) fn close_ballot(&mut self, at: usize, decision: &Decision) -> Option<Resolution> {
        let was_open = self.was_opened_for_question();
        let count = self.count_public_votes(decision);
        let offered = open_choices(decision);
        let returns = self.current_result(&self.campaign.council.questions[at], decision);
        self.campaign.council.questions[at].ballot_result = returns;
        match plurality(&count.tally, count.leader.as_deref(), &offered) {
            Verdict::Taken { choice, tie } => {
                let (tally, advisors) = (count.tally, count.advisors);
                Some((choice, DecidedBy::Public { tally, players_only: advisors, tie }))
            }
            Verdict::Tied(tied) => {
                let PublicCount { tally, advisors, .. } = count;
                self.campaign.council.questions[at].counted =
                    Some(BallotCount { tally, players_only: advisors });
                if was_open {
                    self.tell_tie(at, decision, &tied);
                    self.shelve_ballot();
                }
                self.escalate(at, decision, Escalation::Tie(tied))
            }
            Verdict::Empty | Verdict::Open if was_open => self.resolve_empty_ballot(at, decision),
            // On a standing ballot nobody was asked to hurry: the advisors vote now.
            Verdict::Empty | Verdict::Open => {
                self.campaign.council.questions[at].resolver = Resolver::Vote;
                self.count_votes(at, decision, false)
            }
        }
    }

    /// A ballot has closed without a vote. The advisors vote now; at tables of version 0.1 the
    /// house decides.
    fn resolve_empty_ballot(&mut self, at: usize, decision: &Decision) -> Option<Resolution> {
        if !self.campaign.council.settings.public_vote.opens {
            let question = self.campaign.council.questions[at].clone();
            return self.house_answer(&question, decision, HouseReason::NoVotes);
        }
        self.tell_empty(at);
        self.shelve_ballot();
        let due = self.campaign.council.settings.pace.span().map(|pace| self.now.at + pace);
        let question = &mut self.campaign.council.questions[at];
        question.resolver = Resolver::Vote;
        question.opened = self.now.at;
        question.due = due;
        question.reminded.clear();
        question.announced = false;
        let settled = self.count_votes(at, decision, false);
        if settled.is_none() {
            self.announce_open();
        }
        settled
    }

    /// A ballot that was open for a question has closed. A standing one is kept for the next time,
    /// with its votes.
    fn shelve_ballot(&mut self) {
        if self.campaign.council.settings.public_vote.mode != PublicVoteMode::Standing {
            self.close_public_ballot();
        }
    }

    /// Was the ballot open for the question?
    fn was_opened_for_question(&self) -> bool {
        self.campaign.council.public_ballot.as_ref().is_some_and(|ballot| ballot.closes.is_some())
    }

    fn count_public_votes(&self, decision: &Decision) -> PublicCount {
        let count = self.votes_that_count(decision, true);
        if count.tally.is_empty() && self.was_opened_for_question() {
            // No advisor voted, and the time is over: better the few than nobody.
            return self.votes_that_count(decision, false);
        }
        count
    }

    /// Under the turnout, if it matters, only the advisors' votes count.
    fn votes_that_count(&self, decision: &Decision, turnout_matters: bool) -> PublicCount {
        let offered = open_choices(decision);
        let nobody = Arc::default();
        let ballot = self.campaign.council.public_ballot.as_ref();
        let votes = ballot.map_or(&nobody, |ballot| &ballot.votes);
        let valid = |(_, choice): &(&UserId, &String)| offered.contains(choice);
        let turnout = votes.iter().filter(valid).count();
        let few = ballot.is_some_and(|ballot| turnout < ballot.turnout as usize);
        let advisors = few && turnout_matters;
        let chairs = &self.campaign.council.seating;
        let counts = |(user, _): &(&UserId, &String)| !advisors || chairs.holds_seat(**user);
        let tally = tally(votes.iter().filter(valid).filter(counts).map(|(_, choice)| choice));
        let leader = self.leading_user().and_then(|user| votes.get(&user)).cloned();
        PublicCount { tally, advisors, leader }
    }

    /// How a tie was broken, for the record.
    pub(super) fn tie_broken(question: &Question) -> DecidedBy {
        match question.counted.clone() {
            Some(BallotCount { tally, players_only: advisors }) => {
                DecidedBy::Public { tally, players_only: advisors, tie: true }
            }
            None => DecidedBy::Vote { votes: question.votes.clone(), tie: true },
        }
    }
}
