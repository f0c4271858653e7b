//! Files that are made to do harm: refused in one sentence, by a process that stays small and alive.
//!
//! What is measured is the peak of resident memory of a process of its own: the program's for the
//! commands, and for uploads a bot's that runs apart from the sandbox it plays in.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "../contract/mod.rs"]
mod contract;
#[path = "../discord/kit.rs"]
mod kit;
#[path = "../store/tables.rs"]
mod tables;

mod apart;
mod campaign;
mod commands;
mod packs;
mod program;
mod real;
mod saves;
mod upload;

/// As in the program, so that what is measured is what the program takes.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;
