//! `emberhall check-content`: all problems of the card files at once.
//!
//! May use: the function passed in. Deliberately absent: what content is.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::args::CheckContent;
use super::counting::counted;
use super::trouble::Trouble;
use super::{Shelf, is_folder};
use crate::bounds::plain;
use crate::game::ContentReport;

pub(super) fn check(shelf: &Shelf, check: &CheckContent) -> Result<ExitCode, Trouble> {
    if let Some(folder) = check.content.as_deref() {
        is_folder(folder)?;
    }
    let ContentReport { summary, decks, problems } =
        (shelf.check_content)(check.content.as_deref());
    let (ok, count) = (problems.is_empty(), problems.len());
    let mut output = io::stdout().lock();
    if check.json {
        let found = json!({ "ok": ok, "summary": summary, "decks": decks, "problems": problems });
        writeln!(output, "{found}")?;
        return Ok(code(ok));
    }
    for problem in problems {
        // A problem quotes what an author wrote, whoever that is.
        writeln!(output, "{}", plain(problem.trim_end().chars()))?;
    }
    if ok {
        let decks: Vec<String> = decks.iter().map(|(deck, n)| format!("{deck} {n}")).collect();
        writeln!(output, "{}", summary.trim_end())?;
        writeln!(output, "{}", decks.join(", "))?;
    } else {
        writeln!(output, "{}", counted(count as u64, "problem", "problems"))?;
    }
    Ok(code(ok))
}

fn code(ok: bool) -> ExitCode {
    if ok { ExitCode::SUCCESS } else { ExitCode::from(1) }
}
