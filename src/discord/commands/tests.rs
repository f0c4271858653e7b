//! The commands as a whole: their words, their limits, their languages.
