//! Hope and Discontent: how many tokens, of which type, which are exhausted.
//!
//! May use: the view, words. An active token is filled, an exhausted one is a
//! ring. Deliberately absent: the order of tokens on a track.

use super::colours::{ALARM, HOPE, PANEL, SOFT, TEXT};
use super::said::Said;
use crate::canvas::{Frame, Ink, Letters, Pen};
use crate::frostpunk::rules::ids::{Mood, Track};
use crate::frostpunk::view::{TokenView, View};

/// Tokens drawn of one type; there are three in the box.
const MOST: usize = 6;

pub(super) fn draw(pen: &mut Pen, view: &View, said: Said, frame: Frame) {
    let tracks = [(Track::Hope, &view.hope, HOPE), (Track::Discontent, &view.discontent, ALARM)];
    for (at, (track, tokens, ink)) in tracks.into_iter().enumerate() {
        let panel = frame.column(at, 2, 8.0);
        pen.panel(panel, 10.0, PANEL);
        draw_track(pen, said, track, tokens, panel.inset(10.0), ink);
    }
}

fn draw_track(
    pen: &mut Pen,
    said: Said,
    track: Track,
    tokens: &[TokenView],
    frame: Frame,
    ink: Ink,
) {
    let (above, below) = frame.cut_top(42.0);
    let (name, number) = above.cut_left(168.0);
    let word = said.word("picture-track", track.key());
    pen.write(&word, name, Letters::new(25.0, ink).bold());
    let letters = Letters::new(44.0, TEXT).bold().right();
    pen.write(&tokens.len().to_string(), number, letters);
    let below = Frame { y: below.y + 4.0, h: below.h - 4.0, ..below };
    for (at, mood) in Mood::of(track).into_iter().enumerate() {
        let of_type: Vec<bool> =
            tokens.iter().filter(|t| t.mood == mood.key()).map(|t| t.active).collect();
        draw_type(pen, &said.word("mood", mood.key()), &of_type, below.row(at, 3), ink);
    }
}

fn draw_type(pen: &mut Pen, name: &str, tokens: &[bool], row: Frame, ink: Ink) {
    let (text, places) = row.cut_left(112.0);
    let shade = if tokens.is_empty() { super::colours::FAINT } else { SOFT };
    pen.write(name, text, Letters::new(15.5, shade));
    for (at, active) in tokens.iter().take(MOST).enumerate() {
        let centre = (places.x + 12.0 + 20.0 * at as f32, row.centre().1);
        if *active {
            pen.disc(centre, 8.0, ink);
        } else {
            pen.ring(centre, 7.0, ink, 2.0);
        }
    }
}
