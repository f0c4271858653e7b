//! Is a choice of a card one? Every answer is tried in the same imagined futures, and
//! the one that came out best is noted.
//!
//! May use: `policy`, `rules`. Deliberately absent: playing on; the campaign goes on as
//! if nothing had been weighed.

use super::counting::Counter;
use crate::frostpunk::policy::{self, Effort};
use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::dice::Dice;
use crate::frostpunk::rules::program::{Deck, Pack};
use crate::frostpunk::rules::state::City;

/// Far enough for the Dusk card that answers for a Morning, and often enough that luck
/// does not decide.
const EFFORT: Effort = Effort { choices: 8, tries: 4, days: 3, margin: i64::MAX };

impl Counter<'_> {
    /// Weighs the answers to one question in so many about a card.
    pub(super) fn weigh(&mut self, city: &City, decision: u32, one_in: u32) {
        let Some(at) = city.pending.iter().position(|pending| pending.id == decision) else {
            return;
        };
        let mut dice = Dice::new(city.dice.seed() ^ u64::from(decision) << 32);
        if !is_of_a_card(self.pack, &city.pending[at].ask) || dice.below(one_in) > 0 {
            return;
        }
        let seed = u64::from(dice.below(u32::MAX));
        let worths = policy::weighed(self.pack, city, at, seed, EFFORT);
        if worths.len() > 1 {
            self.note(city, &city.pending[at].ask, &worths);
        }
    }

    /// Of equals none is the best.
    fn note(&mut self, city: &City, ask: &Ask, worths: &[(Pick, i64)]) {
        let most = worths.iter().map(|(_, worth)| *worth).max();
        let alone = worths.iter().filter(|(_, worth)| Some(*worth) == most).count() == 1;
        for (pick, worth) in worths {
            if let Some((piece, option)) = self.subject(city, ask, *pick) {
                self.tally.weigh(&piece, &option, alone && Some(*worth) == most);
            }
        }
    }
}

/// A question the table argues over: of a card, not of a Building or an Advisor.
fn is_of_a_card(pack: &Pack, ask: &Ask) -> bool {
    match ask {
        Ask::Option(_, ctx) => ctx.me.is_some_and(|card| pack.card(card).deck != Deck::Citizen),
        Ask::Explore(..) => true,
        _ => false,
    }
}
