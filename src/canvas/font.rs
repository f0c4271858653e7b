//! The two bundled fonts, read once.
//!
//! May use: `ab_glyph`. Deliberately absent: pixels. Sizes are those of the em,
//! as people expect them, not the height of a line.

use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale};

/// Height of capital letters, in parts of the em.
pub(super) const CAPITALS: f32 = 0.729;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf");

/// Letters whose measures are looked up once: nearly all there are.
const COMMON: std::ops::Range<u32> = 32..127;

/// A font.
pub(super) struct Face {
    font: FontRef<'static>,
    /// Font units of an em.
    units: f32,
    /// Glyph and width of each common letter.
    common: Vec<(GlyphId, f32)>,
    /// How much closer two common letters stand, row by row.
    kerns: Vec<f32>,
}

/// A letter of a run: which one, and where it begins.
pub(super) struct Placed {
    pub(super) glyph: GlyphId,
    pub(super) x: f32,
}

/// The font, or none if its file is broken: then nothing is written.
pub(super) fn face(bold: bool) -> Option<&'static Face> {
    static FACES: [OnceLock<Option<Face>>; 2] = [OnceLock::new(), OnceLock::new()];
    let bytes = if bold { BOLD } else { REGULAR };
    FACES[usize::from(bold)].get_or_init(|| Face::read(bytes)).as_ref()
}

impl Face {
    fn read(bytes: &'static [u8]) -> Option<Face> {
        let font = FontRef::try_from_slice(bytes).ok()?;
        let units = font.units_per_em()?;
        let glyph = |letter: char| font.glyph_id(letter);
        let common: Vec<(GlyphId, f32)> = COMMON
            .filter_map(char::from_u32)
            .map(|letter| (glyph(letter), font.h_advance_unscaled(glyph(letter))))
            .collect();
        let kern = |a: GlyphId| common.iter().map(move |(b, _)| (a, *b));
        let pairs = common.iter().flat_map(|(a, _)| kern(*a));
        let kerns = pairs.map(|(a, b)| font.kern_unscaled(a, b)).collect();
        Some(Face { font, units, common, kerns })
    }

    /// A letter's place among the common ones, its glyph and its width.
    fn measure(&self, letter: char) -> (Option<usize>, GlyphId, f32) {
        let at = u32::from(letter).wrapping_sub(COMMON.start) as usize;
        if let Some((glyph, wide)) = self.common.get(at) {
            return (Some(at), *glyph, *wide);
        }
        let glyph = self.font.glyph_id(letter);
        (None, glyph, self.font.h_advance_unscaled(glyph))
    }

    pub(super) fn font(&self) -> &FontRef<'static> {
        &self.font
    }

    /// What `ab_glyph` calls the size: the height of a line.
    pub(super) fn scale(&self, em: f32) -> PxScale {
        PxScale::from(em * self.font.height_unscaled() / self.units)
    }

    /// The letters of a run one after the other, and its width.
    pub(super) fn run(&self, text: &str, em: f32) -> (Vec<Placed>, f32) {
        let part = em / self.units;
        let mut letters = Vec::with_capacity(text.len());
        let (mut x, mut last) = (0.0, None);
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let (at, glyph, wide) = self.measure(letter);
            x += match (last, at) {
                (None, _) => 0.0,
                (Some((Some(before), _)), Some(at)) => self.kerns[before * self.common.len() + at],
                (Some((_, before)), _) => self.font.kern_unscaled(before, glyph),
            } * part;
            letters.push(Placed { glyph, x });
            x += wide * part;
            last = Some((at, glyph));
        }
        (letters, x)
    }
}
