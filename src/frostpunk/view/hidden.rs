//! The other half of [`view`](super::view()): the ids a viewer must not find in it.
//!
//! For tests. May use: `rules`. Copies of a card have ids of their own
//! (`M001`, `M001.2`), so an id is hidden exactly when no JSON string of the
//! view equals it; comparing parts of strings would be wrong.

use super::cards::dispute;
use super::map::{face_down, tile_at};
use super::seat_of;
use crate::frostpunk::rules::ids::{CardId, TileId};
use crate::frostpunk::rules::map::{CELLS, Cell};
use crate::frostpunk::rules::program::{Deck, Pack};
use crate::frostpunk::rules::state::City;
use crate::game::Viewer;

/// The ids that must not occur as a string in the serialised view of this viewer.
pub fn hidden_ids(pack: &Pack, city: &City, viewer: Viewer) -> Vec<String> {
    let cards = hidden_cards(pack, city, viewer).into_iter();
    let mut ids: Vec<String> = cards.map(|card| pack.card(card).id.clone()).collect();
    ids.extend(hidden_tiles(city).map(|tile| pack.tile(tile).id.clone()));
    ids.sort();
    ids.dedup();
    ids
}

fn hidden_cards(pack: &Pack, city: &City, viewer: Viewer) -> Vec<CardId> {
    let decks = &city.decks;
    let face_down = [
        &decks.morning,
        &decks.dusk,
        &decks.disputes,
        &decks.consequences,
        &decks.weather,
        &decks.citizens,
        &decks.scenario,
    ];
    // The Dispute in the deck was read, and the pile of those to come lies face up.
    let known = [dispute(pack, city), decks.disputes.last().copied()];
    let open = |card: &CardId| known.contains(&Some(*card)) || city.revealed.contains(card);
    face_down
        .into_iter()
        .chain(&decks.expeditions)
        .flatten()
        .chain(unseen_consequences(pack, city))
        .chain(other_hands(city, viewer))
        .filter(|card| !open(card))
        .copied()
        .collect()
}

/// Out of the game, and perhaps unseen.
fn unseen_consequences<'a>(pack: &'a Pack, city: &'a City) -> impl Iterator<Item = &'a CardId> {
    city.decks.removed.iter().filter(|card| pack.card(**card).deck == Deck::Consequence)
}

fn other_hands(city: &City, viewer: Viewer) -> impl Iterator<Item = &CardId> {
    let own = seat_of(viewer).map(usize::from);
    let others = city.seats.iter().enumerate().filter(move |(at, _)| Some(*at) != own);
    others.flat_map(|(_, chair)| &chair.hand)
}

fn hidden_tiles(city: &City) -> impl Iterator<Item = TileId> {
    let laid = (0..CELLS).map(Cell).filter(|cell| face_down(city, *cell));
    // Tiles one seat is looking at are off their stack, and still nobody else's business.
    let stacks = city.decks.near.iter().chain(&city.decks.far).chain(&city.turn.tiles).copied();
    stacks.chain(laid.filter_map(|cell| tile_at(city, cell)))
}
