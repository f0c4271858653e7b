//! The city as a seat may imagine it: a copy in which everything it cannot see is
//! drawn anew.
//!
//! May use: `rules`. Deliberately absent: any trace of how hidden things really lie.
//! Every pile is put in order before it is shuffled, so that two cities that look
//! the same to a seat become the same copy; a test holds that.

use crate::frostpunk::rules::decision::{Ask, By};
use crate::frostpunk::rules::dice::Dice;
use crate::frostpunk::rules::ids::{CardId, Seat};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::owner;
use crate::frostpunk::rules::program::{Body, Pack};
use crate::frostpunk::rules::state::City;

/// A copy as whoever answers this question may imagine it; a council sees no hand.
pub(super) fn imagined(pack: &Pack, city: &City, ask: &Ask, seed: u64) -> City {
    let seat = answerer(Look::new(pack, city), ask);
    let mut copy = city.clone();
    let mut dice =
        Dice::new(seed ^ u64::from(city.next_decision).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    redraw_consequences(pack, &mut copy, &mut dice);
    let decks = &mut copy.decks;
    let cards = [&mut decks.morning, &mut decks.dusk, &mut decks.weather, &mut decks.consequences];
    cards.into_iter().chain(&mut decks.expeditions).for_each(|deck| redraw(deck, &mut dice));
    redraw(&mut decks.near, &mut dice);
    redraw(&mut decks.far, &mut dice);
    // The next Dispute lies face up on those that come after it.
    let last = decks.disputes.len().saturating_sub(1);
    redraw(&mut decks.disputes[..last], &mut dice);
    redeal(&mut copy, seat, &mut dice);
    refill_tower(pack, &mut copy, &mut dice);
    copy.dice = dice;
    copy
}

/// The seat that answers, if it is one alone.
fn answerer(look: Look, ask: &Ask) -> Option<Seat> {
    match owner::by(look, ask) {
        By::Responsible(_, seat) | By::Active(seat) | By::Seat(seat) => Some(seat),
        By::Council | By::Electorate => None,
    }
}

/// In an order that says nothing of the one before.
fn redraw<T: Ord>(pile: &mut [T], dice: &mut Dice) {
    pile.sort_unstable();
    dice.shuffle(pile);
}

/// which of a Law's two Consequences is in the Dusk deck nobody knows.
fn redraw_consequences(pack: &Pack, city: &mut City, dice: &mut Dice) {
    let (dusk, removed) = (&mut city.decks.dusk, &mut city.decks.removed);
    let mut unseen: Vec<(CardId, &mut CardId)> =
        dusk.iter_mut().filter_map(|card| Some((law_of(pack, *card)?, card))).collect();
    // By Law: in the order of the deck the draws would tell of it.
    unseen.sort_unstable_by_key(|(law, _)| *law);
    for (law, card) in unseen {
        let Some(twin) = removed.iter_mut().find(|other| law_of(pack, **other) == Some(law)) else {
            continue;
        };
        let (one, other) = ((*card).min(*twin), (*card).max(*twin));
        (*card, *twin) = if dice.chance(500) { (one, other) } else { (other, one) };
    }
}

/// The Law whose Consequence a card is.
fn law_of(pack: &Pack, card: CardId) -> Option<CardId> {
    match pack.card(card).body {
        Body::Consequence(law) => Some(law),
        _ => None,
    }
}

/// Hands of others are exchanged with the Citizen deck.
fn redeal(city: &mut City, seat: Option<Seat>, dice: &mut Dice) {
    let others = |at: usize| seat.is_none_or(|seat| at != seat.at());
    let mut pool = std::mem::take(&mut city.decks.citizens);
    let sizes: Vec<usize> = city.seats.iter().map(|chair| chair.hand.len()).collect();
    for (at, chair) in city.seats.iter_mut().enumerate() {
        // Starting discards refer to the cards of a hand, so those stay.
        if others(at) && city.opening.is_empty() {
            pool.append(&mut chair.hand);
        }
    }
    redraw(&mut pool, dice);
    for (at, chair) in city.seats.iter_mut().enumerate() {
        if others(at) && city.opening.is_empty() {
            let from = pool.len() - sizes[at].min(pool.len());
            chair.hand = pool.split_off(from);
        }
    }
    city.decks.citizens = pool;
}

/// Everybody can count the cubes in the tower, but not which of them already lie in its
/// closed drawer.
fn refill_tower(pack: &Pack, city: &mut City, dice: &mut Dice) {
    let generator = &mut city.generator;
    let push = pack.tables.tower[usize::from(generator.upgraded)].push;
    let inside = generator.stuck + generator.drawer;
    generator.drawer = (0..inside).filter(|_| dice.chance(push)).count() as u8;
    generator.stuck = inside - generator.drawer;
}
