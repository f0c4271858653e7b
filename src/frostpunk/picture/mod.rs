//! The city as a picture, and a campaign as a chart.
//!
//! May use: the public view, the words it is given, the canvas, and the rules'
//! map of the Crater for where a cell lies. Deliberately absent: the state and
//! the pack, so nothing can be drawn that the viewer may not see; sentences,
//! which are in the word lists; pixels and files, which are the canvas's.
//!
//! Every text goes into a box of its own and is made to fit it. Colour is never
//! alone: a letter, a word or a shape says the same.

mod alt;
mod chart;
mod colours;
mod gauges;
mod hexagon;
mod lists;
mod map;
mod marks;
mod mood;
mod people;
mod said;
mod space;
#[cfg(test)]
mod tests;
mod top;

use serde::Deserialize as _;
use serde_json::Value;

use super::view::View;
use crate::canvas::{Frame, Pen, Sheet};
use crate::game::{Picture, Words};

pub use chart::chart;
use said::Said;

/// Width and height of the board.
const SIZE: (u32, u32) = (1280, 960);
/// The column beside the map.
const COLUMN: Frame = Frame::new(762.0, 100.0, 508.0, 850.0);
/// Between two panels.
const GAP: f32 = 8.0;

/// The board; none if this is no view.
pub fn picture(view: &Value, words: &dyn Words) -> Option<Picture> {
    let view = View::deserialize(view).ok()?;
    let said = Said(words);
    let png = draw(&view, said)?.png()?;
    Some(Picture { png, alt: alt::of_board(&view, said) })
}

/// The board on a sheet.
fn draw(view: &View, said: Said) -> Option<Sheet> {
    let (width, height) = SIZE;
    let mut sheet = Sheet::new(width, height, colours::GROUND)?;
    let mut pen = Pen::new(&mut sheet);
    top::draw(&mut pen, view, said);
    map::draw(&mut pen, view, said);
    column(&mut pen, view, said);
    pen.finish()?;
    Some(sheet)
}

fn column(pen: &mut Pen, view: &View, said: Said) {
    let (heat, rest) = COLUMN.cut_top(166.0);
    let (stores, rest) = rest.cut_top(124.0);
    let (mood, rest) = rest.cut_top(136.0);
    let (people, rest) = rest.cut_top(158.0);
    gauges::heat(pen, view, said, above(heat));
    gauges::stores(pen, view, said, above(stores));
    mood::draw(pen, view, said, above(mood));
    people::draw(pen, view, said, above(people));
    lists::draw(pen, view, said, rest);
}

/// A panel without the gap below it.
fn above(frame: Frame) -> Frame {
    Frame { h: frame.h - GAP, ..frame }
}
