//! The Preparation Phase: Advisors, then sickness (section 11, 20).

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::frame::{Ctx, Mark, Step};
use crate::frostpunk::rules::ids::{Kind, Loss, Phase};
use crate::frostpunk::rules::program::Hook;
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// one Advisor may be used.
    pub(super) fn preparation(&mut self) {
        self.enter(Phase::Preparation);
        self.go(Mark::Sickness);
        for (card, block) in self.look().hooks(Hook::Preparation).into_iter().rev() {
            self.run_block(block, Ctx::of(card));
        }
        self.push(Step::Rise);
        self.ask(Ask::Advisor);
    }

    /// solo, once per game.
    pub fn ask_rise(&mut self) {
        if self.city.call_to_rise {
            self.ask(Ask::Rise);
        }
    }

    /// overwhelming sickness, else each marker from low to high.
    pub(super) fn sickness(&mut self) {
        self.go(Mark::Action);
        let limit = self.pack.tables.sickness_loss;
        if self.city.sick.iter().any(|sick| *sick >= limit) {
            return self.lose(Loss::Sickness);
        }
        let touched = Kind::ALL.iter().filter(|kind| self.sick_section(**kind) != (0, 0));
        let mask = touched.fold(0, |bits, kind| bits | 1 << kind.at());
        self.push(Step::SickOrder(mask));
    }

    /// Resolves the lowest marker left; equal ones in an order of choice.
    pub fn sick_order(&mut self, mask: u8) {
        if mask != 0 {
            self.ask(Ask::SickOrder(mask));
        }
    }

    /// (Spent tokens, flips) of a marker's section (U-6).
    pub fn sick_section(&self, kind: Kind) -> (u8, u8) {
        let at = self.city.sick[kind.at()];
        let rows = self.pack.tables.sickness.iter();
        rows.rev()
            .find(|(from, _, _)| *from <= at)
            .map_or((0, 0), |(_, spent, flips)| (*spent, *flips))
    }

    /// Spent tokens first, then the flips.
    pub fn sick_marker(&mut self, kind: Kind) {
        let (spent, flips) = self.sick_section(kind);
        self.add_spent(kind, spent);
        self.push(Step::FlipKind(kind, flips));
    }
}
