//! Tracks, tokens and the Generator board as everybody sees them.
//!
//! May use: `rules`. Deliberately absent: cubes stuck in the tower or
//! waiting in its drawer, and what is left in the bags.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{Range, Resource, Track};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::City;

/// A token on a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenView {
    /// Its type.
    pub mood: String,
    /// Light side up.
    pub active: bool,
}

/// The Generator board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratorView {
    /// Heat marker.
    pub heat: u8,
    /// Its Overheated side is up.
    pub overheated: bool,
    /// Cold marker.
    pub cold: u8,
    /// Last space of the Heat track.
    pub last: u8,
    /// Cubes dropped into the tower in the next stress check, were Heat as now.
    pub cubes: u8,
    /// Heat Range indicators.
    pub ranges: Vec<RangeView>,
    /// Cubes on the Stress track, overflow included.
    pub stress: u16,
    /// Single spaces of the Stress track.
    pub stress_spaces: u8,
    /// Cubes beyond them.
    pub overflow: u16,
    /// The upgrade insert is installed.
    pub tower_upgraded: bool,
}

/// A Heat Range indicator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RangeView {
    /// Its colour, which is also the colour of its Buildings.
    pub range: String,
    /// Its space.
    pub level: u8,
    /// Its zone: a, b or c.
    pub zone: String,
    /// Buildings of its colour are heated now.
    pub heats_buildings: bool,
    /// Its zone is heated now.
    pub heats_zone: bool,
}

/// A Trigger token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriggerView {
    /// Its Round space.
    pub round: u8,
    /// The card that put it there.
    pub card: String,
}

pub(super) fn supply(city: &City) -> BTreeMap<String, u16> {
    Resource::ALL.iter().map(|r| (r.key().to_owned(), city.has(*r))).collect()
}

pub(super) fn tokens(city: &City, track: Track) -> Vec<TokenView> {
    let tokens = city.track(track).iter();
    tokens.map(|t| TokenView { mood: t.mood.key().to_owned(), active: t.active }).collect()
}

pub(super) fn generator(pack: &Pack, city: &City) -> GeneratorView {
    let board = &city.generator;
    let tables = &pack.tables;
    GeneratorView {
        heat: board.heat,
        overheated: board.overheated,
        cold: board.cold,
        last: tables.heat_cubes.len().saturating_sub(1) as u8,
        cubes: tables.heat_cubes.get(usize::from(board.heat)).copied().unwrap_or_default(),
        ranges: Range::ALL.iter().map(|range| indicator(pack, city, *range)).collect(),
        stress: board.stress,
        stress_spaces: tables.stress_spaces,
        overflow: board.stress.saturating_sub(u16::from(tables.stress_spaces)),
        tower_upgraded: board.upgraded,
    }
}

fn indicator(pack: &Pack, city: &City, range: Range) -> RangeView {
    let zone = match range {
        Range::Red => "a",
        Range::Orange => "b",
        Range::Yellow => "c",
    };
    let level = city.generator.ranges[range as usize];
    // Lower is strict, so a Generator that is off heats nothing.
    let below_heat = |offsets: [u8; 3]| city.generator.heat > level + offsets[range as usize];
    RangeView {
        range: range.key().to_owned(),
        level,
        zone: zone.to_owned(),
        heats_buildings: below_heat(pack.tables.building_offset),
        heats_zone: below_heat(pack.tables.zone_offset),
    }
}

pub(super) fn triggers(pack: &Pack, city: &City) -> Vec<TriggerView> {
    let tokens = city.triggers.iter();
    tokens.map(|t| TriggerView { round: t.round, card: pack.card(t.card).id.clone() }).collect()
}
