//! A page of text: headings, wrapped lines, names through the words given.
//!
//! May use: the boundary's words. Deliberately absent: anything of the view.

use crate::game::{Localize, Message};

/// Widest line.
const WIDTH: usize = 96;
/// Where wrapped lines go on.
const INDENT: &str = "  ";
const HANGING: &str = "      ";
/// A space where no line is broken.
const TIED: &str = "\u{a0}";

/// The page being written.
pub(super) struct Page<'a> {
    words: &'a dyn Localize,
    text: String,
}

impl<'a> Page<'a> {
    pub(super) fn new(words: &'a dyn Localize) -> Self {
        Page { words, text: String::new() }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    /// A word of one of the closed lists: `phase-dawn`.
    pub(super) fn word(&self, list: &str, key: &str) -> String {
        self.words.localize(&Message::new(format!("{list}-{key}")))
    }

    /// So much of something: "3 Wood".
    pub(super) fn some(&self, key: &str, count: impl Into<i64>) -> String {
        self.words.localize(&Message::new(format!("some-{key}")).number("count", count))
    }

    /// A card by its title; copies (`M001.2`) share the title of the first.
    pub(super) fn card(&self, id: &str) -> String {
        let face = id.split('.').next().unwrap_or(id);
        self.word("card", face)
    }

    /// Several cards, or nothing.
    pub(super) fn cards(&self, ids: &[String]) -> Vec<String> {
        ids.iter().map(|id| self.card(id)).collect()
    }

    pub(super) fn title(&mut self, text: &str) {
        let line = "=".repeat(text.chars().count().min(WIDTH));
        for part in [text, "\n", &line, "\n"] {
            self.text.push_str(part);
        }
    }

    pub(super) fn heading(&mut self, text: &str) {
        for part in ["\n", text, "\n"] {
            self.text.push_str(part);
        }
    }

    /// A line that is wrapped between words.
    pub(super) fn line(&mut self, text: &str) {
        let mut at = INDENT.len();
        self.text.push_str(INDENT);
        for (n, word) in text.split(' ').enumerate() {
            let wide = word.chars().count();
            if n > 0 && at + 1 + wide > WIDTH {
                self.text.push('\n');
                self.text.push_str(HANGING);
                at = HANGING.len();
            } else if n > 0 {
                self.text.push(' ');
                at += 1;
            }
            self.text.push_str(&word.replace(TIED, " "));
            at += wide;
        }
        self.text.push('\n');
    }

    /// A line of columns, never wrapped.
    pub(super) fn row(&mut self, cells: &[(String, usize)]) {
        let mut row = String::from(INDENT);
        for (cell, width) in cells {
            let gap = width.saturating_sub(cell.chars().count()).max(1);
            row.push_str(cell);
            row.push_str(&" ".repeat(gap));
        }
        self.text.push_str(row.trim_end());
        self.text.push('\n');
    }

    /// A named list, wrapped between its items; a dash if it is empty.
    pub(super) fn list(&mut self, name: &str, items: &[String]) {
        let tied: Vec<String> = items.iter().map(|item| item.replace(' ', TIED)).collect();
        let items = if items.is_empty() { "-".to_owned() } else { tied.join(", ") };
        self.line(&format!("{name}: {items}"));
    }
}
