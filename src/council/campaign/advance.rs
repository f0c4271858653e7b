//! What follows by itself: questions open and close, the house plays its
//! seats, orders run, votes that are decided take effect, until somebody is
//! waited for.
//!
//! May use: the words of `council`. Deliberately absent: deadlines (`clock`).

use super::super::log::{Answered, How, What};
use super::super::notice::{News, public_events};
use super::super::question::{Question, Way, way};
use super::super::refusal::Refusal;
use super::super::settings::{Ballot, Turns};
use super::super::state::Stage;
use super::returns::told_as;
use super::work::{Work, open_choices, topic};
use crate::game::{Answer, Decision, Message};

/// Answers in one go after which the rest waits for the next wake.
const MOST_AT_ONCE: usize = 400;

/// An answer and how it came about.
pub(super) type Settled = (String, How);

impl Work<'_> {
    /// Goes on until somebody is waited for.
    pub(super) fn advance(&mut self) -> Result<(), Refusal> {
        self.on.council.unfinished = false;
        for _ in 0..MOST_AT_ONCE {
            if self.on.council.stage != Stage::Running || self.on.council.paused.is_some() {
                return Ok(());
            }
            if self.on.council.chairs.users().is_empty() {
                // Nobody would see it: the house does not play alone.
                self.on.council.paused = Some(self.now.at);
                self.on.council.deserted = true;
                self.tell("pause", Vec::new(), News::Paused { by: None });
                return Ok(());
            }
            if let Some(outcome) = self.table()?.outcome() {
                self.end(Some(outcome), None);
                return Ok(());
            }
            let decisions = self.table()?.decisions();
            self.reconcile(&decisions);
            let Some((decision, settled)) = self.next_settled(&decisions) else {
                self.renew_petition();
                return Ok(());
            };
            self.take(decision, settled)?;
        }
        self.on.council.unfinished = true;
        Ok(())
    }

    /// Closes what is no longer asked and opens what is.
    fn reconcile(&mut self, decisions: &[Decision]) {
        self.withdraw(decisions);
        for decision in decisions {
            if self.on.council.questions.iter().all(|q| q.decision != decision.id) {
                self.open(decision);
            }
        }
    }

    /// Closes what is no longer asked.
    pub(super) fn withdraw(&mut self, decisions: &[Decision]) {
        let asked = |q: &Question| decisions.iter().any(|d| d.id == q.decision && d.ask == q.ask);
        let (open, closed): (Vec<_>, Vec<_>) =
            self.on.council.questions.drain(..).partition(|question| asked(question));
        self.on.council.questions = open;
        for question in closed {
            self.declare_withdrawn(&question);
            self.leave_street(&question);
            let news = News::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
    }

    fn open(&mut self, decision: &Decision) {
        let way = way(decision, &self.on.council.settings);
        let private = match decision.audience {
            crate::game::Audience::Everybody => None,
            crate::game::Audience::Only(seat) => Some(seat),
        };
        if let Way::Turn(seat) = way {
            self.note_turn(seat);
        }
        let question = Question {
            number: self.next_number(),
            decision: decision.id,
            ask: decision.ask.clone(),
            private,
            way,
            votes: std::collections::BTreeMap::new(),
            opened: self.now.at,
            due: self.first_due(way),
            announced: false,
            ballot: None,
            counted: None,
            returns: None,
            cover: self.cover(way),
            street: self.street_at(decision, way),
            sealed: self.on.council.settings.votes == Ballot::Sealed,
            leader: None,
            reminded: std::collections::BTreeMap::new(),
        };
        self.on.council.questions.push(question);
    }

    fn first_due(&self, way: Way) -> Option<super::Moment> {
        let settings = &self.on.council.settings;
        let span = match way {
            Way::People if settings.people.stays_open() => Some(settings.ballot_time()),
            _ => settings.pace.span(),
        };
        span.map(|span| self.now.at + span)
    }

    /// The first question that is decided; the others are announced, if they are new.
    fn next_settled<'d>(&mut self, decisions: &'d [Decision]) -> Option<(&'d Decision, Settled)> {
        for decision in decisions {
            let at = self.on.council.questions.iter().position(|q| q.decision == decision.id);
            let Some(at) = at else { continue };
            if let Some(settled) = self.settle(at, decision) {
                return Some((decision, settled));
            }
        }
        self.announce_open();
        None
    }

    /// Is this question decided as things stand?
    fn settle(&mut self, at: usize, decision: &Decision) -> Option<Settled> {
        let open = open_choices(decision);
        if let [only] = open.as_slice() {
            return Some((only.clone(), How::Only));
        }
        let question = self.on.council.questions[at].clone();
        if let Some(passed) = &question.leader {
            return self.house_leads(&question, decision, passed);
        }
        match question.way {
            Way::Vote => self.count(at, decision, false),
            Way::One(seat) | Way::Own(seat) => self.for_seat(&question, decision, seat),
            Way::Turn(seat) => match self.on.council.settings.turns {
                Turns::Leader => self.for_leader(&question, decision),
                _ => self.for_seat(&question, decision, seat),
            },
            Way::Leader => self.for_leader(&question, decision),
            Way::Anyone => None,
            Way::People => self.ask_people(at, decision),
        }
    }

    /// Gives an answer to the game, and tells what came of it.
    pub(super) fn take(&mut self, decision: &Decision, settled: Settled) -> Result<(), Refusal> {
        let (choice, how) = settled;
        let council = &mut self.on.council;
        let at = council.questions.iter().position(|q| q.decision == decision.id);
        let question = council.questions.remove(at.ok_or(Refusal::Internal)?);
        let returns = self.returns_of(&question, decision);
        let answer = Answer { decision: Some(decision.id), choice: choice.clone() };
        let table = self.on.table.as_mut().ok_or(Refusal::NotBegun)?;
        let events = table.apply(&answer).map_err(|_| Refusal::Internal)?;
        let chapter = table.progress();
        let label = decision.choices.iter().find(|c| c.key == choice).map(|c| c.label.clone());
        let label = label.unwrap_or_else(|| Message::new(choice.clone()));
        let wall = events.iter().any(|event| event.undo_barrier);
        let words = (decision.prompt.clone(), label.clone());
        self.log(What::Answer(Answered {
            question: question.number,
            decision: decision.id,
            ask: question.ask.clone(),
            choice: choice.clone(),
            prompt: words.0.clone(),
            label: words.1.clone(),
            private: question.private,
            how: how.clone(),
            wall,
        }));
        let words = question.private.is_none().then_some(words);
        let (number, ask) = (question.number, question.ask.clone());
        let events = told_as(public_events(&events), &how);
        let edition = returns.as_ref().map(|(edition, _)| *edition);
        let round = self.on.council.chapter.round;
        self.enter(&chapter);
        let street = self.note_heard(&question, decision, &choice);
        self.note_fates(&events);
        self.note_decree((&question, decision), (edition, round), (&choice, &label, &how));
        if let Some(returns) = returns {
            self.declare(returns, &question, decision, (&label, &how));
        }
        let news = News::Answered { question: number, ask, words, how, chapter, events, street };
        self.tell(topic(number), Vec::new(), news);
        self.lapse_motion();
        Ok(())
    }
}
