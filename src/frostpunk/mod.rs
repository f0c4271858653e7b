//! Frostpunk
pub mod content;
pub mod rules;
