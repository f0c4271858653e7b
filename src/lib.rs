//! Emberhall: a hall for cooperative survival campaigns.
//!
//! Dependencies point inward; `tests/architecture.rs` keeps the walls.
//!
//! | folder | may use of ours | alone in knowing |
//! |---|---|---|
//! | `game` | nothing | what a hall may know of any game |
//! | `frostpunk::rules` | nothing | the rules of Frostpunk |
//! | `frostpunk::content` | `rules` | TOML |
//! | `frostpunk::view` | `rules`, `game` | what is public |
//! | `frostpunk::text` | types of `rules`, `game` | languages |
//! | `frostpunk::policy` | `rules` | how a machine plays |
//! | `frostpunk` (`table`) | its own folders, `game` | how they join |
//! | `simulate` | `game` | many campaigns at once |
//! | `cli` | `game`, `simulate` | the terminal |
//!
//! Only `main` names a game. A second game is a new folder beside `frostpunk`.

pub mod cli;
pub mod council;
pub mod frostpunk;
pub mod game;
pub mod simulate;
