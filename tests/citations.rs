//! Every citation of a rule is of something that exists, and every rule that can be observed
//! is cited by a test.
//!
//! `data/frostpunk/RULES.md` has the rules (`R-13.16`), the examples of the rulebooks (`E-5`) and
//! further ones (`V-3`), `TABLES.md` beside it the tables (`U-7`). A section is cited as `R-28`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// What may hold citations: folders and files, and the kinds of files in them.
const CITING: [&str; 6] = ["src", "tests", "benches", "data", ".github", "README.md"];
const KINDS: [&str; 5] = ["rs", "toml", "ftl", "md", "txt"];

/// Where wrong citations are written on purpose.
const THIS: &str = "tests/citations.rs";

/// Rules that cannot be observed, and why.
const NOT_OBSERVABLE: &[(&str, &str)] = &[
    ("R-0.1", "how the rules are numbered"),
    ("R-0.2", "how the rules are marked"),
    ("R-0.5", "a definition of words"),
    ("R-0.6", "a definition of words"),
    ("R-0.8", "a shorthand of the rules"),
    ("R-1.1", "a list of boards"),
    ("R-1.5", "Outpost cards are not in Crater"),
    ("R-1.7", "a list of markers"),
    ("R-1.9", "a list of cubes; their limits are in section 30"),
    ("R-2.49", "Stockpile markers are not used in Crater"),
    ("R-27.2", "no card orders an Automaton to be placed; the vocabulary has no such effect"),
    ("R-29.31", "Buildings of other scenarios"),
];

/// `R-13.16` is `('R', [13, 16])`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Id(char, Vec<u32>);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.1.iter().map(u32::to_string).collect();
        write!(f, "{}-{}", self.0, numbers.join("."))
    }
}

impl Id {
    /// The id a text begins with, and what follows it.
    fn read(text: &str) -> Option<(Id, &str)> {
        let kind = text.chars().next().filter(|c| "REUV".contains(*c))?;
        let mut numbers = Vec::new();
        let mut rest = text[1..].strip_prefix('-')?;
        loop {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let number = &rest[..digits];
            if number.len() > 1 && number.starts_with('0') {
                return None;
            }
            numbers.push(number.parse().ok()?);
            rest = &rest[digits..];
            match rest.strip_prefix('.') {
                Some(more) if more.starts_with(|c: char| c.is_ascii_digit()) => rest = more,
                _ => break,
            }
        }
        (!rest.starts_with(joins)).then_some((Id(kind, numbers), rest))
    }

    /// From this one to that one; two that are no range stand for themselves.
    fn up_to(self, last: Id) -> Vec<Id> {
        match (self.1.split_last(), last.1.split_last()) {
            (Some((from, section)), Some((to, same)))
                if self.0 == last.0 && section == same && from <= to =>
            {
                (*from..=*to).map(|n| Id(self.0, [section, &[n]].concat())).collect()
            }
            _ => vec![self, last],
        }
    }
}

/// What makes a longer word of an id beside it: `1E-5`, `rE-5`, `E-5x`.
fn joins(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Every id a line cites; ranges (`R-2.5 to R-2.9`) are spelt out.
fn citations(line: &str) -> Vec<Id> {
    let mut found = Vec::new();
    let mut rest = line;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let free = !joins(before) && !"-+.\\".contains(before);
        let Some((id, after)) = Id::read(rest).filter(|_| free) else {
            (before, rest) = (first, &rest[first.len_utf8()..]);
            continue;
        };
        let end = [" to ", "-", "–"].iter().find_map(|to| Id::read(after.strip_prefix(to)?));
        (before, rest) = (' ', end.as_ref().map_or(after, |(_, after)| after));
        match end {
            Some((last, _)) => found.extend(id.up_to(last)),
            None => found.push(id),
        }
    }
    found
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()
}

/// The files of these kinds below a path, this one left out.
fn files(path: PathBuf, kinds: &[&str], found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(&path).expect("a folder") {
            files(entry.expect("an entry").path(), kinds, found);
        }
    } else if path.extension().is_some_and(|kind| kinds.iter().any(|k| kind == *k))
        && path != root().join(THIS)
    {
        found.push(path);
    }
}

/// Ids in the order in which the two documents define them, one a line.
fn defined() -> Vec<Id> {
    let of = |file: &str, start: &str| -> Vec<Id> {
        let text = read(&root().join("data/frostpunk").join(file));
        let lines = text.lines().filter_map(|line| line.strip_prefix(start));
        lines.filter_map(Id::read).map(|(id, _)| id).collect()
    };
    [of("RULES.md", "- **"), of("TABLES.md", "## ")].concat()
}

/// What the tests cite, and the test that lies inside `dice.rs`.
fn tested() -> BTreeSet<Id> {
    let mut paths = vec![root().join("src/frostpunk/rules/dice.rs")];
    files(root().join("tests"), &["rs"], &mut paths);
    paths.iter().flat_map(|path| citations(&read(path))).collect()
}

