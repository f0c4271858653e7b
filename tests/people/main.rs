//! The rules, rule by rule. Test names are sentences about the game and cite
//! what they keep: R-x.y for rules, E-n and V-n for examples (`data/frostpunk/RULES.md`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../table/mod.rs"]
mod table;

mod action;
mod advisors;
mod construct;
mod cure;
mod death;
mod dusk;
mod gather;
mod heat;
mod help;
mod hunger;
mod night;
mod preparation;
mod scouts;
mod sickness;
mod snow;
mod special;
mod use_building;
