//! Text over several lines: nothing is cut, whatever its length.
//!
//! May use: measured text. Deliberately absent: how many lines there is room for.

use super::fit::{Letters, width};

/// The lines of a text in this room. A word that is too long alone is broken.
pub fn wrap(text: &str, letters: Letters, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace().flat_map(|word| pieces(word, letters, room)) {
        let longer = if line.is_empty() { word.clone() } else { format!("{line} {word}") };
        if line.is_empty() || width(&longer, letters) <= room {
            line = longer;
        } else {
            lines.push(std::mem::replace(&mut line, word));
        }
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

/// A word, or as many parts of it as it needs.
fn pieces(word: &str, letters: Letters, room: f32) -> Vec<String> {
    if width(word, letters) <= room {
        return vec![word.to_owned()];
    }
    let mut parts = vec![String::new()];
    for letter in word.chars() {
        let Some(part) = parts.last_mut() else {
            break;
        };
        part.push(letter);
        if width(part, letters) > room && part.chars().count() > 1 {
            part.pop();
            parts.push(letter.to_string());
        }
    }
    parts
}
