//! Buildings, tiles, societies, scenarios and the printed tables.

use crate::frostpunk::rules::ids::{
    Advisor, BlockId, CardId, Insulation, Kind, OptionsId, Resource, Stuff,
};

/// A kind of Building (section 29).
#[derive(Clone, Debug)]
pub struct Building {
    /// Stable key.
    pub id: String,
    /// Fills both spaces of a tile.
    pub large: bool,
    /// Engineers only.
    pub engineer: bool,
    /// Build cost: Wood.
    pub wood: u8,
    /// Build cost: Steam Cores.
    pub cores: u8,
    /// Upgrade cost, if it can be upgraded.
    pub upgrade: Option<(Resource, u8)>,
    /// Tiles in the game.
    pub count: u8,
    /// Printed on the Generator tile or placed there in setup: its part.
    pub part: Option<u8>,
    /// Printed: can never be removed.
    pub printed: bool,
    /// Below the board until a Law unlocks it.
    pub below: bool,
    /// Only on a tile adjacent to this Deposit.
    pub deposit: Option<Resource>,
    /// Not on the Generator tile.
    pub off_generator: bool,
    /// Red Dismantle icon.
    pub keep: bool,
    /// Starts a development when built.
    pub workshop: bool,
    /// Turns to Ruins: a Shelter tile with the Ruins back.
    pub ruinable: bool,
    /// Is the Ruins tile itself.
    pub ruins: bool,
    /// Everything on its tile is heated.
    pub kitchen: bool,
    /// Its Meeple stays for the night.
    pub prison: bool,
    /// Effects when it is built.
    pub on_build: Option<BlockId>,
    /// Basic side, upgraded side.
    pub sides: [Side; 2],
}

/// One side of a Building tile.
#[derive(Clone, Debug)]
pub struct Side {
    /// Insulation colour.
    pub insulation: Insulation,
    /// Sleeping slots.
    pub slots: u8,
    /// Only for this type.
    pub slots_for: Option<Kind>,
    /// Hunting symbols.
    pub hunting: u8,
    /// Active Expeditions it allows.
    pub expeditions: u8,
    /// Its action.
    pub action: Option<OptionsId>,
    /// The Cure part of its action (C12).
    pub cure: Option<BlockId>,
    /// How far its action reaches for Trees: adjacent spaces too.
    pub reach: bool,
}

/// A map tile (U-11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileFace {
    /// Stable key.
    pub id: String,
    /// Near or Far.
    pub far: bool,
    /// What each space shows.
    pub spaces: [Option<(Stuff, u8)>; 2],
    /// Food bonus.
    pub food: u8,
}

/// A Society card (U-20).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Society {
    /// Stable key, such as `1-normal`.
    pub id: String,
    /// Citizens by type.
    pub citizens: [u8; 3],
    /// Sick by type.
    pub sick: [u8; 3],
    /// Food.
    pub food: u8,
    /// Wood, Coal, Steam Cores.
    pub resources: [u8; 3],
    /// Automatons.
    pub automatons: u8,
    /// Discontent tokens, and how many are active.
    pub discontent: [u8; 2],
    /// Hope tokens, and how many are active.
    pub hope: [u8; 2],
    /// Corpse marker.
    pub corpses: u8,
}

/// The scenario's own data.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Stable key.
    pub id: String,
    /// Face up at the start.
    pub first: CardId,
    /// The Storm card.
    pub storm_card: CardId,
    /// Where the Storm marker starts.
    pub storm: u8,
    /// Every Scenario card of it.
    pub cards: Vec<CardId>,
    /// Technologies left in the box.
    pub without: Vec<CardId>,
}

/// An Advisor's ability.
#[derive(Clone, Debug)]
pub struct AdvisorCard {
    /// Whose it is.
    pub advisor: Advisor,
    /// Its options; each names the Hope it exhausts as a cost.
    pub options: OptionsId,
}

/// The printed tables, and the switches of the rulings.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// U-1: cubes by Heat index; its length is the track.
    pub heat_cubes: Vec<u8>,
    /// U-1: icon by Heat index.
    pub heat_icons: Vec<Option<Kind>>,
    /// U-1: icons are counted on every step, or strictly between the markers.
    pub icons_on_steps: bool,
    /// where Cold starts.
    pub cold_start: u8,
    /// U-2: last level of the Generator track.
    pub range_last: u8,
    /// U-2: where Red, Orange, Yellow start.
    pub range_start: [u8; 3],
    /// U-2: offset of the Building symbol by indicator.
    pub building_offset: [u8; 3],
    /// U-2: offset of the zone symbol by indicator.
    pub zone_offset: [u8; 3],
    /// U-3: single spaces of the Stress track.
    pub stress_spaces: u8,
    /// U-4: the tower, basic and upgraded.
    pub tower: [TowerTable; 2],
    /// U-5: Meeples by number of Citizens (0-50).
    pub meeples: Vec<u8>,
    /// U-6: (from, Spent, flips), ascending.
    pub sickness: Vec<(u8, u8, u8)>,
    /// U-6: loss from here.
    pub sickness_loss: u8,
    /// U-7: (from, Discontent, deaths), ascending.
    pub hunger: Vec<(u8, u8, u8)>,
    /// U-7: loss from here.
    pub hunger_loss: u8,
    /// U-8: the last space of the Corpse track.
    pub corpse_last: u8,
    /// U-9: who is fed, by Round; its length is the Round track.
    pub fed: Vec<Kind>,
    /// what the Generator tile's free parts hold: part, Stuff, number.
    pub generator_stuff: Vec<(u8, Stuff, u8)>,
    /// U-10: the drawer's part.
    pub drawer: u8,
    /// wall tiles; `None` is blank.
    pub walls: Vec<Option<Resource>>,
    /// Deposits that end the drawing of wall tiles.
    pub deposits: u8,
    /// U-17: tokens of each type.
    pub tokens_each: u8,
    /// hand size by number of players.
    pub hands: [u8; 4],
    /// discard at random instead of by choice.
    pub unpayable_at_random: bool,
    /// Hope needed for the first, second, ... card of Call to Rise.
    pub call_to_rise: Vec<u8>,
    /// figures in the box, by `Meeple::ALL`.
    pub figures: [u8; 6],
    /// Spent tokens of each type.
    pub spent_each: u8,
    ///
    pub trees: u8,
    ///
    pub per_space: u8,
    ///
    pub laws_most: u8,
    /// Laws added at random.
    pub laws_random: u8,
    /// Technologies in the display.
    pub technologies: u8,
    /// Expedition stacks.
    pub stacks: u8,
    /// what one Gather takes.
    pub gather: u8,
    /// alive after the last Night counts as won when no card decides.
    pub alive_is_won: bool,
}

/// The tower's chances per 1000 (U-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TowerTable {
    /// A dropped cube falls through.
    pub through: u16,
    /// A stuck cube is knocked loose by dropped ones.
    pub dislodge: u16,
    /// A stuck cube falls when the drawer is pulled.
    pub pull: u16,
    /// A stuck cube falls when the drawer is pushed in.
    pub push: u16,
    /// Cubes that can be stuck.
    pub cap: u8,
}
