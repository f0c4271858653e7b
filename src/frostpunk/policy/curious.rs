//! The curious player: greedy with a taste of its own for each campaign, and now and then
//! a whim. It plays worse and sees more: projects, Technologies, roads nobody else takes.
//!
//! May use: the greedy and the random player. Deliberately absent: knowledge of what is
//! hidden; the seed of a campaign gives the taste and nothing else.

use super::greedy::greedy_with;
use super::random;
use super::weights::{WEIGHTS, Weights};
use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::dice::Dice;
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::City;

/// One answer in so many is a whim, more of what is built, and most of those to a card:
/// what is asked seldom must be tried when it is.
const WHIM: u32 = 40;
const WHIM_OF_BUILDINGS: u32 = 12;
const WHIM_OF_CARDS: u32 = 2;
/// What a taste makes of a weight.
const TASTES: [i64; 6] = [1, 1, 1, 1, 4, 12];

/// The choice for the decision at this place of the open ones.
pub fn curious(pack: &Pack, city: &City, at: usize, seed: u64) -> Option<Pick> {
    let mut dice = Dice::new(seed);
    let whim = city.pending.get(at).map_or(WHIM, |pending| whim(&pending.ask));
    if dice.below(whim) == 0 {
        return random(pack, city, at, &mut dice);
    }
    let taste = taste(city.dice.seed());
    greedy_with(pack, city, at, seed, &taste).map(|choice| choice.pick)
}

fn whim(ask: &Ask) -> u32 {
    match ask {
        Ask::Option(_, ctx) if ctx.me.is_some() => WHIM_OF_CARDS,
        Ask::Explore(..) | Ask::Law | Ask::Technology => WHIM_OF_CARDS,
        Ask::SubAction(..) => WHIM_OF_BUILDINGS,
        _ => WHIM,
    }
}

/// More or less of what makes a plan: the same all campaign long.
fn taste(campaign: u64) -> Weights {
    let mut dice = Dice::new(campaign ^ 0x7a57e);
    // Cards on which things are collected are the longest chains there are.
    let mut w = Weights { on_card: 6 * WEIGHTS.on_card, ..WEIGHTS };
    for weight in [
        &mut w.beacon,
        &mut w.workshop,
        &mut w.technology,
        &mut w.tile,
        &mut w.deposit,
        &mut w.automaton,
        &mut w.unlocked,
        &mut w.on_card,
        &mut w.core,
        &mut w.law,
        &mut w.works,
    ] {
        *weight *= TASTES[dice.below(TASTES.len() as u32) as usize];
    }
    w
}
