//! Answers and votes given by players.
//!
//! What follows from them lives in [`super::advance`].

use super::super::notice::NoticeKind;
use super::super::question::{Escalation, Question, Resolver};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::super::seating::Requester;
use super::transition::Transition;
use crate::game::{Decision, Seat};

impl Transition<'_> {
    pub(super) fn choose(
        &mut self,
        who: &Requester,
        number: u32,
        choice: &str,
        seat: Option<Seat>,
    ) -> Result<Reply, Refusal> {
        self.check_running()?;
        let at = self.question_index(number)?;
        let question = self.campaign.council.questions[at].clone();
        let decision = self.decision(&question)?;
        // Before the choice is checked: its error would tell which choices a hidden question has.
        self.check_may_answer(who, &question)?;
        check_choice(&question, &decision, choice)?;
        if question.resolver == Resolver::Vote && question.escalation.is_none() {
            return self.vote(who, at, choice, seat);
        }
        let decided_by =
            self.may_answer(&question, who.user).ok_or_else(|| self.not_yours(&question))?;
        let decided_by = match &question.escalation {
            Some(Escalation::Tie(_)) => Self::decided_by_tie_break(&question),
            _ => decided_by,
        };
        self.apply_answer(&decision, (choice.to_owned(), decided_by))?;
        self.advance()?;
        Ok(Reply::Answered { question: number, choice: choice.to_owned() })
    }

    pub(super) fn question_index(&self, number: u32) -> Result<usize, Refusal> {
        let questions = &self.campaign.council.questions;
        questions.iter().position(|question| question.number == number).ok_or_else(|| {
            Refusal::Stale { open: questions.iter().map(|question| question.number).collect() }
        })
    }

    pub(super) fn decision(&self, question: &Question) -> Result<Decision, Refusal> {
        let decisions = self.table()?.decisions();
        decisions.into_iter().find(|d| d.id == question.decision).ok_or(Refusal::Internal)
    }

    /// Checks that the question takes an answer or a vote from this user.
    fn check_may_answer(&self, who: &Requester, question: &Question) -> Result<(), Refusal> {
        let wanted = match (question.resolver, &question.escalation) {
            (Resolver::Vote, None) => self.campaign.council.seating.holds_seat(who.user),
            (Resolver::Public, None) => return Err(Refusal::PublicDecides),
            _ => self.may_answer(question, who.user).is_some(),
        };
        wanted.then_some(()).ok_or_else(|| self.not_yours(question))
    }

    fn not_yours(&self, question: &Question) -> Refusal {
        let seats = self.campaign.addressees(question);
        let users = self.waited_for(question);
        Refusal::NotYours { seats, users }
    }

    fn vote(
        &mut self,
        who: &Requester,
        at: usize,
        choice: &str,
        seat: Option<Seat>,
    ) -> Result<Reply, Refusal> {
        let mine = self.campaign.council.seating.seats_of(who.user);
        let seats: Vec<Seat> =
            mine.into_iter().filter(|mine| seat.is_none_or(|seat| seat == *mine)).collect();
        let question = &mut self.campaign.council.questions[at];
        if seats.is_empty() {
            let question = question.clone();
            return Err(self.not_yours(&question));
        }
        let mut changed = false;
        for seat in seats {
            changed |= question.votes.insert(seat, choice.to_owned()).is_some();
        }
        let number = question.number;
        self.tell_transient(format!("votes-{number}"), NoticeKind::Voted { question: number });
        self.advance()?;
        let open = self.question_index(number).is_ok();
        Ok(match self.taken_choice(number) {
            Some(choice) if !open => Reply::Answered { question: number, choice },
            _ => Reply::Voted { question: number, changed },
        })
    }

    /// Returns the choice that this transition has applied to a question, if any.
    fn taken_choice(&self, number: u32) -> Option<String> {
        self.effects.entries.iter().find_map(|entry| match &entry.kind {
            super::super::log::EntryKind::Answer(answered) if answered.question == number => {
                Some(answered.choice.clone())
            }
            _ => None,
        })
    }
}

/// Checks that a choice can be taken.
fn check_choice(q: &Question, d: &Decision, choice: &str) -> Result<(), Refusal> {
    let listed = d.choices.iter().find(|listed| listed.key == choice);
    let listed = listed.ok_or(Refusal::NoSuchChoice)?;
    if let Some(reason) = &listed.blocked {
        return Err(Refusal::Blocked(reason.clone()));
    }
    match &q.escalation {
        Some(Escalation::Tie(tied)) if !tied.iter().any(|one| one == choice) => {
            Err(Refusal::NotTied)
        }
        _ => Ok(()),
    }
}
