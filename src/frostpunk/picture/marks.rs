//! Small marks: figures, insulation, warm and cold, what lies on a space.
//!
//! May use: the canvas, words. Each mark is a shape or a letter besides its
//! colour. Deliberately absent: where they stand.

use super::colours::{self, DARK, EMBER, ICE, TEXT};
use super::hexagon::Point;
use super::said::Said;
use crate::canvas::{Frame, Letters, Pen, ink};

/// Room that one mark takes in a row.
pub(super) const STEP: f32 = 18.0;
const SMALL: f32 = 7.5;

/// A figure: a disc with its letter.
pub(super) fn meeple(pen: &mut Pen, said: Said, key: &str, at: Point) {
    let letter = said.word("picture-figure", key);
    pen.disc(at, SMALL + 0.75, DARK);
    pen.disc(at, SMALL, colours::meeple(key));
    let size = if letter.chars().count() > 1 { 8.0 } else { 11.0 };
    pen.write(&letter, Frame::around(at, 14.0, 14.0), Letters::new(size, DARK).bold().centred());
}

/// An insulation: a square with its letter.
pub(super) fn insulation(pen: &mut Pen, said: Said, key: &str, at: Point) {
    let square = Frame::around(at, 15.0, 15.0);
    pen.panel(square, 3.0, colours::insulation(key));
    let letter = said.word("picture-insulation", key);
    pen.write(&letter, square, Letters::new(11.0, DARK).bold().centred());
}

/// Warm is a flame, cold is a star of ice.
pub(super) fn temperature(pen: &mut Pen, warm: bool, at: Point) {
    if warm { flame(pen, at, 7.0) } else { star(pen, at, 6.5) }
}

/// A flame of this height above and below its middle.
pub(super) fn flame(pen: &mut Pen, (x, y): Point, h: f32) {
    let shape = |scale: f32, down: f32| {
        [
            (0.1, -1.0),
            (0.62, -0.1),
            (0.66, 0.45),
            (0.3, 0.95),
            (-0.3, 0.95),
            (-0.66, 0.45),
            (-0.4, -0.15),
            (-0.12, 0.1),
        ]
        .map(|(dx, dy): (f32, f32)| (x + dx * h * scale, y + dy * h * scale + down))
    };
    pen.shape(&shape(1.0, 0.0), EMBER);
    pen.shape(&shape(0.5, h * 0.4), ink(0xff_e2_9a));
}

fn star(pen: &mut Pen, (x, y): Point, r: f32) {
    for turn in [30.0_f32, 90.0, 150.0] {
        let (dy, dx) = turn.to_radians().sin_cos();
        pen.line(&[(x - r * dx, y - r * dy), (x + r * dx, y + r * dy)], ICE, 1.75);
    }
}

/// An upgraded Building: an arrow up.
pub(super) fn upgraded(pen: &mut Pen, (x, y): Point) {
    pen.line(&[(x, y + 6.0), (x, y - 5.0)], TEXT, 2.0);
    pen.line(&[(x - 4.5, y - 1.0), (x, y - 6.0), (x + 4.5, y - 1.0)], TEXT, 2.0);
}

/// A ruined Building: a cross.
pub(super) fn ruined(pen: &mut Pen, (x, y): Point) {
    let r = 5.0;
    for side in [-1.0, 1.0] {
        pen.line(&[(x - r, y - r * side), (x + r, y + r * side)], colours::ALARM, 2.25);
    }
}

/// Trees are a triangle, Wood a log, Coal a lump, a Steam Core a ring.
pub(super) fn stuff(pen: &mut Pen, key: &str, (x, y): Point) {
    match key {
        "trees" => {
            pen.shape(&[(x, y - 7.0), (x + 6.0, y + 4.0), (x - 6.0, y + 4.0)], ink(0x6f_c0_7d));
            pen.line(&[(x, y + 4.0), (x, y + 7.0)], ink(0xb9_82_52), 2.5);
        }
        "wood" => {
            pen.panel(Frame::around((x, y), 15.0, 8.0), 3.5, ink(0xc2_89_56));
            pen.ring((x + 4.5, y), 2.5, ink(0x6e_48_28), 1.25);
        }
        "coal" => {
            let lump =
                [(-6.0, 1.0), (-3.0, -6.0), (4.0, -5.0), (7.0, 1.0), (3.0, 6.0), (-4.0, 6.0)];
            let lump = lump.map(|(dx, dy)| (x + dx, y + dy));
            pen.shape(&lump, ink(0x0d_0e_10));
            pen.outline(&lump, ink(0xa9_ae_b8), 1.25);
        }
        "steel" => pen.rect(Frame::around((x, y), 12.0, 8.0), ink(0xa9_ae_b8)),
        _ => {
            pen.ring((x, y), 5.0, ink(0x7f_e0_d2), 3.0);
        }
    }
}
