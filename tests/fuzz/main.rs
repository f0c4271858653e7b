//! What comes in from outside, spoilt: it is refused or it is sound, and nothing breaks.
//!
//! Real specimens are wounded by seeded chance, the same in every run. `EMBERHALL_FUZZ=100000`
//! gives every target that many tries; the usual number fits into an ordinary test run.
//! Forged clicks by the thousand against the whole bot are in `tests/faults/forged.rs`.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;
#[path = "../discord/kit.rs"]
mod kit;
#[path = "../discord/players.rs"]
mod players;
#[path = "../store/tables.rs"]
mod tables;

mod chance;
mod content;
mod frames;
mod ids;
mod imports;
mod protocol;
mod saves;
mod socket;
mod specimens;
mod spoil;
