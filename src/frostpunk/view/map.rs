//! The map and the Buildings board as everybody sees them.
//!
//! May use: `rules`; what is warm, the rules say. Deliberately absent: which tile lies face down,
//! and the tile stacks; of an empty cell only its label is shown.

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{BuildingId, Insulation, Ring, TileId};
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::map::{CELLS, Cell, PARTS, Space};
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::state::{Built, City, Place, Placed};

/// The map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapView {
    /// Tiles lying open, the Generator tile first.
    pub tiles: Vec<TileView>,
    /// Cells with a tile still face down.
    pub face_down: Vec<String>,
    /// Cells without a tile.
    pub empty: Vec<String>,
    /// Rim corners.
    pub deposits: Vec<DepositView>,
}

/// A tile lying open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileView {
    /// Its cell: `N3`, `F17`, or `G` for the Generator tile.
    pub label: String,
    /// The tile; none for the Generator tile.
    pub tile: Option<String>,
    /// Its ring.
    pub ring: String,
    /// Its spaces.
    pub spaces: Vec<SpaceView>,
}

/// A space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpaceView {
    /// `G2`, `N3a`, `F17b`.
    pub label: String,
    /// It is the tower's drawer, no space of the map.
    #[serde(default, skip_serializing_if = "is_false")]
    pub drawer: bool,
    /// Gathering here is done in the warm now.
    pub warm: bool,
    /// What lies here.
    pub pile: Option<PileView>,
    /// The Building on it; a large one is shown on its first space.
    pub building: Option<BuildingView>,
    /// The first space of the large Building that also fills this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
    /// Figures standing here.
    pub meeples: Vec<String>,
}

/// Trees or Resources on a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PileView {
    /// What.
    pub stuff: String,
    /// How many.
    pub count: u8,
}

/// A Building on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BuildingView {
    /// Its kind.
    pub id: String,
    /// Its upgraded side is up.
    pub upgraded: bool,
    /// Its Ruins side is up.
    pub ruins: bool,
    /// Its insulation.
    pub insulation: String,
    /// It is heated now.
    pub warm: bool,
}

/// A Rim corner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepositView {
    /// The corner, clockwise from the top.
    pub corner: u8,
    /// The only cell that touches it.
    pub cell: String,
    /// Its Deposit.
    pub deposit: Option<String>,
}

/// One kind of Building on the Buildings board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StockView {
    /// Its kind.
    pub id: String,
    /// Tiles left, Ruins not counted.
    pub left: u8,
    /// Tiles on the board turned to Ruins.
    pub ruined: u8,
    /// It fills a whole tile.
    pub large: bool,
    /// Only an Engineer can use it.
    pub engineer: bool,
    /// Wood it costs.
    pub wood: u8,
    /// Steam Cores it costs.
    pub steam_cores: u8,
    /// What its upgrade costs, if it has one.
    pub upgrade: Option<(String, u8)>,
    /// No Law is needed, or it is introduced.
    pub unlocked: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

pub(super) fn map(pack: &Pack, city: &City) -> MapView {
    let cells = || (0..CELLS).map(Cell);
    let open = |cell: &Cell| tile_at(city, *cell).is_some() && !face_down(city, *cell);
    let mut tiles = vec![generator_tile(pack, city)];
    tiles.extend(cells().filter(open).map(|cell| tile(pack, city, cell)));
    MapView {
        tiles,
        face_down: cells().filter(|c| face_down(city, *c)).map(Cell::label).collect(),
        empty: cells()
            .filter(|c| tile_at(city, *c).is_none() && !face_down(city, *c))
            .map(Cell::label)
            .collect(),
        deposits: (0..PARTS).map(|corner| deposit(city, corner)).collect(),
    }
}

/// The tile on a cell, face up or not.
pub(super) fn tile_at(city: &City, cell: Cell) -> Option<TileId> {
    city.cells.get(cell.at()).copied().flatten()
}

/// Laid in this action, and not flipped yet.
pub(super) fn face_down(city: &City, cell: Cell) -> bool {
    city.turn.laid.contains(&cell)
}

fn generator_tile(pack: &Pack, city: &City) -> TileView {
    TileView {
        label: "G".to_owned(),
        tile: None,
        ring: Ring::Generator.key().to_owned(),
        spaces: (0..PARTS).map(|part| space(pack, city, Space::part(part))).collect(),
    }
}

fn tile(pack: &Pack, city: &City, cell: Cell) -> TileView {
    TileView {
        label: cell.label(),
        tile: tile_at(city, cell).map(|id| pack.tile(id).id.clone()),
        ring: cell.ring().key().to_owned(),
        spaces: cell.spaces().into_iter().map(|at| space(pack, city, at)).collect(),
    }
}

fn space(pack: &Pack, city: &City, at: Space) -> SpaceView {
    let standing = city.built.iter().find(|b| b.space == at);
    let here = |p: &&Placed| p.place == Place::Space(at);
    SpaceView {
        label: at.label(),
        drawer: at == Space::part(pack.tables.drawer),
        warm: Look::new(pack, city).heated(at, None),
        pile: city.pile(at).map(|(stuff, count)| PileView { stuff: stuff.key().to_owned(), count }),
        building: standing.map(|b| building(pack, city, *b)),
        part_of: part_of(pack, city, at),
        meeples: city.placed.iter().filter(here).map(|p| p.meeple.key().to_owned()).collect(),
    }
}

fn part_of(pack: &Pack, city: &City, at: Space) -> Option<String> {
    let [first, second] = at.cell()?.spaces();
    if at != second {
        return None;
    }
    let large = |b: &&Built| b.space == first && pack.building(b.building).large;
    city.built.iter().find(large).map(|_| first.label())
}

fn building(pack: &Pack, city: &City, built: Built) -> BuildingView {
    let look = Look::new(pack, city);
    let insulation = look.side(&built).map_or(Insulation::Blue, |side| side.insulation);
    BuildingView {
        id: pack.building(built.building).id.clone(),
        upgraded: built.upgraded,
        ruins: built.ruins,
        insulation: insulation.key().to_owned(),
        warm: look.building_heated(&built),
    }
}

fn deposit(city: &City, corner: u8) -> DepositView {
    DepositView {
        corner,
        cell: Cell::far(3 * corner).label(),
        deposit: city.deposits[usize::from(corner)].map(|r| r.key().to_owned()),
    }
}

pub(super) fn stock(pack: &Pack, city: &City) -> Vec<StockView> {
    pack.building_ids().filter_map(|id| stock_of(pack, city, id)).collect()
}

fn stock_of(pack: &Pack, city: &City, id: BuildingId) -> Option<StockView> {
    let kind = pack.building(id);
    let of = |list: &[u8]| list.get(usize::from(id.0)).copied().unwrap_or_default();
    // Printed Buildings and the Ruins side have no tile on the board.
    if kind.printed || kind.ruins {
        return None;
    }
    Some(StockView {
        id: kind.id.clone(),
        left: of(&city.stock),
        ruined: of(&city.ruined),
        large: kind.large,
        engineer: kind.engineer,
        wood: kind.wood,
        steam_cores: kind.cores,
        upgrade: kind.upgrade.map(|(resource, count)| (resource.key().to_owned(), count)),
        unlocked: Look::new(pack, city).is_offered(id),
    })
}
