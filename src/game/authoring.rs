//! What an author sees of a game: its content checked, a piece with what it
//! leads to, and what came up while it was played.
//!
//! May use: the boundary's own words, serde. Deliberately absent: where content
//! is kept, how it is printed, and what any of the pieces mean.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Article;

/// Content that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentReport {
    /// What it holds, in one line; empty if it cannot be read.
    pub summary: String,
    /// How many of each kind of piece there are.
    pub decks: BTreeMap<String, usize>,
    /// Everything that is wrong, a line each.
    pub problems: Vec<String>,
}

/// A piece with what it leads to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceReport {
    /// Its stable word.
    pub id: String,
    /// What is printed on it.
    pub sheet: Article,
    /// Who brings it in.
    pub from: Vec<PieceLink>,
    /// What it brings in.
    pub to: Vec<PieceLink>,
}

/// A way from one piece to another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PieceLink {
    /// The piece at the other end; none if the way begins with the box itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What it is called.
    pub title: String,
    /// By what, such as the option of a card.
    pub by: String,
    /// What happens to it.
    pub how: String,
    /// It was shown before: the way goes on there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// What it brings in, in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<PieceLink>,
}

/// How often an option could be chosen, and how often it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OptionCount {
    /// It could be chosen.
    pub legal: u64,
    /// It was.
    pub chosen: u64,
    /// It was weighed against the others that could be chosen.
    #[serde(skip_serializing_if = "is_none")]
    pub weighed: u64,
    /// It came out better than every other.
    #[serde(skip_serializing_if = "is_none")]
    pub best: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// An option that is hardly a choice: nearly always the best of its piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DominantOption {
    /// The piece.
    pub piece: String,
    /// The option.
    pub option: String,
    /// How often it was weighed.
    pub weighed: u64,
    /// How often it was the best.
    pub best: u64,
}

/// An option that is the best in more of a hundred cases than this leaves no choice.
pub const DOMINANT_PERCENT: u64 = 85;
/// With fewer cases than this nothing is said.
pub const FEWEST_WEIGHED: u64 = 10;

/// How often a piece came up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PieceCount {
    /// What kind of piece it is, in the game's own words.
    pub kind: String,
    /// It came up.
    pub seen: u64,
    /// Its options by their keys.
    pub options: BTreeMap<String, OptionCount>,
}

/// What came up in campaigns, by piece. Plain sums: the order of adding is nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Every piece, those that never came up as well.
    pub pieces: BTreeMap<String, PieceCount>,
}

/// What never came up: a piece, or an option as `piece option`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoverageGaps {
    /// Pieces that never came up.
    pub never_seen: Vec<String>,
    /// Options of pieces that did, never open.
    pub never_legal: Vec<String>,
    /// Options that were open and never chosen.
    pub never_chosen: Vec<String>,
}

impl Coverage {
    /// A piece came up.
    pub fn saw(&mut self, piece: &str) {
        if let Some(seen) = self.pieces.get_mut(piece) {
            seen.seen += 1;
        }
    }

    /// An option could be chosen.
    pub fn offer(&mut self, piece: &str, option: &str) {
        if let Some(offered) = self.option(piece, option) {
            offered.legal += 1;
        }
    }

    /// An option was chosen.
    pub fn choose(&mut self, piece: &str, option: &str) {
        if let Some(offered) = self.option(piece, option) {
            offered.chosen += 1;
        }
    }

    /// An option was weighed against the others, and was the best or not.
    pub fn weigh(&mut self, piece: &str, option: &str, best: bool) {
        if let Some(offered) = self.option(piece, option) {
            offered.weighed += 1;
            offered.best += u64::from(best);
        }
    }

    /// Options that leave no choice, of those that were weighed often enough.
    pub fn dominant(&self) -> Vec<DominantOption> {
        let options = self.pieces.iter().flat_map(|(piece, seen)| {
            seen.options.iter().map(move |(option, offered)| (piece, option, offered))
        });
        let is_dominant = |offered: &OptionCount| {
            offered.weighed >= FEWEST_WEIGHED
                && offered.best * 100 > offered.weighed * DOMINANT_PERCENT
        };
        let found = options.filter(|(_, _, offered)| is_dominant(offered));
        let named = found.map(|(piece, option, offered)| DominantOption {
            piece: piece.clone(),
            option: option.clone(),
            weighed: offered.weighed,
            best: offered.best,
        });
        named.collect()
    }

    fn option(&mut self, piece: &str, option: &str) -> Option<&mut OptionCount> {
        self.pieces.get_mut(piece)?.options.get_mut(option)
    }

    /// Adds what was counted elsewhere.
    pub fn add(&mut self, other: &Coverage) {
        for (id, theirs) in &other.pieces {
            let seen = self.pieces.entry(id.clone()).or_default();
            seen.kind.clone_from(&theirs.kind);
            seen.seen += theirs.seen;
            for (key, theirs) in &theirs.options {
                let offered = seen.options.entry(key.clone()).or_default();
                offered.legal += theirs.legal;
                offered.chosen += theirs.chosen;
                offered.weighed += theirs.weighed;
                offered.best += theirs.best;
            }
        }
    }

    /// What never came up. Of a piece nobody saw no option could: it is listed once.
    pub fn gaps(&self) -> CoverageGaps {
        let mut gaps = CoverageGaps::default();
        for (id, seen) in &self.pieces {
            let touched = seen.options.values().any(|offered| offered.legal > 0);
            if seen.seen == 0 && !touched {
                gaps.never_seen.push(id.clone());
                continue;
            }
            for (key, offered) in &seen.options {
                match (offered.legal, offered.chosen) {
                    (0, _) => gaps.never_legal.push(format!("{id} {key}")),
                    (_, 0) => gaps.never_chosen.push(format!("{id} {key}")),
                    _ => {}
                }
            }
        }
        gaps
    }
}
