//! Answers and votes, as people give them.
//!
//! May use: the words of `council`. Deliberately absent: what follows
//! (`advance`).

use super::super::notice::News;
use super::super::people::Person;
use super::super::question::{Question, ToLeader, Way};
use super::super::refusal::Refusal;
use super::super::request::Reply;
use super::work::Work;
use crate::game::{Decision, Seat};

impl Work<'_> {
    pub(super) fn choose(
        &mut self,
        who: &Person,
        number: u32,
        choice: &str,
        seat: Option<Seat>,
    ) -> Result<Reply, Refusal> {
        self.running()?;
        let at = self.find(number)?;
        let question = self.on.council.questions[at].clone();
        let decision = self.decision(&question)?;
        // Who may not see a question is not told either which answers it has.
        self.concerns(who, &question)?;
        check_choice(&question, &decision, choice)?;
        if question.way == Way::Vote && question.leader.is_none() {
            return self.vote(who, at, choice, seat);
        }
        let how = self.may_answer(&question, who.user).ok_or_else(|| self.not_yours(&question))?;
        let how = match &question.leader {
            Some(ToLeader::Tie(_)) => Self::tie_broken(&question),
            _ => how,
        };
        self.take(&decision, (choice.to_owned(), how))?;
        self.advance()?;
        Ok(Reply::Answered { question: number, choice: choice.to_owned() })
    }

    pub(super) fn find(&self, number: u32) -> Result<usize, Refusal> {
        let questions = &self.on.council.questions;
        questions.iter().position(|question| question.number == number).ok_or_else(|| {
            Refusal::Stale { open: questions.iter().map(|question| question.number).collect() }
        })
    }

    pub(super) fn decision(&self, question: &Question) -> Result<Decision, Refusal> {
        let decisions = self.table()?.decisions();
        decisions.into_iter().find(|d| d.id == question.decision).ok_or(Refusal::Internal)
    }

    /// Is this person's answer or vote wanted at all?
    fn concerns(&self, who: &Person, question: &Question) -> Result<(), Refusal> {
        let wanted = match (question.way, &question.leader) {
            (Way::Vote, None) => self.on.council.chairs.is_advisor(who.user),
            (Way::People, None) => return Err(Refusal::PeopleDecide),
            _ => self.may_answer(question, who.user).is_some(),
        };
        wanted.then_some(()).ok_or_else(|| self.not_yours(question))
    }

    fn not_yours(&self, question: &Question) -> Refusal {
        let seats = self.on.meant(question);
        let users = self.waited_for(question);
        Refusal::NotYours { seats, users }
    }

    fn vote(
        &mut self,
        who: &Person,
        at: usize,
        choice: &str,
        seat: Option<Seat>,
    ) -> Result<Reply, Refusal> {
        let mine = self.on.council.chairs.of(who.user);
        let seats: Vec<Seat> =
            mine.into_iter().filter(|mine| seat.is_none_or(|seat| seat == *mine)).collect();
        let question = &mut self.on.council.questions[at];
        if seats.is_empty() {
            let question = question.clone();
            return Err(self.not_yours(&question));
        }
        let mut changed = false;
        for seat in seats {
            changed |= question.votes.insert(seat, choice.to_owned()).is_some();
        }
        let number = question.number;
        self.mention(format!("votes-{number}"), News::Voted { question: number });
        self.advance()?;
        let open = self.find(number).is_ok();
        Ok(match self.taken_choice(number) {
            Some(choice) if !open => Reply::Answered { question: number, choice },
            _ => Reply::Voted { question: number, changed },
        })
    }

    /// The answer just taken to a question.
    fn taken_choice(&self, number: u32) -> Option<String> {
        self.effects.entries.iter().find_map(|entry| match &entry.what {
            super::super::log::What::Answer(answered) if answered.question == number => {
                Some(answered.choice.clone())
            }
            _ => None,
        })
    }
}

/// Can this be answered?
fn check_choice(q: &Question, d: &Decision, choice: &str) -> Result<(), Refusal> {
    let listed = d.choices.iter().find(|listed| listed.key == choice);
    let listed = listed.ok_or(Refusal::NoSuchChoice)?;
    if let Some(why) = &listed.blocked {
        return Err(Refusal::Blocked(why.clone()));
    }
    match &q.leader {
        Some(ToLeader::Tie(tied)) if !tied.iter().any(|one| one == choice) => Err(Refusal::NotTied),
        _ => Ok(()),
    }
}
