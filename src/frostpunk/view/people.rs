//! Seats, Citizens and figures as a viewer sees them.
//!
//! May use: `rules`. Deliberately absent: hands of other seats (only their
//! size is open) and starting cards that were chosen but not yet revealed.

use serde::{Deserialize, Serialize};

use super::seat_of;
use crate::frostpunk::rules::ids::{Kind, Meeple, Phase};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::{Chair, City, Place};
use crate::game::Viewer;

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatView {
    /// Its number.
    pub seat: u8,
    /// Its Advisor.
    pub role: String,
    /// Cards in hand.
    pub hand_size: usize,
    /// The hand, for its holder only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Vec<String>>,
    /// The card played for its main ability this round.
    pub played: Option<String>,
}

/// Citizens of one type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeopleView {
    /// The type.
    pub kind: String,
    /// Citizen marker.
    pub citizens: u8,
    /// Sickness marker.
    pub sick: u8,
    /// It shows the Skull.
    pub skull: bool,
    /// Citizen Meeples, wherever they are.
    pub meeples: u8,
    /// Spent tokens in the supply.
    pub spent_tokens: u8,
}

/// Figures of one sort.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureView {
    /// The sort.
    pub meeple: String,
    /// In the supply, available.
    pub ready: u8,
    /// In the supply, not available again this round.
    pub resting: u8,
    /// On Spent tokens.
    pub on_spent: u8,
    /// Placed for an action this round.
    pub placed: u8,
    /// On an Expedition.
    pub scouting: u8,
    /// In the bank.
    pub bank: u8,
}

/// A placed figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedView {
    /// The sort.
    pub meeple: String,
    /// Where it stands.
    pub place: PlaceView,
}

/// Where a figure stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceView {
    /// Remove Snow space.
    Snow,
    /// Construction space.
    Construct,
    /// A space of the map.
    Space(String),
    /// A card.
    Card(String),
}

/// Who is fed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fed {
    /// In this round.
    pub now: Option<String>,
    /// In the next.
    pub next: Option<String>,
}

/// Sleeping places while the Night is being settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NightView {
    /// Warm slots left for anyone.
    pub slots: u8,
    /// Warm slots left for Workers, Engineers, Children only.
    pub own: [u8; 3],
    /// Meeples still without a place, by type.
    pub restless: [u8; 3],
    /// Meeples that stay standing.
    pub standing: u8,
}

pub(super) fn seats(pack: &Pack, city: &City, viewer: Viewer) -> Vec<SeatView> {
    let own = seat_of(viewer);
    let name = |card| pack.card(card).id.clone();
    let seat = |(at, chair): (usize, &Chair)| SeatView {
        seat: at as u8,
        role: chair.advisor.key().to_owned(),
        hand_size: chair.hand.len(),
        hand: (own == Some(at as u8)).then(|| chair.hand.iter().copied().map(name).collect()),
        played: chair.played.map(name),
    };
    city.seats.iter().enumerate().map(seat).collect()
}

pub(super) fn people(city: &City) -> Vec<PeopleView> {
    let of = |kind: &Kind| PeopleView {
        kind: kind.key().to_owned(),
        citizens: city.citizens[kind.at()],
        sick: city.sick[kind.at()],
        skull: city.skull[kind.at()],
        meeples: city.meeples_of(*kind),
        spent_tokens: city.spent[kind.at()],
    };
    Kind::ALL.iter().map(of).collect()
}

pub(super) fn figures(city: &City) -> Vec<FigureView> {
    let of = |meeple: &Meeple| FigureView {
        meeple: meeple.key().to_owned(),
        ready: city.figures.ready[meeple.at()],
        resting: city.figures.resting[meeple.at()],
        on_spent: city.figures.spent[meeple.at()],
        placed: city.placed.iter().filter(|p| p.meeple == *meeple).count() as u8,
        scouting: city.scouts(*meeple),
        bank: city.figures.bank[meeple.at()],
    };
    Meeple::ALL.iter().map(of).collect()
}

pub(super) fn placed(pack: &Pack, city: &City) -> Vec<PlacedView> {
    let place = |place| match place {
        Place::Snow => PlaceView::Snow,
        Place::Construct => PlaceView::Construct,
        Place::Space(space) => PlaceView::Space(space.label()),
        Place::Card(card) => PlaceView::Card(pack.card(card).id.clone()),
    };
    let figures = city.placed.iter();
    figures
        .map(|p| PlacedView { meeple: p.meeple.key().to_owned(), place: place(p.place) })
        .collect()
}

pub(super) fn fed(pack: &Pack, city: &City) -> Fed {
    // The Round track counts from 1.
    let of = |round: u8| {
        let at = usize::from(round).checked_sub(1)?;
        pack.tables.fed.get(at).map(|kind| kind.key().to_owned())
    };
    Fed { now: of(city.round), next: of(city.round.saturating_add(1)) }
}

pub(super) fn night(city: &City) -> Option<NightView> {
    let book = &city.night;
    (city.phase == Phase::Night).then_some(NightView {
        slots: book.slots,
        own: book.own,
        restless: book.restless,
        standing: book.standing,
    })
}
