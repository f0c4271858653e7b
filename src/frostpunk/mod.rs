//! Frostpunk
pub mod rules;
