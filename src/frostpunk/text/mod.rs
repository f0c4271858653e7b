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
//! * [`menu`], [`standing`], [`story`]: lists to pick from, how it stands and
//!   what happened, for those who show a campaign.
//! * [`lookup`], [`topics`]: cards and matters of the rules, for whoever asks.
//! * [`lessons`]: what newcomers are told, and beside which questions.
//! * [`chain`]: where a piece comes from and what it leads to, for authors.
//! * [`catalog`]: messages into sentences. [`check`]: what no list can say;
//!   [`fit`]: what is too long to be shown.

pub mod asks;
pub mod blocked;
pub mod catalog;
pub mod chain;
pub mod check;
pub mod choices;
pub mod describe;
pub mod events;
pub mod fit;
pub mod lessons;
pub mod lookup;
pub mod menu;
pub mod names;
mod notes;
mod owner;
#[cfg(test)]
mod samples;
mod seated;
pub mod standing;
pub mod story;
#[cfg(test)]
mod tests;
pub mod topics;

pub use catalog::{Catalog, words};
pub use seated::Seated;
