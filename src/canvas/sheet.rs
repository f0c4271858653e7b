//! The paper: pixels, what was written on them, and the file they become.
//!
//! May use: `tiny-skia`, `image`, letters. Deliberately absent: files on a disk.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder as _};
use tiny_skia::{Color, Pixmap};

use super::face::face;
use super::glyphs::{Drawn, case};
use super::ink::Ink;

/// A text and the pixels it covers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// Column behind the last one.
    pub right: i32,
    /// Row behind the last one.
    pub bottom: i32,
}

/// A sheet of pixels.
pub struct Sheet {
    pub(super) pixels: Pixmap,
    written: Vec<Written>,
}

impl Sheet {
    /// A sheet of one colour; none if it has no size.
    pub fn new(width: u32, height: u32, ground: Ink) -> Option<Sheet> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(Color::from_rgba8(ground.0, ground.1, ground.2, 255));
        Some(Sheet { pixels, written: Vec::new() })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// All that was written, in order.
    pub fn written(&self) -> &[Written] {
        &self.written
    }

    /// The file. Flat colours pack best without a filter; `Fast` without one would not pack at all.
    pub fn png(&self) -> Option<Vec<u8>> {
        let (width, height) = self.size();
        // Nothing shines through a sheet, so the fourth byte of a pixel says nothing.
        let mut opaque = Vec::with_capacity(self.pixels.data().len() / 4 * 3);
        self.pixels.data().chunks_exact(4).for_each(|pixel| opaque.extend_from_slice(&pixel[..3]));
        let mut file = Vec::new();
        PngEncoder::new_with_quality(&mut file, CompressionType::Level(2), FilterType::NoFilter)
            .write_image(&opaque, width, height, ExtendedColorType::Rgb8)
            .ok()?;
        Some(file)
    }

    /// Writes a run from a point on its base line.
    pub(super) fn write(&mut self, text: &str, bold: bool, em: f32, at: (f32, f32), ink: Ink) {
        let Some(face) = face(bold) else {
            return;
        };
        let base = at.1.round() as i32;
        let mut covered: Option<Written> = None;
        let mut case = case();
        for letter in face.run(text, em).0 {
            let (drawn, column) = case.letter(face, bold, letter.glyph, em, at.0 + letter.x);
            if drawn.width > 0 {
                let (left, top) = (column + drawn.left, base + drawn.top);
                self.stamp(&drawn, left, top, ink);
                widen(&mut covered, &drawn, left, top);
            }
        }
        self.written.extend(covered.map(|covered| Written { text: text.to_owned(), ..covered }));
    }

    fn stamp(&mut self, drawn: &Drawn, left: i32, top: i32, ink: Ink) {
        let (width, height) = (self.pixels.width() as i32, self.pixels.height() as i32);
        let pixels = self.pixels.data_mut();
        for (row, line) in (top..).zip(drawn.cover.chunks(drawn.width)) {
            for (column, cover) in (left..).zip(line).filter(|(_, cover)| **cover > 0) {
                if (0..width).contains(&column) && (0..height).contains(&row) {
                    let at = 4 * (row * width + column) as usize;
                    blend(&mut pixels[at..at + 3], ink, f32::from(*cover) / 255.0);
                }
            }
        }
    }
}

fn blend(pixel: &mut [u8], ink: Ink, cover: f32) {
    let cover = cover * ink.3 as f32;
    for (below, above) in pixel.iter_mut().zip([ink.0, ink.1, ink.2]) {
        let (from, to) = (f32::from(*below), f32::from(above));
        *below = (from + (to - from) * cover).round() as u8;
    }
}

fn widen(covered: &mut Option<Written>, drawn: &Drawn, left: i32, top: i32) {
    let right = left + drawn.width as i32;
    let bottom = top + (drawn.cover.len() / drawn.width) as i32;
    let box_of = covered.get_or_insert(Written { text: String::new(), left, top, right, bottom });
    box_of.left = box_of.left.min(left);
    box_of.top = box_of.top.min(top);
    box_of.right = box_of.right.max(right);
    box_of.bottom = box_of.bottom.max(bottom);
}
