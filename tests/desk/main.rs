//! The author's desk: content checked, cards with what they lead to, what came up in play,
//! and the guide that explains it all.

#![allow(clippy::expect_used, clippy::panic)]

mod audit;
mod chain;
mod coverage;
mod guide;
mod kit;
mod legal;
mod texts;
