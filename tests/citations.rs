//! Every rule that can be observed is cited by a test, and so is every vector.
//!
//! The numbers are those of the rules specification this project is built on:
//! sections 0 to 30, examples E-1 to E-66, vectors V-1 to V-26.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The last rule of each section, from section 0 on.
const SECTIONS: [u32; 31] = [
    8, 11, 50, 9, 15, 18, 4, 6, 6, 14, 10, 9, 24, 36, 9, 9, 14, 10, 10, 5, 6, 10, 5, 14, 15, 8, 8,
    9, 14, 31, 10,
];

/// Rules that cannot be observed, and why.
const NOT_OBSERVABLE: &[(&str, &str)] = &[
    ("R-0.1", "how the specification is numbered"),
    ("R-0.2", "how the specification is tagged"),
    ("R-0.5", "a definition of words"),
    ("R-0.6", "a definition of words"),
    ("R-0.8", "a shorthand of the specification"),
    ("R-1.1", "a list of boards"),
    ("R-1.5", "Outpost cards are not in Crater"),
    ("R-1.7", "a list of markers"),
    ("R-1.9", "a list of cubes; their limits are in section 30"),
    ("R-2.49", "Stockpile markers are not used in Crater"),
    ("R-27.2", "no card orders an Automaton to be placed; the vocabulary has no such effect"),
    ("R-29.31", "Buildings of other scenarios"),
];

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// Every `R-x.y`, `E-n` and `V-n` in the tests, ranges (`R-x.y to R-x.z`) spelt out.
fn cited() -> BTreeSet<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("tests"), &mut files);
    files.retain(|path| !path.ends_with("citations.rs"));
    files.push(root.join("src/frostpunk/rules/dice.rs"));
    let mut all = BTreeSet::new();
    for path in files {
        let text = fs::read_to_string(path).expect("a file");
        let clean = |word: &str| {
            let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
            word.to_owned()
        };
        let words: Vec<String> = text.split_whitespace().map(clean).collect();
        for (at, word) in words.iter().enumerate() {
            all.insert(word.clone());
            if words.get(at + 1).is_some_and(|to| to == "to") {
                all.extend(words.get(at + 2).map(|last| between(word, last)).unwrap_or_default());
            }
        }
    }
    all
}

fn between(first: &str, last: &str) -> Vec<String> {
    let parse = |word: &str| -> Option<(u32, u32)> {
        let (section, number) = word.strip_prefix("R-")?.split_once('.')?;
        Some((section.parse().ok()?, number.parse().ok()?))
    };
    match (parse(first), parse(last)) {
        (Some((a, from)), Some((b, to))) if a == b => {
            (from..=to).map(|n| format!("R-{a}.{n}")).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn every_observable_rule_is_cited_by_a_test() {
    let cited = cited();
    let mut missing = Vec::new();
    for (section, last) in SECTIONS.iter().enumerate() {
        for number in 1..=*last {
            let rule = format!("R-{section}.{number}");
            let excused = NOT_OBSERVABLE.iter().any(|(id, _)| *id == rule);
            if !excused && !cited.contains(&rule) {
                missing.push(rule);
            }
        }
    }
    assert!(missing.is_empty(), "no test cites {missing:?}");
    assert_eq!(SECTIONS.iter().sum::<u32>(), 407);
}

#[test]
fn every_vector_is_a_test_under_its_number() {
    let cited = cited();
    let examples = (1..=66).map(|n| format!("E-{n}"));
    let vectors = (1..=26).map(|n| format!("V-{n}"));
    let missing: Vec<String> = examples.chain(vectors).filter(|id| !cited.contains(id)).collect();
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

#[test]
fn an_excuse_is_needed_only_where_no_test_is() {
    let cited = cited();
    for (rule, why) in NOT_OBSERVABLE {
        assert!(!cited.contains(*rule), "{rule} is tested after all, not: {why}");
    }
}
