//! Dusk and Hunger (sections 14 and 15).

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::frame::{Ctx, Mark, Step};
use crate::frostpunk::rules::ids::{Loss, Phase, Track};
use crate::frostpunk::rules::program::{Hook, Modifier, Tokens};
use crate::frostpunk::rules::referee::Referee;

impl Referee<'_> {
    /// standing Dusk effects, in an order of choice.
    pub(super) fn dusk(&mut self) {
        self.enter(Phase::Dusk);
        // Nobody's turn any more: what a card gives to one player goes to the Leader.
        self.city.active = self.city.leader;
        self.go(Mark::DuskCard);
        let mut queue: Vec<_> = self.look().hooks(Hook::Dusk).into_iter().map(|(c, _)| c).collect();
        queue.dedup();
        self.city.turn.queue = queue;
        self.push(Step::DuskQueue);
    }

    /// The next Dusk effect.
    pub fn dusk_queue(&mut self) {
        if !self.city.turn.queue.is_empty() {
            self.ask(Ask::DuskOrder);
        }
    }

    /// Runs the Dusk effect of a card that is still there.
    pub fn dusk_effect(&mut self, card: crate::frostpunk::rules::ids::CardId) {
        self.city.turn.queue.retain(|c| *c != card);
        self.push(Step::DuskQueue);
        let blocks = self.look().hooks(Hook::Dusk);
        for (_, block) in blocks.into_iter().rev().filter(|(c, _)| *c == card) {
            self.run_block(block, Ctx::of(card));
        }
    }

    /// shuffle, reveal, resolve.
    pub(super) fn dusk_card(&mut self) {
        self.go(Mark::Hunger);
        let empty = self.city.decks.dusk.is_empty();
        if empty && self.city.decks.dusk_discard.is_empty() {
            return;
        }
        self.shuffle_dusk(empty);
        if let Some(card) = self.city.decks.dusk.pop() {
            self.resolve_card(card);
        }
    }

    ///
    pub(super) fn hunger(&mut self) {
        self.enter(Phase::Hunger);
        self.go(Mark::Feed);
        let eaten = self.city.hunger.min(self.city.food);
        self.shift_food(-i16::from(eaten));
        self.shift_hunger(-i16::from(eaten));
        if self.city.hunger >= self.pack.tables.hunger_loss {
            return self.lose(Loss::Hunger);
        }
        let hunger = self.city.hunger;
        let rows = self.pack.tables.hunger.iter();
        let row = rows.rev().find(|(from, _, _)| *from <= hunger);
        let Some((_, discontent, deaths)) = row.filter(|_| hunger > 0).copied() else {
            return;
        };
        // the type of the previous Round; in Round 1 of Round 1.
        let kind = self.look().fed_in(self.city.round.saturating_sub(1));
        self.push(Step::Die(Some(kind), deaths, false));
        self.push(Step::Increase(Tokens::Any(Track::Discontent), discontent));
    }

    ///
    pub(super) fn feed(&mut self) {
        self.go(Mark::Night);
        let hunger = i16::from(self.city.hunger);
        self.shift_hunger(-hunger);
        let less = |m| {
            if let Modifier::FeedLess(n) = m { Some(n) } else { None }
        };
        let kind = self.look().fed_in(self.city.round);
        let mouths = self.city.citizens[kind.at()].saturating_sub(self.look().sum(less));
        let fed = mouths.min(self.city.food);
        self.shift_food(-i16::from(fed));
        self.shift_hunger(i16::from(mouths - fed));
    }
}
