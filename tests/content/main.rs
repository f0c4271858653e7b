//! The content files: how mistakes are reported, and what the built-in pack holds.

mod kit;

mod board;
mod mistakes;
mod pack;
mod texts;
