//! Is a choice of a card one? Every answer is tried in the same imagined futures.
//!
//! May use: `policy`, `rules`. Deliberately absent: counting (`desk`), and playing on; the
//! campaign goes on as if nothing had been weighed.

use super::policy::{self, Effort};
use super::rules::decision::{Ask, Pick};
use super::rules::dice::Dice;
use super::rules::program::{Deck, Pack};
use super::rules::state::City;

/// Far enough for the Dusk card that answers for a Morning, and often enough that luck
/// does not decide.
const EFFORT: Effort = Effort { choices: 8, tries: 4, days: 3, margin: i64::MAX };

/// How the answers to a question about a card came out, if it is one in so many.
pub fn weighed(pack: &Pack, city: &City, decision: u32, one_in: u32) -> Vec<(Pick, i64)> {
    let Some(at) = city.pending.iter().position(|pending| pending.id == decision) else {
        return Vec::new();
    };
    let mut dice = Dice::new(city.dice.seed() ^ (u64::from(decision) << 32));
    if !is_of_a_card(pack, &city.pending[at].ask) || dice.below(one_in) > 0 {
        return Vec::new();
    }
    policy::weighed(pack, city, at, u64::from(dice.below(u32::MAX)), EFFORT)
}

/// A question the table argues over: of a card, not of a Building or an Advisor.
fn is_of_a_card(pack: &Pack, ask: &Ask) -> bool {
    match ask {
        Ask::Option(_, ctx) => ctx.me.is_some_and(|card| pack.card(card).deck != Deck::Citizen),
        Ask::Explore(..) => true,
        _ => false,
    }
}
