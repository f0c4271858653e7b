//! Proof of the council: tables of cases by topic, properties of random play,
//! and random people against a simple reference model.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../toy/mod.rs"]
mod toy;

mod kit;
mod reference;
mod wander;

mod ballot;
mod chairs;
mod changes;
mod cover;
mod deadlines;
mod electorate;
mod event;
mod forgeries;
mod lobby;
mod model;
mod motions;
mod orders;
mod promises;
mod properties;
mod reminders;
mod restart;
mod returns;
mod small;
mod sound;
mod stored;
mod street;
mod told;
mod turns;
mod undo;
mod verdict;
mod votes;
