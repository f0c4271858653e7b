//! The colours of the city: ink, ember and ice.
//!
//! May use: the canvas. Deliberately absent: meaning by colour alone; every
//! place that uses one also says it by a letter, a word or a shape.

use crate::canvas::{Rgba, rgb};

pub(super) const GROUND: Rgba = rgb(0x1e_1f_22);
pub(super) const PANEL: Rgba = rgb(0x2a_2c_31);
pub(super) const RAISED: Rgba = rgb(0x3a_3d_44);
pub(super) const EDGE: Rgba = rgb(0x4c_50_59);

pub(super) const TEXT: Rgba = rgb(0xf2_f3_f5);
pub(super) const SOFT: Rgba = rgb(0xb9_be_c7);
pub(super) const FAINT: Rgba = rgb(0x8a_90_9b);
pub(super) const DARK: Rgba = rgb(0x14_15_18);

pub(super) const EMBER: Rgba = rgb(0xff_9a_4d);
pub(super) const ICE: Rgba = rgb(0x8f_cb_f2);
pub(super) const ALARM: Rgba = rgb(0xff_6b_62);
pub(super) const HOPE: Rgba = rgb(0x8f_d6_a1);

/// Ground that is warm, and ground that is cold.
pub(super) const LIT: Rgba = rgb(0x5c_3a_22);
pub(super) const FROZEN: Rgba = rgb(0x2b_38_47);
pub(super) const LIT_EDGE: Rgba = rgb(0xc9_7a_3c);
pub(super) const FROZEN_EDGE: Rgba = rgb(0x54_6b_84);

/// The colour of an insulation.
pub(super) fn insulation(key: &str) -> Rgba {
    match key {
        "red" => rgb(0xe8_5d_54),
        "orange" => rgb(0xf2_99_3f),
        "yellow" => rgb(0xf2_d5_4e),
        "blue" => rgb(0x6f_a8_e8),
        _ => rgb(0xd8_da_df),
    }
}

/// The colour of a figure.
pub(super) fn meeple(key: &str) -> Rgba {
    match key {
        "worker" => rgb(0xe6_b3_80),
        "engineer" => rgb(0x9f_c5_ff),
        "automaton" => rgb(0xc4_c8_d0),
        _ => rgb(0xf0_e0_8a),
    }
}
