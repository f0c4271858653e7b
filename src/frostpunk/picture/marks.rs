//! Small marks: figures, insulation, warm and cold, what lies on a space.
//!
//! May use: the canvas, words. Each mark is a shape or a letter besides its
//! colour. Deliberately absent: where they stand.

use super::colours::{self, DARK, EMBER, ICE, TEXT};
use super::hexagon::Point;
use super::said::Said;
use crate::canvas::{Painter, Rect, TextStyle, rgb, width};

/// Room that one mark takes in a row.
pub(super) const STEP: f32 = 18.0;
const SMALL: f32 = 7.5;

/// A change of a number: the way it went, and how far.
pub(super) fn changed(change: i64) -> String {
    let way = if change > 0 { '▲' } else { '▼' };
    format!("{way}{}", change.unsigned_abs())
}

/// A change at the side of a key number: large enough for a telephone.
pub(super) fn change(pen: &mut Painter, change: i64, frame: Rect) {
    let letters = TextStyle::new(25.0, EMBER).bold().centred();
    let both = Rect::around(frame.centre(), frame.w, 48.0);
    let rises = change > 0;
    let (arrow, number) = (both.row(usize::from(!rises), 2), both.row(usize::from(rises), 2));
    pen.write(if rises { "▲" } else { "▼" }, arrow, letters);
    pen.write(&change.unsigned_abs().to_string(), number, letters);
}

/// A text, and its change behind it.
pub(super) fn text_and_change(
    pen: &mut Painter,
    text: &str,
    change: i64,
    frame: Rect,
    letters: TextStyle,
) {
    if change == 0 {
        pen.write(text, frame, letters);
        return;
    }
    let mark = changed(change);
    let bold = TextStyle { ink: EMBER, bold: true, ..letters };
    let wide = width(&mark, bold) + 5.0;
    let room = width(text, letters).min(frame.w - wide);
    pen.write(text, Rect { w: room + 1.0, ..frame }, letters);
    pen.write(&mark, Rect { x: frame.x + room + 5.0, w: wide, ..frame }, bold);
}

/// A number in the middle of its box, its change behind it.
pub(super) fn number_and_change(
    pen: &mut Painter,
    number: &str,
    change: i64,
    frame: Rect,
    letters: TextStyle,
) {
    if change == 0 {
        pen.write(number, frame, letters.centred());
        return;
    }
    let (mark, small) = (changed(change), TextStyle::new(letters.size * 0.72, EMBER).bold());
    let (first, second) = (width(number, letters), width(&mark, small));
    let all = (first + 4.0 + second).min(frame.w);
    let room = Rect::around(frame.centre(), all, frame.h);
    let (digits, mark_at) = room.cut_left(all - second);
    pen.write(number, Rect { w: digits.w - 3.0, ..digits }, letters);
    pen.write(&mark, mark_at, small);
}

/// Something that was not there before: an ember.
pub(super) fn fresh(pen: &mut Painter, at: Point) {
    pen.disc(at, 5.0, EMBER);
    pen.disc(at, 2.0, rgb(0xff_e2_9a));
}

/// A figure: a disc with its letter.
pub(super) fn meeple(pen: &mut Painter, said: Said, key: &str, at: Point) {
    let letter = said.word("picture-figure", key);
    pen.disc(at, SMALL + 0.75, DARK);
    pen.disc(at, SMALL, colours::meeple(key));
    let size = if letter.chars().count() > 1 { 8.0 } else { 11.0 };
    pen.write(&letter, Rect::around(at, 14.0, 14.0), TextStyle::new(size, DARK).bold().centred());
}

/// An insulation: a square with its letter.
pub(super) fn insulation(pen: &mut Painter, said: Said, key: &str, at: Point) {
    let square = Rect::around(at, 15.0, 15.0);
    pen.panel(square, 3.0, colours::insulation(key));
    let letter = said.word("picture-insulation", key);
    pen.write(&letter, square, TextStyle::new(11.0, DARK).bold().centred());
}

/// Warm is a flame, cold is a star of ice.
pub(super) fn temperature(pen: &mut Painter, warm: bool, at: Point) {
    if warm { flame(pen, at, 7.0) } else { star(pen, at, 6.5) }
}

/// A flame of this height above and below its middle.
pub(super) fn flame(pen: &mut Painter, (x, y): Point, h: f32) {
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
    pen.shape(&shape(0.5, h * 0.4), rgb(0xff_e2_9a));
}

/// Three bars across each other: filled, since there are many and strokes cost more.
fn star(pen: &mut Painter, (x, y): Point, r: f32) {
    let half = 0.9;
    for turn in [30.0_f32, 90.0, 150.0] {
        let (dy, dx) = turn.to_radians().sin_cos();
        let corner = |along: f32, aside: f32| {
            (x + along * r * dx - aside * half * dy, y + along * r * dy + aside * half * dx)
        };
        let bar = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        pen.shape(&bar, ICE);
    }
}

/// An upgraded Building: an arrow up.
pub(super) fn upgraded(pen: &mut Painter, (x, y): Point) {
    pen.line(&[(x, y + 6.0), (x, y - 5.0)], TEXT, 2.0);
    pen.line(&[(x - 4.5, y - 1.0), (x, y - 6.0), (x + 4.5, y - 1.0)], TEXT, 2.0);
}

/// A ruined Building: a cross.
pub(super) fn ruined(pen: &mut Painter, (x, y): Point) {
    let r = 5.0;
    for side in [-1.0, 1.0] {
        pen.line(&[(x - r, y - r * side), (x + r, y + r * side)], colours::ALARM, 2.25);
    }
}

/// Trees are a triangle, Wood a log, Coal a lump, a Steam Core a ring.
pub(super) fn stuff(pen: &mut Painter, key: &str, (x, y): Point) {
    match key {
        "trees" => {
            pen.shape(&[(x, y - 7.0), (x + 6.0, y + 4.0), (x - 6.0, y + 4.0)], rgb(0x6f_c0_7d));
            pen.line(&[(x, y + 4.0), (x, y + 7.0)], rgb(0xb9_82_52), 2.5);
        }
        "wood" => {
            pen.panel(Rect::around((x, y), 15.0, 8.0), 3.5, rgb(0xc2_89_56));
            pen.ring((x + 4.5, y), 2.5, rgb(0x6e_48_28), 1.25);
        }
        "coal" => {
            let lump =
                [(-6.0, 1.0), (-3.0, -6.0), (4.0, -5.0), (7.0, 1.0), (3.0, 6.0), (-4.0, 6.0)];
            let lump = lump.map(|(dx, dy)| (x + dx, y + dy));
            pen.shape(&lump, rgb(0x0d_0e_10));
            pen.outline(&lump, rgb(0xa9_ae_b8), 1.25);
        }
        "steel" => pen.rect(Rect::around((x, y), 12.0, 8.0), rgb(0xa9_ae_b8)),
        _ => {
            pen.ring((x, y), 5.0, rgb(0x7f_e0_d2), 3.0);
        }
    }
}
