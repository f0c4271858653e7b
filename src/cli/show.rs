//! Decisions and events as localized text, for the terminal and the line protocol.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::{Value, json};

use crate::game::{
    Answerer, Audience, Choice, Decision, Event, Importance, Localize, Message, Outcome, Seat,
};

/// Maximum line length, in characters.
const WIDTH: usize = 96;
/// Event kinds printed as headings.
const HEADINGS: [&str; 2] = ["round", "phase"];

/// Localized [`Decision`] of the line protocol.
#[derive(Serialize)]
pub(super) struct PrintedQuestion {
    id: u32,
    ask: String,
    by: Answerer,
    weight: Importance,
    audience: Audience,
    prompt: String,
    choices: Vec<PrintedChoice>,
}

/// Localized [`Choice`].
#[derive(Serialize)]
struct PrintedChoice {
    key: String,
    text: String,
    notes: Vec<String>,
    blocked: Option<String>,
}

/// Localized [`Event`] of the line protocol.
#[derive(Serialize)]
pub(super) struct PrintedEvent {
    kind: String,
    text: Option<String>,
    wall: bool,
    data: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    secret: Option<PrintedSecret>,
}

/// Text of an event for one seat only.
#[derive(Serialize)]
struct PrintedSecret {
    seat: Seat,
    text: String,
}

/// Localizes a decision.
pub(super) fn printed_question(decision: Decision, localizer: &dyn Localize) -> PrintedQuestion {
    PrintedQuestion {
        id: decision.id,
        ask: decision.ask,
        by: decision.answerer,
        weight: decision.importance,
        audience: decision.audience,
        prompt: localizer.localize(&decision.prompt),
        choices: decision
            .choices
            .into_iter()
            .map(|choice| printed_choice(choice, localizer))
            .collect(),
    }
}

fn printed_choice(choice: Choice, localizer: &dyn Localize) -> PrintedChoice {
    let say = |message: &Message| localizer.localize(message);
    PrintedChoice {
        key: choice.key,
        text: say(&choice.label),
        notes: choice.notes.iter().map(say).collect(),
        blocked: choice.blocked.as_ref().map(say),
    }
}

/// Localizes an event.
pub(super) fn printed_event(event: &Event, localizer: &dyn Localize) -> PrintedEvent {
    let secret = event.secret.as_ref();
    PrintedEvent {
        kind: event.kind.clone(),
        text: event.public.as_ref().map(|message| localizer.localize(message)),
        wall: event.undo_barrier,
        data: event.data.clone(),
        secret: secret.map(|(seat, message)| PrintedSecret {
            seat: *seat,
            text: localizer.localize(message),
        }),
    }
}

/// Outcome in the JSON of the line protocol.
pub(super) fn outcome(outcome: Option<&Outcome>) -> Value {
    match outcome {
        None => Value::Null,
        Some(Outcome::Won) => json!("won"),
        Some(Outcome::Lost { cause }) => json!({ "lost": cause }),
        Some(Outcome::Ranking(places)) => json!({ "ranking": places }),
    }
}

/// Whether a round begins.
pub(super) fn is_new_round(event: &Event) -> bool {
    event.kind == "round"
}

/// Whether the event is printed as a heading.
fn is_heading(event: &Event) -> bool {
    HEADINGS.contains(&event.kind.as_str())
}

/// Events as lines, with rounds and phases as headings and repeated lines merged.
///
/// All players share one terminal, so a secret is shown, marked with its owner's seat.
pub(super) fn event_lines(events: &[Event], localizer: &dyn Localize) -> Vec<String> {
    let mut lines: Vec<(String, usize)> = Vec::new();
    for event in events {
        let Some(line) = event_line(event, localizer) else {
            continue;
        };
        match lines.last_mut() {
            Some((last, times)) if *last == line => *times += 1,
            _ => lines.push((line, 1)),
        }
    }
    let with_count = |(line, times)| {
        if times > 1 { format!("{line} (x{times})") } else { line }
    };
    lines.into_iter().map(with_count).collect()
}

fn event_line(event: &Event, localizer: &dyn Localize) -> Option<String> {
    if let Some((seat, message)) = &event.secret {
        return Some(format!("  - (seat {} only) {}", seat.0 + 1, localizer.localize(message)));
    }
    let text = localizer.localize(event.public.as_ref()?);
    Some(if is_heading(event) { format!("-- {text}") } else { format!("  - {text}") })
}

/// Prints lines wrapped at spaces, with an empty line before a heading.
pub(super) fn lines(output: &mut dyn Write, lines: &[String]) -> io::Result<()> {
    for line in lines {
        if line.starts_with("--") {
            writeln!(output)?;
        }
        writeln!(output, "{}", wrapped(line, "    "))?;
    }
    Ok(())
}

/// Prints the numbered choices, blocked ones with the reason.
pub(super) fn choices(
    output: &mut dyn Write,
    choices: &[Choice],
    localizer: &dyn Localize,
) -> io::Result<()> {
    for (index, choice) in choices.iter().enumerate() {
        let mark = if choice.blocked.is_some() { 'x' } else { ' ' };
        let text = localizer.localize(&choice.label);
        writeln!(output, "{}", wrapped(&format!("{:>4} {mark} {text}", index + 1), "         "))?;
        for note in &choice.notes {
            let note = format!("         {}", localizer.localize(note));
            writeln!(output, "{}", wrapped(&note, "           "))?;
        }
        if let Some(reason) = &choice.blocked {
            let reason = format!("         not possible: {}", localizer.localize(reason));
            writeln!(output, "{}", wrapped(&reason, "           "))?;
        }
    }
    Ok(())
}

/// Wraps text at spaces and keeps its own indentation. `hanging` indents the further lines.
pub(super) fn wrapped(text: &str, hanging: &str) -> String {
    let mut page = String::new();
    let mut column = 0;
    for (n, word) in text.split(' ').enumerate() {
        let width = word.chars().count();
        if n > 0 && column + 1 + width > WIDTH && width > 0 {
            page.push('\n');
            page.push_str(hanging);
            column = hanging.len();
        } else if n > 0 {
            page.push(' ');
            column += 1;
        }
        page.push_str(word);
        column += width;
    }
    page
}
