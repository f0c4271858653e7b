//! What is read from a view for those who show it: a hand, a line, an ending.
//!
//! May use: `view`, `text`. Deliberately absent: the state of the campaign, so
//! nothing can be said that the viewer may not see. A value that is no view
//! gives nothing.

use serde::Deserialize as _;
use serde_json::Value;

use super::rules::ids::{CardId, Resource};
use super::rules::program::Pack;
use super::text::standing::{self, Standing, Tokens};
use super::view::{TokenView, View};
use crate::game::{Message, Outcome, Seat};

/// The Citizen cards of a seat; empty in anybody else's view.
pub fn hand(pack: &Pack, view: &Value, seat: Seat) -> Vec<Message> {
    let Ok(view) = View::deserialize(view) else {
        return Vec::new();
    };
    let chair = view.seats.into_iter().find(|chair| chair.seat == seat.0);
    let hand = chair.and_then(|chair| chair.hand).unwrap_or_default();
    let cards = hand.iter().filter_map(|id| card_named(pack, id));
    cards.filter_map(|card| standing::in_hand(pack, card)).collect()
}

/// A card by its id, copies (`C19.4`) included.
pub fn card_named(pack: &Pack, id: &str) -> Option<CardId> {
    let face = || pack.cards.iter().position(|card| card.id == id).map(|at| CardId(at as u16));
    pack.find(id).or_else(face)
}

/// How the City stands, in one line.
pub fn brief(view: &Value) -> Option<Message> {
    let view = View::deserialize(view).ok()?;
    Some(standing::brief(&standing_of(&view)))
}

/// How it ended.
pub fn ending(outcome: &Outcome, view: &Value) -> Vec<Message> {
    let now = View::deserialize(view).map(|view| standing_of(&view));
    standing::ending(outcome, &now.unwrap_or_default())
}

fn standing_of(view: &View) -> Standing {
    let supply = |what: Resource| view.supply.get(what.key()).copied().unwrap_or_default().into();
    let people = |count: fn(&super::view::PeopleView) -> i64| view.people.iter().map(count).sum();
    Standing {
        round: view.round.into(),
        rounds: view.rounds.into(),
        heat: view.generator.heat.into(),
        cold: view.generator.cold.into(),
        food: view.food.into(),
        hunger: view.hunger.into(),
        hope: tokens(&view.hope),
        discontent: tokens(&view.discontent),
        sick: people(|kind| kind.sick.into()),
        skulls: people(|kind| kind.skull.into()),
        coal: supply(Resource::Coal),
        wood: supply(Resource::Wood),
        citizens: people(|kind| kind.citizens.into()),
        corpses: view.corpses.into(),
        laws: view.cards.laws.len() as i64,
        technologies: view.cards.technologies.iter().filter(|t| t.developed).count() as i64,
    }
}

fn tokens(track: &[TokenView]) -> Tokens {
    let active = track.iter().filter(|token| token.active).count();
    Tokens { all: track.len() as i64, active: active as i64 }
}
