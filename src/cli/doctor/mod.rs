//! `doctor`: looks at everything a bot needs, and says what to do about what is wrong.
//!
//! May use: the settings, the store (to read), the network, `discord`'s list of what the
//! bot needs. Deliberately absent: repair. It changes nothing but the commands that are
//! registered, and those only as the next start would, and works beside a bot that runs.
//! With `--try` it also posts in a channel (`trying`), and takes away what it has posted.

pub(super) mod asked;
mod backups;
mod calls;
mod commands;
mod content;
mod database;
mod disk;
mod online;
mod report;
mod running;
mod settled;
mod trying;

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::settings::Settings;
use super::trouble::Trouble;
use super::{Shelf, open};
use crate::discord::trial;
use asked::Examine;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Well,
    Warning,
    Problem,
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Well => "ok",
            Verdict::Warning => "warning",
            Verdict::Problem => "problem",
        }
    }

    fn of(tried: trial::Verdict) -> Verdict {
        match tried {
            trial::Verdict::Well => Verdict::Well,
            trial::Verdict::Warning => Verdict::Warning,
            trial::Verdict::Problem => Verdict::Problem,
        }
    }
}

/// Something that was looked at.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    check: &'static str,
    verdict: Verdict,
    text: String,
}

fn well(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Verdict::Well, text: text.into() }
}

fn warning(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Verdict::Warning, text: text.into() }
}

fn problem(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Verdict::Problem, text: text.into() }
}

/// Looks at everything; exit code 1 if there is a problem.
pub(super) fn examine(shelf: &Shelf, given: &Examine) -> Result<ExitCode, Trouble> {
    if let Some(attempt) = &given.attempt {
        return trying::run(given, attempt);
    }
    let mut found = match Settings::gather(&given.flags) {
        Ok(settings) => of_settings(shelf, &settings)?,
        Err(why) => vec![problem("settings", why.sentence)],
    };
    found.push(content::look(shelf));
    print(&found, given.json)?;
    let ill = found.iter().any(|finding| finding.verdict == Verdict::Problem);
    Ok(ExitCode::from(u8::from(ill)))
}

fn of_settings(shelf: &Shelf, settings: &Settings) -> Result<Vec<Finding>, Trouble> {
    let mut found = settled::look(settings);
    // Content that cannot be read is told of with the content.
    let game = open(shelf).ok();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        found.extend(online::look(settings, game.as_deref()).await);
        found.extend(running::look(settings).await);
        // A path that cannot be understood was named with the settings.
        if let Ok(file) = settings.database() {
            found.push(database::look(&file).await);
            found.extend(disk::look(&file));
            // The same goes for what cannot be understood of the backups.
            let plan = settings.backups();
            found.extend(plan.ok().map(|plan| backups::look(plan.as_ref(), &file)));
        }
    });
    Ok(found)
}

fn print(found: &[Finding], as_json: bool) -> Result<(), Trouble> {
    let mut output = io::stdout().lock();
    let ok = found.iter().all(|finding| finding.verdict != Verdict::Problem);
    if as_json {
        let list: Vec<Value> = found.iter().map(Finding::json).collect();
        writeln!(output, "{}", json!({ "ok": ok, "findings": list }))?;
        return Ok(());
    }
    for Finding { check, verdict, text } in found {
        writeln!(output, "{:<9}{check:<13}{}", verdict.word(), one_line(text))?;
    }
    Ok(())
}

/// Names of servers are other people's: they stay on their line.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Finding {
    fn json(&self) -> Value {
        json!({ "check": self.check, "verdict": self.verdict.word(), "text": self.text })
    }
}
