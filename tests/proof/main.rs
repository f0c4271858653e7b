//! Proof of the rules as a whole: whole campaigns, not single rules.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod blind;
mod boundary;
mod events;
mod games;
mod golden;
mod mixed;
#[path = "../offers/mod.rs"]
mod offers;
mod player;
mod reject;
mod resume;
mod views;
