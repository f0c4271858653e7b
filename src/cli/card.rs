//! `emberhall card`: prints one piece of content as a player sees it, with its incoming and
//! outgoing links.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use lexopt::{Arg, Parser, ValueExt};
use serde_json::json;

use super::args::{Command, flag, path, text, unknown};
use super::error::CliError;
use super::{GameLoader, open_with, suggest};
use crate::game::{Game, PieceLink, PieceReport};

#[derive(Debug, Default)]
pub(super) struct CardArgs {
    id: String,
    content: Option<PathBuf>,
    language: Option<String>,
    json: bool,
}

/// Limit of ids suggested for an unknown id.
const MAX_SUGGESTIONS: usize = 5;

/// Parses the arguments of `card`.
pub(super) fn parse(parser: &mut Parser) -> Result<Command, CliError> {
    let mut args = CardArgs::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Long("content") => args.content = Some(path(parser, "content")?),
            Arg::Long("language") => args.language = Some(text(parser, "language")?),
            Arg::Long("json") => args.json = flag(parser, "json")?,
            Arg::Long(other) => return Err(unknown(other, "card")),
            Arg::Value(id) if args.id.is_empty() => args.id = id.string()?,
            other => return Err(other.unexpected().into()),
        }
    }
    if args.id.is_empty() {
        return Err(CliError::usage("which one? Write emberhall card ID, such as M001"));
    }
    Ok(Command::Card(args))
}

/// Looks up a piece and prints it.
pub(super) fn card(loader: &GameLoader, args: &CardArgs) -> Result<ExitCode, CliError> {
    let game = open_with(loader, args.content.as_deref())?;
    let language = args.language.as_deref().unwrap_or("en");
    let Some(piece) = game.piece_report(&args.id, language) else {
        return Err(no_piece(game.as_ref(), &args.id));
    };
    let mut output = io::stdout().lock();
    if args.json {
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

/// Error for an unknown id, with the nearest ids.
pub(super) fn no_piece(game: &dyn Game, id: &str) -> CliError {
    let near = suggest::nearest(id, &game.piece_ids(), MAX_SUGGESTIONS).join(", ");
    let id: String = id.chars().take(40).collect();
    CliError::usage(format!("there is no '{id}'; the nearest are: {near}"))
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
    for link in &piece.from {
        writeln!(output, "  {}", line(link))?;
    }
    writeln!(output, "\nleads to")?;
    if piece.to.is_empty() {
        writeln!(output, "  nothing else")?;
    }
    tree(output, &piece.to, 1)
}

/// Prints links as an indented tree.
fn tree(output: &mut dyn Write, links: &[PieceLink], depth: usize) -> io::Result<()> {
    for link in links {
        let again = if link.again { " (goes on where it stands above)" } else { "" };
        writeln!(output, "{}{}{again}", "  ".repeat(depth), line(link))?;
        tree(output, &link.to, depth + 1)?;
    }
    Ok(())
}

fn line(link: &PieceLink) -> String {
    match &link.id {
        Some(id) => format!("{id}  {}: {} [{}]", link.title, link.how, link.by),
        None => format!("{} [{}]", link.how, link.by),
    }
}
