//! How a question is decided: votes are counted, the house answers for its
//! seats, the leader is asked.
//!
//! May use: the words of `council`. Deliberately absent: what an answer leads
//! to (`advance`), and deadlines (`clock`).

use super::super::log::{How, Why};
use super::super::notice::News;
use super::super::question::{Question, ToLeader};
use super::super::verdict::{Verdict, Vote};
use super::advance::Settled;
use super::work::{Work, open_choices, topic};
use crate::game::{Answerer, Decision, Seat};

impl Work<'_> {
    /// The house, or an order, answers for a seat.
    pub(super) fn for_seat(
        &mut self,
        q: &Question,
        decision: &Decision,
        seat: Seat,
    ) -> Option<Settled> {
        if self.on.council.chairs.holder(seat).is_house() {
            return self.house(q, decision, Why::Plays(seat));
        }
        self.run_order(q, decision, seat).or_else(|| self.answer_away(q, decision, seat))
    }

    /// The house answers for the leader; an order does only in the turn it was given for.
    pub(super) fn for_leader(&mut self, q: &Question, decision: &Decision) -> Option<Settled> {
        let leader = self.leader();
        if self.on.council.chairs.holder(leader).is_house() {
            return self.house(q, decision, Why::Plays(leader));
        }
        match decision.answerer {
            Answerer::Active(seat) => self.run_order(q, decision, seat),
            _ => None,
        }
    }

    /// The house's answer, named as such.
    pub(super) fn house(&self, q: &Question, decision: &Decision, why: Why) -> Option<Settled> {
        Some((self.advice(q, decision)?, How::House { why }))
    }

    /// The house's answer among tied ones: its own advice if it is among them.
    pub(super) fn house_among(
        &self,
        question: &Question,
        decision: &Decision,
        tied: &[String],
        why: Why,
    ) -> Option<Settled> {
        let advice = self.advice(question, decision).filter(|advice| tied.contains(advice));
        Some((advice.or_else(|| tied.first().cloned())?, How::House { why }))
    }

    /// A question that has passed to a leader whose seat the house plays.
    pub(super) fn house_leads(
        &self,
        question: &Question,
        decision: &Decision,
        passed: &ToLeader,
    ) -> Option<Settled> {
        if !self.on.council.chairs.holder(self.leader()).is_house() {
            return None;
        }
        match passed {
            ToLeader::Tie(tied) => self.house_among(question, decision, tied, Why::BreaksTie),
            ToLeader::Late => self.house(question, decision, Why::Late),
        }
    }

    /// Counts the advisors' votes, the house's among them.
    pub(super) fn count(
        &mut self,
        at: usize,
        decision: &Decision,
        closing: bool,
    ) -> Option<Settled> {
        self.cast_house_votes(at, decision);
        let question = self.on.council.questions[at].clone();
        let electors: Vec<Seat> = self.on.council.chairs.seats().collect();
        let offered = open_choices(decision);
        let vote = Vote {
            electors: &electors,
            votes: &question.votes,
            offered: &offered,
            leader: self.leader(),
        };
        match vote.verdict(closing) {
            Verdict::Open => None,
            Verdict::Taken { choice, tie } => {
                Some((choice, How::Vote { votes: question.votes, tie }))
            }
            Verdict::Tied(tied) => self.pass_to_leader(at, decision, ToLeader::Tie(tied)),
            Verdict::Empty => self.house(&question, decision, Why::NoVotes),
        }
    }

    fn cast_house_votes(&mut self, at: usize, decision: &Decision) {
        let question = &self.on.council.questions[at];
        let chairs = &self.on.council.chairs;
        let house = |seat: &Seat| chairs.holder(*seat).is_house();
        let silent: Vec<Seat> = chairs
            .seats()
            .filter(|seat| house(seat) && !question.votes.contains_key(seat))
            .collect();
        if silent.is_empty() {
            return;
        }
        if let Some(advice) = self.advice(question, decision) {
            let votes = &mut self.on.council.questions[at].votes;
            votes.extend(silent.into_iter().map(|seat| (seat, advice.clone())));
        }
    }

    /// Passes a question to the leader, unless the house leads and settles it at once.
    pub(super) fn pass_to_leader(
        &mut self,
        at: usize,
        decision: &Decision,
        passed: ToLeader,
    ) -> Option<Settled> {
        let question = self.on.council.questions[at].clone();
        if let Some(settled) = self.house_leads(&question, decision, &passed) {
            return Some(settled);
        }
        let due = self.on.council.settings.tie_time().map(|span| self.now.at + span);
        let open = &mut self.on.council.questions[at];
        open.leader = Some(passed.clone());
        open.opened = self.now.at;
        open.due = due;
        open.reminded.clear();
        let tied = match passed {
            ToLeader::Tie(tied) => tied,
            ToLeader::Late => Vec::new(),
        };
        let call = self.call_now(at);
        let news = News::ToLeader { question: question.number, tied, due };
        self.tell(topic(question.number), call, news);
        None
    }
}
