//! What comes in from outside, spoilt: it is refused or it is sound, and nothing breaks.
//!
//! Each kind of input has a target ([`target`]) with a corpus that is kept, and some 20 seconds of
//! random input in an ordinary run; `.ci/fuzz` looks for more by coverage.
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
mod frames;
mod ids;
mod imports;
mod packs;
mod protocol;
mod saves;
mod settings;
mod socket;
mod specimens;
mod spoil;
mod target;
