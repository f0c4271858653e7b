//! The author's desk: content checked, a piece with what it leads to, and what
//! came up while campaigns were played.
//!
//! May use: `atlas`, `content`, `text`, `rules`, `crate::game`. Deliberately
//! absent: the terminal, and any check of its own; it joins those of `content`
//! and `text`.

mod chain;
mod counting;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::content::{self, Problems};
use super::rules::program::Pack;
use super::text::{self, Catalog};
use crate::bounds::{PROBLEMS, quoted};
use crate::game::ContentReport;

pub(super) use chain::{piece, piece_ids};
pub(super) use counting::{Counter, tally};

type Files = BTreeMap<String, String>;

/// Checks a content folder, or the built-in one, and says what it holds.
pub fn check_content(folder: Option<&Path>) -> ContentReport {
    let files = folder.map_or_else(|| Ok(builtin()), content::folder_files);
    match files {
        Ok(files) => check_files(&files),
        Err(problems) => ContentReport { problems: lines(&problems), ..ContentReport::default() },
    }
}

/// Cards and texts of the program.
fn builtin() -> Files {
    content::builtin_files().into_iter().chain(content::builtin_texts()).collect()
}

/// Checks the content of these files, path to text: cards, tables and word lists.
pub fn check_files(files: &Files) -> ContentReport {
    let decks = content::counts(files);
    match content::from_files(files) {
        Err(problems) => {
            ContentReport { summary: String::new(), decks, problems: lines(&problems) }
        }
        Ok(pack) => {
            let odd = content::audit(files, &pack);
            let mut problems: Vec<String> = odd.iter().map(ToString::to_string).collect();
            problems.extend(text_problems(files, &pack));
            ContentReport { summary: summary(&pack), decks, problems }
        }
    }
}

fn lines(problems: &Problems) -> Vec<String> {
    problems.0.iter().map(ToString::to_string).collect()
}

fn summary(pack: &Pack) -> String {
    format!(
        "{} cards, {} Buildings, {} tiles, {} societies; content hash {}",
        pack.cards.len(),
        pack.buildings.len(),
        pack.tiles.len(),
        pack.societies.len(),
        pack.hash
    )
}

/// What is wrong with the words: those of these files, never those of the program.
fn text_problems(files: &Files, pack: &Pack) -> Vec<String> {
    let texts = texts(files, ENGLISH);
    let english = Catalog::from_texts(ENGLISH, &texts, None);
    let place = |key: &str| text::check::place(files, key);
    let wrong = english.problems().iter().map(|why| format!("text/{ENGLISH}: {why}"));
    let missing = text::check::missing_in(&english, pack).into_iter();
    let missing = missing.map(|key| format!("text/{ENGLISH}: no words for '{}'", quoted(&key)));
    let unused = text::check::unused_in(&english, pack).into_iter();
    let unused = unused.map(|key| format!("{}: nobody uses '{}'", place(&key), quoted(&key)));
    let long = text::fit::too_long(&english, pack).into_iter();
    let long = long.map(|long| format!("{}: {long}", place(&long.key)));
    first_of(wrong.chain(missing).chain(unused).chain(long))
}

/// As many problems as anybody reads; where there are more, the last line says so.
fn first_of(problems: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = problems.take(PROBLEMS + 1).collect();
    if let Some(last) = found.get_mut(PROBLEMS) {
        *last = format!("text/{ENGLISH}: there are more problems; only {PROBLEMS} are listed");
    }
    found
}

const ENGLISH: &str = "en";

fn texts<'a>(files: &'a Files, language: &str) -> Vec<&'a str> {
    let folder = format!("text/{language}/");
    let own = files.iter().filter(|(file, _)| file.starts_with(&folder) && content::is_text(file));
    own.map(|(_, text)| text.as_str()).collect()
}

/// The word lists of these files, by language; what they lack is said in the program's words.
pub(super) fn word_lists(files: &Files) -> BTreeMap<String, Catalog> {
    let folders = files.keys().filter_map(|file| file.strip_prefix("text/")?.split('/').next());
    let languages: BTreeSet<&str> = folders.collect();
    let list = |language: &str| {
        Catalog::from_texts(language, &texts(files, language), Some(text::words(language)))
    };
    languages.into_iter().map(|language| (language.to_owned(), list(language))).collect()
}
