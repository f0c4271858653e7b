//! Error type of the command line: one sentence for the user, and an exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::bounds::plain;

/// Failure of a command. An empty sentence prints nothing.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct CliError {
    pub(super) sentence: String,
    pub(super) code: u8,
}

impl CliError {
    /// Error in the input: arguments, settings, files, databases or saves. Exit code 2.
    pub(super) fn usage(sentence: impl Into<String>) -> Self {
        CliError { sentence: sentence.into(), code: 2 }
    }

    /// Broken built-in content, a campaign that failed, or a failure of the system or of Discord.
    /// Exit code 1.
    pub(super) fn internal(sentence: impl Into<String>) -> Self {
        CliError { sentence: sentence.into(), code: 1 }
    }

    /// Prints the sentence on standard error, as a single line without control characters.
    pub(super) fn report(&self) -> ExitCode {
        let line = plain(truncate(&self.sentence));
        if !line.is_empty() {
            // If standard error is closed, the exit code still reports the failure.
            let _ = writeln!(io::stderr(), "emberhall: {line}");
        }
        ExitCode::from(self.code)
    }
}

/// Limit of a sentence, in characters. It may quote input of any length.
const MAX_SENTENCE: usize = 300;

fn truncate(sentence: &str) -> impl Iterator<Item = char> {
    let ellipsis = sentence.chars().nth(MAX_SENTENCE).map(|_| '…');
    sentence.chars().take(MAX_SENTENCE).chain(ellipsis)
}

impl From<io::Error> for CliError {
    /// Maps an I/O error of the terminal. A broken pipe ends the program silently with exit code 0.
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => CliError { sentence: String::new(), code: 0 },
            _ => CliError::internal(format!("the terminal cannot be read or written: {error}")),
        }
    }
}
