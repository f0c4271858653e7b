//! `emberhall check-content`: all problems of the card files at once.
//!
//! May use: the function passed in. Deliberately absent: what content is.

use std::io::{self, Write};
use std::process::ExitCode;

use serde_json::json;

use super::Shelf;
use super::args::CheckContent;
use super::trouble::Trouble;

pub(super) fn check(shelf: &Shelf, check: &CheckContent) -> Result<ExitCode, Trouble> {
    if let Some(folder) = check.content.as_deref().filter(|folder| !folder.is_dir()) {
        return Err(Trouble::theirs(format!(
            "--content: there is no folder '{}'",
            folder.display()
        )));
    }
    let found = (shelf.check_content)(check.content.as_deref());
    let mut output = io::stdout().lock();
    match &found {
        Ok(summary) if check.json => {
            writeln!(output, "{}", json!({ "ok": true, "summary": summary, "problems": [] }))?;
        }
        Err(problems) if check.json => {
            writeln!(output, "{}", json!({ "ok": false, "problems": problems }))?;
        }
        Ok(summary) => writeln!(output, "{}", summary.trim_end())?,
        Err(problems) => {
            for problem in problems {
                writeln!(output, "{}", problem.trim_end())?;
            }
        }
    }
    Ok(if found.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
