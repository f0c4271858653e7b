//! Dawn and Morning (sections 7 and 8).

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Mark};
use crate::frostpunk::rules::ids::{Phase, Seat};
use crate::frostpunk::rules::program::Hook;
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// leadership passes, the Round marker moves, a development may end.
    pub(super) fn dawn(&mut self) {
        self.enter(Phase::Dawn);
        if self.city.seats.len() > 1 {
            let next = Seat((self.city.leader.0 + 1) % self.city.seats.len() as u8);
            self.city.leader = next;
            self.tell(Event::Leader { seat: next, random: false });
        }
        self.city.active = self.city.leader;
        self.city.round += 1;
        self.tell(Event::Round(self.city.round));
        self.go(Mark::Triggers);
        let due = self.city.development.is_some_and(|(_, round)| round <= self.city.round);
        if due {
            self.finish_development();
        }
    }

    /// Trigger tokens of this Round.
    pub(super) fn dawn_triggers(&mut self) {
        self.go(Mark::Morning);
        for (card, block) in self.look().hooks(Hook::Dawn).into_iter().rev() {
            self.run_block(block, Ctx::of(card));
        }
        let round = self.city.round;
        let due: Vec<_> = self.city.triggers.iter().filter(|t| t.round == round).copied().collect();
        self.city.triggers.retain(|t| t.round != round);
        for trigger in due.into_iter().rev() {
            self.tell(Event::Trigger { round, card: trigger.card, placed: false });
            let list = &self.pack.card(trigger.card).triggers;
            if let Some((_, block)) = list.iter().find(|(r, _)| *r == round) {
                self.run_block(*block, Ctx::of(trigger.card));
            }
        }
    }

    /// the Morning card.
    pub(super) fn morning(&mut self) {
        self.enter(Phase::Morning);
        self.go(Mark::Generator);
        if let Some(card) = self.city.decks.morning.pop() {
            self.resolve_card(card);
        }
    }
}
