//! Answers of a turn: actions, cards, figures, Resources.

use super::{masked, maybe, open};
use crate::frostpunk::rules::decision::{Blocked, Choice, Pick, ResourceWhy};
use crate::frostpunk::rules::ids::{Action, CardId, Resource, Seat};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::program::Good;

/// Fuel, the Main actions, or the end of the phase.
pub fn turn(look: Look) -> Vec<Choice> {
    let mut out: Vec<Choice> = Action::ALL
        .iter()
        .map(|action| maybe(Pick::Action(*action), look.action_blocked(*action)))
        .collect();
    let some = out.iter().any(|choice| choice.blocked.is_none());
    out.insert(0, maybe(Pick::Fuel, fuel_blocked(look)));
    let go_on = look.city.turn.go_on && some;
    out.push(maybe(Pick::End, go_on.then_some(Blocked::CouncilGoesOn)));
    out
}

fn fuel_blocked(look: Look) -> Option<Blocked> {
    if look.fuel_most() > 0 {
        return None;
    }
    let coal = look.city.has(Resource::Coal) == 0;
    Some(if coal { Blocked::Lacks(Good::Resource(Resource::Coal), 1) } else { Blocked::HeatAtCold })
}

fn hand_of(look: Look<'_>, seat: Seat) -> &[CardId] {
    look.city.seats.get(seat.at()).map_or(&[], |chair| &chair.hand)
}

/// Starting cards, those that cannot be paid blocked.
pub fn opening(look: Look, seat: Seat) -> Vec<Choice> {
    let hand = hand_of(look, seat).iter();
    hand.map(|card| maybe(Pick::Card(*card), look.opening_blocked(seat, *card))).collect()
}

/// Every card of a hand.
pub fn hand(look: Look, seat: Seat) -> Vec<Choice> {
    open(hand_of(look, seat).iter().copied().map(Pick::Card))
}

/// Citizen cards that fit the action; none of them only if it works without.
pub fn cards(look: Look, seat: Seat) -> Vec<Choice> {
    let Some(action) = look.city.turn.action else {
        return Vec::new();
    };
    let mut out = open(look.playable(seat, action).map(Pick::Card));
    let plain = look.plain_blocked(action).map(|_| Blocked::CardOnly);
    out.push(maybe(Pick::Done, plain));
    out
}

/// Figures that may act as planned.
pub fn figures(look: Look) -> Vec<Choice> {
    let turn = &look.city.turn;
    let Some(action) = turn.action else {
        return Vec::new();
    };
    match turn.special {
        Some(card) => open(look.special_figures(card).map(Pick::Meeple)),
        None => open(look.figures_for(action, turn.card, turn.space).map(Pick::Meeple)),
    }
}

/// Resources to give, to put on a card or to take from one.
pub fn resources(look: Look, why: ResourceWhy) -> Vec<Choice> {
    let in_supply = |r: &Resource| look.city.has(*r) > 0;
    match why {
        ResourceWhy::Give => {
            open(Resource::ALL.iter().copied().filter(in_supply).map(Pick::Resource))
        }
        ResourceWhy::PutOn(_, mask, _, enough) => {
            let mut out = open(masked(mask).filter(in_supply).map(Pick::Resource));
            if enough {
                out.push(maybe(Pick::Done, None));
            }
            out
        }
        ResourceWhy::TakeFrom(card) => {
            let goods = look.city.open_card(card).map_or([0; 4], |open| open.goods);
            let there = Resource::ALL.iter().copied().filter(|r| goods[r.at()] > 0);
            open(there.map(Pick::Resource))
        }
    }
}

/// Dusk cards seen by the Faith Keepers; red ones stay.
pub fn keepers(look: Look) -> Vec<Choice> {
    let seen = look.city.turn.looked.iter().copied();
    let red = |card: CardId| look.pack.card(card).red.then_some(Blocked::Red);
    let mut out: Vec<Choice> = seen.map(|card| maybe(Pick::Card(card), red(card))).collect();
    out.push(maybe(Pick::Done, None));
    out
}
