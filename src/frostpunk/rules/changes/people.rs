//! Citizens, sickness, death, figures and Spent tokens.

use super::stores::TRACK_END;
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::Step;
use crate::frostpunk::rules::ids::{Kind, Loss, Meeple};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Place, Placed};

impl Referee<'_> {
    /// One more sick Citizen of a type.
    pub fn fall_ill(&mut self, kind: Kind) {
        let at = kind.at();
        if self.city.citizens[at] == 0 {
            return;
        }
        if self.city.sick[at] < self.city.citizens[at] {
            self.shift_sick(kind, 1);
        } else {
            self.flip_marker(kind);
        }
    }

    /// Moves a Sickness marker without further effect.
    pub fn shift_sick(&mut self, kind: Kind, by: i8) {
        let marker = &mut self.city.sick[kind.at()];
        let before = *marker;
        *marker = before.saturating_add_signed(by);
        let (by, now) = (i16::from(*marker) - i16::from(before), *marker);
        if by != 0 {
            self.tell(Event::Sick { kind, by, now });
        }
    }

    /// Flips a marker: Skull to Syringe is a death.
    pub fn flip_marker(&mut self, kind: Kind) {
        if self.city.citizens[kind.at()] == 0 {
            return;
        }
        let skull = !self.city.skull[kind.at()];
        self.turn_marker(kind, skull);
        if !skull {
            self.die(kind, true, false);
        }
    }

    /// Turns a marker to a side without further effect.
    pub fn turn_marker(&mut self, kind: Kind, skull: bool) {
        if self.city.skull[kind.at()] != skull {
            self.city.skull[kind.at()] = skull;
            self.tell(Event::Flipped { kind, skull });
        }
    }

    /// One Citizen dies.
    pub fn die(&mut self, kind: Kind, of_sickness: bool, silent: bool) {
        if self.city.citizens[kind.at()] == 0 {
            return;
        }
        self.tell(Event::Died { kind });
        self.shift_corpses(1);
        // exactly one step back, whether by the sickness or by the Citizen marker.
        if of_sickness {
            self.step_back(kind, 1);
        }
        self.shift_citizens(kind, -1);
        if !silent {
            let leader = self.city.leader;
            let seats = self.city.seats.len() as u8;
            self.push(Step::Mourn(kind, leader, seats));
        }
    }

    /// Moves the Corpse marker; the last space loses the campaign.
    pub fn shift_corpses(&mut self, by: i16) {
        let last = self.pack.tables.corpse_last;
        let before = self.city.corpses;
        self.city.corpses = (i16::from(before) + by).clamp(0, i16::from(last)) as u8;
        let by = i16::from(self.city.corpses) - i16::from(before);
        if by != 0 {
            self.tell(Event::Corpses { by, now: self.city.corpses });
        }
        if self.city.corpses >= last {
            self.lose(Loss::Deaths);
        }
    }

    /// Moves a Citizen marker; the Sickness marker never stays above it.
    pub fn shift_citizens(&mut self, kind: Kind, by: i16) {
        let marker = &mut self.city.citizens[kind.at()];
        let before = *marker;
        *marker = (i16::from(before) + by).clamp(0, i16::from(TRACK_END)) as u8;
        let (by, now) = (i16::from(*marker) - i16::from(before), *marker);
        if by != 0 {
            self.tell(Event::Citizens { kind, by, now });
        }
        let above = self.city.sick[kind.at()].saturating_sub(now);
        self.step_back(kind, above);
    }

    /// Moves a Sickness marker back; on 0 its Skull is turned without a death.
    pub fn step_back(&mut self, kind: Kind, by: u8) {
        if by == 0 {
            return;
        }
        self.shift_sick(kind, -(by as i8));
        if self.city.sick[kind.at()] == 0 {
            self.turn_marker(kind, false);
        }
    }

    /// Citizens join; what does not fit is gained as other types.
    pub fn join(&mut self, kind: Kind, n: u8) {
        let room = TRACK_END.saturating_sub(self.city.citizens[kind.at()]);
        self.shift_citizens(kind, i16::from(n.min(room)));
        if n > room {
            self.push(Step::Settle(n - room));
        }
    }

    /// Spent tokens into the supply, as far as there are some.
    pub fn add_spent(&mut self, kind: Kind, n: u8) {
        let left = self.pack.tables.spent_each.saturating_sub(self.city.spent[kind.at()]);
        self.shift_spent(kind, i16::from(n.min(left)));
    }

    /// Changes the Spent tokens in the supply.
    pub fn shift_spent(&mut self, kind: Kind, by: i16) {
        if by != 0 {
            let tokens = &mut self.city.spent[kind.at()];
            *tokens = (i16::from(*tokens) + by).max(0) as u8;
            let now = *tokens;
            self.tell(Event::Spent { kind, by, now });
        }
    }

    /// Takes a Spent token away. A Meeple that lay on it is free, but acts no more this
    /// round; empty tokens go first, since the others leave at Night anyway.
    pub fn lift_spent(&mut self, kind: Kind) {
        self.shift_spent(kind, -1);
        let tokens = self.city.spent[kind.at()];
        let figures = &mut self.city.figures;
        let own = || Meeple::ALL.iter().copied().filter(|m| m.kind() == Some(kind));
        let lying: u8 = own().map(|m| figures.spent[m.at()]).sum();
        let one = own().find(|m| figures.spent[m.at()] > 0);
        if let (true, Some(meeple)) = (lying > tokens, one) {
            figures.spent[meeple.at()] -= 1;
            figures.resting[meeple.at()] += 1;
            self.tell(Event::Resting { meeple });
        }
    }

    /// Moves figures between bank and supply: to the city if positive.
    pub fn shift_figures(&mut self, meeple: Meeple, by: i16) {
        if by != 0 {
            let at = meeple.at();
            let figures = &mut self.city.figures;
            figures.bank[at] = (i16::from(figures.bank[at]) - by).max(0) as u8;
            figures.ready[at] = (i16::from(figures.ready[at]) + by).max(0) as u8;
            self.tell(Event::Figures { meeple, by });
        }
    }

    /// Places a figure of the supply for an action.
    pub fn place_figure(&mut self, meeple: Meeple, place: Place, cold: bool) {
        let at = meeple.at();
        self.city.figures.ready[at] = self.city.figures.ready[at].saturating_sub(1);
        self.city.figures.used[at] += 1;
        self.city.placed.push(Placed { meeple, place });
        self.tell(Event::Placed { meeple, place, cold });
    }

    /// Sends figures on a place to the supply, not available again this round.
    pub fn send_home(&mut self, place: Place) {
        let (home, stay): (Vec<Placed>, Vec<Placed>) =
            std::mem::take(&mut self.city.placed).into_iter().partition(|p| p.place == place);
        self.city.placed = stay;
        for placed in home {
            self.city.figures.resting[placed.meeple.at()] += 1;
            self.tell(Event::Resting { meeple: placed.meeple });
        }
    }
}
