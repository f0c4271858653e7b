//! Colours.
//!
//! May use: plotters. Deliberately absent: which colour means what.

use plotters::style::RGBAColor;

/// A colour that may let the ground shine through.
pub type Ink = RGBAColor;

/// A colour from its usual six digits: `ink(0xff_8a_3d)`.
pub const fn ink(digits: u32) -> Ink {
    let [_, red, green, blue] = digits.to_be_bytes();
    RGBAColor(red, green, blue, 1.0)
}
