//! What Frostpunk lends to whoever shows it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod asked;
mod counsel;
mod kit;
mod lists;
mod printed;
mod sheets;
mod standing;
mod stories;
