//! Buildings, tiles, Societies, Advisors, tables and scenarios as authors write them.
//!
//! May use: serde, `ids`. Deliberately absent: cards.

use serde::Deserialize;
use toml::Spanned;

use super::cards::OptionFile;
use super::effects::Effect;
use super::Ref;
use crate::frostpunk::rules::ids::{Advisor, Insulation, Kind, Resource, Stuff};

/// `buildings.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingsFile {
    /// Every kind of Building.
    pub building: Vec<BuildingFile>,
}

/// One kind of Building.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BuildingFile {
    /// Stable key.
    pub id: Ref,
    /// Fills both spaces of a tile.
    #[serde(default)]
    pub large: bool,
    /// Engineers only.
    #[serde(default)]
    pub engineer: bool,
    /// Build cost in Wood.
    #[serde(default)]
    pub wood: u8,
    /// Build cost in Steam Cores.
    #[serde(default)]
    pub cores: u8,
    /// Upgrade cost.
    pub upgrade: Option<UpgradeFile>,
    /// Tiles in the game.
    pub count: u8,
    /// Part of the Generator tile it starts on.
    pub part: Option<u8>,
    /// Printed there.
    #[serde(default)]
    pub printed: bool,
    /// Below the board until unlocked.
    #[serde(default)]
    pub below: bool,
    /// Only next to this Deposit.
    pub deposit: Option<Resource>,
    /// Not on the Generator tile.
    #[serde(default)]
    pub off_generator: bool,
    /// Red Dismantle icon.
    #[serde(default)]
    pub keep: bool,
    /// Starts a development.
    #[serde(default)]
    pub workshop: bool,
    /// Has Ruins on its back.
    #[serde(default)]
    pub ruinable: bool,
    /// Is the Ruins tile.
    #[serde(default)]
    pub ruins: bool,
    /// Heats its tile.
    #[serde(default)]
    pub kitchen: bool,
    /// Keeps its Meeple for the night.
    #[serde(default)]
    pub prison: bool,
    /// Effects when built.
    #[serde(default)]
    pub on_build: Vec<Effect>,
    /// Basic side.
    pub basic: SideFile,
    /// Upgraded side; without it both sides are equal.
    pub upgraded: Option<SideFile>,
}

/// What an upgrade costs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UpgradeFile {
    /// Of which Resource.
    pub what: Resource,
    /// How many.
    pub count: u8,
}

/// One side of a Building tile.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideFile {
    /// Insulation colour.
    pub insulation: Insulation,
    /// Sleeping slots.
    #[serde(default)]
    pub slots: u8,
    /// Slots for this type only.
    pub slots_for: Option<Kind>,
    /// Hunting symbols.
    #[serde(default)]
    pub hunting: u8,
    /// Active Expeditions it allows.
    #[serde(default)]
    pub expeditions: u8,
    /// Its action.
    pub option: Option<Vec<OptionFile>>,
    /// The Cure part of its action (C12).
    #[serde(default)]
    pub cure: Vec<Effect>,
    /// Reaches Trees on adjacent spaces.
    #[serde(default)]
    pub reach: bool,
}

/// `tiles.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TilesFile {
    /// The Near tiles.
    pub near: Vec<TileFile>,
    /// The Far tiles.
    pub far: Vec<TileFile>,
}

/// One map tile; a space left out is empty.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileFile {
    /// First space.
    pub a: Option<SpaceFile>,
    /// Second space.
    pub b: Option<SpaceFile>,
    /// Food bonus.
    #[serde(default)]
    pub food: u8,
}

/// What a space shows.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpaceFile {
    /// Trees or a Resource.
    pub what: Stuff,
    /// How many.
    pub count: u8,
}

/// `societies.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocietiesFile {
    /// Every Society card.
    pub society: Vec<SocietyFile>,
}

/// One Society card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SocietyFile {
    /// Stable key.
    pub id: Ref,
    /// Workers, Engineers, Children.
    pub citizens: [u8; 3],
    /// Sick of each type.
    pub sick: [u8; 3],
    /// Food.
    pub food: u8,
    /// Wood.
    pub wood: u8,
    /// Coal.
    pub coal: u8,
    /// Steam Cores.
    pub steam_core: u8,
    /// Automatons.
    #[serde(default)]
    pub automatons: u8,
    /// Discontent tokens, active ones.
    pub discontent: [u8; 2],
    /// Hope tokens, active ones.
    pub hope: [u8; 2],
    /// Corpse marker.
    pub corpses: u8,
}

/// `advisors.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvisorsFile {
    /// The four Advisors.
    pub advisor: Vec<AdvisorFile>,
}

/// One Advisor.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdvisorFile {
    /// Whose ability it is.
    pub who: Spanned<Advisor>,
    /// Its options.
    pub option: Vec<OptionFile>,
}

/// `pack.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackFile {
    /// How many cards each deck is filled up to with copies.
    #[serde(default)]
    pub fill: Fill,
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
    pub stacks: u8,
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
