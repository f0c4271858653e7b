//! Report of a trial: a text file meant for sharing, so it must not contain tokens or names of
//! users and servers.
//!
//! Written line by line, so that an interrupted trial leaves a report too.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::{Finding, Severity, one_line};
use crate::bounds::shown;
use crate::cli::error::CliError;
use crate::cli::help::VERSION;
use crate::discord::trial::{self, Seen, Step};

/// Default file name.
const NAME: &str = "emberhall-try.txt";
/// Maximum number of reports with the same base name.
const MAX_NUMBER: u32 = 9999;

/// A report in progress.
pub(super) struct Report {
    file: File,
    pub(super) path: PathBuf,
    /// The token, which is redacted from every line.
    secret: Option<String>,
}

impl Report {
    /// Starts a report in a new file; older reports are kept.
    pub(super) fn begin(
        named: Option<&Path>,
        channel: u64,
        secret: Option<String>,
    ) -> Result<Report, CliError> {
        let secret = secret.map(|text| text.trim_start_matches("Bot ").to_owned());
        let (file, path) = create(named.unwrap_or(Path::new(NAME)))?;
        let mut report = Report { file, path, secret: secret.filter(|text| !text.is_empty()) };
        report.line(&format!("{VERSION}, a try in channel {channel}"))?;
        report.line(&format!("begun {}", trial::now()))?;
        report.line("")?;
        Ok(report)
    }

    fn line(&mut self, text: &str) -> Result<(), CliError> {
        let text = one_line(text);
        let text = match &self.secret {
            Some(secret) => text.replace(secret.as_str(), "(hidden)"),
            None => text,
        };
        writeln!(self.file, "{text}").map_err(|why| write_error(&self.path, &why))
    }

    /// Writes a finding.
    pub(super) fn finding(&mut self, finding: &Finding) -> Result<(), CliError> {
        let (word, text) = (finding.verdict.word(), shareable(finding));
        self.line(&format!("{word:<9}{:<13}{text}", finding.check))
    }

    /// Writes a step of the trial, with Discord's responses.
    pub(super) fn step(&mut self, step: &Step) -> Result<(), CliError> {
        let (word, ms) = (Severity::of(step.verdict).word(), step.took.as_millis());
        self.line(&format!("{word:<9}{:<13}{ms} ms: {}", step.what, step.text))?;
        step.seen.iter().try_for_each(|seen| self.line(&answer(seen)))
    }

    pub(super) fn end(&mut self, problems: usize) -> Result<(), CliError> {
        self.line("")?;
        self.line(&format!("ended {}; problems: {problems}", trial::now()))
    }
}

/// Returns the text of a finding, or one in its place where the text can name a file or a server.
fn shareable(finding: &Finding) -> &str {
    match (finding.check, finding.verdict) {
        ("settings" | "permissions" | "calls", Severity::Well) => "understood",
        ("settings" | "permissions" | "calls", Severity::Warning | Severity::Problem) => {
            "something to note, which emberhall doctor names"
        }
        _ => &finding.text,
    }
}

/// Formats a response as a line.
fn answer(seen: &Seen) -> String {
    let mut parts = vec![format!("{:>10} ms", seen.took.as_millis()), seen.asked.clone()];
    parts.push(seen.status.map_or("no answer".to_owned(), |status| status.to_string()));
    parts.extend(seen.code.map(|code| format!("code {code}")));
    parts.extend(Some(seen.said.clone()).filter(|said| !said.is_empty()));
    parts.extend(seen.limit.as_ref().map(|limit| {
        format!("limit: {} of {} left, all back in {:.1} s", limit.left, limit.of, limit.again)
    }));
    parts.join("  ")
}

/// Creates a new file. Appends a number to the name if the file exists already.
fn create(path: &Path) -> Result<(File, PathBuf), CliError> {
    for number in 1..=MAX_NUMBER {
        let path = numbered(path, number);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            // Also returned if a directory has this name.
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => return Err(write_error(&path, &why)),
        }
    }
    Err(CliError::usage(format!("--report: there are too many like '{}'", shown(path))))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

fn write_error(path: &Path, why: &std::io::Error) -> CliError {
    CliError::usage(format!("--report: '{}' cannot be written: {why}", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::super::{problem, warning, well};
    use super::{answer, numbered, shareable};
    use crate::discord::trial::{Limit, Seen};
    use std::path::Path;
    use std::time::Duration;

    #[test]
    fn a_report_of_before_is_not_overwritten() {
        let name = |number| numbered(Path::new("out/try.txt"), number).display().to_string();
        assert_eq!([name(1), name(2)], ["out/try.txt", "out/try-2.txt"]);
        assert_eq!(numbered(Path::new("try"), 3).display().to_string(), "try-3");
    }

    #[test]
    fn what_may_name_a_server_or_a_file_is_not_in_a_report() {
        for check in ["settings", "permissions", "calls"] {
            for finding in [well, warning, problem].map(|make| make(check, "'New London' (7)")) {
                assert!(!shareable(&finding).contains("New London"), "{check}");
            }
        }
        assert_eq!(shareable(&problem("token", "copy it again")), "copy it again");
    }

    #[test]
    fn an_answer_is_a_line_with_what_discord_said() {
        let seen = Seen {
            asked: "PATCH /channels/…/messages/…".to_owned(),
            took: Duration::from_millis(42),
            status: Some(429),
            code: Some(30_046),
            said: "Maximum number of edits".to_owned(),
            limit: Some(Limit { of: 5, left: 0, again: 1.0 }),
        };
        let line = answer(&seen);
        for part in ["42 ms", "PATCH", "429", "code 30046", "Maximum", "0 of 5 left"] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }
}
