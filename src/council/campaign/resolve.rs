//! How a question is settled: votes are counted, the house answers for its seats, or the question
//! is escalated to the leader.
//!
//! What an answer leads to lives in [`super::advance`], deadlines in [`super::deadlines`].

use super::super::log::{DecidedBy, HouseReason};
use super::super::notice::NoticeKind;
use super::super::question::{Escalation, Question};
use super::super::verdict::{Verdict, Vote};
use super::advance::Resolution;
use super::transition::{Transition, open_choices, topic};
use crate::game::{Answerer, Decision, Seat};

impl Transition<'_> {
    /// Answers for a seat: by the house if it plays the seat, otherwise by a plan or an away
    /// answer. Returns `None` if the seat has to be asked.
    pub(super) fn answer_for_seat(
        &mut self,
        q: &Question,
        decision: &Decision,
        seat: Seat,
    ) -> Option<Resolution> {
        if self.campaign.council.seating.holder(seat).is_house() {
            return self.house_answer(q, decision, HouseReason::Plays(seat));
        }
        self.run_order(q, decision, seat).or_else(|| self.away_answer(q, decision, seat))
    }

    /// Answers for the leader by the house if it leads, otherwise by a plan of the active seat. A
    /// plan applies only to the turn it was made for.
    pub(super) fn answer_for_leader(
        &mut self,
        q: &Question,
        decision: &Decision,
    ) -> Option<Resolution> {
        let leader = self.leader();
        if self.campaign.council.seating.holder(leader).is_house() {
            return self.house_answer(q, decision, HouseReason::Plays(leader));
        }
        match decision.answerer {
            Answerer::Active(seat) => self.run_order(q, decision, seat),
            _ => None,
        }
    }

    /// Returns the answer of the house with its reason.
    pub(super) fn house_answer(
        &self,
        q: &Question,
        decision: &Decision,
        reason: HouseReason,
    ) -> Option<Resolution> {
        Some((self.advice(q, decision)?, DecidedBy::House { reason }))
    }

    /// Returns the answer of the house among tied choices: its advice if it is one of them,
    /// otherwise the first.
    pub(super) fn house_answer_among(
        &self,
        question: &Question,
        decision: &Decision,
        tied: &[String],
        reason: HouseReason,
    ) -> Option<Resolution> {
        let advice = self.advice(question, decision).filter(|advice| tied.contains(advice));
        Some((advice.or_else(|| tied.first().cloned())?, DecidedBy::House { reason }))
    }

    /// Returns the answer of the house to an escalated question, or `None` if the house does not
    /// play the leader's seat.
    pub(super) fn house_answer_as_leader(
        &self,
        question: &Question,
        decision: &Decision,
        escalation: &Escalation,
    ) -> Option<Resolution> {
        if !self.campaign.council.seating.holder(self.leader()).is_house() {
            return None;
        }
        match escalation {
            Escalation::Tie(tied) => {
                self.house_answer_among(question, decision, tied, HouseReason::BreaksTie)
            }
            Escalation::Late => self.house_answer(question, decision, HouseReason::Late),
        }
    }

    /// Counts the votes of all seats, those of the house included. `closing` ends the vote even if
    /// votes are missing.
    pub(super) fn count_votes(
        &mut self,
        at: usize,
        decision: &Decision,
        closing: bool,
    ) -> Option<Resolution> {
        self.cast_house_votes(at, decision);
        let question = self.campaign.council.questions[at].clone();
        let voters: Vec<Seat> = self.campaign.council.seating.seats().collect();
        let offered = open_choices(decision);
        let vote = Vote {
            voters: &voters,
            votes: &question.votes,
            offered: &offered,
            leader: self.leader(),
        };
        match vote.verdict(closing) {
            Verdict::Open => None,
            Verdict::Taken { choice, tie } => {
                Some((choice, DecidedBy::Vote { votes: question.votes, tie }))
            }
            Verdict::Tied(tied) => self.escalate(at, decision, Escalation::Tie(tied)),
            Verdict::Empty => self.house_answer(&question, decision, HouseReason::NoVotes),
        }
    }

    /// Casts the missing votes of the seats that the house plays.
    fn cast_house_votes(&mut self, at: usize, decision: &Decision) {
        let question = &self.campaign.council.questions[at];
        let seating = &self.campaign.council.seating;
        let house = |seat: &Seat| seating.holder(*seat).is_house();
        let silent: Vec<Seat> = seating
            .seats()
            .filter(|seat| house(seat) && !question.votes.contains_key(seat))
            .collect();
        if silent.is_empty() {
            return;
        }
        if let Some(advice) = self.advice(question, decision) {
            let votes = &mut self.campaign.council.questions[at].votes;
            votes.extend(silent.into_iter().map(|seat| (seat, advice.clone())));
        }
    }

    /// Escalates a question to the leader. If the house leads, returns its answer at once instead.
    pub(super) fn escalate(
        &mut self,
        at: usize,
        decision: &Decision,
        escalation: Escalation,
    ) -> Option<Resolution> {
        let question = self.campaign.council.questions[at].clone();
        if let Some(resolution) = self.house_answer_as_leader(&question, decision, &escalation) {
            return Some(resolution);
        }
        let due = self.campaign.council.settings.tie_time().map(|span| self.now.at + span);
        let open = &mut self.campaign.council.questions[at];
        open.escalation = Some(escalation.clone());
        open.opened = self.now.at;
        open.due = due;
        open.reminded.clear();
        let tied = match escalation {
            Escalation::Tie(tied) => tied,
            Escalation::Late => Vec::new(),
        };
        let ping = self.ping_now(at);
        let kind = NoticeKind::Escalated { question: question.number, tied, due };
        self.tell(topic(question.number), ping, kind);
        None
    }
}
