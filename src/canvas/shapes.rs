//! Shapes as what they cover, each drawn once and kept: a board has many
//! hundreds, and hardly one that was not on the board before it.
//!
//! May use: `tiny-skia`, stamps. Deliberately absent: colour, and the sheet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use plotters_backend::BackendCoord;
use tiny_skia::{FillRule, IntRect, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use super::FINE;
use super::stamp::Stamp;

/// Bytes of kept shapes, more or less; boards and charts have less than half of it.
const MOST: usize = 2 << 20;
/// Columns and rows of the largest shape; no sheet has as many.
const LARGEST: u32 = 8192;

/// A shape, in quarters of a pixel.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Shape {
    points: Vec<BackendCoord>,
    /// A circle around its only point.
    radius: Option<u32>,
    /// A line of this width; none if it is filled.
    stroke: Option<u32>,
}

/// Shapes by what they are, and how many bytes they take.
#[derive(Default)]
struct Kept {
    stamps: HashMap<Shape, Arc<Stamp>>,
    bytes: usize,
}

impl Shape {
    /// A polygon, or a line through its points.
    pub(super) fn new(
        points: impl IntoIterator<Item = BackendCoord>,
        stroke: Option<u32>,
    ) -> Shape {
        Shape { points: points.into_iter().collect(), radius: None, stroke }
    }

    /// A disc, or a ring.
    pub(super) fn circle(centre: BackendCoord, radius: u32, stroke: Option<u32>) -> Shape {
        Shape { points: vec![centre], radius: Some(radius), stroke }
    }

    /// What it covers from a pixel, and that pixel: wherever it is, between two pixels it is the same.
    pub(super) fn stamp(mut self) -> (Arc<Stamp>, (i32, i32)) {
        static KEPT: Mutex<Option<Kept>> = Mutex::new(None);
        let pixel = self.count_from_first_pixel();
        // Stamps are whole or not there; a painter that died leaves nothing broken.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.get_or_insert_default().stamp(self), pixel)
    }

    /// Counts its points from the pixel of the first one.
    fn count_from_first_pixel(&mut self) -> (i32, i32) {
        let fine = FINE as i32;
        let (x, y) = self.points.first().copied().unwrap_or_default();
        let (x, y) = (x.div_euclid(fine), y.div_euclid(fine));
        for point in &mut self.points {
            *point = (point.0 - x * fine, point.1 - y * fine);
        }
        (x, y)
    }

    fn draw(&self) -> Stamp {
        covered(self.path()).unwrap_or_else(|| Stamp::new((0, 0), 0, &[]))
    }

    fn path(&self) -> Option<Path> {
        let path = match self.radius {
            Some(radius) => {
                let (x, y) = exact(*self.points.first()?);
                PathBuilder::from_circle(x, y, radius as f32 / FINE)
            }
            None => through(&self.points, self.stroke.is_none()),
        }?;
        let Some(width) = self.stroke else {
            return Some(path);
        };
        let stroke = Stroke {
            width: width as f32 / FINE,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        path.stroke(&stroke, 1.0)
    }
}

impl Kept {
    fn stamp(&mut self, shape: Shape) -> Arc<Stamp> {
        if let Some(stamp) = self.stamps.get(&shape) {
            return Arc::clone(stamp);
        }
        let stamp = Arc::new(shape.draw());
        let bytes = stamp.bytes() + size_of_val(shape.points.as_slice());
        if self.bytes + bytes > MOST {
            *self = Kept::default();
        }
        self.bytes += bytes;
        self.stamps.insert(shape, Arc::clone(&stamp));
        stamp
    }
}

fn exact((x, y): BackendCoord) -> (f32, f32) {
    (x as f32 / FINE, y as f32 / FINE)
}

fn through(points: &[BackendCoord], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points.iter().map(|point| exact(*point)) {
        if path.is_empty() {
            path.move_to(x, y);
        } else {
            path.line_to(x, y);
        }
    }
    if close && !path.is_empty() {
        path.close();
    }
    path.finish()
}

/// The pixels a path covers; none if it has no size, or one beyond all measure.
fn covered(path: Option<Path>) -> Option<Stamp> {
    let path = path?;
    let bounds = path.bounds();
    let (left, top) = (bounds.left().floor() as i32, bounds.top().floor() as i32);
    let (right, bottom) = (bounds.right().ceil() as i32, bounds.bottom().ceil() as i32);
    let bounds = IntRect::from_ltrb(left, top, right, bottom)?;
    if bounds.width().max(bounds.height()) > LARGEST {
        return None;
    }
    let mut mask = Mask::new(bounds.width(), bounds.height())?;
    let moved = Transform::from_translate(-left as f32, -top as f32);
    mask.fill_path(&path, FillRule::Winding, true, moved);
    Some(Stamp::new((left, top), bounds.width() as usize, mask.data()))
}
