//! Drawing surface for pictures: a plotters backend with anti-aliasing, subpixel coordinates and
//! text in bundled fonts.
//!
//! Outside of tests the only module that uses `tiny-skia`, `ab_glyph`, `image`, `png` and `gif`.
//! Deterministic: the same drawing calls give the same bytes. No system fonts, no file access.
//!
//! * A [`Surface`] holds the pixels and a record of the text written on it.
//! * A [`PlotBackend`] is the backend that plotters draws with.
//! * A [`Painter`] draws shapes and fitted text, in pixels.
//! * A [`DrawPermit`] limits how many pictures are drawn at the same time.
//! * A [`GifEncoder`] turns surfaces into an animation.

mod color;
mod encode;
mod fit;
mod font;
mod glyphs;
mod mask;
mod painter;
mod palette;
mod permit;
mod plot_backend;
mod rect;
mod shapes;
mod surface;
#[cfg(test)]
mod tests;
mod wrap;

pub use color::{Rgba, rgb};
pub use encode::{GifEncoder, Hundredths};
pub use fit::{TextStyle, fit, width};
pub use painter::Painter;
pub use permit::{DrawPermit, MAX_PERMITS};
pub use plot_backend::{PlotBackend, SANS};
pub use rect::Rect;
pub use surface::{Surface, WrittenText};
pub use wrap::wrap;

/// Backend units per pixel: plotters has integer coordinates, so they count quarter pixels.
pub const FINE: f32 = 4.0;
