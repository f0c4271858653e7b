//! `pack.toml` as authors write it: fill counts, printed tables, scenarios.
//!
//! May use: serde, `ids`. Deliberately absent: cards, Buildings.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::Ref;
use crate::frostpunk::rules::ids::{Kind, Stuff};

/// `pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// How many cards each deck is filled up to with copies.
    #[serde(default)]
    pub fill: Fill,
    /// How many of everything the box holds, for whoever checks that it is full.
    #[serde(default, rename = "box")]
    pub declared: BTreeMap<String, u16>,
    /// The printed tables.
    pub tables: TablesFile,
    /// The scenarios.
    pub scenario: Vec<ScenarioFile>,
}

/// Cards of a deck in the box.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Fill {
    /// Morning cards.
    pub morning: u16,
    /// Social Disputes.
    pub dispute: u16,
    /// Citizen cards.
    pub citizen: u16,
    /// Weather cards.
    pub weather: u16,
    /// Expedition cards A.
    pub expedition_a: u16,
    /// Expedition cards B.
    pub expedition_b: u16,
    /// Expedition cards C.
    pub expedition_c: u16,
}

/// One scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// Stable key.
    pub id: Ref,
    /// Face up at the start.
    pub first: Ref,
    /// The Storm card.
    pub storm_card: Ref,
    /// Where the Storm marker starts.
    pub storm: u8,
    /// Every Scenario card of it.
    pub cards: Vec<Ref>,
    /// Technologies left in the box.
    #[serde(default)]
    pub without: Vec<Ref>,
}

/// A Citizen icon of the Heat track; TOML has no null, so the empty one has a word.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Icon {
    /// No icon.
    None,
    /// Worker.
    Worker,
    /// Engineer.
    Engineer,
    /// Child.
    Child,
}

/// A Starting Wall tile.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wall {
    /// No Deposit.
    Blank,
    /// Wood Deposit.
    Wood,
    /// Coal Deposit.
    Coal,
}

/// The printed tables, and the switches of the rulings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesFile {
    /// U-1.
    pub heat: HeatFile,
    /// U-2.
    pub range: RangeFile,
    /// U-3 and U-4.
    pub stress: StressFile,
    /// U-5.
    pub meeples: Spanned<Vec<u8>>,
    /// U-6.
    pub sickness: SicknessFile,
    /// U-7.
    pub hunger: HungerFile,
    /// U-8.
    pub corpse_last: Spanned<u8>,
    /// U-9.
    pub fed: Spanned<Vec<Kind>>,
    /// U-10.
    pub map: MapFile,
    /// U-17 and the limits of the box.
    pub limits: LimitsFile,
    /// Rulings that can be switched.
    pub switches: SwitchesFile,
}

/// U-1: the Heat track.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeatFile {
    /// Cubes by index.
    pub cubes: Vec<u8>,
    /// Icon by index.
    pub icons: Spanned<Vec<Icon>>,
    /// Where Cold starts.
    pub cold_start: Spanned<u8>,
}

/// U-2: the Generator track; Red, Orange, Yellow.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RangeFile {
    /// Last level.
    pub last: u8,
    /// Start levels.
    pub start: Spanned<[u8; 3]>,
    /// Offset of the Building symbol.
    pub building_offset: [u8; 3],
    /// Offset of the zone symbol.
    pub zone_offset: [u8; 3],
}

/// U-3 and U-4: Stress track and tower.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StressFile {
    /// Single spaces.
    pub spaces: u8,
    /// The tower.
    pub basic: Spanned<Tower>,
    /// The tower with its upgrade.
    pub upgraded: Spanned<Tower>,
}

/// U-4: chances per 1000.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tower {
    /// A dropped cube falls through.
    pub through: u16,
    /// A stuck cube is knocked loose.
    pub dislodge: u16,
    /// A stuck cube falls when the drawer is pulled.
    pub pull: u16,
    /// A stuck cube falls when it is pushed.
    pub push: u16,
    /// Cubes that can be stuck.
    pub cap: u8,
}

/// U-6: sickness sections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SicknessFile {
    /// Sections, ascending.
    pub rows: Spanned<Vec<SicknessRow>>,
    /// Loss from here.
    pub loss: u8,
}

/// One sickness section.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SicknessRow {
    /// First position.
    pub from: u8,
    /// Spent tokens.
    pub spent: u8,
    /// Flips.
    pub flips: u8,
}

/// U-7: hunger sections.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HungerFile {
    /// Sections, ascending.
    pub rows: Spanned<Vec<HungerRow>>,
    /// Loss from here.
    pub loss: u8,
}

/// One hunger section.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HungerRow {
    /// First position.
    pub from: u8,
    /// Discontent.
    pub discontent: u8,
    /// Deaths.
    pub deaths: u8,
}

/// U-10: the Generator tile and the Rim.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapFile {
    /// What its free parts hold.
    pub stuff: Spanned<Vec<PartFile>>,
    /// The drawer's part.
    pub drawer: Spanned<u8>,
    /// Starting Wall tiles.
    pub walls: Spanned<Vec<Wall>>,
    /// Deposits that end the drawing.
    pub deposits: u8,
}

/// What one part of the Generator tile holds.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PartFile {
    /// The part.
    pub part: u8,
    /// Trees or a Resource.
    pub what: Stuff,
    /// How many.
    pub count: u8,
}

/// Limits of the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitsFile {
    /// Tokens of each type.
    pub tokens_each: u8,
    /// Hand size for 1 to 4 players.
    pub hands: [u8; 4],
    /// Hope needed for each card of Call to Rise.
    pub call_to_rise: Spanned<Vec<u8>>,
    /// Figures in the box.
    pub figures: Figures,
    /// Spent tokens of each type.
    pub spent_each: u8,
    /// Trees.
    pub trees: u8,
    /// Resources of one type on a space.
    pub per_space: u8,
    /// Laws at most.
    pub laws_most: u8,
    /// Laws added at random.
    pub laws_random: u8,
    /// Technologies in the display.
    pub technologies: u8,
    /// Expedition stacks.
    pub stacks: Spanned<u8>,
    /// What one Gather takes.
    pub gather: u8,
}

/// Figures in the box.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// Workers.
    pub worker: u8,
    /// Engineers.
    pub engineer: u8,
    /// Children.
    pub child: u8,
    /// Child Workers.
    pub child_worker: u8,
    /// Child Engineers.
    pub child_engineer: u8,
    /// Automatons.
    pub automaton: u8,
}

/// Rulings that can be switched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwitchesFile {
    /// U-1: icons count on every step, not strictly between the markers.
    pub icons_on_steps: bool,
    ///
    pub unpayable_at_random: bool,
    ///
    pub alive_is_won: bool,
}
