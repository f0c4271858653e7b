//! A canvas for pictures: the plotters interface over a sheet of our own, with
//! real anti-aliasing, places finer than a pixel and text in bundled fonts.
//!
//! May use: plotters, `tiny-skia`, `ab_glyph`, `image`, `png`, `gif`, and is alone in
//! knowing the last five. Deliberately absent: every game, fonts of the system, files,
//! and anything random: the same strokes give the same bytes.
//!
//! * A [`Sheet`] is the paper: pixels, and a list of what was written where.
//! * A [`Brush`] is the backend plotters draws with.
//! * A [`Pen`] draws shapes and fitted text on it, in pixels.
//! * A [`Place`] is taken before a picture is begun: there are few.
//! * A [`Reel`] is a film of sheets.

mod brush;
mod face;
mod file;
mod fit;
mod frame;
mod glyphs;
mod ink;
mod palette;
mod pen;
mod place;
mod shapes;
mod sheet;
mod stamp;
#[cfg(test)]
mod tests;
mod wrap;

pub use brush::{Brush, SANS};
pub use file::{Hundredths, Reel};
pub use fit::{Letters, fit, width};
pub use frame::Frame;
pub use ink::{Ink, ink};
pub use pen::Pen;
pub use place::{PLACES, Place};
pub use sheet::{Sheet, Written};
pub use wrap::wrap;

/// Units of a pixel: plotters counts in whole numbers, so it is given quarters.
pub const FINE: f32 = 4.0;
