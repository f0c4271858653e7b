//! The Crater: the Generator tile, the Near and the Far ring, the rim.
//!
//! May use: the view, hexagons, spaces. Cells without a tile are faint; what
//! lies face down shows its label and nothing else. Deliberately absent: any
//! rule; what is warm the view says.

use plotters::style::Color as _;

use super::colours::{
    EDGE, EMBER, FAINT, FROZEN, FROZEN_EDGE, LIT, LIT_EDGE, PANEL, RAISED, SOFT, TEXT,
};
use super::hexagon::{self, MIDDLE, Point, RADIUS};
use super::layer::Headings;
use super::marks;
use super::said::Said;
use super::scene::Scene;
use super::space::{self, Rows};
use crate::canvas::{Painter, Rect, Rgba, TextStyle, width};
use crate::frostpunk::rules::map::{CELLS, Cell};
use crate::frostpunk::view::{DepositView, PlaceView, SpaceView, TileView, View};
use crate::game::Message;

/// Hexagons are drawn a little smaller than they are, so that the ground shows between.
const DRAWN: f32 = RADIUS - 1.5;
/// The left and the right edge of the map.
const EDGES: (f32, f32) = (8.0, 756.0);

/// Figures off the map that there is room for.
const OFF: usize = 5;

/// A mark that is drawn at a place.
type Mark = fn(&mut Painter, Point);

const LEGEND: [(&str, Mark); 5] = [
    ("picture-legend-warm", |pen, at| marks::temperature(pen, true, at)),
    ("picture-legend-cold", |pen, at| marks::temperature(pen, false, at)),
    ("picture-legend-upgraded", marks::upgraded),
    ("picture-legend-ruined", marks::ruined),
    ("picture-legend-changed", marks::fresh),
];

/// Cells without a tile, and what the marks mean.
pub(super) fn fixed(pen: &mut Painter, words: &Headings) {
    for cell in (0..CELLS).map(Cell) {
        pen.outline(&hexagon::corners(hexagon::cell(cell), DRAWN - 2.0), EDGE, 1.0);
    }
    legend(pen, words);
}

pub(super) fn draw(pen: &mut Painter, scene: &Scene) {
    let Scene { view, said, .. } = *scene;
    for cell in (0..CELLS).map(Cell) {
        let label = cell.label();
        let at = hexagon::cell(cell);
        let open = view.map.tiles.iter().find(|tile| tile.label == label);
        match open {
            Some(tile) => lay(pen, said, tile, at),
            None => bare(pen, said, &label, at, view.map.face_down.contains(&label)),
        }
    }
    generator(pen, view, said);
    for deposit in &view.map.deposits {
        draw_deposit(pen, said, deposit);
    }
    off_the_map(pen, view, said);
    changes(pen, scene);
}

/// Where something changed: an ember line around it, drawn last so that no neighbour covers it.
fn changes(pen: &mut Painter, scene: &Scene) {
    for tile in &scene.view.map.tiles {
        let cell = (0..CELLS).map(Cell).find(|cell| cell.label() == tile.label);
        for (at, space) in tile.spaces.iter().enumerate() {
            if space.drawer || space.part_of.is_some() || !scene.space_changed(space) {
                continue;
            }
            match cell.map(hexagon::cell) {
                None => around(pen, &hexagon::corners(hexagon::part(at as u8), DRAWN - 2.5)),
                Some(middle) if tile.spaces.iter().any(|other| other.part_of.is_some()) => {
                    around(pen, &hexagon::corners(middle, DRAWN - 2.5));
                }
                Some(middle) => around(pen, &hexagon::half(middle, DRAWN - 2.5, at == 1)),
            }
        }
    }
}

fn around(pen: &mut Painter, corners: &[Point]) {
    pen.outline(corners, EMBER, 3.5);
    let left = corners.iter().copied().reduce(|a, b| if b.0 < a.0 { b } else { a });
    if let Some((x, y)) = left {
        marks::fresh(pen, (x + 2.0, y));
    }
}

/// A cell without a tile, or with one face down.
fn bare(pen: &mut Painter, said: Said, label: &str, at: Point, face_down: bool) {
    if face_down {
        pen.shape(&hexagon::corners(at, DRAWN - 2.5), RAISED);
        let frame = Rect::around((at.0, at.1 + 20.0), 90.0, 16.0);
        pen.write(&said.key("picture-face-down"), frame, TextStyle::new(12.0, SOFT).centred());
    }
    let frame = Rect::around(at, 80.0, 20.0);
    pen.write(label, frame, TextStyle::new(16.0, FAINT).centred());
}

fn ground(warm: bool) -> (Rgba, Rgba) {
    if warm { (LIT, LIT_EDGE) } else { (FROZEN, FROZEN_EDGE) }
}

/// An open tile: two spaces, or one Building that fills both.
fn lay(pen: &mut Painter, said: Said, tile: &TileView, at: Point) {
    let [upper, lower] = tile.spaces.as_slice() else {
        return;
    };
    if lower.part_of.is_some() {
        whole(pen, said, upper, at);
        space::label(pen, &lower.label, at, -Rows::WHOLE.label);
        return;
    }
    for (half, below) in [(upper, false), (lower, true)] {
        let shape = hexagon::half(at, DRAWN, below);
        let (fill, edge) = ground(space::warm(half));
        pen.shape(&shape, fill);
        pen.outline(&shape, edge, 1.25);
    }
    space::draw(pen, said, upper, at, &Rows::UPPER);
    space::draw(pen, said, lower, at, &Rows::LOWER);
}

