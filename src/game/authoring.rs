//! Authoring tools: a content report, links between pieces, and coverage in simulated play.
//!
//! What a piece means, and how a report is printed, is decided elsewhere.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Article;

/// Result of checking the content of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContentReport {
    /// One line about the content; empty if it cannot be read.
    pub summary: String,
    /// Number of pieces of each kind.
    pub decks: BTreeMap<String, usize>,
    /// Problems, one line each.
    pub problems: Vec<String>,
}

/// Piece of content with its links to other pieces: a node of the content graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PieceReport {
    /// Stable id.
    pub id: String,
    /// Text that is printed on it.
    pub sheet: Article,
    /// Links from pieces that bring it into play.
    pub from: Vec<PieceLink>,
    /// Links to pieces that it brings into play.
    pub to: Vec<PieceLink>,
}

/// Link between two pieces: an edge of the content graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PieceLink {
    /// Piece at the other end; `None` if the link starts at the setup of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Title of that piece.
    pub title: String,
    /// Part that causes it, such as the option of a card.
    pub by: String,
    /// Effect on the other piece.
    pub how: String,
    /// Whether the piece was listed before; its links are not repeated.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
    /// Links that go on from there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub to: Vec<PieceLink>,
}

/// Counts of one option in simulated play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OptionCount {
    /// Times it could be chosen.
    pub legal: u64,
    /// Times it was chosen.
    pub chosen: u64,
    /// Times it was compared with the other legal options.
    #[serde(skip_serializing_if = "is_none")]
    pub weighed: u64,
    /// Times it was better than every other.
    #[serde(skip_serializing_if = "is_none")]
    pub best: u64,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_none(count: &u64) -> bool {
    *count == 0
}

/// Option that is nearly always the best of its piece, so that there is no real choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DominantOption {
    /// Id of the piece.
    pub piece: String,
    /// Key of the option.
    pub option: String,
    /// Times it was compared.
    pub weighed: u64,
    /// Times it was the best.
    pub best: u64,
}

/// Percentage of comparisons above which an option is dominant.
pub const DOMINANT_PERCENT: u64 = 85;
/// Minimum number of comparisons for a statement about an option.
pub const FEWEST_WEIGHED: u64 = 10;

/// Counts of one piece in simulated play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PieceCount {
    /// Kind of piece, in the game's own words.
    pub kind: String,
    /// Times it came up.
    pub seen: u64,
    /// Options by key.
    pub options: BTreeMap<String, OptionCount>,
}

/// Coverage of the content in simulated play. Sums only, so that the order of adding does not
/// matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Coverage {
    /// Every piece by id, also pieces that never came up.
    pub pieces: BTreeMap<String, PieceCount>,
}

/// Content that simulated play never reached; options are written `piece option`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CoverageGaps {
    /// Pieces that never came up.
    pub never_seen: Vec<String>,
    /// Options that could never be chosen, of pieces that came up.
    pub never_legal: Vec<String>,
    /// Options that could be chosen and never were.
    pub never_chosen: Vec<String>,
}

impl Coverage {
    /// Counts a piece that came up.
    pub fn saw(&mut self, piece: &str) {
        if let Some(seen) = self.pieces.get_mut(piece) {
            seen.seen += 1;
        }
    }

    /// Counts an option that could be chosen.
    pub fn offer(&mut self, piece: &str, option: &str) {
        if let Some(offered) = self.option(piece, option) {
            offered.legal += 1;
        }
    }

    /// Counts an option that was chosen.
    pub fn choose(&mut self, piece: &str, option: &str) {
        if let Some(offered) = self.option(piece, option) {
            offered.chosen += 1;
        }
    }

    /// Counts a comparison of an option with the others.
    pub fn weigh(&mut self, piece: &str, option: &str, best: bool) {
        if let Some(offered) = self.option(piece, option) {
            offered.weighed += 1;
            offered.best += u64::from(best);
        }
    }

    /// Returns the dominant options among those with enough comparisons.
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

    /// Adds the counts of another run.
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

    /// Returns what was never reached. A piece that never came up is listed without its options.
    pub fn gaps(&self) -> CoverageGaps {
        let mut gaps = CoverageGaps::default();
        for (id, seen) in &self.pieces {
            let was_open = seen.options.values().any(|offered| offered.legal > 0);
            if seen.seen == 0 && !was_open {
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
