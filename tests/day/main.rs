//! The rules, rule by rule. Test names are sentences about the game and cite
//! what they keep: R-x.y for rules, E-n and V-n for examples (`data/frostpunk/RULES.md`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../table/mod.rs"]
mod table;

mod dawn;
mod general;
mod generator;
mod help;
mod mood;
mod morning;
mod opening;
mod setup;
mod tiles;
mod weather;
mod winning;
