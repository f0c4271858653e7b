//! What an author wants to know of a pack that can be played: pieces nobody can
//! reach, options nobody can ever choose, a box that is not full.
//!
//! May use: `atlas`, `read`, `program`. Deliberately absent: whatever keeps a
//! pack from being played (`validate`). A campaign brings its own old files and
//! must go on with them, so nothing here is asked when a campaign is opened.

mod counts;
mod legal;
mod most;
mod reach;
mod things;

use std::collections::BTreeMap;

use super::problem::{Found, Problem, line_at};
use super::read::Sources;
use crate::frostpunk::atlas::Piece;
use crate::frostpunk::rules::program::Pack;

pub use counts::counts;

/// Everything that is odd about a pack, by file and line.
pub fn audit(files: &BTreeMap<String, String>, pack: &Pack) -> Vec<Problem> {
    // What cannot be read was reported when the pack was loaded.
    let sources = Sources::read(files, &mut Found::default());
    let reached = reach::Reached::of(pack);
    let desk = Desk { files, pack };
    let mut found = Found::default();
    found.extend(counts::check(&desk, &sources));
    reach::check(&desk, &reached, &mut found);
    legal::check(&desk, &reached, &mut found);
    found.sorted()
}

/// The files and the pack made of them.
struct Desk<'a> {
    files: &'a BTreeMap<String, String>,
    pack: &'a Pack,
}

impl Desk<'_> {
    /// A problem of a piece, at the first line after its head that holds the word.
    fn at(&self, piece: Piece, word: Option<&str>, message: String) -> Problem {
        let (file, head) = self.place(piece);
        let text = self.files.get(&file).map_or("", String::as_str);
        let start = head.and_then(|head| text.find(&head)).unwrap_or(0);
        let quoted = word.map(|word| format!("\"{word}\""));
        let inside = quoted.and_then(|quoted| text[start..].find(&quoted)).unwrap_or(0);
        Problem { file, line: line_at(text, start + inside), message }
    }

    /// The file of a piece, and the words that begin it where a file holds several.
    fn place(&self, piece: Piece) -> (String, Option<String>) {
        match piece {
            Piece::Card(card) => {
                let card = self.pack.card(card);
                (format!("cards/{}/{}.toml", card.deck.key(), card.id), None)
            }
            Piece::Building(building) => {
                let head = format!("id = \"{}\"", self.pack.building(building).id);
                ("buildings.toml".to_owned(), Some(head))
            }
            Piece::Advisor(advisor) => {
                let head = format!("who = \"{}\"", advisor.key());
                ("advisors.toml".to_owned(), Some(head))
            }
        }
    }

    /// What an author calls a piece.
    fn name(&self, piece: Piece) -> &str {
        match piece {
            Piece::Card(card) => &self.pack.card(card).id,
            Piece::Building(building) => &self.pack.building(building).id,
            Piece::Advisor(advisor) => advisor.key(),
        }
    }
}
