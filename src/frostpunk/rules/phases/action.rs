//! The start of the Action Phase: how many Meeples, and who is spent.

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::Mark;
use crate::frostpunk::rules::ids::{Kind, Meeple, Phase};
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    ///
    pub(super) fn action(&mut self) {
        self.enter(Phase::Action);
        self.city.active = self.city.leader;
        self.city.figures.used = [0; 6];
        for kind in Kind::ALL {
            self.muster(*kind);
        }
        for kind in Kind::ALL {
            self.lay_on_spent(*kind);
        }
        self.go(Mark::Turn);
    }

    /// Sets the number of Meeples of a type.
    pub fn muster(&mut self, kind: Kind) {
        let citizens = usize::from(self.city.citizens[kind.at()]);
        let wanted = self.pack.tables.meeples.get(citizens).copied().unwrap_or(0);
        while self.city.meeples_of(kind) > wanted {
            let Some(one) = self.spare(kind) else { break };
            self.shift_figures(one, -1);
        }
        while self.city.meeples_of(kind) < wanted {
            let Some(one) = self.recruit(kind) else { break };
            self.shift_figures(one, 1);
        }
        self.swap_in_specialists(kind);
    }

    /// A Meeple of the supply to return; ordinary ones first.
    fn spare(&self, kind: Kind) -> Option<Meeple> {
        let of_kind = Meeple::ALL.iter().filter(|m| m.kind() == Some(kind));
        of_kind.copied().find(|m| self.city.figures.ready[m.at()] > 0)
    }

    /// A Meeple of the bank to take; specialists only once gained.
    fn recruit(&self, kind: Kind) -> Option<Meeple> {
        let in_bank = |m: &Meeple| self.city.figures.bank[m.at()] > 0 && self.is_in_game(*m);
        let mut of_kind = Meeple::ALL.iter().rev().filter(|m| m.kind() == Some(kind));
        of_kind.find(|m| in_bank(m)).copied()
    }

    fn is_in_game(&self, meeple: Meeple) -> bool {
        match meeple {
            Meeple::ChildWorker => self.city.figures.specialists[0],
            Meeple::ChildEngineer => self.city.figures.specialists[1],
            _ => true,
        }
    }

    /// A gained specialist takes the place of an ordinary Child.
    fn swap_in_specialists(&mut self, kind: Kind) {
        if kind != Kind::Child {
            return;
        }
        for special in [Meeple::ChildWorker, Meeple::ChildEngineer] {
            let waits = self.is_in_game(special) && self.city.figures.bank[special.at()] > 0;
            if waits && self.city.figures.ready[Meeple::Child.at()] > 0 {
                self.shift_figures(Meeple::Child, -1);
                self.shift_figures(special, 1);
            }
        }
    }

    /// a Meeple on each Spent token, as far as there are some.
    fn lay_on_spent(&mut self, kind: Kind) {
        let tokens = self.city.spent[kind.at()];
        let mut laid = 0;
        while laid < tokens
            && let Some(one) = self.spare(kind)
        {
            self.city.figures.ready[one.at()] -= 1;
            self.city.figures.spent[one.at()] += 1;
            laid += 1;
        }
        if laid > 0 {
            self.tell(Event::Exhausted { kind, count: laid });
        }
    }
}
