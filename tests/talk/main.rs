//! What the bot says, and to whom: the real bot against the stand-in.
//!
//! The sentences are in `snapshots/*.txt`, compared whole. After a change of words
//! write them again and read what changed: `EMBERHALL_UPDATE=1 cargo test --test talk`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;
#[path = "../discord/kit.rs"]
mod kit;
#[path = "../discord/players.rs"]
mod players;
#[path = "../discord/print.rs"]
mod print;

mod book;
mod counts;
mod event;
mod limits;
mod petition;
mod pings;
mod rights;
mod said_beside;
mod said_commands;
mod said_lessons;
mod said_lobby;
mod said_options;
mod said_turns;
mod said_victory;
mod said_votes;
mod secrets;
mod stage;
mod street;
mod votes;
mod walk;
