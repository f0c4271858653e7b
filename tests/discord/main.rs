//! The real bot, over the wire, against the stand-in for Discord.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;

mod campaigns;
mod commands;
mod kit;
mod moving;
mod players;
mod print;
mod serving;
mod tables;
