//! The player who tries things out: plays each promising choice to the end of the next
//! day, several times, each time with everything hidden drawn anew, and takes the one
//! that came out best on average.
//!
//! May use: `rules`, the greedy player. Deliberately absent: knowledge of what is hidden;
//! every try begins with a copy as the seat may imagine it (`imagined`).

use super::greedy::{self, greedy_with};
use super::imagined::imagined;
use super::value::outlook;
use super::weights::{WEIGHTS, Weights};
use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::ids::Phase;
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::{City, Outcome};
use crate::frostpunk::rules::{self};

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Choices that are tried: the greedy player's best.
    pub choices: usize,
    /// Tries of each.
    pub tries: u64,
    /// Days that are played in each try.
    pub days: u8,
    /// Choices that look worse than the best by more points than this are not tried.
    pub margin: i64,
}

/// As much as a campaign of a minute or so allows.
pub const EFFORT: Effort = Effort { choices: 3, tries: 4, days: 1, margin: 60 };

/// Questions answered in one try at most.
const LONGEST: usize = 400;

/// What a lost campaign is worth, and each day that was lived.
const LOST: i64 = -4000;
const DAY: i64 = 150;
const WON: i64 = 4000;

/// The choice for the decision at this place of the open ones.
pub fn rollout(pack: &Pack, city: &City, at: usize, seed: u64, effort: Effort) -> Option<Pick> {
    let pending = city.pending.get(at)?;
    if !matters(&pending.ask) {
        return greedy::greedy(pack, city, at, seed).map(|choice| choice.pick);
    }
    // A turn comes ten times a day, and the next can mend it.
    let turn = matches!(pending.ask, Ask::Turn);
    let effort = if turn { Effort { tries: effort.tries.div_ceil(2), ..effort } } else { effort };
    let worths = weighed(pack, city, at, seed, effort).into_iter();
    worths.reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(pick, _)| pick)
}

/// The greedy player's best choices, its own first, each with how it came out in all
/// tries together. All are tried in the same imagined futures.
pub fn weighed(pack: &Pack, city: &City, at: usize, seed: u64, effort: Effort) -> Vec<(Pick, i64)> {
    let Some(pending) = city.pending.get(at) else { return Vec::new() };
    let mut tried = greedy::tried(pack, city, at, seed, &WEIGHTS);
    // Stable, so that the greedy player's own choice comes first and wins a draw.
    tried.sort_by_key(|(_, ahead)| std::cmp::Reverse(ahead.total()));
    let hopeless = tried.first().map_or(0, |(_, best)| best.total().saturating_sub(effort.margin));
    tried.retain(|(_, ahead)| ahead.total() >= hopeless);
    tried.truncate(effort.choices);
    let mut worths: Vec<(Pick, i64)> = tried.into_iter().map(|(pick, _)| (pick, 0)).collect();
    if worths.len() < 2 {
        return worths;
    }
    for n in 0..effort.tries {
        let seed = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let base = imagined(pack, city, &pending.ask, seed);
        for (pick, worth) in &mut worths {
            *worth += played(pack, base.clone(), pending.id, *pick, effort.days, &WEIGHTS);
        }
    }
    worths
}

/// Is the question worth the time?
fn matters(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Option(..)
            | Ask::Turn
            | Ask::Law
            | Ask::Technology
            | Ask::Fuel(_)
            | Ask::Explore(..)
            | Ask::Reach(..)
            | Ask::Advisor
    )
}

/// The worth of a choice in one try: played by the greedy player to a later morning.
fn played(pack: &Pack, mut city: City, decision: u32, pick: Pick, days: u8, w: &Weights) -> i64 {
    let until = city.round + days + u8::from(city.phase > Phase::Preparation);
    if rules::apply_pick(pack, &mut city, decision, pick).is_err() {
        return LOST;
    }
    for _ in 0..LONGEST * usize::from(days) {
        let over = city.outcome.is_some();
        if over || (city.round >= until && city.phase == Phase::Action) {
            break;
        }
        let seed = u64::from(city.next_decision);
        let Some(choice) = greedy_with(pack, &city, 0, seed, w) else { break };
        let Some(id) = city.pending.first().map(|pending| pending.id) else { break };
        if rules::apply_pick(pack, &mut city, id, choice.pick).is_err() {
            break;
        }
    }
    worth(pack, &city, w)
}

fn worth(pack: &Pack, city: &City, w: &Weights) -> i64 {
    let lived = DAY * i64::from(city.round);
    match city.outcome {
        Some(Outcome::Won) => WON + lived,
        Some(Outcome::Lost(_)) => LOST + lived,
        None => outlook(pack, city, w).total() + lived,
    }
}
