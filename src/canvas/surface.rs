//! The paper: pixels, what was written on them, and the file they become.
//!
//! May use: `tiny-skia`, letters, shapes, files. Deliberately absent: a disk.

use tiny_skia::{Color, IntSize, Pixmap, PixmapPaint, Transform};

use super::face::face;
use super::file::{self, Hundredths, Reel};
use super::glyphs::case;
use super::ink::Ink;
use super::shapes::Shape;
use super::stamp::{Pixel, Stamp};

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
#[derive(Clone)]
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

    /// The file.
    pub fn png(&self) -> Option<Vec<u8>> {
        file::png(self.pixels.data(), self.size())
    }

    /// The next picture of a film, which stays this long.
    pub fn film(&self, reel: &mut Reel, stays: Hundredths) -> Option<()> {
        reel.add(self.pixels.data(), self.size(), stays)
    }

    /// The same at another width, if it is a smaller one; what was written is not kept.
    pub fn smaller(&self, width: u32) -> Option<Sheet> {
        let (wide, high) = self.size();
        if width >= wide {
            return Some(self.clone());
        }
        let height = (u64::from(high) * u64::from(width) / u64::from(wide)).max(1) as u32;
        let full = image::RgbaImage::from_raw(wide, high, self.pixels.data().to_vec())?;
        let pixels = image::imageops::thumbnail(&full, width, height).into_raw();
        let size = IntSize::from_wh(width, height)?;
        Some(Sheet { pixels: Pixmap::from_vec(pixels, size)?, written: Vec::new() })
    }

    /// Lays another sheet on this one, from its upper left corner.
    pub fn lay(&mut self, other: &Sheet, (x, y): (i32, i32)) {
        let paint = PixmapPaint::default();
        let whole = Transform::identity();
        self.pixels.draw_pixmap(x, y, other.pixels.as_ref(), &paint, whole, None);
        let moved = |text: &Written| Written {
            text: text.text.clone(),
            left: text.left + x,
            top: text.top + y,
            right: text.right + x,
            bottom: text.bottom + y,
        };
        self.written.extend(other.written.iter().map(moved));
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
            let (stamp, column) = case.letter(face, bold, letter.glyph, em, at.0 + letter.x);
            if !stamp.is_bare() {
                self.lay_stamp(&stamp, (column, base), ink);
                widen(&mut covered, &stamp, (column, base));
            }
        }
        self.written.extend(covered.map(|covered| Written { text: text.to_owned(), ..covered }));
    }

    /// Draws a shape.
    pub(super) fn draw(&mut self, shape: Shape, ink: Ink) {
        let (stamp, pixel) = shape.stamp();
        self.lay_stamp(&stamp, pixel, ink);
    }

    fn lay_stamp(&mut self, stamp: &Stamp, at: (i32, i32), ink: Ink) {
        let width = self.pixels.width() as usize;
        let pixels: &mut [Pixel] = self.pixels.data_mut().as_chunks_mut().0;
        stamp.lay(pixels, width, at, ink);
    }
}

fn widen(covered: &mut Option<Written>, stamp: &Stamp, (x, y): (i32, i32)) {
    let (left, right) = (x + stamp.columns.0, x + stamp.columns.1);
    let (top, bottom) = (y + stamp.rows.0, y + stamp.rows.1);
    let box_of = covered.get_or_insert(Written { text: String::new(), left, top, right, bottom });
    box_of.left = box_of.left.min(left);
    box_of.top = box_of.top.min(top);
    box_of.right = box_of.right.max(right);
    box_of.bottom = box_of.bottom.max(bottom);
}
