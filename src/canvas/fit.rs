//! Text that stays in its box: measured, made smaller, cut.
//!
//! May use: the fonts. Deliberately absent: drawing.

use plotters::style::text_anchor::HPos;

use super::face::face;
use super::ink::Ink;

/// Nobody reads more on one line; what is longer is cut before it is measured.
const LONGEST: usize = 200;
/// How small a text may become before it is cut, in parts of its size.
const LEAST: f32 = 0.78;
/// The end of a text that was cut.
const CUT: char = '…';

/// How a text looks.
#[derive(Clone, Copy)]
pub struct Letters {
    /// Size of the em, in pixels.
    pub size: f32,
    /// Heavy letters.
    pub bold: bool,
    /// Their colour.
    pub ink: Ink,
    /// Which end of the text stays at its place.
    pub side: HPos,
}

impl Letters {
    /// Plain letters from the left.
    pub const fn new(size: f32, ink: Ink) -> Self {
        Letters { size, bold: false, ink, side: HPos::Left }
    }

    /// Heavy letters.
    pub const fn bold(self) -> Self {
        Letters { bold: true, ..self }
    }

    /// In the middle.
    pub const fn centred(self) -> Self {
        Letters { side: HPos::Center, ..self }
    }

    /// Against the right edge.
    pub const fn right(self) -> Self {
        Letters { side: HPos::Right, ..self }
    }
}

/// The width of a text in pixels.
pub fn width(text: &str, letters: Letters) -> f32 {
    face(letters.bold).map_or(0.0, |face| face.run(text, letters.size).1)
}

/// The text as it fits: whole if it can be, a little smaller if need be, else cut.
pub fn fit(text: &str, letters: Letters, room: f32) -> (String, Letters) {
    let text: String = text.chars().take(LONGEST).collect();
    let full = width(&text, letters);
    let part = if full <= room { 1.0 } else { room / full };
    if part >= LEAST {
        return (text, scaled(letters, part));
    }
    let least = scaled(letters, LEAST);
    (cut(text, least, room), least)
}

/// Sizes are kept to quarter pixels, so that letters are drawn once and met again.
fn scaled(letters: Letters, part: f32) -> Letters {
    Letters { size: quarter(letters.size * part), ..letters }
}

fn quarter(size: f32) -> f32 {
    (size * 4.0).floor() / 4.0
}

fn cut(mut text: String, letters: Letters, room: f32) -> String {
    while text.pop().is_some() {
        let kept = format!("{}{CUT}", text.trim_end());
        if width(&kept, letters) <= room {
            return kept;
        }
    }
    String::new()
}
