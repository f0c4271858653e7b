//! Lists of options: cards', Buildings', Advisors', and choices inside effects.
//!
//! May use: `files`, `program`. Deliberately absent: which option is open now.

use super::values::cost;
use super::{Lower, work};
use crate::frostpunk::content::files::{AfterFile, ArrowFile, CostFile, OptionFile};
use crate::frostpunk::rules::ids::{Letter, OptionsId};
use crate::frostpunk::rules::program::{After, Arrow, Cost, Deck, OptionDef};

impl Lower<'_> {
    /// The options of a card: here the deck decides about icon and arrow.
    pub(super) fn card_options(&mut self, options: Option<&[OptionFile]>) -> Option<OptionsId> {
        options.map(|options| self.list_of(options, true))
    }

    /// Options inside an effect, of a Building, an Advisor or a Special Action.
    pub(super) fn choice(&mut self, options: &[OptionFile]) -> OptionsId {
        self.list_of(options, false)
    }

    fn list_of(&mut self, options: &[OptionFile], of_card: bool) -> OptionsId {
        if options.is_empty() {
            self.problem(&(0..0), "a list of options has no option");
        }
        let prices = options.iter().map(|option| option.any_cost.len()).max().unwrap_or(0);
        if options.len().max(prices) > work::OPTIONS {
            let message = format!("more than {} options in a list, or prices", work::OPTIONS);
            self.problem(&(0..0), message);
        }
        let mut list: Vec<OptionDef> = Vec::new();
        for option in options {
            let key = option.key.get_ref();
            if list.iter().any(|earlier| earlier.key == *key) {
                self.problem(&option.key.span(), format!("option key `{key}` is used twice"));
            }
            self.check_option(option, of_card);
            let lowered = self.option(option, of_card);
            list.push(lowered);
        }
        self.list(list)
    }

    fn option(&mut self, option: &OptionFile, of_card: bool) -> OptionDef {
        let mut costs: Vec<_> = option.any_cost.iter().map(|all| lower_costs(all)).collect();
        if !option.cost.is_empty() {
            costs.push(lower_costs(&option.cost));
        }
        OptionDef {
            key: option.key.get_ref().clone(),
            when: self.tests(&option.when),
            only_if: self.tests(&option.only_if),
            costs,
            block: self.block(&option.effects),
            after: self.after(option.after, of_card),
            arrow: option.arrow.map(arrow),
        }
    }

    /// U-24: a Morning option without an icon removes its card.
    fn after(&self, after: Option<AfterFile>, of_card: bool) -> After {
        match after {
            Some(AfterFile::Remove) => After::Remove,
            Some(AfterFile::Event) => After::Event,
            Some(AfterFile::Discard) => After::Discard,
            None if of_card && self.deck == Some(Deck::Morning) => After::Remove,
            None => After::None,
        }
    }

    fn check_option(&mut self, option: &OptionFile, of_card: bool) {
        let key = option.key.get_ref();
        let expedition = of_card && self.deck == Some(Deck::Expedition);
        let priced = !option.cost.is_empty() || !option.any_cost.is_empty();
        let does = !option.effects.is_empty() || option.after.is_some() || option.arrow.is_some();
        let rules = [
            (does || priced, "has no effects, no cost and no icon"),
            (
                option.cost.is_empty() || option.any_cost.is_empty(),
                "has both `cost` and `any_cost`; use one",
            ),
            (!option.any_cost.iter().any(Vec::is_empty), "has an empty price in `any_cost`"),
            (!expedition || option.arrow.is_some(), "of an Expedition card needs an `arrow`"),
            (expedition || option.arrow.is_none(), "has an `arrow`: only Expedition cards do"),
            (
                !option.arrow.is_some_and(ArrowFile::to_a),
                "has an arrow to `a`; use `b`, `c` or \"new_a\"",
            ),
            (of_card || option.after.is_none(), "has an icon: only a card's own options do"),
            (is_key(key), "may hold only letters, digits and `_` in its key"),
        ];
        for (_, message) in rules.iter().filter(|(holds, _)| !holds) {
            self.problem(&option.key.span(), format!("option `{key}` {message}"));
        }
    }
}

/// Fluent names are built from keys, so keys are plain.
fn is_key(key: &str) -> bool {
    !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

impl ArrowFile {
    /// There is no way back to the A deck other than a new stack.
    fn to_a(self) -> bool {
        matches!(self, ArrowFile::Continue(Letter::A) | ArrowFile::Return(Letter::A))
    }
}

fn lower_costs(costs: &[CostFile]) -> Vec<Cost> {
    costs.iter().map(cost).collect()
}

fn arrow(arrow: ArrowFile) -> Arrow {
    match arrow {
        ArrowFile::Continue(letter) => Arrow::Continue(letter),
        ArrowFile::Return(letter) => Arrow::Return(letter),
        ArrowFile::NewA => Arrow::NewA,
    }
}
