//! What Frostpunk lends to whoever shows it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod kit;
mod lists;
mod standing;
mod stories;
