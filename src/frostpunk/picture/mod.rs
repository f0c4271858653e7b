//! The city as a picture, and a campaign as charts, a poster and a film.
//!
//! May use: the public view, the words it is given, the canvas, and the rules'
//! map of the Crater for where a cell lies. Deliberately absent: the state and
//! the pack, so nothing can be drawn that the viewer may not see; sentences,
//! which are in the word lists; pixels and files, which are the canvas's.
//!
//! Every text goes into a box of its own and is made to fit it. Colour is never
//! alone: a letter, a word or a shape says the same.

mod alt;
mod card;
mod chart;
mod colours;
mod emblem;
mod film;
mod gauges;
#[cfg(test)]
mod golden;
mod happened;
mod hexagon;
mod layer;
mod lists;
mod map;
mod marks;
mod mood;
mod people;
mod poster;
mod said;
mod scene;
mod space;
#[cfg(test)]
mod tests;
mod top;

use serde::Deserialize as _;
use serde_json::Value;

use super::view::View;
use crate::canvas::{DrawPermit, Painter, Rect, Surface};
use crate::game::{Localize, Picture};

pub use card::card;
pub use chart::chart;
pub use film::film;
pub use poster::poster;
use said::Said;
use scene::Scene;

/// Width and height of the board.
const SIZE: (u32, u32) = (1280, 960);
/// The column beside the map.
const COLUMN: Rect = Rect::new(762.0, 100.0, 508.0, 850.0);
/// Between two panels.
const GAP: f32 = 8.0;

/// The panels of the column, from the top: their heights with the gap below.
const HEAT: f32 = 206.0;
const STORES: f32 = 136.0;
const MOOD: f32 = 136.0;
const PEOPLE: f32 = 164.0;

/// The board; none if this is no view. What changed since another view is marked.
pub fn picture(view: &Value, since: Option<&Value>, words: &dyn Localize) -> Option<Picture> {
    let view = View::deserialize(view).ok()?;
    // A picture without marks is better than none.
    let before = since.and_then(|since| View::deserialize(since).ok());
    let scene = Scene { view: &view, before: before.as_ref(), said: Said(words) };
    let _place = DrawPermit::take();
    let png = draw(&scene)?.png()?;
    Some(Picture { png, alt: alt::of_board(&scene) })
}

/// The board on a sheet.
fn draw(scene: &Scene) -> Option<Surface> {
    let mut sheet = layer::copy(scene.said)?;
    let mut pen = Painter::new(&mut sheet);
    top::draw(&mut pen, scene);
    map::draw(&mut pen, scene);
    gauges::heat(&mut pen, scene);
    gauges::stores(&mut pen, scene);
    mood::draw(&mut pen, scene);
    people::draw(&mut pen, scene);
    lists::draw(&mut pen, scene);
    pen.finish()?;
    Some(sheet)
}

/// A panel of the column: what lies above it, and its height with the gap below.
const fn panel(above: f32, high: f32) -> Rect {
    Rect::new(COLUMN.x, COLUMN.y + above, COLUMN.w, high - GAP)
}
