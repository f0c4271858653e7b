//! Glyph cache: coverage masks of rasterised glyphs, without colour.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ab_glyph::{Font as _, GlyphId, point};

use super::font::Font;
use super::mask::CoverageMask;

/// Subpixel positions per pixel, and size steps per pixel.
const STEPS: f32 = 4.0;
/// Cached glyphs above which the cache is cleared. A board and a chart need fewer.
const MAX_GLYPHS: usize = 8_000;

/// Cache key: a glyph at one size and one horizontal subpixel position.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    bold: bool,
    glyph: u16,
    /// Em size in quarter pixels.
    size: u32,
    /// Horizontal subpixel offset in quarter pixels.
    step: u8,
}

type Masks = HashMap<Key, Arc<CoverageMask>>;

/// Lock on the glyph cache, held while a run of text is written.
pub(super) struct GlyphCache(MutexGuard<'static, Masks>);

/// Locks the glyph cache.
pub(super) fn case() -> GlyphCache {
    static CACHE: OnceLock<Mutex<Masks>> = OnceLock::new();
    let masks = CACHE.get_or_init(Mutex::default);
    // Entries are inserted whole, so the cache is valid even if a thread panicked.
    GlyphCache(masks.lock().unwrap_or_else(PoisonError::into_inner))
}

impl GlyphCache {
    /// Returns the mask of a glyph drawn at `x`, and the pixel column to lay it at.
    pub(super) fn letter(
        &mut self,
        face: &Font,
        bold: bool,
        glyph: GlyphId,
        em: f32,
        x: f32,
    ) -> (Arc<CoverageMask>, i32) {
        let steps = (x * STEPS).round() as i32;
        let step = steps.rem_euclid(STEPS as i32) as u8;
        let size = (em * STEPS).round() as u32;
        let key = Key { bold, glyph: glyph.0, size, step };
        if self.0.len() > MAX_GLYPHS {
            self.0.clear();
        }
        let mask = self.0.entry(key).or_insert_with(|| Arc::new(draw(face, key)));
        (Arc::clone(mask), steps.div_euclid(STEPS as i32))
    }
}

/// Rasterises a glyph. The mask is empty if the glyph has no outline, like a space.
fn draw(face: &Font, key: Key) -> CoverageMask {
    let at = point(f32::from(key.step) / STEPS, 0.0);
    let scale = face.scale(key.size as f32 / STEPS);
    let glyph = GlyphId(key.glyph).with_scale_and_position(scale, at);
    let Some(outline) = face.font().outline_glyph(glyph) else {
        return CoverageMask::new((0, 0), 0, &[]);
    };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as usize, bounds.height() as usize);
    let mut coverage = vec![0; width * height];
    outline.draw(|x, y, covered| {
        if let Some(pixel) = coverage.get_mut(y as usize * width + x as usize) {
            // 16 grey levels look the same as 256 and compress better.
            *pixel = (covered.clamp(0.0, 1.0) * 15.0).round() as u8 * 17;
        }
    });
    // Relative to the baseline: glyphs rise above it, so the top is mostly negative.
    CoverageMask::new((bounds.min.x as i32, bounds.min.y as i32), width, &coverage)
}
