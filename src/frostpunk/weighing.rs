//! Is a choice of a card one? Every answer is tried in the same imagined futures.
//!
//! Which cards a campaign turns up is luck, and some come up once in a hundred. So a card
//! that is turned is exchanged for another that could lie there, each as likely, and the
//! question that one asks is weighed.
//!
//! May use: `policy`, `rules`. Deliberately absent: counting (`desk`), and playing on; the
//! campaign goes on as if nothing had been weighed.

use super::policy::{self, Effort};
use super::rules::decision::{Ask, Pick};
use super::rules::dice::Dice;
use super::rules::event::Event;
use super::rules::ids::CardId;
use super::rules::program::{Deck, Pack};
use super::rules::state::{City, Decks};
use super::rules::{self};

/// Far enough for the Dusk card that answers for a Morning, and often enough that luck
/// does not decide.
const EFFORT: Effort = Effort { choices: 8, tries: 6, days: 3, margin: i64::MAX };

/// Questions answered at most before a card asks its own.
const PATIENCE: usize = 8;

/// A question about a card, and how its answers came out.
pub struct Weighed {
    /// The city that asks it.
    pub city: City,
    /// The question.
    pub ask: Ask,
    /// Every answer with its worth.
    pub worths: Vec<(Pick, i64)>,
}

/// An answer was given, and this is what happened: if it turned a card, and one time in so
/// many, the question another such card would have asked there.
pub fn weighed(
    pack: &Pack,
    before: &City,
    (decision, pick): (u32, Pick),
    events: &[Event],
    one_in: u32,
) -> Option<Weighed> {
    let turned = events.iter().rev().find_map(turned)?;
    let mut dice = Dice::new(before.dice.seed() ^ (u64::from(decision) << 32));
    if dice.below(one_in) > 0 {
        return None;
    }
    let pool = might_lie_for(pack, turned);
    let other = *pool.get(dice.below(pool.len() as u32) as usize)?;
    let mut city = exchanged(before, turned, other)?;
    rules::apply_pick(pack, &mut city, decision, pick).ok()?;
    let at = until_it_asks(pack, &mut city, other)?;
    let ask = city.pending[at].ask.clone();
    let worths = policy::weighed(pack, &city, at, u64::from(dice.below(u32::MAX)), EFFORT);
    Some(Weighed { city, ask, worths })
}

/// The card an event turns up.
fn turned(event: &Event) -> Option<CardId> {
    match event {
        Event::Revealed { card } | Event::Explored { card, .. } => Some(*card),
        _ => None,
    }
}

/// Cards with a choice that could come up in the place of this one.
fn might_lie_for(pack: &Pack, turned: CardId) -> Vec<CardId> {
    let dusk = |card| {
        let deck = pack.card(card).deck;
        [Deck::DuskStart, Deck::Dusk, Deck::Dispute, Deck::Consequence].contains(&deck)
    };
    let letter = |card| pack.expedition(card).map(|expedition| expedition.letter);
    let alike = |card: CardId| match pack.card(turned).deck {
        Deck::Morning => pack.card(card).deck == Deck::Morning,
        Deck::Scenario => card == turned,
        Deck::Expedition => letter(card) == letter(turned),
        _ => dusk(card) && dusk(turned),
    };
    let choice =
        |card: CardId| pack.card(card).options.is_some_and(|list| pack.option_list(list).len() > 1);
    let all = (0..pack.cards.len()).map(|at| CardId(at as u16));
    all.filter(|card| alike(*card) && choice(*card)).collect()
}

/// What a card does at once may ask something first; the place of its own question then.
fn until_it_asks(pack: &Pack, city: &mut City, card: CardId) -> Option<usize> {
    for _ in 0..PATIENCE {
        let at = city.pending.iter().position(|pending| is_about(&pending.ask, card));
        if at.is_some() {
            return at;
        }
        let first = city.pending.first()?.id;
        let choice = policy::greedy(pack, city, 0, u64::from(first))?;
        rules::apply_pick(pack, city, first, choice.pick).ok()?;
    }
    None
}

/// Is it the question of this card itself, not of something on it?
fn is_about(ask: &Ask, card: CardId) -> bool {
    match ask {
        Ask::Option(_, ctx) => ctx.me == Some(card),
        Ask::Explore(_, explored) => *explored == card,
        _ => false,
    }
}

/// A city in which two cards have changed places, if both lie in piles.
fn exchanged(city: &City, one: CardId, other: CardId) -> Option<City> {
    let mut copy = city.clone();
    let mut found = 0;
    let legs = copy.stacks.iter_mut().flat_map(|stack| &mut stack.legs).map(|leg| &mut leg.card);
    for card in piles(&mut copy.decks).into_iter().flatten().chain(legs) {
        if *card == one {
            *card = other;
            found += 1;
        } else if *card == other {
            *card = one;
            found += 1;
        }
    }
    (one == other || found == 2).then_some(copy)
}

/// The piles in which a card that asks something lies before and after it does.
fn piles(decks: &mut Decks) -> [&mut Vec<CardId>; 11] {
    let [a, b, c] = &mut decks.expeditions;
    [
        &mut decks.morning,
        &mut decks.dusk,
        &mut decks.dusk_discard,
        &mut decks.dusk_box,
        &mut decks.disputes,
        &mut decks.consequences,
        &mut decks.scenario,
        &mut decks.removed,
        a,
        b,
        c,
    ]
}
