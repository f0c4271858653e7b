//! Buildings, tiles, Societies and Advisors as authors write them.
//!
//! May use: serde, `ids`. Deliberately absent: cards; the tables (`tables`).

use serde::Deserialize;
use toml::Spanned;

use super::Ref;
use super::cards::OptionFile;
use super::effects::Effect;
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
