//! The players that measure never look at what is hidden: two cities that look the same
//! to whoever answers are answered alike, however the hidden things really lie.

use emberhall::frostpunk::policy::{self, Effort};
use emberhall::frostpunk::rules::decision::{By, Pending};
use emberhall::frostpunk::rules::dice::Dice;
use emberhall::frostpunk::rules::ids::{CardId, Seat};
use emberhall::frostpunk::rules::look::Look;
use emberhall::frostpunk::rules::owner;
use emberhall::frostpunk::rules::program::Body;
use emberhall::frostpunk::rules::state::City;

use crate::player::{Style, pack, play};

/// Little, because it is asked often; what it may know does not depend on how much it tries.
const EFFORT: Effort = Effort { choices: 2, tries: 1, days: 1, margin: 60 };

/// The same city to this seat, with other luck and everything hidden elsewhere.
fn disguised(city: &City, seat: Option<Seat>, dice: &mut Dice) -> City {
    let mut other = city.clone();
    other.dice = Dice::new(u64::from(dice.below(u32::MAX)));
    let decks = &mut other.decks;
    dice.shuffle(&mut decks.morning);
    dice.shuffle(&mut decks.dusk);
    dice.shuffle(&mut decks.weather);
    dice.shuffle(&mut decks.consequences);
    decks.expeditions.iter_mut().for_each(|deck| dice.shuffle(deck));
    dice.shuffle(&mut decks.near);
    dice.shuffle(&mut decks.far);
    if let Some((_, below)) = decks.disputes.split_last_mut() {
        dice.shuffle(below);
    }
    swap_hands(&mut other, seat, dice);
    swap_consequences(&mut other);
    let tower = &mut other.generator;
    let inside = tower.stuck + tower.drawer;
    tower.drawer = dice.below(u32::from(inside) + 1) as u8;
    tower.stuck = inside - tower.drawer;
    other
}

/// nobody sees another's hand.
fn swap_hands(city: &mut City, seat: Option<Seat>, dice: &mut Dice) {
    dice.shuffle(&mut city.decks.citizens);
    // A starting card that was chosen is one of its hand.
    if !city.opening.is_empty() {
        return;
    }
    let own = seat.map(|Seat(at)| usize::from(at));
    let others = city.seats.iter_mut().enumerate().filter(|(at, _)| Some(*at) != own);
    for (card, other) in others.flat_map(|(_, c)| &mut c.hand).zip(&mut city.decks.citizens) {
        std::mem::swap(card, other);
    }
}

/// the other of the two Consequences might be in the Dusk deck.
fn swap_consequences(city: &mut City) {
    let law = |card: CardId| match pack().card(card).body {
        Body::Consequence(law) => Some(law),
        _ => None,
    };
    for card in &mut city.decks.dusk {
        let removed = &mut city.decks.removed;
        let twin = removed.iter_mut().find(|c| law(*card).is_some() && law(**c) == law(*card));
        if let Some(twin) = twin {
            std::mem::swap(card, twin);
        }
    }
}

fn answerer(city: &City, pending: &Pending) -> Option<Seat> {
    match owner::by(Look::new(pack(), city), &pending.ask) {
        By::Council | By::Electorate => None,
        By::Responsible(_, seat) | By::Active(seat) | By::Seat(seat) => Some(seat),
    }
}

#[test]
fn what_is_hidden_changes_no_answer_of_the_greedy_and_the_trying_player() {
    let (mut asked, mut changed) = (0, 0);
    for seed in 0..6 {
        let mut dice = Dice::new(seed);
        play(1 + (seed % 4) as usize, 900 + seed, Style::Mixed, |_, city, _, _| {
            let Some(pending) = city.pending.first().filter(|_| dice.below(6) == 0) else { return };
            let other = disguised(city, answerer(city, pending), &mut dice);
            changed += u32::from(other.decks != city.decks);
            let greedy = |city| policy::greedy(pack(), city, 0, 5).map(|choice| choice.pick);
            assert_eq!(greedy(city), greedy(&other), "seed {seed}: {pending:?}");
            if dice.below(8) == 0 {
                let tried = |city| policy::rollout(pack(), city, 0, 5, EFFORT);
                assert_eq!(tried(city), tried(&other), "seed {seed}: {pending:?}");
                asked += 1;
            }
        });
    }
    assert!(asked > 10 && changed > 100, "{asked} {changed}");
}
