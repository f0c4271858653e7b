//! Geometry of the Crater: cells, spaces and what is adjacent to what.
//!
//! May use: `ids`. Deliberately absent: what lies on a space; only `state`
//! knows that. The Generator tile covers centre and ring 1, Near cells are
//! ring 2 (N0-N11), Far cells ring 3 (F0-F17), both clockwise from the top.

use serde::{Deserialize, Serialize};

use super::ids::Ring;

/// Parts of the Generator tile.
pub const PARTS: u8 = 6;
/// Near cells.
pub const NEAR: u8 = 12;
/// Far cells.
pub const FAR: u8 = 18;
/// Near and Far cells.
pub const CELLS: u8 = NEAR + FAR;
/// Edges of the Rim along one side of the hexagon.
const RIM_SIDE: u8 = 7;
/// Spaces of the whole map, the drawer's part included.
pub const SPACES: u8 = PARTS + 2 * CELLS;

/// A place for one Near or Far tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Cell(pub u8);

/// A space of the Generator tile or of a Near or Far tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Space(pub u8);

impl Cell {
    /// Near cell `n`, clockwise.
    pub const fn near(n: u8) -> Cell {
        Cell(n % NEAR)
    }

    /// Far cell `n`, clockwise.
    pub const fn far(n: u8) -> Cell {
        Cell(NEAR + n % FAR)
    }

    /// Every cell of a ring.
    pub fn of(ring: Ring) -> impl Iterator<Item = Cell> {
        let (from, to) = match ring {
            Ring::Generator => (0, 0),
            Ring::Near => (0, NEAR),
            Ring::Far => (NEAR, CELLS),
        };
        (from..to).map(Cell)
    }

    /// The ring it lies in.
    pub const fn ring(self) -> Ring {
        if self.0 < NEAR { Ring::Near } else { Ring::Far }
    }

    /// Position in arrays kept per cell.
    pub const fn at(self) -> usize {
        self.0 as usize
    }

    /// Its two spaces.
    pub const fn spaces(self) -> [Space; 2] {
        let first = PARTS + 2 * self.0;
        [Space(first), Space(first + 1)]
    }

    /// Edges of the Rim it touches, of 42 counted clockwise: three at a corner, else two.
    pub const fn rim_edges(self) -> std::ops::Range<u8> {
        if self.0 < NEAR {
            return 0..0;
        }
        let far = self.0 - NEAR;
        let (first, count) = match far % 3 {
            0 => (0, 3),
            1 => (3, 2),
            _ => (5, 2),
        };
        let start = RIM_SIDE * (far / 3) + first;
        start..start + count
    }

    /// The Rim corner whose Deposit it touches: a Deposit lies at the
    /// middle edge of its corner tile.
    pub fn corner(self) -> Option<u8> {
        self.rim_edges().find(|edge| edge % RIM_SIDE == 1).map(|edge| edge / RIM_SIDE)
    }

    /// Near and Far cells that share an edge with it.
    pub fn neighbours(self) -> impl Iterator<Item = Cell> {
        let list: [Option<Cell>; 5] = match self.ring() {
            Ring::Near => near_neighbours(self.0),
            _ => far_neighbours(self.0 - NEAR),
        };
        list.into_iter().flatten()
    }

    /// Parts of the Generator tile that share an edge with it.
    pub fn parts(self) -> impl Iterator<Item = u8> {
        let list = match self.ring() {
            Ring::Near if self.0.is_multiple_of(2) => [Some(self.0 / 2), None],
            Ring::Near => [Some(self.0 / 2), Some((self.0 / 2 + 1) % PARTS)],
            _ => [None, None],
        };
        list.into_iter().flatten()
    }

    /// The short name drawn on the map: `N3`, `F17`.
    pub fn label(self) -> String {
        match self.ring() {
            Ring::Near => format!("N{}", self.0),
            _ => format!("F{}", self.0 - NEAR),
        }
    }
}

fn near_neighbours(n: u8) -> [Option<Cell>; 5] {
    let k = n / 2;
    let sides = [Some(Cell::near(n + NEAR - 1)), Some(Cell::near(n + 1))];
    if n.is_multiple_of(2) {
        let far = [3 * k + FAR - 1, 3 * k, 3 * k + 1].map(|f| Some(Cell::far(f)));
        [sides[0], sides[1], far[0], far[1], far[2]]
    } else {
        [sides[0], sides[1], Some(Cell::far(3 * k + 1)), Some(Cell::far(3 * k + 2)), None]
    }
}

fn far_neighbours(f: u8) -> [Option<Cell>; 5] {
    let k = f / 3;
    let sides = [Some(Cell::far(f + FAR - 1)), Some(Cell::far(f + 1))];
    let inner = match f % 3 {
        0 => [Some(Cell::near(2 * k)), None],
        1 => [Some(Cell::near(2 * k)), Some(Cell::near(2 * k + 1))],
        _ => [Some(Cell::near(2 * k + 1)), Some(Cell::near(2 * k + 2))],
    };
    [sides[0], sides[1], inner[0], inner[1], None]
}

impl Space {
    /// Part `n` of the Generator tile.
    pub const fn part(n: u8) -> Space {
        Space(n)
    }

    /// Every space of the map, the drawer's part included.
    pub fn all() -> impl Iterator<Item = Space> {
        (0..SPACES).map(Space)
    }

    /// Position in arrays kept per space.
    pub const fn at(self) -> usize {
        self.0 as usize
    }

    /// The Near or Far cell it belongs to; none on the Generator tile.
    pub const fn cell(self) -> Option<Cell> {
        if self.0 < PARTS { None } else { Some(Cell((self.0 - PARTS) / 2)) }
    }

    /// The ring it lies in.
    pub const fn ring(self) -> Ring {
        match self.cell() {
            None => Ring::Generator,
            Some(cell) => cell.ring(),
        }
    }

    /// Are two spaces on one tile?
    pub fn same_tile(self, other: Space) -> bool {
        self.cell() == other.cell()
    }

    /// Is the other space adjacent, were both tiles placed?
    pub fn touches(self, other: Space) -> bool {
        if self == other {
            return false;
        }
        match (self.cell(), other.cell()) {
            (None, None) => true,
            (None, Some(cell)) => cell.parts().any(|part| part == self.0),
            (Some(cell), None) => cell.parts().any(|part| part == other.0),
            (Some(a), Some(b)) => a == b || a.neighbours().any(|n| n == b),
        }
    }

    /// The short name drawn on the map: `G2`, `N3a`, `F17b`.
    pub fn label(self) -> String {
        match self.cell() {
            None => format!("G{}", self.0),
            Some(cell) => {
                let side = if self == cell.spaces()[0] { 'a' } else { 'b' };
                format!("{}{side}", cell.label())
            }
        }
    }
}
