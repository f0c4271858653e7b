//! `doctor`: checks everything a bot needs, and says how to fix each problem.
//!
//! Can run beside a bot. Repairs nothing: it changes only the registered commands, and those only
//! as the next start would. With `--try` it also posts in a channel (`channel_trial`), and deletes
//! what it posted, except one small message that the next trial needs.

pub(super) mod args;
mod backups;
mod bot;
mod channel_trial;
mod commands;
mod content;
mod database;
mod disk;
mod online;
mod ping_roles;
mod report;
mod settings;

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::{Value, json};

use super::error::CliError;
use super::settings::ProgramSettings;
use super::{GameLoader, open};
use crate::discord::trial;
use args::DoctorArgs;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Severity {
    Well,
    Warning,
    Problem,
}

impl Severity {
    fn word(self) -> &'static str {
        match self {
            Severity::Well => "ok",
            Severity::Warning => "warning",
            Severity::Problem => "problem",
        }
    }

    fn of(tried: trial::Verdict) -> Severity {
        match tried {
            trial::Verdict::Well => Severity::Well,
            trial::Verdict::Warning => Severity::Warning,
            trial::Verdict::Problem => Severity::Problem,
        }
    }
}

/// Result of a check.
#[derive(Debug, PartialEq, Eq)]
struct Finding {
    check: &'static str,
    verdict: Severity,
    text: String,
}

fn well(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Severity::Well, text: text.into() }
}

fn warning(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Severity::Warning, text: text.into() }
}

fn problem(check: &'static str, text: impl Into<String>) -> Finding {
    Finding { check, verdict: Severity::Problem, text: text.into() }
}

/// Runs all checks, or a trial. The exit code is 1 if there is a problem.
pub(super) fn examine(loader: &GameLoader, args: &DoctorArgs) -> Result<ExitCode, CliError> {
    if let Some(attempt) = &args.attempt {
        return channel_trial::run(args, attempt);
    }
    let mut found = match ProgramSettings::load(&args.flags) {
        Ok(settings) => check_settings(loader, &settings)?,
        Err(why) => vec![problem("settings", why.sentence)],
    };
    found.push(content::look(loader));
    print(&found, args.json)?;
    let failed = found.iter().any(|finding| finding.verdict == Severity::Problem);
    Ok(ExitCode::from(u8::from(failed)))
}

/// Checks the settings, and everything that depends on them.
fn check_settings(
    loader: &GameLoader,
    settings: &ProgramSettings,
) -> Result<Vec<Finding>, CliError> {
    let mut found = settings::look(settings);
    // The content check reports content that cannot be read.
    let game = open(loader).ok();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        found.extend(online::look(settings, game.as_deref()).await);
        found.extend(bot::look(settings).await);
        // An invalid path is reported by the settings check.
        if let Ok(file) = settings.database() {
            found.push(database::look(&file).await);
            found.extend(disk::look(&file));
            // So are invalid backup settings.
            let plan = settings.backups();
            found.extend(plan.ok().map(|plan| backups::look(plan.as_ref(), &file)));
        }
    });
    Ok(found)
}

fn print(found: &[Finding], as_json: bool) -> Result<(), CliError> {
    let mut output = io::stdout().lock();
    let ok = found.iter().all(|finding| finding.verdict != Severity::Problem);
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

/// Replaces control characters by spaces, because server names are untrusted.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

impl Finding {
    fn json(&self) -> Value {
        json!({ "check": self.check, "verdict": self.verdict.word(), "text": self.text })
    }
}
