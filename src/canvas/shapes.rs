//! Shapes and the cache of their coverage masks, without colour.
//!
//! A board has many hundreds of shapes, nearly all of which were on the previous board too.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use plotters_backend::BackendCoord;
use tiny_skia::{FillRule, IntRect, LineCap, LineJoin, Mask, Path, PathBuilder, Stroke, Transform};

use super::FINE;
use super::mask::CoverageMask;

/// Approximate size limit of the cache in bytes. Boards and charts need less than half of it.
const MAX_BYTES: usize = 2 << 20;
/// Maximum width and height of a shape in pixels, larger than any surface.
const MAX_SIDE: u32 = 8192;

/// A shape in backend units (quarter pixels); also the cache key.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Shape {
    points: Vec<BackendCoord>,
    /// Radius of a circle around the only point. `None` for a polygon or line.
    radius: Option<u32>,
    /// Stroke width. `None` if filled.
    stroke: Option<u32>,
}

/// Cached masks and their approximate size in bytes.
#[derive(Default)]
struct MaskCache {
    stamps: HashMap<Shape, Arc<CoverageMask>>,
    bytes: usize,
}

impl Shape {
    /// A filled polygon, or a line of width `stroke` through the points.
    pub(super) fn new(
        points: impl IntoIterator<Item = BackendCoord>,
        stroke: Option<u32>,
    ) -> Shape {
        Shape { points: points.into_iter().collect(), radius: None, stroke }
    }

    /// A filled circle, or its outline of width `stroke`.
    pub(super) fn circle(centre: BackendCoord, radius: u32, stroke: Option<u32>) -> Shape {
        Shape { points: vec![centre], radius: Some(radius), stroke }
    }

    /// Returns the mask and the pixel to lay it at. The mask is relative to that pixel, so that
    /// shapes with the same subpixel offset share one.
    pub(super) fn stamp(mut self) -> (Arc<CoverageMask>, (i32, i32)) {
        static CACHE: Mutex<Option<MaskCache>> = Mutex::new(None);
        let pixel = self.count_from_first_pixel();
        // At worst `bytes` overcounts after a panic, so a poisoned cache is still valid.
        let mut cache = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        (cache.get_or_insert_default().get_or_draw(self), pixel)
    }

    /// Makes the points relative to the pixel of the first one, and returns that pixel.
    fn count_from_first_pixel(&mut self) -> (i32, i32) {
        let fine = FINE as i32;
        let (x, y) = self.points.first().copied().unwrap_or_default();
        let (x, y) = (x.div_euclid(fine), y.div_euclid(fine));
        for point in &mut self.points {
            *point = (point.0 - x * fine, point.1 - y * fine);
        }
        (x, y)
    }

    fn draw(&self) -> CoverageMask {
        rasterize(self.path()).unwrap_or_else(|| CoverageMask::new((0, 0), 0, &[]))
    }

    fn path(&self) -> Option<Path> {
        let path = match self.radius {
            Some(radius) => {
                let (x, y) = to_pixels(*self.points.first()?);
                PathBuilder::from_circle(x, y, radius as f32 / FINE)
            }
            None => polyline(&self.points, self.stroke.is_none()),
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

impl MaskCache {
    /// Returns the mask of a shape, drawing it if it is not cached. Clears the cache if it is full.
    fn get_or_draw(&mut self, shape: Shape) -> Arc<CoverageMask> {
        if let Some(mask) = self.stamps.get(&shape) {
            return Arc::clone(mask);
        }
        let mask = Arc::new(shape.draw());
        let bytes = mask.bytes() + size_of_val(shape.points.as_slice());
        if self.bytes + bytes > MAX_BYTES {
            *self = MaskCache::default();
        }
        self.bytes += bytes;
        self.stamps.insert(shape, Arc::clone(&mask));
        mask
    }
}

/// Converts backend units to pixels.
fn to_pixels((x, y): BackendCoord) -> (f32, f32) {
    (x as f32 / FINE, y as f32 / FINE)
}

fn polyline(points: &[BackendCoord], close: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (x, y) in points.iter().map(|point| to_pixels(*point)) {
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

/// Rasterises a path. `None` if it is empty or exceeds `MAX_SIDE`.
fn rasterize(path: Option<Path>) -> Option<CoverageMask> {
    let path = path?;
    let bounds = path.bounds();
    let (left, top) = (bounds.left().floor() as i32, bounds.top().floor() as i32);
    let (right, bottom) = (bounds.right().ceil() as i32, bounds.bottom().ceil() as i32);
    let bounds = IntRect::from_ltrb(left, top, right, bottom)?;
    if bounds.width().max(bounds.height()) > MAX_SIDE {
        return None;
    }
    let mut mask = Mask::new(bounds.width(), bounds.height())?;
    let moved = Transform::from_translate(-left as f32, -top as f32);
    mask.fill_path(&path, FillRule::Winding, true, moved);
    Some(CoverageMask::new((left, top), bounds.width() as usize, mask.data()))
}
