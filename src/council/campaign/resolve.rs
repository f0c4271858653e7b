//! How a question is decided: votes are counted, the house answers for its
//! seats, the leader is asked.
//!
//! May use: the words of `council`. Deliberately absent: what an answer leads
//! to (`advance`), and deadlines (`clock`).

use super::super::log::{DecidedBy, HouseReason};
use super::super::notice::NoticeKind;
use super::super::question::{Escalation, Question};
use super::super::verdict::{Verdict, Vote};
use super::advance::Resolution;
use super::transition::{Transition, open_choices, topic};
use crate::game::{Answerer, Decision, Seat};

impl Transition<'_> {
    /// The house, or an order, answers for a seat.
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

    /// The house answers for the leader; an order does only in the turn it was given for.
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

    /// The house's answer, named as such.
    pub(super) fn house_answer(
        &self,
        q: &Question,
        decision: &Decision,
        why: HouseReason,
    ) -> Option<Resolution> {
        Some((self.advice(q, decision)?, DecidedBy::House { reason: why }))
    }

    /// The house's answer among tied ones: its own advice if it is among them.
    pub(super) fn house_answer_among(
        &self,
        question: &Question,
        decision: &Decision,
        tied: &[String],
        why: HouseReason,
    ) -> Option<Resolution> {
        let advice = self.advice(question, decision).filter(|advice| tied.contains(advice));
        Some((advice.or_else(|| tied.first().cloned())?, DecidedBy::House { reason: why }))
    }

    /// A question that has passed to a leader whose seat the house plays.
    pub(super) fn house_answer_as_leader(
        &self,
        question: &Question,
        decision: &Decision,
        passed: &Escalation,
    ) -> Option<Resolution> {
        if !self.campaign.council.seating.holder(self.leader()).is_house() {
            return None;
        }
        match passed {
            Escalation::Tie(tied) => {
                self.house_answer_among(question, decision, tied, HouseReason::BreaksTie)
            }
            Escalation::Late => self.house_answer(question, decision, HouseReason::Late),
        }
    }

    /// Counts the advisors' votes, the house's among them.
    pub(super) fn count_votes(
        &mut self,
        at: usize,
        decision: &Decision,
        closing: bool,
    ) -> Option<Resolution> {
        self.cast_house_votes(at, decision);
        let question = self.campaign.council.questions[at].clone();
        let electors: Vec<Seat> = self.campaign.council.seating.seats().collect();
        let offered = open_choices(decision);
        let vote = Vote {
            voters: &electors,
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

    fn cast_house_votes(&mut self, at: usize, decision: &Decision) {
        let question = &self.campaign.council.questions[at];
        let chairs = &self.campaign.council.seating;
        let house = |seat: &Seat| chairs.holder(*seat).is_house();
        let silent: Vec<Seat> = chairs
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

    /// Passes a question to the leader, unless the house leads and settles it at once.
    pub(super) fn escalate(
        &mut self,
        at: usize,
        decision: &Decision,
        passed: Escalation,
    ) -> Option<Resolution> {
        let question = self.campaign.council.questions[at].clone();
        if let Some(settled) = self.house_answer_as_leader(&question, decision, &passed) {
            return Some(settled);
        }
        let due = self.campaign.council.settings.tie_time().map(|span| self.now.at + span);
        let open = &mut self.campaign.council.questions[at];
        open.escalation = Some(passed.clone());
        open.opened = self.now.at;
        open.due = due;
        open.reminded.clear();
        let tied = match passed {
            Escalation::Tie(tied) => tied,
            Escalation::Late => Vec::new(),
        };
        let call = self.ping_now(at);
        let news = NoticeKind::Escalated { question: question.number, tied, due };
        self.tell(topic(question.number), call, news);
        None
    }
}
