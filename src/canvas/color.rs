//! Colour type of the canvas. The palette of a picture belongs to the game that draws it.

use plotters::style::RGBAColor;

/// A colour with an alpha channel.
pub type Rgba = RGBAColor;

/// Returns the opaque colour of a hex RGB code: `rgb(0xff_8a_3d)`.
pub const fn rgb(digits: u32) -> Rgba {
    let [_, red, green, blue] = digits.to_be_bytes();
    RGBAColor(red, green, blue, 1.0)
}
