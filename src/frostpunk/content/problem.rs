//! What is wrong with a pack: a list of sentences, each with a file and a line.
//!
//! May use: `bounds`. Deliberately absent: any knowledge of what a card is.

use std::fmt;

use crate::bounds::{NAME, PROBLEMS};

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

/// Mistakes while they are found: as many as anybody reads, and none without end. A pack may be a
/// stranger's, with the longest names in every mistake.
#[derive(Debug, Default)]
pub(super) struct Found {
    list: Vec<Problem>,
    more: bool,
}

impl Found {
    /// Notes one, unless there are enough.
    pub(super) fn push(&mut self, problem: Problem) {
        if self.is_full() {
            self.more = true;
            return;
        }
        let Problem { file, line, message } = problem;
        self.list.push(Problem { file: cut(file, NAME), line, message: cut(message, LONGEST) });
    }

    /// Notes all of them, unless there are enough.
    pub(super) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems.into_iter().for_each(|problem| self.push(problem));
    }

    /// Are there enough? Whatever else is wrong need not be put into words.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= PROBLEMS
    }

    /// All of them, by file and line; the last says if there are more.
    pub(super) fn sorted(mut self) -> Vec<Problem> {
        self.list.sort();
        self.list.dedup();
        if self.more {
            let message = format!("there are more problems; only {PROBLEMS} are listed");
            self.list.push(Problem { file: "pack.toml".to_owned(), line: 1, message });
        }
        self.list
    }
}

/// The longest sentence, in bytes: it may list every word that would be right.
const LONGEST: usize = 2000;

fn cut(mut text: String, most: usize) -> String {
    if text.len() > most {
        text.truncate(text.floor_char_boundary(most));
        text.push('…');
    }
    text
}

/// The line of a byte position.
pub(super) fn line_at(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    1 + before.filter(|&&b| b == b'\n').count()
}
