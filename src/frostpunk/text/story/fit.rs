//! Phrases into lines, and lines into a story that is short enough.
//!
//! May use: the boundary's words. Deliberately absent: what the phrases mean;
//! each brings its weight along.

use crate::game::{Localize, Message};

use super::parts::Part;
use super::weight;

/// The longest line, in characters.
pub const LONGEST_LINE: usize = 300;
/// What a story keeps to if only small things have to go for it.
pub const USUAL_STORY: usize = 1500;
/// What no story exceeds.
pub const LONGEST_STORY: usize = 3500;

/// Room for the line that says how much was left out.
const REST: usize = 60;
const BETWEEN: &str = " · ";
const AFTER_DEED: &str = " – ";

/// A line of a story.
pub struct Line {
    weight: u8,
    text: String,
    parts: usize,
}

impl Line {
    /// A line of one part.
    pub fn new(weight: u8, text: String) -> Self {
        Line { weight, text: cut(text), parts: 1 }
    }
}

/// Parts side by side, as many to a line as fit; after a deed comes what came of it.
pub fn packed(
    label: Option<String>,
    deed: bool,
    parts: &[Part],
    words: &dyn Localize,
) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    for (at, (weight, part)) in parts.iter().enumerate() {
        let said = cut(words.localize(part));
        let between = if deed && at == 1 { AFTER_DEED } else { BETWEEN };
        match lines.last_mut() {
            Some(line) if length(&line.text) + length(&said) + 3 <= LONGEST_LINE => {
                line.text.push_str(between);
                line.text.push_str(&said);
                line.weight = line.weight.max(*weight);
                line.parts += 1;
            }
            _ => {
                let label = label.as_deref().filter(|_| at == 0).map(|label| format!("{label} "));
                let text = label.unwrap_or_default() + &said;
                lines.push(Line { weight: *weight, text: cut(text), parts: 1 });
            }
        }
    }
    lines
}

/// Drops what matters least until the story is short enough, and says so.
pub fn fit(mut lines: Vec<Line>, words: &dyn Localize) -> Vec<String> {
    let mut dropped = 0;
    dropped += shrink(&mut lines, USUAL_STORY, weight::PEOPLE);
    dropped += shrink(&mut lines, LONGEST_STORY, u8::MAX);
    let mut story: Vec<String> = lines.into_iter().map(|line| line.text).collect();
    if dropped > 0 {
        let rest = Message::new("story-rest").number("count", dropped as i64);
        story.push(words.localize(&rest));
    }
    story
}

/// Drops lines up to a weight, the later ones of equals first; how many parts went.
fn shrink(lines: &mut Vec<Line>, longest: usize, up_to: u8) -> usize {
    let mut dropped = 0;
    while total(lines) + REST > longest {
        let least = lines.iter().map(|line| line.weight).filter(|weight| *weight <= up_to).min();
        let Some(at) = least.and_then(|w| lines.iter().rposition(|line| line.weight == w)) else {
            break;
        };
        dropped += lines.remove(at).parts;
    }
    dropped
}

/// As one message: every line with its break.
fn total(lines: &[Line]) -> usize {
    lines.iter().map(|line| length(&line.text) + 1).sum()
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// A line too long ends in dots; nothing but a very long list comes to that.
fn cut(text: String) -> String {
    if length(&text) <= LONGEST_LINE {
        return text;
    }
    text.chars().take(LONGEST_LINE - 1).chain(['…']).collect()
}
