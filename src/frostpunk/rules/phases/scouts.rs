//! Expeditions: walking, skipping, exploring, coming home (section 24).

use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::frame::{Ctx, Step};
use crate::frostpunk::rules::ids::{CardId, Letter, Meeple};
use crate::frostpunk::rules::program::{Arrow, Hook, Modifier, OptionDef};
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::state::{Leg, Stack};

impl Referee<'_> {
    /// Moves Scouts one after the other; with two the group chooses the order.
    pub fn move_scouts(&mut self, mask: u8, steps: u8) {
        let left = (0..8).filter(|at| mask & 1 << at != 0 && self.has_scout(*at)).count();
        if left > 0 && steps > 0 {
            self.ask(Ask::ScoutOrder(mask, steps));
        }
    }

    fn has_scout(&self, stack: u8) -> bool {
        self.city.stacks.get(usize::from(stack)).is_some_and(|s| s.scout.is_some())
    }

    /// A Scout walks space by space; on the last one it must choose.
    pub fn walk(&mut self, stack: u8, steps: u8) {
        let last = self.look().path_end(stack);
        let Some(s) = self.city.stacks.get_mut(usize::from(stack)) else {
            return;
        };
        let Some((_, at)) = &mut s.scout else { return };
        let go = steps.min(last.saturating_sub(*at));
        *at += go;
        let now = *at;
        if go > 0 {
            self.tell(Event::ScoutMoved { stack, now });
        }
        if now >= last {
            self.push(Step::Reach(stack, steps - go));
        }
    }

    /// a card of the next deck on top, and on with what is left.
    pub fn skip(&mut self, stack: u8, left: u8) {
        let letter = self.look().top_letter(stack).and_then(Letter::next);
        if let Some(letter) = letter {
            self.lay_trail(stack, letter);
            self.push(Step::Walk(stack, left));
        }
    }

    /// Lays a card of a deck on a stack, white side up, the Scout on its first space.
    fn lay_trail(&mut self, stack: u8, letter: Letter) -> bool {
        let Some(card) = self.city.decks.expeditions[letter.at()].pop() else {
            return false;
        };
        let s = &mut self.city.stacks[usize::from(stack)];
        s.legs.push(Leg { card, taken: None });
        let first = s.legs.len() as u8 - 1;
        if let Some((_, at)) = &mut s.scout {
            *at = first;
        }
        self.tell(Event::Trail { stack, card });
        true
    }

    /// the top card is turned.
    pub fn explore(&mut self, stack: u8) {
        if let Some(card) = self.city.top_leg(stack).map(|leg| leg.card) {
            self.tell(Event::Explored { stack, card });
            self.ask(Ask::Explore(stack, card));
        }
    }

    /// An option of an explored card was chosen.
    pub fn expedition_option(&mut self, stack: u8, option: u8) {
        let found = self.look().expedition_option(stack, option);
        let Some((card, arrow)) = found.map(|(card, def)| (card, def.arrow)) else {
            return;
        };
        let Some(options) = self.pack.card(card).options else {
            return;
        };
        self.tell(Event::Chosen { options, option, card: Some(card) });
        if let Some(Arrow::Continue(_)) = arrow {
            self.push(Step::Onward(stack, option));
        } else {
            self.scout_home(stack);
            self.push(Step::Homecoming(stack, option));
        }
        self.charge(options, option, Ctx::of(card));
    }

    /// leftover movement is lost; T01 gives a step at once.
    pub fn carry_on(&mut self, stack: u8, option: u8) {
        let def = self.look().expedition_option(stack, option).map(|(_, def)| def.arrow);
        let Some(Some(Arrow::Continue(letter))) = def else {
            return;
        };
        if let Some(leg) = self.city.stacks[usize::from(stack)].legs.last_mut() {
            leg.taken = Some(option);
        }
        self.lay_trail(stack, letter);
        self.sled(stack);
    }

    /// T01: a Scout that sets out or goes on moves at once.
    fn sled(&mut self, stack: u8) {
        let sleds = self.look().sum(|m| if let Modifier::Sleds(n) = m { Some(n) } else { None });
        if sleds > 0 {
            self.push(Step::Walk(stack, sleds));
        }
    }

    fn scout_home(&mut self, stack: u8) {
        if let Some((meeple, _)) = self.city.stacks[usize::from(stack)].scout.take() {
            self.city.figures.ready[meeple.at()] += 1;
            self.tell(Event::ScoutHome { stack, meeple });
        }
    }

    /// R-24.9 (3), R-24.10: the other cards' rewards, then the arrow.
    pub fn homecoming(&mut self, stack: u8, option: u8) {
        let Some((card, def)) = self.look().expedition_option(stack, option) else {
            return;
        };
        let (arrow, letter) = (def.arrow, self.pack.expedition(card).map(|e| e.letter));
        let legs = self.city.stacks[usize::from(stack)].legs.clone();
        match arrow {
            Some(Arrow::Return(letter)) if !self.city.expedition_deck(letter).is_empty() => {
                self.restack(stack, letter);
            }
            _ => self.new_stack(stack, arrow),
        }
        if let Some(letter) = letter {
            for (card, block) in self.look().hooks(Hook::ScoutReturns(letter)).into_iter().rev() {
                self.run_block(block, Ctx::of(card));
            }
        }
        self.other_rewards(&legs);
    }

    /// Continue options of the black cards, bottom to top.
    fn other_rewards(&mut self, legs: &[Leg]) {
        for leg in legs.iter().rev() {
            let options = self.pack.card(leg.card).options;
            if let (Some(option), Some(options)) = (leg.taken, options) {
                self.push(Step::Option(options, option, Ctx::of(leg.card)));
            }
        }
    }

    /// All cards white side up again, a new one on top.
    fn restack(&mut self, stack: u8, letter: Letter) {
        for leg in &mut self.city.stacks[usize::from(stack)].legs {
            leg.taken = None;
        }
        self.lay_trail(stack, letter);
    }

    /// The stack leaves the game; "New A" starts another while the deck lasts.
    fn new_stack(&mut self, stack: u8, arrow: Option<Arrow>) {
        let old = std::mem::take(&mut self.city.stacks[usize::from(stack)]);
        self.city.decks.removed.extend(old.legs.iter().map(|leg| leg.card));
        self.tell(Event::StackGone { stack });
        if arrow == Some(Arrow::NewA) {
            self.lay_trail(stack, Letter::A);
        }
    }

    /// a Scout sets out.
    pub fn deploy(&mut self, stack: u8, meeple: Meeple) {
        self.city.figures.ready[meeple.at()] =
            self.city.figures.ready[meeple.at()].saturating_sub(1);
        self.city.figures.used[meeple.at()] += 1;
        if let Some(s) = self.city.stacks.get_mut(usize::from(stack)) {
            s.scout = Some((meeple, 0));
            self.tell(Event::ScoutOut { stack, meeple });
            self.sled(stack);
        }
    }

    /// The first stacks of setup.
    pub(super) fn first_stacks(&mut self) {
        for stack in 0..self.pack.tables.stacks {
            self.city.stacks.push(Stack::default());
            self.lay_trail(stack, Letter::A);
        }
    }
}

impl<'a> crate::frostpunk::rules::look::Look<'a> {
    /// The last space of a stack's path.
    pub fn path_end(self, stack: u8) -> u8 {
        let legs = self.city.stacks.get(usize::from(stack)).map_or(0, |s| s.legs.len() as u8);
        let top = self.city.top_leg(stack).and_then(|leg| self.pack.expedition(leg.card));
        (legs + top.map_or(1, |e| e.path)).saturating_sub(2)
    }

    /// The letter of a stack's top card.
    pub fn top_letter(self, stack: u8) -> Option<Letter> {
        let leg = self.city.top_leg(stack)?;
        self.pack.expedition(leg.card).map(|e| e.letter)
    }

    /// An option of a stack's top card.
    pub fn expedition_option(self, stack: u8, option: u8) -> Option<(CardId, &'a OptionDef)> {
        let card = self.city.top_leg(stack)?.card;
        let options = self.pack.card(card).options?;
        Some((card, self.pack.option_list(options).get(usize::from(option))?))
    }
}
