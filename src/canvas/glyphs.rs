//! Letters as grey pixels, each drawn once and kept.
//!
//! May use: the fonts, stamps. Deliberately absent: colour, and the sheet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use ab_glyph::{Font as _, GlyphId, point};

use super::face::Face;
use super::stamp::Stamp;

/// Places of a letter between two pixels.
const STEPS: f32 = 4.0;
/// Letters kept; more than a board and a chart have.
const MOST: usize = 8_000;

/// A letter at one size and one place between two pixels.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    bold: bool,
    glyph: u16,
    /// Size in quarter pixels.
    size: u32,
    /// Quarters of a pixel to the right.
    step: u8,
}

type Kept = HashMap<Key, Arc<Stamp>>;

/// The drawn letters, held for as long as a run is written.
pub(super) struct Case(MutexGuard<'static, Kept>);

pub(super) fn case() -> Case {
    static KEPT: OnceLock<Mutex<Kept>> = OnceLock::new();
    let kept = KEPT.get_or_init(Mutex::default);
    // Letters are whole or not there; a writer that died leaves nothing broken.
    Case(kept.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Case {
    /// The letter at this place, and the pixel it stands in.
    pub(super) fn letter(
        &mut self,
        face: &Face,
        bold: bool,
        glyph: GlyphId,
        em: f32,
        x: f32,
    ) -> (Arc<Stamp>, i32) {
        let steps = (x * STEPS).round() as i32;
        let step = steps.rem_euclid(STEPS as i32) as u8;
        let size = (em * STEPS).round() as u32;
        let key = Key { bold, glyph: glyph.0, size, step };
        if self.0.len() > MOST {
            self.0.clear();
        }
        let drawn = self.0.entry(key).or_insert_with(|| Arc::new(draw(face, key)));
        (Arc::clone(drawn), steps.div_euclid(STEPS as i32))
    }
}

fn draw(face: &Face, key: Key) -> Stamp {
    let at = point(f32::from(key.step) / STEPS, 0.0);
    let scale = face.scale(key.size as f32 / STEPS);
    let glyph = GlyphId(key.glyph).with_scale_and_position(scale, at);
    let Some(outline) = face.font().outline_glyph(glyph) else {
        return Stamp::new((0, 0), 0, &[]);
    };
    let bounds = outline.px_bounds();
    let (width, height) = (bounds.width() as usize, bounds.height() as usize);
    let mut cover = vec![0; width * height];
    outline.draw(|x, y, part| {
        if let Some(pixel) = cover.get_mut(y as usize * width + x as usize) {
            // Sixteen greys look the same as all of them, and pack better.
            *pixel = (part.clamp(0.0, 1.0) * 15.0).round() as u8 * 17;
        }
    });
    // From the base line; letters rise above it, so it is mostly negative.
    Stamp::new((bounds.min.x as i32, bounds.min.y as i32), width, &cover)
}
