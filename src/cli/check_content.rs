//! `emberhall check-content`: reports all problems of the card files.
//!
//! The check itself is the game's, called through [`GameLoader`].

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::CheckContentArgs;
use super::error::CliError;
use super::plural::plural;
use super::{GameLoader, is_folder};
use crate::bounds::plain;
use crate::game::ContentReport;

pub(super) fn check(loader: &GameLoader, args: &CheckContentArgs) -> Result<ExitCode, CliError> {
    if let Some(folder) = args.content.as_deref() {
        is_folder(folder)?;
    }
    let ContentReport { summary, decks, problems } =
        (loader.check_content)(args.content.as_deref());
    let (ok, count) = (problems.is_empty(), problems.len());
    let mut output = io::stdout().lock();
    if args.json {
        let found = json!({ "ok": ok, "summary": summary, "decks": decks, "problems": problems });
        writeln!(output, "{found}")?;
        return Ok(code(ok));
    }
    for problem in problems {
        // A problem quotes the card files, which may contain control characters.
        writeln!(output, "{}", plain(problem.trim_end().chars()))?;
    }
    if ok {
        let decks: Vec<String> = decks.iter().map(|(deck, n)| format!("{deck} {n}")).collect();
        writeln!(output, "{}", summary.trim_end())?;
        writeln!(output, "{}", decks.join(", "))?;
    } else {
        writeln!(output, "{}", plural(count as u64, "problem", "problems"))?;
    }
    Ok(code(ok))
}

fn code(ok: bool) -> ExitCode {
    if ok { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
