//! Questions that the public answers: their ballots open, close and are counted.
//!
//! Voting and eligibility live in [`super::public_vote`], announcements in
//! [`super::ballot_results`].

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
    players_only: bool,
    leader: Option<String>,
}

impl Transition<'_> {
    /// Opens the public ballot of a question. Does nothing while it is open.
    ///
    /// Where ballots do not stay open, or the standing ballot is for another kind of question, it
    /// counts the current ballot at once.
    pub(super) fn open_public_ballot(
        &mut self,
        at: usize,
        decision: &Decision,
    ) -> Option<Resolution> {
        let question = &self.campaign.council.questions[at];
        if question.ballot.is_some() {
            // Open until its deadline.
            return None;
        }
        let closes = question.due;
        let settings = &self.campaign.council.settings.public_vote;
        // A standing ballot about something else keeps its votes: the players vote on this one.
        if settings.stays_open() && !self.is_for_another_ask(decision) {
            let carry = settings.mode == PublicVoteMode::Standing;
            self.open_ballot(open_choices(decision), closes, carry);
            self.campaign.council.questions[at].ballot = Some(self.campaign.council.editions);
            return None;
        }
        self.campaign.council.questions[at].ballot = Some(self.campaign.council.editions);
        self.close_ballot(at, decision)
    }

    /// Whether the standing ballot is for another kind of question.
    fn is_for_another_ask(&self, decision: &Decision) -> bool {
        let standing = self.campaign.council.settings.public_vote.mode == PublicVoteMode::Standing;
        let ahead = || self.campaign.table.as_ref().and_then(|table| table.standing_ballot());
        standing && ahead().is_some_and(|ahead| ahead.ask != decision.ask)
    }

    /// Closes a ballot early at the leader's request.
    ///
    /// Allowed once half of its time is over and every player has voted.
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
        let from = ballot.half_time().ok_or(Refusal::NotOnOffer)?;
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
        if let Some(resolution) = self.close_ballot(at, &decision) {
            self.apply_answer(&decision, resolution)?;
        }
        self.advance()?;
        Ok(Reply::Done)
    }

    /// Counts the public votes for good and keeps the result on the question.
    ///
    /// Escalates a tie that the leader's own vote does not break. An empty ballot settles nothing:
    /// the players vote instead.
    pub(super) fn close_ballot(&mut self, at: usize, decision: &Decision) -> Option<Resolution> {
        let was_open = self.was_opened_for_question();
        let count = self.count_public_votes(decision);
        let offered = open_choices(decision);
        let result = self.current_result(&self.campaign.council.questions[at], decision);
        self.campaign.council.questions[at].ballot_result = result;
        match plurality(&count.tally, count.leader.as_deref(), &offered) {
            Verdict::Taken { choice, tie } => {
                let (tally, players_only) = (count.tally, count.players_only);
                Some((choice, DecidedBy::Public { tally, players_only, tie }))
            }
            Verdict::Tied(tied) => {
                let PublicCount { tally, players_only, .. } = count;
                self.campaign.council.questions[at].counted =
                    Some(BallotCount { tally, players_only });
                if was_open {
                    self.tell_tie(at, decision, &tied);
                    self.shelve_ballot();
                }
                self.escalate(at, decision, Escalation::Tie(tied))
            }
            Verdict::Empty | Verdict::Open if was_open => self.resolve_empty_ballot(at, decision),
            // A standing ballot gave the public no deadline to vote by: the players vote now.
            Verdict::Empty | Verdict::Open => {
                self.campaign.council.questions[at].resolver = Resolver::Vote;
                self.count_votes(at, decision, false)
            }
        }
    }

    /// Handles a ballot that closed without votes: the players vote.
    ///
    /// In campaigns from version 0.1 the house decides.
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
        let resolution = self.count_votes(at, decision, false);
        if resolution.is_none() {
            self.announce_open();
        }
        resolution
    }

    /// Discards a ballot that was open for a question. A standing ballot is kept for the next
    /// question, with its votes.
    fn shelve_ballot(&mut self) {
        if self.campaign.council.settings.public_vote.mode != PublicVoteMode::Standing {
            self.close_public_ballot();
        }
    }

    /// Whether the current ballot was opened for a question.
    fn was_opened_for_question(&self) -> bool {
        self.campaign.council.public_ballot.as_ref().is_some_and(|ballot| ballot.closes.is_some())
    }

    /// Counts the public votes.
    ///
    /// Waives the turnout if the ballot was opened for the question and no player voted.
    fn count_public_votes(&self, decision: &Decision) -> PublicCount {
        let count = self.votes_that_count(decision, true);
        if count.tally.is_empty() && self.was_opened_for_question() {
            // The time is over and no player voted: votes below the turnout are better than none.
            return self.votes_that_count(decision, false);
        }
        count
    }

    /// Counts the valid votes. Below the turnout only the players' votes count, if
    /// `turnout_matters`.
    fn votes_that_count(&self, decision: &Decision, turnout_matters: bool) -> PublicCount {
        let offered = open_choices(decision);
        let no_votes = Arc::default();
        let ballot = self.campaign.council.public_ballot.as_ref();
        let votes = ballot.map_or(&no_votes, |ballot| &ballot.votes);
        let valid = |(_, choice): &(&UserId, &String)| offered.contains(choice);
        let turnout = votes.iter().filter(valid).count();
        let below_turnout = ballot.is_some_and(|ballot| turnout < ballot.turnout as usize);
        let players_only = below_turnout && turnout_matters;
        let seating = &self.campaign.council.seating;
        let counts = |(user, _): &(&UserId, &String)| !players_only || seating.holds_seat(**user);
        let tally = tally(votes.iter().filter(valid).filter(counts).map(|(_, choice)| choice));
        let leader = self.leading_user().and_then(|user| votes.get(&user)).cloned();
        PublicCount { tally, players_only, leader }
    }

    /// Returns the log's [`DecidedBy`] for a tie that the leader has broken.
    pub(super) fn decided_by_tie_break(question: &Question) -> DecidedBy {
        match question.counted.clone() {
            Some(BallotCount { tally, players_only }) => {
                DecidedBy::Public { tally, players_only, tie: true }
            }
            None => DecidedBy::Vote { votes: question.votes.clone(), tie: true },
        }
    }
}
