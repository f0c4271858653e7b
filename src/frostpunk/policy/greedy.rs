//! The greedy player: tries each choice on a copy whose hidden parts were
//! shuffled, follows it to the end of the turn, and takes the best outlook.

use super::imagined::imagined;
use super::outlook::{Outlook, Why};
use super::value::{outlook, value};
use super::weights::{WEIGHTS, Weights};
use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::City;
use crate::frostpunk::rules::{self};

/// Questions followed at most.
const DEPTH: u8 = 4;

/// A greedy choice and what it promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greedy {
    /// The choice.
    pub pick: Pick,
    /// Its outlook.
    pub value: i64,
}

/// The greedy choice for the decision at this place of the open ones.
pub fn greedy(pack: &Pack, city: &City, at: usize, seed: u64) -> Option<Greedy> {
    greedy_with(pack, city, at, seed, &WEIGHTS)
}

/// The same with other weights, for tuning.
pub fn greedy_with(pack: &Pack, city: &City, at: usize, seed: u64, w: &Weights) -> Option<Greedy> {
    let pending = city.pending.get(at)?;
    if pending.ask == Ask::EndActions {
        // Ending was the best of the turn's choices; asking again cannot change that.
        return Some(Greedy { pick: Pick::End, value: value(pack, city, w) });
    }
    let tried = tried(pack, city, at, seed, w).into_iter();
    let tried = tried.map(|(pick, ahead)| Greedy { pick, value: ahead.total() });
    // The first of equals, so that the order of the list decides and games repeat.
    tried.reduce(|best, next| if next.value > best.value { next } else { best })
}

/// The greedy choice and why it is better than the best that is not as good.
pub fn counsel(pack: &Pack, city: &City, at: usize, seed: u64) -> Option<(Pick, Why)> {
    if city.pending.get(at)?.ask == Ask::EndActions {
        return Some((Pick::End, Why::Enough));
    }
    let mut tried = tried(pack, city, at, seed, &WEIGHTS);
    // Stable: the first of equals, as the greedy player takes it.
    tried.sort_by_key(|(_, ahead)| std::cmp::Reverse(ahead.total()));
    let (pick, best) = tried.first()?;
    if tried.len() == 1 {
        return Some((*pick, Why::Only));
    }
    let worse = tried.iter().find(|(_, other)| other.total() < best.total());
    Some((*pick, worse.map_or(Why::Even, |(_, other)| best.beats(other))))
}

/// Every open choice with its outlook.
pub(super) fn tried(
    pack: &Pack,
    city: &City,
    at: usize,
    seed: u64,
    w: &Weights,
) -> Vec<(Pick, Outlook)> {
    let Some(pending) = city.pending.get(at) else {
        return Vec::new();
    };
    let base = imagined(pack, city, &pending.ask, seed);
    let listed = rules::choices(pack, city, &pending.ask);
    let open = listed.into_iter().filter(|c| c.blocked.is_none());
    open.map(|c| (c.pick, ahead(pack, &base, pending.id, c.pick, DEPTH, w))).collect()
}

/// The outlook at the end of the turn, if the best is made of it.
fn ahead(pack: &Pack, city: &City, decision: u32, pick: Pick, depth: u8, w: &Weights) -> Outlook {
    let mut next = city.clone();
    if rules::apply_pick(pack, &mut next, decision, pick).is_err() {
        return Outlook::of_fate(i64::MIN);
    }
    if depth == 0 || !is_unfinished(&next) {
        return outlook(pack, &next, w);
    }
    let Some(pending) = next.pending.first() else {
        return outlook(pack, &next, w);
    };
    let listed = rules::choices(pack, &next, &pending.ask);
    let open: Vec<Pick> =
        listed.into_iter().filter(|c| c.blocked.is_none()).map(|c| c.pick).collect();
    let step = open.len().div_ceil(width(&pending.ask)).max(1);
    let some = open.iter().step_by(step);
    let followed = some.map(|pick| ahead(pack, &next, pending.id, *pick, depth - 1, w));
    let best = followed.max_by_key(Outlook::total);
    best.unwrap_or_else(|| outlook(pack, &next, w))
}

/// Choices followed at each step after the first: every Building, but only some places.
fn width(ask: &Ask) -> usize {
    match ask {
        Ask::SubAction(..) => 12,
        Ask::Figure => 4,
        _ => 5,
    }
}

/// Is the open question a part of the same turn?
fn is_unfinished(city: &City) -> bool {
    let same_turn = city.turn.action.is_some();
    matches!(
        city.pending.first().map(|p| &p.ask),
        Some(
            Ask::PlayCard(_)
                | Ask::Figure
                | Ask::Snow
                | Ask::Cell(_)
                | Ask::SubAction(3, _)
                | Ask::Take(_)
                | Ask::Special
                | Ask::Deploy
                | Ask::Workshop(_)
                | Ask::Cure(_)
                | Ask::Fuel(1)
                | Ask::Price(..)
        )
    ) || (same_turn
        && matches!(
            city.pending.first().map(|p| &p.ask),
            Some(Ask::Space(..) | Ask::Option(..) | Ask::Law | Ask::Technology)
        ))
}
