//! `emberhall play --json`: one object per line in, one object per line out.
//!
//! README.md documents it; a change here is a change there. May use: the
//! sitting. Deliberately absent: secrets kept from the driver: whoever drives
//! the protocol is the referee and tells each seat what is its own.

use std::io::{BufRead, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::lines::{self, Line};
use super::show::{self, Asked, Happened};
use super::sitting::Sitting;
use super::trouble::Trouble;
use super::{files, names};
use crate::bounds;
use crate::game::{Answer, Event, Game, GameError, Seat, Setup, Viewer, shorten};

/// An input line; exactly one of choice, state, undo and view.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    decision: Option<u32>,
    choice: Option<String>,
    state: Option<Value>,
    undo: Option<bool>,
    view: Option<Value>,
}

/// What an input line asks for.
#[derive(Debug)]
enum Wish {
    Answer(Answer),
    Load(Value),
    Undo,
    Look(Viewer),
}

/// An output line.
#[derive(Serialize)]
struct Output {
    decisions: Vec<Asked>,
    events: Vec<Happened>,
    outcome: Value,
    view: Value,
    state: Value,
}

/// Begins a campaign and plays it over any reader and writer, until the input ends.
pub(super) fn play_over(
    game: &dyn Game,
    setup: &Setup,
    seed: u64,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Trouble> {
    let begun = Sitting::begin(game, setup, seed);
    let (sitting, events) = begun.map_err(|why| Trouble::theirs(why.to_string()))?;
    play(sitting, &events, None, input, output)
}

/// Plays until the input ends; then saves, if a place was given.
pub(super) fn play(
    mut sitting: Sitting,
    events: &[Event],
    save: Option<&Path>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Trouble> {
    say(output, &line(&sitting, events, Viewer::Public))?;
    loop {
        let said = match lines::read(input, lines::LONGEST)? {
            Line::End => break,
            Line::Text(text) => obey(&mut sitting, &text),
            Line::NotText => Err(GameError::new("the line is not UTF-8 text")),
            Line::TooLong => Err(GameError::new("the line is longer than 4 MiB")),
        };
        match said {
            Ok(answer) => say(output, &answer)?,
            Err(why) => say(output, &json!({ "error": shorten(&why.to_string()) }))?,
        }
    }
    save.map_or(Ok(()), |path| files::write(path, &sitting.table().save()))
}

fn say(output: &mut dyn Write, line: &impl Serialize) -> Result<(), Trouble> {
    let text = serde_json::to_string(line)
        .map_err(|why| Trouble::ours(format!("the answer cannot be written: {why}")))?;
    writeln!(output, "{text}")?;
    output.flush()?;
    Ok(())
}

fn line(sitting: &Sitting, events: &[Event], viewer: Viewer) -> Output {
    let words = sitting.game().localizer("en");
    let table = sitting.table();
    Output {
        decisions: table.decisions().into_iter().map(|d| show::asked(d, words)).collect(),
        events: events.iter().map(|event| show::happened(event, words)).collect(),
        outcome: show::outcome(sitting.outcome().as_ref()),
        view: table.view(viewer),
        state: table.save(),
    }
}

fn obey(sitting: &mut Sitting, text: &str) -> Result<Output, GameError> {
    match wish(text, sitting)? {
        Wish::Answer(answer) => {
            let events = sitting.answer(&answer)?;
            return Ok(line(sitting, &events, Viewer::Public));
        }
        Wish::Look(viewer) => return Ok(line(sitting, &[], viewer)),
        Wish::Load(save) => sitting.load(&save)?,
        Wish::Undo => sitting.undo(true)?,
    }
    Ok(line(sitting, &[], Viewer::Public))
}

fn wish(text: &str, sitting: &Sitting) -> Result<Wish, GameError> {
    // serde would also take a list of the fields in order.
    if !text.trim_start().starts_with('{') {
        return Err(GameError::new("the line is not a JSON object"));
    }
    bounds::json(text.as_bytes(), &bounds::SAVE)
        .map_err(|why| GameError::new(format!("the line is too much: {why}")))?;
    let input: Input = serde_json::from_str(text)
        .map_err(|why| GameError::new(format!("the line cannot be understood: {why}")))?;
    match input {
        Input { decision, choice: Some(choice), state: None, undo: None, view: None } => {
            Ok(Wish::Answer(Answer { decision, choice }))
        }
        Input { decision: None, choice: None, state: Some(save), undo: None, view: None } => {
            Ok(Wish::Load(save))
        }
        Input { decision: None, choice: None, state: None, undo: Some(true), view: None } => {
            Ok(Wish::Undo)
        }
        Input { decision: None, choice: None, state: None, undo: None, view: Some(whose) } => {
            viewer(&whose, names::seats(sitting)).map(Wish::Look)
        }
        _ => Err(GameError::new(
            "the line must hold one of: \"choice\" (with \"decision\"), \"state\", \"undo\": true, \
             \"view\"",
        )),
    }
}

fn viewer(whose: &Value, seats: usize) -> Result<Viewer, GameError> {
    if whose.as_str() == Some("public") {
        return Ok(Viewer::Public);
    }
    let seat = whose.as_u64().filter(|seat| *seat < seats as u64);
    let seat = seat.and_then(|seat| u8::try_from(seat).ok());
    seat.map(|seat| Viewer::Seat(Seat(seat)))
        .ok_or_else(|| GameError::new("\"view\" is \"public\" or the number of a seat, from 0"))
}