fn whole(pen: &mut Painter, said: Said, one: &SpaceView, at: Point) {
    let hexagon = hexagon::corners(at, DRAWN);
    let (fill, edge) = ground(space::warm(one));
    pen.shape(&hexagon, fill);
    pen.outline(&hexagon, edge, 1.25);
    space::draw(pen, said, one, at, &Rows::WHOLE);
}

fn generator(pen: &mut Painter, view: &View, said: Said) {
    let tile = view.map.tiles.iter().find(|tile| tile.label == "G");
    let spaces = tile.map_or(&[][..], |tile| &tile.spaces);
    for (at, part) in (0..6).zip(spaces) {
        if part.drawer {
            drawer(pen, said, hexagon::part(at));
        } else {
            whole(pen, said, part, hexagon::part(at));
        }
    }
    tower(pen, view);
}

/// The part under the tower, where cubes come out; no space of the map.
fn drawer(pen: &mut Painter, said: Said, at: Point) {
    let hexagon = hexagon::corners(at, DRAWN);
    pen.shape(&hexagon, PANEL);
    pen.outline(&hexagon, EDGE, 1.25);
    let letters = TextStyle::new(13.0, FAINT).centred();
    pen.write(&said.key("picture-drawer"), Rect::around(at, 100.0, 16.0), letters);
}

/// The tower in the middle, with its Heat.
fn tower(pen: &mut Painter, view: &View) {
    let hexagon = hexagon::corners(MIDDLE, DRAWN);
    let hot = view.generator.heat > 0;
    let (fill, edge) = ground(hot);
    pen.shape(&hexagon, fill);
    if hot {
        for (radius, glow) in [(46.0, 0.10), (34.0, 0.16), (24.0, 0.22)] {
            pen.disc(MIDDLE, radius, EMBER.mix(glow));
        }
    }
    pen.outline(&hexagon, edge, 2.5);
    marks::temperature(pen, hot, (MIDDLE.0, MIDDLE.1 - 34.0));
    let letters = TextStyle::new(40.0, TEXT).bold().centred();
    pen.write(&view.generator.heat.to_string(), Rect::around(MIDDLE, 90.0, 40.0), letters);
}

/// What lies beyond the rim at a corner.
fn draw_deposit(pen: &mut Painter, said: Said, deposit: &DepositView) {
    let Some(what) = &deposit.deposit else {
        return;
    };
    let letters = TextStyle::new(12.5, TEXT).bold();
    let name = said.word("resource", what);
    let wide = width(&name, letters).min(70.0) + 30.0;
    let (x, y) = hexagon::rim(deposit.corner, 12.0);
    // Beside the Crater there is room towards the edges only.
    let left = match deposit.corner % 6 {
        0 | 3 => x - wide / 2.0,
        1 | 2 => EDGES.1 - wide,
        _ => EDGES.0,
    };
    let pill = Rect::new(left, y - 11.0, wide, 22.0);
    pen.panel(pill, 11.0, RAISED);
    pen.border(pill, 11.0, FAINT, 1.25);
    marks::stuff(pen, what, (pill.x + 14.0, y));
    pen.write(&name, Rect::new(pill.x + 25.0, pill.y, wide - 29.0, pill.h), letters);
}

/// What the marks mean, in the free corner at the lower left.
fn legend(pen: &mut Painter, words: &Headings) {
    let letters = TextStyle::new(11.5, SOFT);
    for (at, (key, mark)) in LEGEND.into_iter().enumerate() {
        let y = 818.0 + 19.0 * at as f32;
        mark(pen, (18.0, y));
        pen.write(words.get(key), Rect::new(30.0, y - 8.0, 150.0, 16.0), letters);
    }
    for (at, key) in ["picture-legend-insulation", "picture-legend-track"].into_iter().enumerate() {
        let y = 914.0 + 19.5 * at as f32;
        pen.write(words.get(key), Rect::new(11.0, y - 8.0, 276.0, 16.0), letters);
    }
}

/// Figures that stand off the map, in the free corner at the lower right.
fn off_the_map(pen: &mut Painter, view: &View, said: Said) {
    let place = |place: &PlaceView| match place {
        PlaceView::Snow => Some(said.word("action", "remove_snow")),
        PlaceView::Construct => Some(said.word("action", "construct")),
        PlaceView::Card(card) => Some(said.card(card)),
        PlaceView::Space(_) => None,
    };
    let placed = view.placed.iter().filter_map(|p| Some((place(&p.place)?, &p.meeple)));
    let placed: Vec<(String, &String)> = placed.collect();
    let shown = if placed.len() > OFF { OFF - 1 } else { placed.len() };
    let row = |at: usize| Rect::new(580.0, 846.0 + 20.0 * at as f32, 150.0, 18.0);
    let letters = TextStyle::new(12.5, SOFT).right();
    for (at, (name, meeple)) in placed.iter().take(shown).enumerate() {
        pen.write(name, row(at), letters);
        marks::meeple(pen, said, meeple, (row(at).right() + 14.0, row(at).centre().1));
    }
    if placed.len() > shown {
        let more = Message::new("picture-more").number("count", (placed.len() - shown) as i64);
        pen.write(&said.say(&more), row(shown), letters);
    }
}
