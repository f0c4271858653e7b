//! Outcomes of public decisions: announced with the first public event a decision causes, and
//! rolled back by an undo.
//!
//! The game knows which event a decision causes: see
//! [`Game::cause_of`](crate::game::Game::cause_of).

use super::super::log::DecidedBy;
use super::super::notice::{NoticeKind, PublicEvent};
use super::super::public_decision::{DecisionOutcome, PublicDecision};
use super::super::question::Question;
use super::transition::Transition;
use crate::game::{Answerer, Decision, Message};

impl Transition<'_> {
    /// Records the decision on a question for the public. Ignores all other questions.
    pub(super) fn record_decision(
        &mut self,
        (question, decision): (&Question, &Decision),
        (edition, round): (Option<u32>, u32),
        (choice, label, decided_by): (&str, &Message, &DecidedBy),
    ) {
        if decision.answerer != Answerer::Electorate || question.private.is_some() {
            return;
        }
        let council = &mut self.campaign.council;
        council.public_decisions.push(PublicDecision {
            seq: council.seq,
            edition,
            ask: question.ask.clone(),
            choice: choice.to_owned(),
            label: label.clone(),
            round,
            decided_by: decided_by.clone(),
            sealed: question.sealed,
            first_seen: None,
        });
    }

    /// Announces each of `events` that is the first public effect of an earlier decision.
    pub(super) fn record_outcomes(&mut self, events: &[PublicEvent]) {
        if self.campaign.council.public_decisions.iter().all(|made| made.first_seen.is_some()) {
            return;
        }
        let (seq, round) = (self.campaign.council.seq, self.campaign.council.progress.round);
        for event in events {
            let Some((ask, choice)) = self.campaign.game.cause_of(event) else { continue };
            let unseen = |made: &&mut PublicDecision| {
                made.first_seen.is_none() && made.ask == ask && made.choice == choice
            };
            let Some(made) = self.campaign.council.public_decisions.iter_mut().find(unseen) else {
                continue;
            };
            made.first_seen = Some(seq);
            let (edition, after) = (made.edition, round.saturating_sub(made.round));
            self.tell_outcome(edition, DecisionOutcome::Seen { after, event: event.clone() });
        }
    }

    /// Removes the decisions from entry `back_to` on, and marks effects first seen since then as
    /// unseen. Announces both.
    pub(super) fn undo_decisions(&mut self, back_to: u64) {
        let mut outcomes = Vec::new();
        self.campaign.council.public_decisions.retain_mut(|made| {
            if made.seq >= back_to {
                outcomes.push((made.edition, DecisionOutcome::Undone));
                return false;
            }
            if made.first_seen.take_if(|seen| *seen >= back_to).is_some() {
                outcomes.push((made.edition, DecisionOutcome::Unseen));
            }
            true
        });
        if outcomes.iter().any(|(_, outcome)| *outcome == DecisionOutcome::Undone) {
            // The votes for what was chosen are gone, so the rest is biased: all users vote again.
            self.clear_public_votes();
        }
        for (edition, outcome) in outcomes {
            self.tell_outcome(edition, outcome);
        }
    }

    /// Announces an outcome, if a ballot led to the decision.
    fn tell_outcome(&mut self, edition: Option<u32>, outcome: DecisionOutcome) {
        if let Some(edition) = edition {
            let outcome = Box::new(outcome);
            self.tell(
                "petition-fate",
                Vec::new(),
                NoticeKind::DecisionOutcome { edition, outcome },
            );
        }
    }
}
