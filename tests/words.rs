//! Every word of the chat is said somewhere, and every word that is said is there.

#![allow(clippy::unwrap_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Families of words that are put together from parts: a setting and its value.
const BUILT: [&str; 3] = ["set-", "command-", "language-"];

fn files(folder: &Path, ending: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|end| end == ending) && !path.ends_with("tests.rs") {
            found.push(fs::read_to_string(path).unwrap());
        }
    }
}

/// The keys of the lists that only the chat uses.
fn keys() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/hall/text/en");
    let mut keys = BTreeSet::new();
    for list in ["table.ftl", "commands.ftl"] {
        let Ok(text) = fs::read_to_string(folder.join(list)) else { continue };
        let key = |line: &str| {
            let (key, _) = line.split_once(" =")?;
            key.starts_with(|c: char| c.is_ascii_lowercase()).then(|| key.to_owned())
        };
        keys.extend(text.lines().filter_map(key));
    }
    assert!(keys.len() > 50, "the lists were not found");
    keys
}

fn source() -> String {
    let mut found = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/discord"), "rs", &mut found);
    assert!(found.len() > 10, "the source was not found");
    found.join("\n")
}

/// What stands behind the first part of a word.
fn is_rest(rest: &str) -> bool {
    rest.starts_with('-')
}

#[test]
fn every_word_of_the_chat_is_said_somewhere() {
    let source = source();
    let built = |key: &&String| BUILT.iter().any(|family| key.starts_with(family));
    let keys = keys();
    let unused: Vec<&String> = keys
        .iter()
        .filter(|key| !built(key))
        .filter(|key| !source.contains(&format!("\"{key}\"")))
        .collect();
    assert!(unused.is_empty(), "nobody says {unused:?}");
}

#[test]
fn every_word_that_is_said_is_in_the_lists() {
    let keys = keys();
    let families: BTreeSet<&str> =
        keys.iter().filter_map(|key| key.split_once('-')).map(|(family, _)| family).collect();
    let source = source();
    let mut missing = BTreeSet::new();
    for quoted in source.split('"').skip(1).step_by(2) {
        let family = quoted.split_once('-').map(|(family, _)| family);
        let word = quoted.chars().all(|c| c.is_ascii_lowercase() || "-_0123456789".contains(c));
        // A part that words are put together from.
        let built = keys.iter().any(|key| key.strip_prefix(quoted).is_some_and(is_rest));
        if word
            && !built
            && family.is_some_and(|family| families.contains(family))
            && !keys.contains(quoted)
        {
            missing.insert(quoted);
        }
    }
    assert!(missing.is_empty(), "the lists lack {missing:?}");
}
