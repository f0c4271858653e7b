//! What became of what the people decided: noted when everybody first sees it, and taken back with
//! an undo.
//!
//! May use: the words of `council`, the boundary. Deliberately absent: what a decision does; the
//! game says which event comes of which.

use super::super::decree::{Decree, Fate};
use super::super::log::How;
use super::super::notice::{News, PublicEvent};
use super::super::question::Question;
use super::work::Work;
use crate::game::{Answerer, Decision, Message};

impl Work<'_> {
    /// Notes what the public was asked and what was decided.
    pub(super) fn note_decree(
        &mut self,
        (question, decision): (&Question, &Decision),
        (edition, round): (Option<u32>, u32),
        (choice, label, how): (&str, &Message, &How),
    ) {
        if decision.answerer != Answerer::Electorate || question.private.is_some() {
            return;
        }
        let council = &mut self.on.council;
        council.decrees.push(Decree {
            seq: council.seq,
            edition,
            ask: question.ask.clone(),
            choice: choice.to_owned(),
            label: label.clone(),
            round,
            how: how.clone(),
            sealed: question.sealed,
            seen: None,
        });
    }

    /// Tells where everybody sees for the first time what an earlier decision does.
    pub(super) fn note_fates(&mut self, events: &[PublicEvent]) {
        if self.on.council.decrees.iter().all(|decree| decree.seen.is_some()) {
            return;
        }
        let (seq, round) = (self.on.council.seq, self.on.council.chapter.round);
        for told in events {
            let Some((ask, choice)) = self.on.game.cause_of(told) else { continue };
            let fresh = |decree: &&mut Decree| {
                decree.seen.is_none() && decree.ask == ask && decree.choice == choice
            };
            let Some(decree) = self.on.council.decrees.iter_mut().find(fresh) else { continue };
            decree.seen = Some(seq);
            let (edition, after) = (decree.edition, round.saturating_sub(decree.round));
            self.tell_fate(edition, Fate::Seen { after, told: told.clone() });
        }
    }

    /// Decisions from an entry on are taken back, and what was seen of others since.
    pub(super) fn undo_decrees(&mut self, back_to: u64) {
        let mut fates = Vec::new();
        self.on.council.decrees.retain_mut(|decree| {
            if decree.seq >= back_to {
                fates.push((decree.edition, Fate::Undone));
                return false;
            }
            if decree.seen.take_if(|seen| *seen >= back_to).is_some() {
                fates.push((decree.edition, Fate::Unseen));
            }
            true
        });
        if fates.iter().any(|(_, fate)| *fate == Fate::Undone) {
            // Only those who did not get their way have a vote left: all are asked again.
            self.forget_votes();
        }
        for (edition, fate) in fates {
            self.tell_fate(edition, fate);
        }
    }

    fn tell_fate(&mut self, edition: Option<u32>, fate: Fate) {
        if let Some(edition) = edition {
            let fate = Box::new(fate);
            self.tell("petition-fate", Vec::new(), News::Fate { edition, fate });
        }
    }
}
