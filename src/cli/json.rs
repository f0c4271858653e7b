//! Line protocol of `emberhall play --json`: one JSON object per line in, one per line out.
//!
//! Documented in README.md: keep both in step. Hides nothing from the client, which is the
//! referee and shows each seat only its own secrets.

use std::io::{BufRead, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::error::CliError;
use super::lines::{self, InputLine};
use super::local_game::LocalGame;
use super::show::{self, PrintedEvent, PrintedQuestion};
use super::{files, names};
use crate::bounds;
use crate::game::{Answer, Event, Game, GameError, Seat, Setup, Viewer, shorten};

/// Input line. Exactly one of `choice` (with `decision`), `state`, `undo` and `view` is set.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonInput {
    decision: Option<u32>,
    choice: Option<String>,
    state: Option<Value>,
    undo: Option<bool>,
    view: Option<Value>,
}

/// Command of an input line.
#[derive(Debug)]
enum JsonCommand {
    Answer(Answer),
    Load(Value),
    Undo,
    View(Viewer),
}

/// Output line.
#[derive(Serialize)]
struct JsonOutput {
    decisions: Vec<PrintedQuestion>,
    events: Vec<PrintedEvent>,
    outcome: Value,
    view: Value,
    state: Value,
}

/// Begins a campaign and plays it until the input ends.
pub(super) fn play_over(
    game: &dyn Game,
    setup: &Setup,
    seed: u64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), CliError> {
    let begun = LocalGame::begin(game, setup, seed);
    let (local, events) = begun.map_err(|error| CliError::usage(error.to_string()))?;
    play(local, &events, None, input, output)
}

/// Plays until the input ends, then writes the save if `save` is set.
pub(super) fn play(
    mut local: LocalGame,
    events: &[Event],
    save: Option<&Path>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), CliError> {
    write_line(output, &response(&local, events, Viewer::Public))?;
    loop {
        let result = match lines::read(input, lines::MAX_LINE)? {
            InputLine::End => break,
            InputLine::Text(text) => run(&mut local, &text),
            InputLine::NotText => Err(GameError::new("the line is not UTF-8 text")),
            InputLine::TooLong => Err(GameError::new("the line is longer than 4 MiB")),
        };
        match result {
            Ok(line) => write_line(output, &line)?,
            Err(error) => write_line(output, &json!({ "error": shorten(&error.to_string()) }))?,
        }
    }
    save.map_or(Ok(()), |path| files::write(path, &local.table().save()))
}

fn write_line(output: &mut dyn Write, line: &impl Serialize) -> Result<(), CliError> {
    let text = serde_json::to_string(line)
        .map_err(|why| CliError::internal(format!("the answer cannot be written: {why}")))?;
    writeln!(output, "{text}")?;
    output.flush()?;
    Ok(())
}

fn response(local: &LocalGame, events: &[Event], viewer: Viewer) -> JsonOutput {
    let localizer = local.game().localizer("en");
    let table = local.table();
    JsonOutput {
        decisions: table
            .decisions()
            .into_iter()
            .map(|d| show::printed_question(d, localizer))
            .collect(),
        events: events.iter().map(|event| show::printed_event(event, localizer)).collect(),
        outcome: show::outcome(local.outcome().as_ref()),
        view: table.view(viewer),
        state: table.save(),
    }
}

fn run(local: &mut LocalGame, text: &str) -> Result<JsonOutput, GameError> {
    match parse_command(text, local)? {
        JsonCommand::Answer(answer) => {
            let events = local.answer(&answer)?;
            return Ok(response(local, &events, Viewer::Public));
        }
        JsonCommand::View(viewer) => return Ok(response(local, &[], viewer)),
        JsonCommand::Load(save) => local.load(&save)?,
        JsonCommand::Undo => local.undo(true)?,
    }
    Ok(response(local, &[], Viewer::Public))
}

fn parse_command(text: &str, local: &LocalGame) -> Result<JsonCommand, GameError> {
    // serde also accepts an array of the fields in order.
    if !text.trim_start().starts_with('{') {
        return Err(GameError::new("the line is not a JSON object"));
    }
    bounds::json(text.as_bytes(), &bounds::SAVE)
        .map_err(|why| GameError::new(format!("the line is too much: {why}")))?;
    let input: JsonInput = serde_json::from_str(text)
        .map_err(|why| GameError::new(format!("the line cannot be understood: {why}")))?;
    match input {
        JsonInput { decision, choice: Some(choice), state: None, undo: None, view: None } => {
            Ok(JsonCommand::Answer(Answer { decision, choice }))
        }
        JsonInput { decision: None, choice: None, state: Some(save), undo: None, view: None } => {
            Ok(JsonCommand::Load(save))
        }
        JsonInput { decision: None, choice: None, state: None, undo: Some(true), view: None } => {
            Ok(JsonCommand::Undo)
        }
        JsonInput { decision: None, choice: None, state: None, undo: None, view: Some(value) } => {
            viewer(&value, names::seats(local)).map(JsonCommand::View)
        }
        _ => Err(GameError::new(
            "the line must hold one of: \"choice\" (with \"decision\"), \"state\", \"undo\": true, \
             \"view\"",
        )),
    }
}

fn viewer(value: &Value, seats: usize) -> Result<Viewer, GameError> {
    if value.as_str() == Some("public") {
        return Ok(Viewer::Public);
    }
    let seat = value.as_u64().filter(|seat| *seat < seats as u64);
    let seat = seat.and_then(|seat| u8::try_from(seat).ok());
    seat.map(|seat| Viewer::Seat(Seat(seat)))
        .ok_or_else(|| GameError::new("\"view\" is \"public\" or the number of a seat, from 0"))
}
