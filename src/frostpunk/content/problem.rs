//! What is wrong with a pack: a list of sentences, each with a file and a line.
//!
//! May use: std. Deliberately absent: any knowledge of what a card is.

use std::fmt;

/// One mistake of a content file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Path inside the pack folder.
    pub file: String,
    /// Line of the mistake, counted from 1; 1 also stands for the whole file.
    pub line: usize,
    /// What is wrong and, for an unknown word, which words are valid.
    pub message: String,
}

/// Every mistake of a pack, by file and line. Never empty when returned as an error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Problems(pub Vec<Problem>);

impl fmt::Display for Problem {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}:{}: {}", self.file, self.line, self.message)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            write!(out, "{problem}")?;
        }
        Ok(())
    }
}

/// The line of a byte position.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    1 + before.filter(|&&b| b == b'\n').count()
}
