//! Automatic steps: questions open and close, the house plays its seats, planned answers run and
//! decided votes take effect, until the game waits for a user.
//!
//! Deadlines live in [`super::deadlines`].

use super::super::log::{Answered, DecidedBy, EntryKind};
use super::super::notice::{NoticeKind, public_events};
use super::super::question::{Question, Resolver, resolver_of};
use super::super::refusal::Refusal;
use super::super::settings::{BallotSecrecy, TurnMode};
use super::super::state::CampaignStatus;
use super::ballot_results::mark_decided_by_public;
use super::transition::{Transition, open_choices, topic};
use crate::game::{Answer, Decision, Message};

/// Maximum number of answers applied by one advance. The rest waits for the next wake-up.
const MAX_ANSWERS_PER_ADVANCE: usize = 400;

/// Answer to a question and how it was decided.
pub(super) type Resolution = (String, DecidedBy);

impl Transition<'_> {
    /// Advances until the game waits for a user. Sets `unfinished` if it reaches
    /// [`MAX_ANSWERS_PER_WAKE`].
    pub(super) fn advance(&mut self) -> Result<(), Refusal> {
        self.campaign.council.unfinished = false;
        for _ in 0..MAX_ANSWERS_PER_ADVANCE {
            if self.campaign.council.status != CampaignStatus::Running
                || self.campaign.council.paused.is_some()
            {
                return Ok(());
            }
            if self.campaign.council.seating.users().is_empty() {
                // No user holds a seat: the house does not play alone.
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
            let Some((decision, resolution)) = self.next_resolved(&decisions) else {
                self.renew_standing_ballot();
                return Ok(());
            };
            self.apply_answer(decision, resolution)?;
        }
        self.campaign.council.unfinished = true;
        Ok(())
    }

    /// Closes the questions that the game no longer asks and opens the new ones.
    fn reconcile(&mut self, decisions: &[Decision]) {
        self.withdraw(decisions);
        for decision in decisions {
            if self.campaign.council.questions.iter().all(|q| q.decision != decision.id) {
                self.open_question(decision);
            }
        }
    }

    /// Closes the questions that the game no longer asks.
    pub(super) fn withdraw(&mut self, decisions: &[Decision]) {
        let asked = |q: &Question| decisions.iter().any(|d| d.id == q.decision && d.ask == q.ask);
        let (open, closed): (Vec<_>, Vec<_>) =
            self.campaign.council.questions.drain(..).partition(|question| asked(question));
        self.campaign.council.questions = open;
        for question in closed {
            self.tell_withdrawn(&question);
            self.close_street(&question);
            let kind = NoticeKind::Withdrawn { question: question.number };
            self.tell(topic(question.number), Vec::new(), kind);
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

    /// Returns the first decision that is settled. If there is none, announces the new questions.
    fn next_resolved<'d>(
        &mut self,
        decisions: &'d [Decision],
    ) -> Option<(&'d Decision, Resolution)> {
        for decision in decisions {
            let at = self.campaign.council.questions.iter().position(|q| q.decision == decision.id);
            let Some(at) = at else { continue };
            if let Some(resolution) = self.resolve(at, decision) {
                return Some((decision, resolution));
            }
        }
        self.announce_open();
        None
    }

    /// Returns the answer to a question if it is decided as things stand. May open its public
    /// ballot or escalate it to the leader instead.
    fn resolve(&mut self, at: usize, decision: &Decision) -> Option<Resolution> {
        let open = open_choices(decision);
        if let [only] = open.as_slice() {
            return Some((only.clone(), DecidedBy::Only));
        }
        let question = self.campaign.council.questions[at].clone();
        if let Some(escalation) = &question.escalation {
            return self.house_answer_as_leader(&question, decision, escalation);
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

    /// Applies an answer to the game, logs it and announces its events.
    pub(super) fn apply_answer(
        &mut self,
        decision: &Decision,
        resolution: Resolution,
    ) -> Result<(), Refusal> {
        let (choice, decided_by) = resolution;
        let council = &mut self.campaign.council;
        let at = council.questions.iter().position(|q| q.decision == decision.id);
        let question = council.questions.remove(at.ok_or(Refusal::Internal)?);
        let result = self.result_to_tell(&question, decision);
        let answer = Answer { decision: Some(decision.id), choice: choice.clone() };
        let table = self.campaign.table.as_mut().ok_or(Refusal::NotBegun)?;
        let events = table.apply(&answer).map_err(|_| Refusal::Internal)?;
        let progress = table.progress();
        let label = decision.choices.iter().find(|c| c.key == choice).map(|c| c.label.clone());
        let label = label.unwrap_or_else(|| Message::new(choice.clone()));
        let undo_barrier = events.iter().any(|event| event.undo_barrier);
        let words = (decision.prompt.clone(), label.clone());
        self.log(EntryKind::Answer(Answered {
            question: question.number,
            decision: decision.id,
            ask: question.ask.clone(),
            choice: choice.clone(),
            prompt: words.0.clone(),
            label: words.1.clone(),
            private: question.private,
            decided_by: decided_by.clone(),
            undo_barrier,
        }));
        let words = question.private.is_none().then_some(words);
        let (number, ask) = (question.number, question.ask.clone());
        let events = mark_decided_by_public(public_events(&events), &decided_by);
        let edition = result.as_ref().map(|(edition, _)| *edition);
        let round = self.campaign.council.progress.round;
        self.set_progress(&progress);
        let street = self.record_street(&question, decision, &choice);
        self.record_outcomes(&events);
        self.record_decision(
            (&question, decision),
            (edition, round),
            (&choice, &label, &decided_by),
        );
        if let Some(result) = result {
            self.tell_answer(result, &question, decision, (&label, &decided_by));
        }
        let kind = NoticeKind::Answered {
            question: number,
            ask,
            words,
            decided_by,
            progress,
            events,
            street,
        };
        self.tell(topic(number), Vec::new(), kind);
        self.lapse_motion();
        Ok(())
    }
}
