//! The course of a campaign: its chapters, whose turn has ended, who is told
//! that something is asked, and its end.
//!
//! May use: the words of `council`. Deliberately absent: who decides.

use super::super::log::What;
use super::super::notice::News;
use super::super::people::{Holder, User};
use super::super::question::Way;
use super::super::state::Stage;
use super::clock::marks_passed;
use super::work::{Work, topic};
use crate::game::{Outcome, Seat};

impl Work<'_> {
    /// Notes where the campaign stands.
    pub(super) fn enter(&mut self, chapter: &crate::game::Progress) {
        if self.on.council.chapter != *chapter {
            if self.on.council.chapter.round != chapter.round {
                self.on.council.round_since = self.clock();
            }
            self.on.council.chapter = chapter.clone();
            // A seat may have the last turn of a chapter and the first of the next: two turns.
            self.end_turn();
        }
    }

    /// The turn is over, unless something of it is still asked.
    pub(super) fn end_turn(&mut self) {
        let council = &mut self.on.council;
        let asked = |seat: Seat| council.questions.iter().any(|q| q.way == Way::Turn(seat));
        if council.turn.is_some_and(|turn| !asked(turn.seat)) {
            council.turn = None;
        }
    }

    /// Announces questions nobody has heard of, and calls those they wait for.
    pub(super) fn announce_open(&mut self) {
        for at in 0..self.on.council.questions.len() {
            let question = &mut self.on.council.questions[at];
            if std::mem::replace(&mut question.announced, true) {
                continue;
            }
            let (number, ask) = (question.number, question.ask.clone());
            let (private, due) = (question.private, question.due);
            if question.leader.is_none() {
                let call = self.call_now(at);
                self.tell(topic(number), call, News::Asked { question: number, ask, private, due });
            }
        }
    }

    /// Those a question waits for who may be called now. Whoever is at it sees it anyway.
    pub(super) fn call_now(&mut self, at: usize) -> Vec<User> {
        let question = self.on.council.questions[at].clone();
        let waited = self.waited_for(&question);
        let all_answer = matches!(question.way, Way::Vote | Way::People);
        let carries_on = |user: &User| waited.contains(user) && !all_answer;
        let taken_up = self.actor.as_ref().is_some_and(carries_on);
        let loud = |user: &User| {
            self.now.quiet.get(user).is_none_or(|quiet| quiet.after(self.now.at) <= self.now.at)
        };
        // To be called now stands for every mark that has passed; none is made up for later.
        let passed = marks_passed(&question, self.now.at);
        let mut call = Vec::new();
        for user in waited {
            let here = Some(user) == self.actor || taken_up;
            if here || loud(&user) {
                let heard = self.on.council.questions[at].reminded.entry(user).or_insert(0);
                *heard = passed.max(*heard);
            }
            if !here && loud(&user) {
                call.push(user);
            }
        }
        call
    }

    /// Ends the campaign.
    pub(super) fn end(&mut self, outcome: Option<Outcome>, by: Option<User>) {
        let council = &mut self.on.council;
        council.stage = Stage::Over;
        council.proposal = None;
        council.paused = None;
        council.turn = None;
        council.orders.clear();
        council.away.clear();
        council.callers.clear();
        self.close_petition();
        let open = std::mem::take(&mut self.on.council.questions);
        for question in open {
            self.leave_street(&question);
            let news = News::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
        self.log(What::Ended { outcome: outcome.clone(), by });
        let (seed, salt) = (self.on.charter.seed, self.on.charter.salt.clone());
        self.tell("campaign", Vec::new(), News::Ended { outcome, seed, salt });
    }

    /// The holder of a seat, if it is a person.
    pub(super) fn holder(&self, seat: Seat) -> Option<User> {
        match self.on.council.chairs.holder(seat) {
            Holder::User(user) => Some(user),
            Holder::Nobody | Holder::House { .. } => None,
        }
    }
}
