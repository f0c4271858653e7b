//! Hope and Discontent: how many tokens, of which type, which are exhausted.
//!
//! May use: the view, words. An active token is filled, an exhausted one is a
//! ring. Deliberately absent: the order of tokens on a track.

use super::colours::{ALARM, EMBER, FAINT, HOPE, PANEL, SOFT, TEXT};
use super::layer::Headings;
use super::scene::Scene;
use super::{HEAT, MOOD, STORES, marks, panel};
use crate::canvas::{Painter, Rect, Rgba, TextStyle};
use crate::frostpunk::rules::ids::{Mood, Track};
use crate::frostpunk::view::{TokenView, View};

const FRAME: Rect = panel(HEAT + STORES, MOOD);
/// Tokens drawn of one type; there are three in the box.
const MOST: usize = 3;

/// The tokens of a track.
type Tokens = fn(&View) -> &[TokenView];

const TRACKS: [(Track, &str, Tokens, Rgba); 2] = [
    (Track::Hope, "picture-track-hope", |view| &view.hope, HOPE),
    (Track::Discontent, "picture-track-discontent", |view| &view.discontent, ALARM),
];

/// The name and the number of a track, and its tokens below.
fn parts(at: usize) -> (Rect, Rect, Rect) {
    let (above, below) = FRAME.column(at, 2, 8.0).inset(10.0).cut_top(42.0);
    let (name, number) = above.cut_left(176.0);
    (name, number, Rect { y: below.y + 4.0, h: below.h - 4.0, ..below })
}

pub(super) fn fixed(pen: &mut Painter, words: &Headings) {
    for (at, (_, key, _, ink)) in TRACKS.into_iter().enumerate() {
        pen.panel(FRAME.column(at, 2, 8.0), 10.0, PANEL);
        pen.write(words.get(key), parts(at).0, TextStyle::new(25.0, ink).bold());
    }
}

pub(super) fn draw(pen: &mut Painter, scene: &Scene) {
    for (at, (track, _, tokens, ink)) in TRACKS.into_iter().enumerate() {
        let (_, number, below) = parts(at);
        let letters = TextStyle::new(44.0, TEXT).bold().right();
        pen.write(&tokens(scene.view).len().to_string(), number, letters);
        for (at, mood) in Mood::of(track).into_iter().enumerate() {
            let of_type = tokens(scene.view).iter().filter(|t| t.mood == mood.key());
            let of_type: Vec<bool> = of_type.map(|token| token.active).collect();
            let name = scene.said.word("mood", mood.key());
            draw_type(pen, &name, &of_type, below.row(at, 3), ink);
        }
        let change = scene.change(|view| tokens(view).len() as i64);
        if change != 0 {
            let mark = Rect { x: below.right() - 54.0, w: 54.0, ..below };
            let letters = TextStyle::new(27.0, EMBER).bold().right();
            pen.write(&marks::changed(change), mark, letters);
        }
    }
}

fn draw_type(pen: &mut Painter, name: &str, tokens: &[bool], row: Rect, ink: Rgba) {
    let (text, places) = row.cut_left(104.0);
    let shade = if tokens.is_empty() { FAINT } else { SOFT };
    pen.write(name, text, TextStyle::new(15.5, shade));
    for (at, active) in tokens.iter().take(MOST).enumerate() {
        let centre = (places.x + 10.0 + 20.0 * at as f32, row.centre().1);
        if *active {
            pen.disc(centre, 8.0, ink);
        } else {
            pen.ring(centre, 7.0, ink, 2.0);
        }
    }
}