/// Citations of nothing in a text: line and id.
fn of_nothing(text: &str, defined: &[Id]) -> Vec<(usize, Id)> {
    let is_section = |id: &Id| id.0 == 'R' && id.1.len() == 1;
    let exists = |id: &Id| {
        defined.contains(id)
            || is_section(id) && defined.iter().any(|rule| rule.0 == 'R' && rule.1[0] == id.1[0])
    };
    let numbered = text.lines().enumerate();
    let all =
        numbered.flat_map(|(at, line)| citations(line).into_iter().map(move |id| (at + 1, id)));
    all.filter(|(_, id)| !exists(id)).collect()
}

fn excused() -> Vec<Id> {
    NOT_OBSERVABLE.iter().flat_map(|(id, _)| citations(id)).collect()
}

#[test]
fn every_observable_rule_is_cited_by_a_test() {
    let (tested, excused) = (tested(), excused());
    let mut missing = defined();
    missing.retain(|id| id.0 == 'R' && !excused.contains(id) && !tested.contains(id));
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

#[test]
fn every_example_is_a_test_under_its_number() {
    let tested = tested();
    let mut missing = defined();
    missing.retain(|id| matches!(id.0, 'E' | 'V') && !tested.contains(id));
    assert!(missing.is_empty(), "no test cites {missing:?}");
}

#[test]
fn an_excuse_is_needed_only_where_no_test_is() {
    let (tested, defined) = (tested(), defined());
    for (id, (rule, why)) in excused().iter().zip(NOT_OBSERVABLE) {
        assert!(defined.contains(id), "{rule} is no rule, and needs no excuse");
        assert!(!tested.contains(id), "{rule} is tested after all, not: {why}");
    }
}

#[test]
fn every_citation_is_of_something_that_exists() {
    let defined = defined();
    let mut paths = Vec::new();
    for place in CITING {
        files(root().join(place), &KINDS, &mut paths);
    }
    let wrong = paths.iter().flat_map(|path| {
        let name = path.strip_prefix(root()).unwrap_or(path).display();
        let found = of_nothing(&read(path), &defined).into_iter();
        found.map(|(line, id)| format!("{name}:{line}: there is no {id}")).collect::<Vec<_>>()
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn numbers_follow_one_another_and_are_given_once() {
    let mut last = Id('R', vec![0, 0]);
    let mut kinds = Vec::new();
    for id in defined() {
        let next = |up: usize| match last.1[..] {
            [section, _] if up == 0 => Id(last.0, vec![section + 1, 1]),
            [section, n] => Id(last.0, vec![section, n + 1]),
            _ => Id(last.0, vec![last.1[0] + 1]),
        };
        let first = id.0 != last.0 && id.1 == [1];
        assert!(first || id == next(0) || id == next(1), "{id} follows {last}");
        kinds.extend(first.then_some(id.0));
        last = id;
    }
    assert_eq!(kinds, ['E', 'V', 'U']);
}

#[test]
fn a_citation_is_told_from_what_looks_like_one() {
    let found = |text: &str| -> Vec<String> { citations(text).iter().map(Id::to_string).collect() };
    assert_eq!(found("// R-13.16: (E-5, V-26/U-7)."), ["R-13.16", "E-5", "V-26", "U-7"]);
    assert_eq!(found("R-2.8 to R-2.10, E-1–E-2"), ["R-2.8", "R-2.9", "R-2.10", "E-1", "E-2"]);
    assert_eq!(found("R-2.50 to R-3.1; R-28"), ["R-2.50", "R-3.1", "R-28"]);
    for other in
        ["1E-5", "2.E-5", "\\E-1", "DEV-1", "U-boat", "U-0041", "e-1", "E-1x", "x_R-1.2", "A-R-1.2"]
    {
        assert!(citations(other).is_empty(), "{other}: {:?}", found(other));
    }
}

#[test]
fn a_citation_of_nothing_is_found() {
    let wrong = |text: &str| -> Vec<String> {
        let found = of_nothing(text, &defined());
        found.into_iter().map(|(line, id)| format!("{line}: {id}")).collect()
    };
    assert!(wrong("R-13.16, R-28, E-66, V-26, U-28, R-2.40 to R-2.43").is_empty());
    assert_eq!(wrong("R-13.99"), ["1: R-13.99"]);
    assert_eq!(wrong("\n//! E-67 and V-0 (U-29)"), ["2: E-67", "2: V-0", "2: U-29"]);
    assert_eq!(wrong("R-31, R-13.16.1"), ["1: R-31", "1: R-13.16.1"]);
    assert_eq!(wrong("R-2.49 to R-2.52"), ["1: R-2.51", "1: R-2.52"]);
}
