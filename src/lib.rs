//! Emberhall: a hall for cooperative survival campaigns.
//!
//! Dependencies point inward; `tests/architecture.rs` keeps the walls.
//!
//! | folder | may use of ours | alone in knowing |
//! |---|---|---|
//! | `game` | nothing | what a hall may know of any game |
//! | `frostpunk::rules` | nothing | the rules of Frostpunk |
//! | `frostpunk::atlas` | `rules` | where effects are written |
//! | `frostpunk::content` | `rules`, `atlas` | TOML |
//! | `frostpunk::view` | `rules`, `game` | what is public |
//! | `frostpunk::text` | types of `rules`, `atlas`, `game`, `words` | the words of Frostpunk |
//! | `frostpunk::desk` | `content`, `text`, `atlas`, `rules`, `game` | what an author wants to know |
//! | `frostpunk::policy` | `rules` | how a machine plays |
//! | `frostpunk::picture` | `view`, `canvas`, `game`, the map of `rules` | how the city looks |
//! | `frostpunk` (`table`) | its own folders, `game` | how they join |
//! | `canvas` | nothing | pixels, fonts, PNG |
//! | `words` | `game`; its `hall` also the words of `council` | languages, Fluent |
//! | `council` | `game` | how a table agrees |
//! | `store` | `council`, `game` | SQL |
//! | `hall` | `council`, `store`, `game` | time and tasks |
//! | `discord` | `hall`, `council`, `store`'s ids, `words`, `game` | Discord, serenity, poise |
//! | `simulate` | `game`, `council` | many campaigns at once |
//! | `sandbox` | nothing | how Discord behaves |
//! | `playground` | `sandbox`, `discord`, `hall`, `council`, `game` | the bot in the sandbox, ready to play |
//! | `cli` | `game`, `simulate`, `hall`, `store`, `discord`, `playground` | the terminal |
//!
//! Only `main` names a game. A second game is a new folder beside `frostpunk`.

pub mod canvas;
pub mod cli;
pub mod council;
pub mod discord;
pub mod frostpunk;
pub mod game;
pub mod hall;
pub mod playground;
pub mod sandbox;
pub mod simulate;
pub mod store;
pub mod words;
