//! Emberhall
pub mod frostpunk;
pub mod game;
