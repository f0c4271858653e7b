//! What became of what the people decided: noted when everybody first sees it, and taken back with
//! an undo.
//!
//! May use: the words of `council`, the boundary. Deliberately absent: what a decision does; the
//! game says which event comes of which.

use super::super::log::DecidedBy;
use super::super::notice::{NoticeKind, PublicEvent};
use super::super::public_decision::{DecisionOutcome, PublicDecision};
use super::super::question::Question;
use super::transition::Transition;
use crate::game::{Answerer, Decision, Message};

impl Transition<'_> {
    /// Notes what the public was asked and what was decided.
    pub(super) fn record_decision(
        &mut self,
        (question, decision): (&Question, &Decision),
        (edition, round): (Option<u32>, u32),
        (choice, label, how): (&str, &Message, &DecidedBy),
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
            decided_by: how.clone(),
            sealed: question.sealed,
            first_seen: None,
        });
    }

    /// Tells where everybody sees for the first time what an earlier decision does.
    pub(super) fn record_outcomes(&mut self, events: &[PublicEvent]) {
        if self.campaign.council.public_decisions.iter().all(|decree| decree.first_seen.is_some()) {
            return;
        }
        let (seq, round) = (self.campaign.council.seq, self.campaign.council.progress.round);
        for told in events {
            let Some((ask, choice)) = self.campaign.game.cause_of(told) else { continue };
            let fresh = |decree: &&mut PublicDecision| {
                decree.first_seen.is_none() && decree.ask == ask && decree.choice == choice
            };
            let Some(decree) = self.campaign.council.public_decisions.iter_mut().find(fresh) else {
                continue;
            };
            decree.first_seen = Some(seq);
            let (edition, after) = (decree.edition, round.saturating_sub(decree.round));
            self.tell_outcome(edition, DecisionOutcome::Seen { after, event: told.clone() });
        }
    }

    /// Decisions from an entry on are taken back, and what was seen of others since.
    pub(super) fn undo_decisions(&mut self, back_to: u64) {
        let mut fates = Vec::new();
        self.campaign.council.public_decisions.retain_mut(|decree| {
            if decree.seq >= back_to {
                fates.push((decree.edition, DecisionOutcome::Undone));
                return false;
            }
            if decree.first_seen.take_if(|seen| *seen >= back_to).is_some() {
                fates.push((decree.edition, DecisionOutcome::Unseen));
            }
            true
        });
        if fates.iter().any(|(_, fate)| *fate == DecisionOutcome::Undone) {
            // Only those who did not get their way have a vote left: all are asked again.
            self.clear_public_votes();
        }
        for (edition, fate) in fates {
            self.tell_outcome(edition, fate);
        }
    }

    fn tell_outcome(&mut self, edition: Option<u32>, fate: DecisionOutcome) {
        if let Some(edition) = edition {
            let fate = Box::new(fate);
            self.tell(
                "petition-fate",
                Vec::new(),
                NoticeKind::DecisionOutcome { edition, outcome: fate },
            );
        }
    }
}
