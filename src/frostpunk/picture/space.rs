//! One space of the map: its label, what stands and what lies there.
//!
//! May use: the view, marks. A space has three rows; the widest, next to the
//! middle of the tile, is for the longest text. Deliberately absent: hexagons.

use super::colours::{SOFT, TEXT};
use super::hexagon::{Point, room};
use super::marks::{self, STEP};
use super::said::Said;
use crate::canvas::{Painter, Rect, TextStyle, width};
use crate::frostpunk::view::SpaceView;

/// Rows of a space, by how far their middle is from the middle of the tile.
pub(super) struct Rows {
    pub(super) label: f32,
    pub(super) name: f32,
    pub(super) marks: f32,
}

impl Rows {
    /// A space that fills a whole hexagon.
    pub(super) const WHOLE: Rows = Rows { label: -39.0, name: -12.0, marks: 10.0 };
    /// The upper space of a tile.
    pub(super) const UPPER: Rows = Rows { label: -45.5, name: -11.0, marks: -28.5 };
    /// The lower space of a tile.
    pub(super) const LOWER: Rows = Rows { label: 45.5, name: 11.0, marks: 28.5 };
}

/// Is what is done here done in the warm?
pub(super) fn warm(space: &SpaceView) -> bool {
    space.building.as_ref().map_or(space.warm, |building| building.warm)
}

pub(super) fn draw(pen: &mut Painter, said: Said, space: &SpaceView, at: Point, rows: &Rows) {
    label(pen, &space.label, at, rows.label);
    let name = row(at, rows.name);
    match (&space.building, &space.pile) {
        (Some(building), _) => {
            let letters = TextStyle::new(12.5, TEXT).bold().centred();
            pen.write(&said.word("building", &building.id), name, letters);
        }
        (None, Some(pile)) => {
            with_sign(pen, &pile.stuff, &said.some(&pile.stuff, pile.count), name);
        }
        (None, None) => {}
    }
    small_marks(pen, said, space, (at.0, at.1 + rows.marks), room(rows.marks, 16.0));
}

/// The short name by which questions call it.
pub(super) fn label(pen: &mut Painter, label: &str, at: Point, off: f32) {
    pen.write(label, row(at, off), TextStyle::new(13.5, SOFT).bold().centred());
}

fn row((x, y): Point, off: f32) -> Rect {
    Rect::around((x, y + off), room(off, 14.0), 16.0)
}

/// A pile: its sign and its words, together in the middle.
fn with_sign(pen: &mut Painter, stuff: &str, text: &str, frame: Rect) {
    let letters = TextStyle::new(12.5, TEXT).centred();
    let (x, y) = frame.centre();
    let wide = width(text, letters).min(frame.w - STEP);
    marks::stuff(pen, stuff, (x - wide / 2.0 - 2.0, y));
    pen.write(text, Rect::around((x + STEP / 2.0, y), wide + 1.0, frame.h), letters);
}

/// One small mark of a row.
enum Mark<'a> {
    Insulation(&'a str),
    Temperature(bool),
    Upgraded,
    Ruined,
    Pile(&'a str, u8),
    Meeple(&'a str),
    /// So many more than there is room for.
    More(usize),
}

fn small_marks(pen: &mut Painter, said: Said, space: &SpaceView, (x, y): Point, room: f32) {
    let marks = marks_of(space, (room / STEP).floor() as usize);
    let mut at = x - STEP * (marks.len() as f32 - 1.0) / 2.0;
    for mark in &marks {
        draw_mark(pen, said, mark, (at, y));
        at += STEP;
    }
}

/// The marks of a space, as many as there is room for.
fn marks_of(space: &SpaceView, most: usize) -> Vec<Mark<'_>> {
    let mut marks = Vec::new();
    if let Some(building) = &space.building {
        marks.push(Mark::Insulation(&building.insulation));
    }
    marks.push(Mark::Temperature(warm(space)));
    if let Some(building) = &space.building {
        marks.extend(building.upgraded.then_some(Mark::Upgraded));
        marks.extend(building.ruins.then_some(Mark::Ruined));
        marks.extend(space.pile.as_ref().map(|pile| Mark::Pile(&pile.stuff, pile.count)));
    }
    marks.extend(space.meeples.iter().map(|meeple| Mark::Meeple(meeple)));
    if marks.len() > most {
        let over = marks.len() + 1 - most;
        marks.truncate(most.saturating_sub(1));
        marks.push(Mark::More(over));
    }
    marks
}

fn draw_mark(pen: &mut Painter, said: Said, mark: &Mark, at: Point) {
    let tiny = TextStyle::new(10.0, TEXT).bold().centred();
    match mark {
        Mark::Insulation(key) => marks::insulation(pen, said, key, at),
        Mark::Temperature(warm) => marks::temperature(pen, *warm, at),
        Mark::Upgraded => marks::upgraded(pen, at),
        Mark::Ruined => marks::ruined(pen, at),
        Mark::Pile(stuff, count) => {
            marks::stuff(pen, stuff, (at.0 - 3.0, at.1 + 1.0));
            pen.write(&count.to_string(), Rect::around((at.0 + 6.0, at.1 - 3.0), 9.0, 9.0), tiny);
        }
        Mark::Meeple(key) => marks::meeple(pen, said, key, at),
        Mark::More(count) => pen.write(&format!("+{count}"), Rect::around(at, STEP, 14.0), tiny),
    }
}
