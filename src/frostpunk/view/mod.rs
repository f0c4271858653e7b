//! What a viewer may see of a city, and nothing more.
//!
//! May use: `rules` and the boundary's [`Viewer`]. Everything is said in words
//! and string ids, so that a page, a picture and a script can all read it.
//! Deliberately absent: the order of any deck, the dice, cubes inside the
//! tower, other seats' hands, unseen Consequences, starting cards not yet
//! revealed, tiles and cards somebody is just looking at; and any language:
//! only [`text_board`] says names, through the words it is given.

mod board;
mod cards;
mod hidden;
mod map;
mod people;
#[cfg(test)]
mod tests;
mod tracks;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rules::decision::{Ask, Pending};
use super::rules::ids::Track;
use super::rules::program::Pack;
use super::rules::state::{City, Outcome};
use crate::game::Viewer;

pub use board::text_board;
pub use cards::{
    Cards, DeckSizes, DevelopmentView, ExpeditionCard, ExpeditionView, LawView, OpenCard, Piles,
    ScoutView, TechnologyView,
};
pub use hidden::hidden_ids;
pub use map::{BuildingView, DepositView, MapView, PileView, SpaceView, StockView, TileView};
pub use people::{Fed, FigureView, NightView, PeopleView, PlaceView, PlacedView, SeatView};
pub use tracks::{GeneratorView, RangeView, TokenView, TriggerView};

/// All that a viewer may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View {
    /// The scenario.
    pub scenario: String,
    /// The Society card.
    pub society: String,
    /// Whose view it is; none is everybody's.
    pub viewer: Option<u8>,
    /// Round marker.
    pub round: u8,
    /// Length of the Round track.
    pub rounds: u8,
    /// Phase marker.
    pub phase: String,
    /// The seat with the Leadership marker.
    pub leader: u8,
    /// The seat whose turn it is.
    pub active: u8,
    /// The seats, clockwise.
    pub seats: Vec<SeatView>,
    /// The solo card Call to Rise is there.
    pub call_to_rise: bool,
    /// Citizens by type.
    pub people: Vec<PeopleView>,
    /// Figures by sort.
    pub figures: Vec<FigureView>,
    /// Figures placed this round.
    pub placed: Vec<PlacedView>,
    /// Sleeping places, while the Night is being settled.
    pub night: Option<NightView>,
    /// Food marker.
    pub food: u8,
    /// Hunger marker.
    pub hunger: u8,
    /// Hunger from which the campaign is lost.
    pub hunger_loss: u8,
    /// Corpse marker.
    pub corpses: u8,
    /// Last space of the Corpse track.
    pub corpse_last: u8,
    /// Who is fed.
    pub fed: Fed,
    /// Resources in the supply.
    pub supply: BTreeMap<String, u16>,
    /// Hope tokens, left to right.
    pub hope: Vec<TokenView>,
    /// Discontent tokens, left to right.
    pub discontent: Vec<TokenView>,
    /// Generator board.
    pub generator: GeneratorView,
    /// Storm marker.
    pub storm: Option<u8>,
    /// Trigger tokens on the Round track.
    pub triggers: Vec<TriggerView>,
    /// The map.
    pub map: MapView,
    /// Buildings board.
    pub buildings: Vec<StockView>,
    /// Everything made of cards.
    pub cards: Cards,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// The open decisions.
    pub open: Vec<OpenView>,
}

/// An open decision, without its question and choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenView {
    /// Its number.
    pub decision: u32,
    /// The one seat that is asked; none if it is a matter of the group.
    pub seat: Option<u8>,
}

/// The city as this viewer may see it.
pub fn view(pack: &Pack, city: &City, viewer: Viewer) -> View {
    let tables = &pack.tables;
    let scenario = pack.scenarios.get(usize::from(city.scenario));
    let society = pack.societies.get(usize::from(city.society));
    View {
        scenario: scenario.map(|s| s.id.clone()).unwrap_or_default(),
        society: society.map(|s| s.id.clone()).unwrap_or_default(),
        viewer: seat_of(viewer),
        round: city.round,
        rounds: tables.fed.len() as u8,
        phase: city.phase.key().to_owned(),
        leader: city.leader.0,
        active: city.active.0,
        seats: people::seats(pack, city, viewer),
        call_to_rise: city.call_to_rise,
        people: people::people(city),
        figures: people::figures(city),
        placed: people::placed(pack, city),
        night: people::night(city),
        food: city.food,
        hunger: city.hunger,
        hunger_loss: tables.hunger_loss,
        corpses: city.corpses,
        corpse_last: tables.corpse_last,
        fed: people::fed(pack, city),
        supply: tracks::supply(city),
        hope: tracks::tokens(city, Track::Hope),
        discontent: tracks::tokens(city, Track::Discontent),
        generator: tracks::generator(pack, city),
        storm: city.storm,
        triggers: tracks::triggers(pack, city),
        map: map::map(pack, city),
        buildings: map::stock(pack, city),
        cards: cards::cards(pack, city),
        outcome: city.outcome,
        open: city.pending.iter().map(|p| open(city, p)).collect(),
    }
}

/// The seat that looks, if it is one.
fn seat_of(viewer: Viewer) -> Option<u8> {
    match viewer {
        Viewer::Public => None,
        Viewer::Seat(seat) => Some(seat.0),
    }
}

fn open(city: &City, pending: &Pending) -> OpenView {
    let seat = match &pending.ask {
        Ask::Opening(seat)
        | Ask::OpeningUnpaid(seat)
        | Ask::PlayCard(seat)
        | Ask::Mourn(_, seat, _)
        | Ask::TileFate(seat)
        | Ask::Keepers(seat) => Some(seat.0),
        Ask::Turn => Some(city.active.0),
        _ => None,
    };
    OpenView { decision: pending.id, seat }
}
