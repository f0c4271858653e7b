//! *Frostpunk: The Board Game*, as one game of the hall.
//!
//! `rules` knows the rules, `content` reads the cards, `view` knows what is
//! public, `text` has the words, `picture` draws, `policy` plays by itself;
//! `atlas` knows where effects are written, `desk` helps authors, `laws` follows what the people decided; `game` and
//! `table` alone join them behind the boundary (`crate::game`). Deliberately
//! absent: everything that a hall does.

pub mod atlas;
pub mod content;
mod desk;
mod game;
mod laws;
pub mod picture;
pub mod policy;
mod record;
pub mod rules;
mod shown;
mod table;
pub mod text;
pub mod view;
mod weighing;

pub use desk::{check_content, check_files};
pub use game::Frostpunk;
pub use table::FrostpunkTable;
