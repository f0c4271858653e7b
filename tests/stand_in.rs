//! The stand-in for Discord, tried with a real bot and with requests by hand.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "stand_in/answering.rs"]
mod answering;
#[path = "stand_in/bot.rs"]
mod bot;
mod contract;
#[path = "stand_in/document.rs"]
mod document;
#[path = "stand_in/limits.rs"]
mod limits;
#[path = "stand_in/places.rs"]
mod places;
#[path = "stand_in/reactions.rs"]
mod reactions;
#[path = "stand_in/sessions.rs"]
mod sessions;
#[path = "stand_in/town.rs"]
mod town;
#[path = "stand_in/trouble.rs"]
mod trouble;
