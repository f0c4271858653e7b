//! Texts that are too long for the places they are shown in.
//!
//! May use: `atlas`, the names, the descriptions. Deliberately absent: which
//! platform shows them. These are the widths of the narrowest place each sort of
//! text is ever put; what is longer would be cut in the middle of a rule.

use std::fmt;

use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::rules::ids::OptionsId;
use crate::frostpunk::rules::program::Pack;
use crate::game::{Localize, Message};

use super::catalog::Catalog;
use super::{chain, lookup, names, notes, owner};

/// A name or an option, on a button.
pub const LABEL: usize = 80;
/// A name with its kind, or what an option does, in a list to pick from.
pub const ENTRY: usize = 100;
/// A piece that was looked up: its story and all it does.
pub const SHEET: usize = 4096;
/// All options of a question with all they cost and do.
pub const PAGE: usize = 3000;
/// With more options than this they become a list to pick from.
pub const BUTTONS: usize = 10;

/// A text that is too long.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Long {
    /// The key of the text, or of the piece it is made for.
    pub key: String,
    /// What it is.
    pub what: &'static str,
    /// Its length in characters.
    pub length: usize,
    /// What fits.
    pub most: usize,
}

impl fmt::Display for Long {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Long { key, what, length, most } = self;
        write!(out, "'{key}': {what} has {length} characters, at most {most} fit")
    }
}

/// Every text of the pack that is too long, as a player sees it.
pub fn too_long(list: &Catalog, pack: &Pack) -> Vec<Long> {
    let mut tape = Tape { list, found: Vec::new() };
    for piece in atlas::pieces(pack) {
        let name = chain::name(pack, piece);
        let key = name.key.clone();
        tape.message(&key, "its name", &name, LABEL);
        tape.message(&key, "its name with its kind", &lookup::entry_of(pack, piece), ENTRY);
        for (options, _) in atlas::lists(pack, piece) {
            tape.options(pack, &key, options, piece);
        }
        let sheet = lookup::sheet(pack, piece, list);
        let story = sheet.story.map_or(0, |story| length(&story) + 4);
        let lines: usize = sheet.lines.iter().map(|line| length(line) + 1).sum();
        tape.measure(&key, "its story with its rules", story + lines, SHEET);
    }
    for society in &pack.societies {
        let name = names::society(&society.id);
        tape.message(&name.key, "its name", &name, LABEL);
    }
    tape.found
}

fn length(text: &str) -> usize {
    text.chars().count()
}

struct Tape<'a> {
    list: &'a Catalog,
    found: Vec<Long>,
}

impl Tape<'_> {
    fn measure(&mut self, key: &str, what: &'static str, length: usize, most: usize) {
        if length > most {
            self.found.push(Long { key: key.to_owned(), what, length, most });
        }
    }

    fn message(&mut self, key: &str, what: &'static str, message: &Message, most: usize) {
        let said = length(&self.list.localize(message));
        self.measure(key, what, said, most);
    }

    /// The options of a list: each on its button, all of them on one page.
    fn options(&mut self, pack: &Pack, key: &str, options: OptionsId, piece: Piece) {
        let defs = pack.option_list(options);
        let mut page = 0;
        for (at, def) in defs.iter().enumerate() {
            let label = owner::label(pack, options, def, piece.card());
            self.message(&label.key, "the label", &label, LABEL);
            let rules = notes::option_notes(pack, options, at as u8);
            let rules: usize = rules.iter().map(|rule| length(&self.list.localize(rule)) + 3).sum();
            if defs.len() > BUTTONS {
                self.measure(&label.key, "what it does", rules, ENTRY);
            }
            page += length(&self.list.localize(&label)) + rules + 12;
        }
        self.measure(key, "its options with their rules", page, PAGE);
    }
}
