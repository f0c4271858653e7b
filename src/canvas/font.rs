//! The two bundled fonts: glyph lookup, advances and kerning. Each file is parsed once.
//!
//! Sizes are em sizes, as in CSS, not line heights as in `ab_glyph`.

use std::sync::OnceLock;

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale};

/// Cap height as a fraction of the em.
pub(super) const CAPITALS: f32 = 0.729;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSans-Bold.ttf");

/// Printable ASCII: characters whose metrics are precomputed. Nearly all text consists of them.
const COMMON: std::ops::Range<u32> = 32..127;

/// A parsed font with the metrics of its common characters.
pub(super) struct Font {
    data: FontRef<'static>,
    /// Font units per em.
    units: f32,
    /// Glyph and advance of each common character.
    common: Vec<(GlyphId, f32)>,
    /// Kerning of each pair of common characters, row-major.
    kerns: Vec<f32>,
}

/// A glyph of a run and its horizontal offset.
pub(super) struct Placed {
    pub(super) glyph: GlyphId,
    pub(super) x: f32,
}

/// Returns the font, parsing it on first use. `None` if its file is broken; text is then skipped.
pub(super) fn face(bold: bool) -> Option<&'static Font> {
    static FONTS: [OnceLock<Option<Font>>; 2] = [OnceLock::new(), OnceLock::new()];
    let bytes = if bold { BOLD } else { REGULAR };
    FONTS[usize::from(bold)].get_or_init(|| Font::read(bytes)).as_ref()
}

impl Font {
    fn read(bytes: &'static [u8]) -> Option<Font> {
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
        Some(Font { data: font, units, common, kerns })
    }

    /// Returns a character's index in `common` (if it is there), its glyph and its advance.
    fn measure(&self, letter: char) -> (Option<usize>, GlyphId, f32) {
        let at = u32::from(letter).wrapping_sub(COMMON.start) as usize;
        if let Some((glyph, advance)) = self.common.get(at) {
            return (Some(at), *glyph, *advance);
        }
        let glyph = self.data.glyph_id(letter);
        (None, glyph, self.data.h_advance_unscaled(glyph))
    }

    pub(super) fn font(&self) -> &FontRef<'static> {
        &self.data
    }

    /// Converts an em size to the scale of `ab_glyph`, which is a line height.
    pub(super) fn scale(&self, em: f32) -> PxScale {
        PxScale::from(em * self.data.height_unscaled() / self.units)
    }

    /// Lays out a line of text: the glyphs with their offsets, and the total width.
    pub(super) fn run(&self, text: &str, em: f32) -> (Vec<Placed>, f32) {
        let scale = em / self.units;
        let mut placed = Vec::with_capacity(text.len());
        let (mut x, mut last) = (0.0, None);
        for letter in text.chars().filter(|letter| !letter.is_control()) {
            let (at, glyph, advance) = self.measure(letter);
            x += match (last, at) {
                (None, _) => 0.0,
                (Some((Some(before), _)), Some(at)) => self.kerns[before * self.common.len() + at],
                (Some((_, before)), _) => self.data.kern_unscaled(before, glyph),
            } * scale;
            placed.push(Placed { glyph, x });
            x += advance * scale;
            last = Some((at, glyph));
        }
        (placed, x)
    }
}
