//! A small hand-made pack and one sample of everything that can be said.
//!
//! For the tests only. That nothing is forgotten is itself a test: every key
//! written in this layer must be said by some sample.

mod asked;
mod effects;
mod happened;
mod pack;
mod pieces;
mod shown;
mod stories;

pub(super) use asked::{asks, hints, refusals, remedies};
pub(super) use happened::events;
pub(super) use pack::*;
pub(super) use shown::shown;
pub(super) use stories::{gathering, night, retell, retold, stories};
