//! The command line against a small game of stones that no content can break.

#![allow(clippy::expect_used, clippy::panic)]

mod arguments;
mod fake;
mod protocol;
mod simulation;
mod table;

pub(super) use fake::Stones;
