//! The report of a trial: a text file that can be given to others.
//!
//! May use: files, what was tried. Deliberately absent: tokens, and names of people and servers.
//! It is written line by line, so that a trial that is cut short has its report as well.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use super::{Finding, Verdict, one_line};
use crate::bounds::shown;
use crate::cli::help::VERSION;
use crate::cli::trouble::Trouble;
use crate::discord::trial::{self, Seen, Step};

/// What it is called if nobody says otherwise.
const NAME: &str = "emberhall-try.txt";
/// Reports of one name; nobody keeps more.
const MOST: u32 = 9999;

/// A report that is being written.
pub(super) struct Report {
    file: File,
    pub(super) path: PathBuf,
    /// What must not stand in it, wherever it comes from.
    secret: Option<String>,
}

impl Report {
    /// Begins one, beside those of before.
    pub(super) fn begin(
        named: Option<&Path>,
        channel: u64,
        secret: Option<String>,
    ) -> Result<Report, Trouble> {
        let secret = secret.map(|text| text.trim_start_matches("Bot ").to_owned());
        let (file, path) = create(named.unwrap_or(Path::new(NAME)))?;
        let mut report = Report { file, path, secret: secret.filter(|text| !text.is_empty()) };
        report.line(&format!("{VERSION}, a try in channel {channel}"))?;
        report.line(&format!("begun {}", trial::now()))?;
        report.line("")?;
        Ok(report)
    }

    fn line(&mut self, text: &str) -> Result<(), Trouble> {
        let text = one_line(text);
        let text = match &self.secret {
            Some(secret) => text.replace(secret.as_str(), "(hidden)"),
            None => text,
        };
        writeln!(self.file, "{text}").map_err(|why| cannot(&self.path, &why))
    }

    /// Something the doctor has looked at. Names of servers and files are left out.
    pub(super) fn finding(&mut self, found: &Finding) -> Result<(), Trouble> {
        let text = match (found.check, found.verdict) {
            ("settings", Verdict::Well) => "understood",
            ("permissions" | "settings", Verdict::Warning) => {
                "something to note, which emberhall doctor names"
            }
            _ => &found.text,
        };
        self.line(&format!("{:<9}{:<13}{text}", found.verdict.word(), found.check))
    }

    /// Something that was tried, and Discord's own answers.
    pub(super) fn step(&mut self, step: &Step) -> Result<(), Trouble> {
        let (word, ms) = (Verdict::of(step.verdict).word(), step.took.as_millis());
        self.line(&format!("{word:<9}{:<13}{ms} ms: {}", step.what, step.text))?;
        step.seen.iter().try_for_each(|seen| self.line(&answer(seen)))
    }

    pub(super) fn end(&mut self, problems: usize) -> Result<(), Trouble> {
        self.line("")?;
        self.line(&format!("ended {}; problems: {problems}", trial::now()))
    }
}

/// An answer as a line.
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

/// A file that was not there before: what is there stays, and a number is put behind the name.
fn create(path: &Path) -> Result<(File, PathBuf), Trouble> {
    for number in 1..=MOST {
        let path = numbered(path, number);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            // A folder that cannot be written may say that something is there: it is not a file.
            Err(why) if why.kind() == ErrorKind::AlreadyExists => {}
            Err(why) => return Err(cannot(&path, &why)),
        }
    }
    Err(Trouble::theirs(format!("--report: there are too many like '{}'", shown(path))))
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

fn cannot(path: &Path, why: &std::io::Error) -> Trouble {
    Trouble::theirs(format!("--report: '{}' cannot be written: {why}", shown(path)))
}

#[cfg(test)]
mod tests {
    use super::{answer, numbered};
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
