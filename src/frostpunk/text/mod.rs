//! Words: everything the rules ask, offer, refuse and tell, as messages, and
//! the word lists that turn messages into sentences of a language.
//!
//! May use: the types of `rules` and the boundary (`game`). Deliberately
//! absent: the state of a campaign (a sentence is made from the question, the
//! pack and the hints alone), the network, and any English: the sentences are
//! in the word lists under `data`, one folder for each language.
//!
//! * [`asks`], [`choices`], [`blocked`], [`events`]: one message for every
//!   question, answer, refusal and event.
//! * [`describe`]: the rules line of a card, made from its effects, so that a
//!   text can never disagree with what happens.
//! * [`menu`], [`standing`]: lists to pick from, and how it stands, for those
//!   who show a campaign.
//! * [`catalog`]: messages into sentences. [`check`]: what no list can say.

pub mod asks;
pub mod blocked;
pub mod catalog;
pub mod check;
pub mod choices;
pub mod describe;
pub mod events;
pub mod menu;
pub mod names;
mod notes;
mod owner;
#[cfg(test)]
mod samples;
pub mod standing;
#[cfg(test)]
mod tests;

pub use catalog::{Catalog, all_languages, words};
