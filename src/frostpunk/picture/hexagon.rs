//! Where the hexagons of the Crater lie, in pixels.
//!
//! May use: the rules' map. Deliberately absent: what lies on them. A hexagon
//! stands on a flat side; its neighbours lie straight up and every sixth of a
//! turn from there, clockwise, as the rings are counted.

use crate::frostpunk::rules::ids::Ring;
use crate::frostpunk::rules::map::Cell;

/// A place on the picture.
pub(super) type Point = (f32, f32);

/// From the middle of a hexagon to its corners.
pub(super) const RADIUS: f32 = 67.0;
/// The middle of the map.
pub(super) const MIDDLE: Point = (382.0, 524.0);

/// From a hexagon to its neighbour at the side: so far to the right, and so far down. Straight up
/// and down it is twice as far. These are the measures of a regular hexagon to the nearest whole
/// pixel: on whole pixels all hexagons look alike, so that they are drawn once and pack well.
const ASIDE: f32 = 101.0;
const DOWN: f32 = 58.0;

/// A part of the Generator tile.
pub(super) fn part(at: u8) -> Point {
    along(at, 1.0)
}

/// A Near or Far cell.
pub(super) fn cell(cell: Cell) -> Point {
    let (at, distance) = match cell.ring() {
        Ring::Near => (cell.0, 2),
        _ => (cell.0 - Cell::far(0).0, 3),
    };
    let (side, steps) = (at / distance, f32::from(at % distance));
    // Out along one corner of the ring, then along its side towards the next.
    let out = along(side, f32::from(distance) - steps);
    let (x, y) = along(side + 1, steps);
    (out.0 + x - MIDDLE.0, out.1 + y - MIDDLE.1)
}

/// So many hexagons out from the middle in one of six directions.
fn along(direction: u8, hexagons: f32) -> Point {
    let (right, down) = match direction % 6 {
        0 => (0.0, -2.0),
        1 => (1.0, -1.0),
        2 => (1.0, 1.0),
        3 => (0.0, 2.0),
        4 => (-1.0, 1.0),
        _ => (-1.0, -1.0),
    };
    (MIDDLE.0 + hexagons * right * ASIDE, MIDDLE.1 + hexagons * down * DOWN)
}

/// Where something beyond the rim at a corner is drawn: this far outside of the only cell that
/// touches it, above or below, where no other cell is.
pub(super) fn rim(corner: u8, outside: f32) -> Point {
    let (x, y) = along(corner, 3.0);
    let upper = matches!(corner % 6, 0 | 1 | 5);
    let off = DOWN + outside;
    (x, if upper { y - off } else { y + off })
}

/// The corners of a hexagon, clockwise from the right.
pub(super) fn corners((x, y): Point, radius: f32) -> [Point; 6] {
    [0.0_f32, 60.0, 120.0, 180.0, 240.0, 300.0].map(|turn| {
        let turn = turn.to_radians();
        (x + radius * turn.cos(), y + radius * turn.sin())
    })
}

/// The upper or the lower half of a hexagon.
pub(super) fn half((x, y): Point, radius: f32, lower: bool) -> [Point; 4] {
    let [right, down_right, down_left, left, up_left, up_right] = corners((x, y), radius);
    if lower { [left, right, down_right, down_left] } else { [right, left, up_left, up_right] }
}

/// The room for a line of text this far above or below the middle.
pub(super) fn room(off: f32, height: f32) -> f32 {
    2.0 * (RADIUS - (off.abs() + height / 2.0) / 3.0_f32.sqrt()) - 14.0
}
