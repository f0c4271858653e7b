//! Text fitting: measures text, shrinks it to a width and truncates what is still too long.

use plotters::style::text_anchor::HPos;

use super::color::Rgba;
use super::font::face;

/// Maximum characters of one line. Longer text is truncated before it is measured.
const MAX_CHARS: usize = 200;
/// Smallest scale that text is shrunk to before it is truncated.
const MIN_SCALE: f32 = 0.78;
/// Mark at the end of truncated text.
const ELLIPSIS: char = '…';

/// Size, weight, colour and alignment of a text.
#[derive(Clone, Copy)]
pub struct TextStyle {
    /// Em size in pixels.
    pub size: f32,
    /// Whether the bold font is used.
    pub bold: bool,
    /// Text colour.
    pub ink: Rgba,
    /// Horizontal alignment in the box.
    pub side: HPos,
}

impl TextStyle {
    /// A regular, left-aligned style.
    pub const fn new(size: f32, ink: Rgba) -> Self {
        TextStyle { size, bold: false, ink, side: HPos::Left }
    }

    /// The same style in bold.
    pub const fn bold(self) -> Self {
        TextStyle { bold: true, ..self }
    }

    /// The same style, centred.
    pub const fn centred(self) -> Self {
        TextStyle { side: HPos::Center, ..self }
    }

    /// The same style, right-aligned.
    pub const fn right(self) -> Self {
        TextStyle { side: HPos::Right, ..self }
    }
}

/// Returns the width of a text in pixels, 0 if the font is unusable.
pub fn width(text: &str, style: TextStyle) -> f32 {
    face(style.bold).map_or(0.0, |face| face.run(text, style.size).1)
}

/// Fits text into a width of `room` pixels: unchanged if it fits, else shrunk, else truncated.
pub fn fit(text: &str, style: TextStyle, room: f32) -> (String, TextStyle) {
    let text: String = text.chars().take(MAX_CHARS).collect();
    let full = width(&text, style);
    let scale = if full <= room { 1.0 } else { room / full };
    if scale >= MIN_SCALE {
        return (text, scaled(style, scale));
    }
    let least = scaled(style, MIN_SCALE);
    (truncate(text, least, room), least)
}

/// Scales a style. Sizes are rounded down to quarter pixels, so that cached glyphs are reused.
fn scaled(style: TextStyle, scale: f32) -> TextStyle {
    TextStyle { size: quarter(style.size * scale), ..style }
}

fn quarter(size: f32) -> f32 {
    (size * 4.0).floor() / 4.0
}

/// Truncates text with an ellipsis. Empty if not even that fits.
fn truncate(mut text: String, style: TextStyle, room: f32) -> String {
    while text.pop().is_some() {
        let kept = format!("{}{ELLIPSIS}", text.trim_end());
        if width(&kept, style) <= room {
            return kept;
        }
    }
    String::new()
}
