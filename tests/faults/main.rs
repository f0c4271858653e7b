//! What goes wrong between the bot and Discord: nothing is lost, nothing doubled.
//!
//! The real bot is played against the stand-in, which fails on order.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;
#[path = "../discord/kit.rs"]
mod kit;
#[path = "../discord/players.rs"]
mod players;
#[path = "../store/tables.rs"]
mod tables;

mod asides;
mod busy;
mod deleted;
mod forged;
mod gateway;
mod http;
mod limited;
mod lives;
mod old;
mod places;
mod production;
mod public;
mod refused;
mod restarts;
mod rights;
mod table;
mod threads;
mod twice;
