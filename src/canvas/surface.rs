//! Pixel buffer with a record of the text written on it. Encodes to bytes in memory.

use tiny_skia::{Color, IntSize, Pixmap, PixmapPaint, Transform};

use super::color::Rgba;
use super::encode::{self, GifEncoder, Hundredths};
use super::font::face;
use super::glyphs::case;
use super::mask::{CoverageMask, Pixel};
use super::shapes::Shape;

/// A written text and its bounding box in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenText {
    /// The text as drawn, after fitting.
    pub text: String,
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// Column after the last one.
    pub right: i32,
    /// Row after the last one.
    pub bottom: i32,
}

/// An opaque pixel buffer that remembers the text written on it.
#[derive(Clone)]
pub struct Surface {
    pub(super) pixels: Pixmap,
    written: Vec<WrittenText>,
}

impl Surface {
    /// Creates a surface filled with one colour. `None` if a side is 0 or too large.
    pub fn new(width: u32, height: u32, ground: Rgba) -> Option<Surface> {
        let mut pixels = Pixmap::new(width, height)?;
        pixels.fill(Color::from_rgba8(ground.0, ground.1, ground.2, 255));
        Some(Surface { pixels, written: Vec::new() })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// All written texts, in drawing order.
    pub fn written(&self) -> &[WrittenText] {
        &self.written
    }

    /// Encodes the surface as PNG. `None` if the encoder fails.
    pub fn png(&self) -> Option<Vec<u8>> {
        encode::png(self.pixels.data(), self.size())
    }

    /// Adds the surface to an animation as a frame shown for `delay`. `None` if the size differs.
    pub fn film(&self, encoder: &mut GifEncoder, delay: Hundredths) -> Option<()> {
        encoder.add(self.pixels.data(), self.size(), delay)
    }

    /// Returns a copy scaled down to `width`, without the record of its text. A surface that is
    /// not wider is cloned unchanged.
    pub fn smaller(&self, width: u32) -> Option<Surface> {
        let (wide, high) = self.size();
        if width >= wide {
            return Some(self.clone());
        }
        let height = (u64::from(high) * u64::from(width) / u64::from(wide)).max(1) as u32;
        let full = image::RgbaImage::from_raw(wide, high, self.pixels.data().to_vec())?;
        let pixels = image::imageops::thumbnail(&full, width, height).into_raw();
        let size = IntSize::from_wh(width, height)?;
        Some(Surface { pixels: Pixmap::from_vec(pixels, size)?, written: Vec::new() })
    }

    /// Draws another surface onto this one, its upper left corner at `(x, y)`.
    pub fn lay(&mut self, other: &Surface, (x, y): (i32, i32)) {
        let paint = PixmapPaint::default();
        let whole = Transform::identity();
        self.pixels.draw_pixmap(x, y, other.pixels.as_ref(), &paint, whole, None);
        let moved = |text: &WrittenText| WrittenText {
            text: text.text.clone(),
            left: text.left + x,
            top: text.top + y,
            right: text.right + x,
            bottom: text.bottom + y,
        };
        self.written.extend(other.written.iter().map(moved));
    }

    /// Writes a line of text, starting at a point on its baseline.
    pub(super) fn write(&mut self, text: &str, bold: bool, em: f32, at: (f32, f32), ink: Rgba) {
        let Some(face) = face(bold) else {
            return;
        };
        let base = at.1.round() as i32;
        let mut covered: Option<WrittenText> = None;
        let mut cache = case();
        for letter in face.run(text, em).0 {
            let (mask, column) = cache.letter(face, bold, letter.glyph, em, at.0 + letter.x);
            if !mask.is_bare() {
                self.lay_mask(&mask, (column, base), ink);
                extend_bounds(&mut covered, &mask, (column, base));
            }
        }
        self.written
            .extend(covered.map(|covered| WrittenText { text: text.to_owned(), ..covered }));
    }

    /// Draws a shape in one colour.
    pub(super) fn draw(&mut self, shape: Shape, ink: Rgba) {
        let (mask, pixel) = shape.stamp();
        self.lay_mask(&mask, pixel, ink);
    }

    fn lay_mask(&mut self, mask: &CoverageMask, at: (i32, i32), ink: Rgba) {
        let width = self.pixels.width() as usize;
        let pixels: &mut [Pixel] = self.pixels.data_mut().as_chunks_mut().0;
        mask.lay(pixels, width, at, ink);
    }
}

/// Extends the bounding box of a text by a glyph at `(x, y)`.
fn extend_bounds(covered: &mut Option<WrittenText>, mask: &CoverageMask, (x, y): (i32, i32)) {
    let (left, right) = (x + mask.columns.0, x + mask.columns.1);
    let (top, bottom) = (y + mask.rows.0, y + mask.rows.1);
    let bounds =
        covered.get_or_insert(WrittenText { text: String::new(), left, top, right, bottom });
    bounds.left = bounds.left.min(left);
    bounds.top = bounds.top.min(top);
    bounds.right = bounds.right.max(right);
    bounds.bottom = bounds.bottom.max(bottom);
}
