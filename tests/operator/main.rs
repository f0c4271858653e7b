//! What whoever runs a bot has to do with it: settings, the doctor, limits, health, logs,
//! backups, and forgetting people.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;
#[path = "../discord/kit.rs"]
mod kit;
#[path = "../discord/players.rs"]
mod players;
#[path = "../store/tables.rs"]
mod tables;

mod backups;
mod chores;
mod deploy;
mod doctor;
mod forgetting;
mod health;
mod limits;
mod pipes;
mod program;
mod pruning;
mod restoring;
mod sandbox;
mod secrets;
mod settings;
mod trying;
mod unread;
