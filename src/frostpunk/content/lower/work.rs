//! How much work effects can come to: a list may be run again and again, inside a list that is.
//!
//! May use: `program`. Deliberately absent: what the effects do. Whatever depends on the city is
//! taken for the most that a number of the rules can be, so each figure is an upper bound.

use crate::frostpunk::rules::ids::{BlockId, OptionsId};
use crate::frostpunk::rules::program::{Amount, Count, Op, OptionDef};

/// Steps that a list of effects may come to: half of what one answer may cause.
pub(super) const STEPS: u32 = 10_000;
/// Effects of one list: the rules count them in a byte.
pub(super) const EFFECTS: usize = 200;
/// Options of one list, and prices of one option: likewise.
pub(super) const OPTIONS: usize = 100;

/// What every list that was lowered so far can come to. A list is lowered after those inside it.
#[derive(Default)]
pub(super) struct Work {
    blocks: Vec<u32>,
    options: Vec<u32>,
}

impl Work {
    /// Notes the next list of effects; false if it comes to too much. Then it counts for nothing,
    /// so that those around it are not blamed as well.
    pub(super) fn note(&mut self, ops: &[Op]) -> bool {
        let steps = ops.iter().map(|op| self.of(op)).fold(1, u32::saturating_add);
        let fits = steps <= STEPS;
        self.blocks.push(if fits { steps } else { 0 });
        fits
    }

    /// Notes the next list of options; one of them is taken.
    pub(super) fn note_options(&mut self, options: &[OptionDef]) {
        let most = options.iter().map(|option| self.block(option.block)).max();
        self.options.push(most.unwrap_or(0));
    }

    fn block(&self, block: BlockId) -> u32 {
        self.blocks.get(usize::from(block.0)).copied().unwrap_or(0)
    }

    fn list(&self, options: OptionsId) -> u32 {
        self.options.get(usize::from(options.0)).copied().unwrap_or(0)
    }

    fn of(&self, op: &Op) -> u32 {
        let inside = match op {
            Op::ForEach(times, block) => {
                most(*times).saturating_mul(self.block(*block).saturating_add(1))
            }
            Op::With(_, block) | Op::Bury(_, Some(block)) => self.block(*block),
            Op::If { then, otherwise, .. } => {
                self.block(*then).max(otherwise.map_or(0, |block| self.block(block)))
            }
            Op::MostActive(blocks) => {
                let each = blocks.iter().flatten().map(|block| self.block(*block));
                each.fold(0, u32::saturating_add)
            }
            Op::Choose(options) => self.list(*options),
            _ => 0,
        };
        inside.saturating_add(1)
    }
}

/// The most that an amount can be.
fn most(amount: Amount) -> u32 {
    let counted = if amount.per == Count::One { 1 } else { u8::MAX };
    u32::from(amount.plus.saturating_add(amount.times.saturating_mul(counted)))
}

#[cfg(test)]
mod tests {
    use super::{STEPS, Work, most};
    use crate::frostpunk::rules::ids::BlockId;
    use crate::frostpunk::rules::program::{Amount, Count, Op};

    fn loops(times: u8, block: u16) -> Vec<Op> {
        vec![Op::ForEach(Amount::fixed(times), BlockId(block))]
    }

    #[test]
    fn lists_inside_lists_multiply() {
        let mut work = Work::default();
        assert!(work.note(&[Op::Fuel, Op::Fuel]));
        assert_eq!(work.block(BlockId(0)), 3);
        assert!(work.note(&loops(10, 0)));
        assert_eq!(work.block(BlockId(1)), 2 + 10 * 4);
        assert!(work.note(&loops(200, 1)), "8,602 steps");
        assert!(!work.note(&loops(2, 2)), "more than {STEPS}");
        assert!(work.note(&loops(2, 3)), "it is said once");
    }

    #[test]
    fn what_is_counted_in_the_city_is_taken_for_the_most_there_can_be() {
        assert_eq!(most(Amount::fixed(7)), 7);
        assert_eq!(most(Amount { plus: 1, times: 1, per: Count::Corpses }), 255);
        assert_eq!(most(Amount { plus: 3, times: 0, per: Count::It }), 3);
    }
}
