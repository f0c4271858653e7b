//! The colours of the city: ink, ember and ice.
//!
//! May use: the canvas. Deliberately absent: meaning by colour alone; every
//! place that uses one also says it by a letter, a word or a shape.

use crate::canvas::{Ink, ink};

pub(super) const GROUND: Ink = ink(0x1e_1f_22);
pub(super) const PANEL: Ink = ink(0x2a_2c_31);
pub(super) const RAISED: Ink = ink(0x3a_3d_44);
pub(super) const EDGE: Ink = ink(0x4c_50_59);

pub(super) const TEXT: Ink = ink(0xf2_f3_f5);
pub(super) const SOFT: Ink = ink(0xb9_be_c7);
pub(super) const FAINT: Ink = ink(0x8a_90_9b);
pub(super) const DARK: Ink = ink(0x14_15_18);

pub(super) const EMBER: Ink = ink(0xff_9a_4d);
pub(super) const ICE: Ink = ink(0x8f_cb_f2);
pub(super) const ALARM: Ink = ink(0xff_6b_62);
pub(super) const HOPE: Ink = ink(0x8f_d6_a1);

/// Ground that is warm, and ground that is cold.
pub(super) const LIT: Ink = ink(0x5c_3a_22);
pub(super) const FROZEN: Ink = ink(0x2b_38_47);
pub(super) const LIT_EDGE: Ink = ink(0xc9_7a_3c);
pub(super) const FROZEN_EDGE: Ink = ink(0x54_6b_84);

/// The colour of an insulation.
pub(super) fn insulation(key: &str) -> Ink {
    match key {
        "red" => ink(0xe8_5d_54),
        "orange" => ink(0xf2_99_3f),
        "yellow" => ink(0xf2_d5_4e),
        "blue" => ink(0x6f_a8_e8),
        _ => ink(0xd8_da_df),
    }
}

/// The colour of a figure.
pub(super) fn meeple(key: &str) -> Ink {
    match key {
        "worker" => ink(0xe6_b3_80),
        "engineer" => ink(0x9f_c5_ff),
        "automaton" => ink(0xc4_c8_d0),
        _ => ink(0xf0_e0_8a),
    }
}
