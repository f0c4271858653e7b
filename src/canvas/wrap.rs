//! Line wrapping. Nothing is truncated: the caller decides how many lines it can show.

use super::fit::{TextStyle, width};

/// Wraps text into lines of at most `room` pixels. Breaks a word that is longer than a line.
pub fn wrap(text: &str, style: TextStyle, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace().flat_map(|word| pieces(word, style, room)) {
        let longer = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
        if line.is_empty() || width(&longer, style) <= room {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word));
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// Returns the word, or its parts if it is wider than a line.
fn pieces(word: &str, style: TextStyle, room: f32) -> Vec<String> {
    if width(word, style) <= room {
        return vec![word.to_owned()];
    }
    let mut parts = vec![String::new()];
    for letter in word.chars() {
        let Some(part) = parts.last_mut() else {
            break;
        };
        part.push(letter);
        if width(part, style) > room && part.chars().count() > 1 {
            part.pop();
            parts.push(letter.to_string());
        }
    }
    parts
}
