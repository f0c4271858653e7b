//! What follows by itself: questions open and close, the house plays its
//! seats, orders run, votes that are decided take effect, until somebody is
//! waited for.
//!
//! May use: the words of `council`. Deliberately absent: deadlines (`clock`).

use super::super::log::{Answered, DecidedBy, EntryKind};
use super::super::notice::{NoticeKind, public_events};
use super::super::question::{Question, Resolver, resolver_of};
use super::super::refusal::Refusal;
use super::super::settings::{BallotSecrecy, TurnMode};
use super::super::state::CampaignStatus;
use super::ballot_results::mark_decided_by_people;
use super::transition::{Transition, open_choices, topic};
use crate::game::{Answer, Decision, Message};

/// Answers in one go after which the rest waits for the next wake.
const MAX_ANSWERS_PER_WAKE: usize = 400;

/// An answer and how it came about.
pub(super) type Resolution = (String, DecidedBy);

impl Transition<'_> {
    /// Goes on until somebody is waited for.
    pub(super) fn advance(&mut self) -> Result<(), Refusal> {
        self.campaign.council.unfinished = false;
        for _ in 0..MAX_ANSWERS_PER_WAKE {
            if self.campaign.council.status != CampaignStatus::Running
                || self.campaign.council.paused.is_some()
            {
                return Ok(());
            }
            if self.campaign.council.seating.users().is_empty() {
                // Nobody would see it: the house does not play alone.
                self.campaign.council.paused = Some(self.now.at);
                self.campaign.council.deserted = true;
                self.tell("pause", Vec::new(), NoticeKind::Paused { by: None });
                return Ok(());
            }
            if let Some(outcome) = self.table()?.outcome() {
                self.end_campaign(Some(outcome), None);
                return Ok(());
            }
            let decisions = self.table()?.decisions();
            self.reconcile(&decisions);
            let Some((decision, settled)) = self.next_resolved(&decisions) else {
                self.renew_standing_ballot();
                return Ok(());
            };
            self.apply_answer(decision, settled)?;
        }
        self.campaign.council.unfinished = true;
        Ok(())
    }

    /// Closes what is no longer asked and opens what is.
    fn reconcile(&mut self, decisions: &[Decision]) {
        self.withdraw(decisions);
        for decision in decisions {
            if self.campaign.council.questions.iter().all(|q| q.decision != decision.id) {
                self.open_question(decision);
            }
        }
    }

    /// Closes what is no longer asked.
    pub(super) fn withdraw(&mut self, decisions: &[Decision]) {
        let asked = |q: &Question| decisions.iter().any(|d| d.id == q.decision && d.ask == q.ask);
        let (open, closed): (Vec<_>, Vec<_>) =
            self.campaign.council.questions.drain(..).partition(|question| asked(question));
        self.campaign.council.questions = open;
        for question in closed {
            self.tell_withdrawn(&question);
            self.close_street(&question);
            let news = NoticeKind::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), news);
        }
    }

    fn open_question(&mut self, decision: &Decision) {
        let resolver = resolver_of(decision, &self.campaign.council.settings);
        let private = match decision.audience {
            crate::game::Audience::Everybody => None,
            crate::game::Audience::Only(seat) => Some(seat),
        };
        if let Resolver::Turn(seat) = resolver {
            self.start_turn(seat);
        }
        let question = Question {
            number: self.next_number(),
            decision: decision.id,
            ask: decision.ask.clone(),
            private,
            resolver,
            votes: std::collections::BTreeMap::new(),
            opened: self.now.at,
            due: self.first_due(resolver),
            announced: false,
            ballot: None,
            counted: None,
            ballot_result: None,
            substitution: self.substitution(resolver),
            street: self.street_for(decision, resolver),
            sealed: self.campaign.council.settings.secrecy == BallotSecrecy::Sealed,
            escalation: None,
            reminded: std::collections::BTreeMap::new(),
        };
        self.campaign.council.questions.push(question);
    }

    fn first_due(&self, resolver: Resolver) -> Option<super::Timestamp> {
        let settings = &self.campaign.council.settings;
        let span = match resolver {
            Resolver::Public if settings.public_vote.stays_open() => Some(settings.ballot_time()),
            _ => settings.pace.span(),
        };
        span.map(|span| self.now.at + span)
    }

    /// The first question that is decided; the others are announced, if they are new.
    fn next_resolved<'d>(
        &mut self,
        decisions: &'d [Decision],
    ) -> Option<(&'d Decision, Resolution)> {
        for decision in decisions {
            let at = self.campaign.council.questions.iter().position(|q| q.decision == decision.id);
            let Some(at) = at else { continue };
            if let Some(settled) = self.resolve(at, decision) {
                return Some((decision, settled));
            }
        }
        self.announce_open();
        None
    }

    /// Is this question decided as things stand?
    fn resolve(&mut self, at: usize, decision: &Decision) -> Option<Resolution> {
        let open = open_choices(decision);
        if let [only] = open.as_slice() {
            return Some((only.clone(), DecidedBy::Only));
        }
        let question = self.campaign.council.questions[at].clone();
        if let Some(passed) = &question.escalation {
            return self.house_answer_as_leader(&question, decision, passed);
        }
        match question.resolver {
            Resolver::Vote => self.count_votes(at, decision, false),
            Resolver::Responsible(seat) | Resolver::Private(seat) => {
                self.answer_for_seat(&question, decision, seat)
            }
            Resolver::Turn(seat) => match self.campaign.council.settings.turns {
                TurnMode::Leader => self.answer_for_leader(&question, decision),
                _ => self.answer_for_seat(&question, decision, seat),
            },
            Resolver::Leader => self.answer_for_leader(&question, decision),
            Resolver::Anyone => None,
            Resolver::Public => self.open_public_ballot(at, decision),
        }
    }

    /// Gives an answer to the game, and tells what came of it.
    pub(super) fn apply_answer(
        &mut self,
        decision: &Decision,
        settled: Resolution,
    ) -> Result<(), Refusal> {
        let (choice, how) = settled;
        let council = &mut self.campaign.council;
        let at = council.questions.iter().position(|q| q.decision == decision.id);
        let question = council.questions.remove(at.ok_or(Refusal::Internal)?);
        let returns = self.result_to_tell(&question, decision);
        let answer = Answer { decision: Some(decision.id), choice: choice.clone() };
        let table = self.campaign.table.as_mut().ok_or(Refusal::NotBegun)?;
        let events = table.apply(&answer).map_err(|_| Refusal::Internal)?;
        let chapter = table.progress();
        let label = decision.choices.iter().find(|c| c.key == choice).map(|c| c.label.clone());
        let label = label.unwrap_or_else(|| Message::new(choice.clone()));
        let wall = events.iter().any(|event| event.undo_barrier);
        let words = (decision.prompt.clone(), label.clone());
        self.log(EntryKind::Answer(Answered {
            question: question.number,
            decision: decision.id,
            ask: question.ask.clone(),
            choice: choice.clone(),
            prompt: words.0.clone(),
            label: words.1.clone(),
            private: question.private,
            decided_by: how.clone(),
            undo_barrier: wall,
        }));
        let words = question.private.is_none().then_some(words);
        let (number, ask) = (question.number, question.ask.clone());
        let events = mark_decided_by_people(public_events(&events), &how);
        let edition = returns.as_ref().map(|(edition, _)| *edition);
        let round = self.campaign.council.progress.round;
        self.set_progress(&chapter);
        let street = self.record_street(&question, decision, &choice);
        self.record_outcomes(&events);
        self.record_decision((&question, decision), (edition, round), (&choice, &label, &how));
        if let Some(returns) = returns {
            self.tell_answer(returns, &question, decision, (&label, &how));
        }
        let news = NoticeKind::Answered {
            question: number,
            ask,
            words,
            decided_by: how,
            chapter,
            events,
            street,
        };
        self.tell(topic(number), Vec::new(), news);
        self.lapse_motion();
        Ok(())
    }
}
