//! What went wrong, as one sentence and an exit code.
//!
//! May use: `bounds`. Deliberately absent: backtraces and panics; a
//! person at a terminal gets a sentence.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::bounds::plain;

/// One sentence and an exit code.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    pub(super) sentence: String,
    pub(super) code: u8,
}

impl Trouble {
    /// Bad arguments, files or saves.
    pub(super) fn theirs(sentence: impl Into<String>) -> Self {
        Trouble { sentence: sentence.into(), code: 2 }
    }

    /// Broken content, or a campaign that broke.
    pub(super) fn ours(sentence: impl Into<String>) -> Self {
        Trouble { sentence: sentence.into(), code: 1 }
    }

    /// Says it, in one line whatever is in it.
    pub(super) fn report(&self) -> ExitCode {
        let line = plain(cut(&self.sentence));
        if !line.is_empty() {
            // If nobody can hear it, the exit code still tells.
            let _ = writeln!(io::stderr(), "emberhall: {line}");
        }
        ExitCode::from(self.code)
    }
}

/// The longest sentence, in characters, whatever was quoted in it.
const LONGEST: usize = 300;

fn cut(sentence: &str) -> impl Iterator<Item = char> {
    let more = sentence.chars().nth(LONGEST).map(|_| '…');
    sentence.chars().take(LONGEST).chain(more)
}

impl From<io::Error> for Trouble {
    /// A reader that went away is no trouble.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Trouble { sentence: String::new(), code: 0 },
            _ => Trouble::ours(format!("the terminal cannot be read or written: {error}")),
        }
    }
}
