//! Players that measure: random, a greedy one that looks one step ahead, one that tries
//! things out, and a curious one.
//!
//! May use: `rules`. Deliberately absent: knowledge of what is hidden. Before
//! it looks ahead, the greedy player shuffles everything its seat cannot see,
//! so it never knows the next card, tile or token.

mod curious;
mod greedy;
mod imagined;
mod outlook;
mod rollout;
mod value;
mod weights;
mod works;

pub use curious::curious;
pub use greedy::{Greedy, counsel, greedy, greedy_with};
pub use outlook::{Outlook, Why};
pub use rollout::{EFFORT, Effort, rollout, weighed};
pub use value::{outlook, value};
pub use weights::{WEIGHTS, Weights};

use super::rules::decision::Pick;
use super::rules::dice::Dice;
use super::rules::program::Pack;
use super::rules::state::City;
use super::rules::{self};

/// Any open choice of a decision, equally likely.
pub fn random(pack: &Pack, city: &City, at: usize, dice: &mut Dice) -> Option<Pick> {
    let pending = city.pending.get(at)?;
    let listed = rules::choices(pack, city, &pending.ask);
    let open: Vec<Pick> =
        listed.into_iter().filter(|c| c.blocked.is_none()).map(|c| c.pick).collect();
    let chosen = dice.below(open.len() as u32) as usize;
    open.get(chosen).copied()
}
