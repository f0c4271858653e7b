//! The rules, rule by rule. Test names are sentences about the game and cite
//! what they keep: R-x.y for rules, E-n and V-n for examples (`data/frostpunk/RULES.md`).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../table/mod.rs"]
mod table;

mod advisors;
mod automatons;
mod box_effects;
mod buildings;
mod cards_dusk;
mod cards_morning;
mod citizens;
mod each;
mod events;
mod expeditions;
mod hints;
mod kit;
mod large_buildings;
mod law_buildings;
mod laws;
mod limits;
mod map;
mod scenario;
mod technologies;
mod trek_prices;
mod weather;
mod workshops;
