//! Decisions and events as sentences, for the terminal and the line protocol.
//!
//! May use: the boundary. Deliberately absent: input, and any game's own words.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use crate::game::{
    Answerer, Audience, Choice, Decision, Event, Importance, Localize, Message, Outcome, Seat,
};

/// Widest line of the terminal.
const WIDTH: usize = 96;
/// Kinds of event that begin a new chapter in any game.
const CHAPTERS: [&str; 2] = ["round", "phase"];

/// A decision in sentences.
#[derive(Serialize)]
pub(super) struct Asked {
    id: u32,
    ask: String,
    by: Answerer,
    weight: Importance,
    audience: Audience,
    prompt: String,
    choices: Vec<Offered>,
}

/// A choice in sentences.
#[derive(Serialize)]
struct Offered {
    key: String,
    text: String,
    notes: Vec<String>,
    blocked: Option<String>,
}

/// An event in sentences.
#[derive(Serialize)]
pub(super) struct Happened {
    kind: String,
    text: Option<String>,
    wall: bool,
    data: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<Secret>,
}

/// The form of an event for one seat.
#[derive(Serialize)]
struct Secret {
    seat: Seat,
    text: String,
}

pub(super) fn asked(decision: Decision, words: &dyn Localize) -> Asked {
    Asked {
        id: decision.id,
        ask: decision.ask,
        by: decision.answerer,
        weight: decision.importance,
        audience: decision.audience,
        prompt: words.localize(&decision.prompt),
        choices: decision.choices.into_iter().map(|choice| offered(choice, words)).collect(),
    }
}

fn offered(choice: Choice, words: &dyn Localize) -> Offered {
    let say = |message: &Message| words.localize(message);
    Offered {
        key: choice.key,
        text: say(&choice.label),
        notes: choice.notes.iter().map(say).collect(),
        blocked: choice.blocked.as_ref().map(say),
    }
}

pub(super) fn happened(event: &Event, words: &dyn Localize) -> Happened {
    let secret = event.secret.as_ref();
    Happened {
        kind: event.kind.clone(),
        text: event.public.as_ref().map(|message| words.localize(message)),
        wall: event.undo_barrier,
        data: event.data.clone(),
        secret: secret.map(|(seat, message)| Secret { seat: *seat, text: words.localize(message) }),
    }
}

/// An outcome as the line protocol writes it.
pub(super) fn outcome(outcome: Option<&Outcome>) -> Value {
    match outcome {
        None => Value::Null,
        Some(Outcome::Won) => json!("won"),
        Some(Outcome::Lost { cause }) => json!({ "lost": cause }),
        Some(Outcome::Ranking(places)) => json!({ "ranking": places }),
    }
}

/// Does a round begin, so that the board is worth a look?
pub(super) fn is_new_round(event: &Event) -> bool {
    event.kind == "round"
}

/// Does it begin a new chapter of the story?
fn is_chapter(event: &Event) -> bool {
    CHAPTERS.contains(&event.kind.as_str())
}

/// What happened, as lines: chapters as headings, the same line only once in a row.
///
/// At one terminal everybody sees the same; a secret is shown with its owner's seat.
pub(super) fn told(events: &[Event], words: &dyn Localize) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for event in events {
        let Some(line) = told_line(event, words) else {
            continue;
        };
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    let times = |(line, times)| {
        if times > 1 { format!("{line} (x{times})") } else { line }
    };
    lines.into_iter().map(times).collect()
}

fn told_line(event: &Event, words: &dyn Localize) -> Option<String> {
    if let Some((seat, message)) = &event.secret {
        return Some(format!("  - (seat {} only) {}", seat.0 + 1, words.localize(message)));
    }
    let text = words.localize(event.public.as_ref()?);
    Some(if is_chapter(event) { format!("-- {text}") } else { format!("  - {text}") })
}

/// Prints lines, wrapped between words.
pub(super) fn lines(output: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        if line.starts_with("--") {
            writeln!(output)?;
        }
        writeln!(output, "{}", wrapped(line, "    "))?;
    }
    Ok(())
}

/// The numbered choices, blocked ones with their reason.
pub(super) fn choices(
    output: &mut dyn Write,
    choices: &[Choice],
    words: &dyn Localize,
) -> io::Result<()> {
    for (at, choice) in choices.iter().enumerate() {
        let mark = if choice.blocked.is_some() { 'x' } else { ' ' };
        let text = words.localize(&choice.label);
        writeln!(output, "{}", wrapped(&format!("{:>4} {mark} {text}", at + 1), "         "))?;
        for note in &choice.notes {
            let note = format!("         {}", words.localize(note));
            writeln!(output, "{}", wrapped(&note, "           "))?;
        }
        if let Some(reason) = &choice.blocked {
            let reason = format!("         not possible: {}", words.localize(reason));
            writeln!(output, "{}", wrapped(&reason, "           "))?;
        }
    }
    Ok(())
}

/// A text wrapped between words; what it begins with stays.
pub(super) fn wrapped(text: &str, hanging: &str) -> String {
    let mut page = String::new();
    let mut at = 0;
    for (n, word) in text.split(' ').enumerate() {
        let wide = word.chars().count();
        if n > 0 && at + 1 + wide > WIDTH && wide > 0 {
            page.push('\n');
            page.push_str(hanging);
            at = hanging.len();
        } else if n > 0 {
            page.push(' ');
            at += 1;
        }
        page.push_str(word);
        at += wide;
    }
    page
}
