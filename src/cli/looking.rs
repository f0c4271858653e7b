//! `emberhall card`: a piece as a player sees it, what it leads to, and who leads to it.
//!
//! May use: the boundary, the terminal. Deliberately absent: what pieces there are.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::{Arg, Parser, ValueExt};
use serde_json::json;

use super::args::{Command, flag, path, text, unknown};
use super::trouble::Trouble;
use super::{Shelf, nearest, open_with};
use crate::game::{Game, PieceLink, PieceReport};

/// Arguments of `card`.
#[derive(Debug, Default)]
pub(super) struct Look {
    id: String,
    content: Option<PathBuf>,
    language: Option<String>,
    json: bool,
}

/// Ids that are offered where there is none such.
const OFFERED: usize = 5;

/// Reads the arguments.
pub(super) fn parse(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut look = Look::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("content") => look.content = Some(path(parser, "content")?),
            Arg::Long("language") => look.language = Some(text(parser, "language")?),
            Arg::Long("json") => look.json = flag(parser, "json")?,
            Arg::Long(other) => return Err(unknown(other, "card")),
            Arg::Value(id) if look.id.is_empty() => look.id = id.string()?,
            other => return Err(other.unexpected().into()),
        }
    }
    if look.id.is_empty() {
        return Err(Trouble::theirs("which one? Write emberhall card ID, such as M001"));
    }
    Ok(Command::Look(look))
}

/// Looks it up and prints it.
pub(super) fn look(shelf: &Shelf, look: &Look) -> Result<ExitCode, Trouble> {
    let game = open_with(shelf, look.content.as_deref())?;
    let language = look.language.as_deref().unwrap_or("en");
    let Some(piece) = game.piece_report(&look.id, language) else {
        return Err(no_piece(game.as_ref(), &look.id));
    };
    let mut output = io::stdout().lock();
    if look.json {
        let PieceReport { id, sheet, from, to } = &piece;
        let all = json!({
            "id": id, "title": sheet.title, "kind": sheet.kind, "story": sheet.story,
            "lines": sheet.lines, "from": from, "leads": to,
        });
        writeln!(output, "{all}")?;
    } else {
        print(&mut output, &piece)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// There is none of that name; these are the nearest.
pub(super) fn no_piece(game: &dyn Game, id: &str) -> Trouble {
    let near = nearest::nearest(id, &game.piece_ids(), OFFERED).join(", ");
    let id: String = id.chars().take(40).collect();
    Trouble::theirs(format!("there is no '{id}'; the nearest are: {near}"))
}

fn print(output: &mut dyn Write, piece: &PieceReport) -> io::Result<()> {
    let sheet = &piece.sheet;
    writeln!(output, "{}  {} ({})", piece.id, sheet.title, sheet.kind)?;
    if let Some(story) = &sheet.story {
        writeln!(output, "\n{story}")?;
    }
    writeln!(output)?;
    for line in &sheet.lines {
        writeln!(output, "- {line}")?;
    }
    writeln!(output, "\nfrom")?;
    for lead in &piece.from {
        writeln!(output, "  {}", line(lead))?;
    }
    writeln!(output, "\nleads to")?;
    if piece.to.is_empty() {
        writeln!(output, "  nothing else")?;
    }
    tree(output, &piece.to, 1)
}

fn tree(output: &mut dyn Write, leads: &[PieceLink], depth: usize) -> io::Result<()> {
    for lead in leads {
        let again = if lead.again { " (goes on where it stands above)" } else { "" };
        writeln!(output, "{}{}{again}", "  ".repeat(depth), line(lead))?;
        tree(output, &lead.to, depth + 1)?;
    }
    Ok(())
}

fn line(lead: &PieceLink) -> String {
    match &lead.id {
        Some(id) => format!("{id}  {}: {} [{}]", lead.title, lead.how, lead.by),
        None => format!("{} [{}]", lead.how, lead.by),
    }
}
