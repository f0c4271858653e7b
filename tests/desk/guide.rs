//! The author's guide: every word is there, and every example can be played.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use emberhall::frostpunk::check_files;

use super::kit::{Files, data, files};

fn guide() -> String {
    fs::read_to_string(data("README.md")).expect("the guide")
}

/// Does the guide have this word, not only as a part of another?
fn has(guide: &str, word: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    guide.match_indices(word).any(|(at, _)| {
        let before = guide[..at].chars().next_back().is_some_and(part);
        let after = guide[at + word.len()..].chars().next().is_some_and(part);
        !before && !after
    })
}

/// The words authors may write, from the types that read them.
fn words(file: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/frostpunk/content/files").join(file);
    let source = fs::read_to_string(path).expect("a file of the content");
    let mut words = BTreeSet::new();
    let mut renamed = None;
    let (mut authors, mut variants) = (false, false);
    for line in source.lines().map(str::trim) {
        if line.starts_with("#[derive") {
            authors = line.contains("Deserialize");
        } else if line.starts_with("pub enum") || line.starts_with("pub struct") {
            variants = line.starts_with("pub enum");
        } else if let Some(name) = line.strip_prefix("#[serde(").and_then(rename) {
            renamed = Some(name);
        } else if authors && !line.starts_with(['/', '#', '}']) {
            for word in words_of(line, variants) {
                words.insert(renamed.take().unwrap_or(word));
            }
        }
        authors &= line != "impl Amount {";
    }
    words
}

fn rename(attribute: &str) -> Option<String> {
    let name = attribute.split("rename = \"").nth(1)?;
    name.split('"').next().map(str::to_owned)
}

/// The variant and the fields of a line such as `Tokens { of: Track, at_least: u8 },`.
fn words_of(line: &str, variants: bool) -> Vec<String> {
    let mut found = Vec::new();
    let first = line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    if variants && first.starts_with(|c: char| c.is_ascii_uppercase()) {
        found.push(snake(first));
    }
    let plain = |c: char| c.is_ascii_lowercase() || c == '_';
    for field in line.split([',', '{']).filter_map(|part| part.split_once(": ")) {
        let name = field.0.trim().trim_start_matches("pub ");
        if !name.is_empty() && name.chars().all(plain) {
            found.push(name.to_owned());
        }
    }
    found
}

fn snake(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() {
            word.push('_');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

#[test]
fn every_word_an_author_may_write_is_in_the_guide() {
    let guide = guide();
    for (file, some) in [
        ("effects.rs", &["increase", "take_from_map", "for_each", "do", "else", "far_instead"][..]),
        ("values.rs", &["any_of", "at_least", "spend_any", "exhaust_any", "steam_core", "used"]),
        ("cards.rs", &["any_cost", "only_if", "new_a", "insulate", "end_of_night", "from_map"]),
        ("board.rs", &["off_generator", "slots_for", "steam_core", "who"]),
    ] {
        let words = words(file);
        for word in some {
            assert!(words.contains(*word), "{word} was not read from {file}: {words:?}");
        }
        let lacking: Vec<&String> = words.iter().filter(|word| !has(&guide, word)).collect();
        assert!(lacking.is_empty(), "{file}: the guide does not explain {lacking:?}");
    }
}

/// The blocks of the guide in one language, each without its fences.
fn blocks(guide: &str, language: &str) -> Vec<String> {
    let open = format!("```{language}\n");
    guide
        .split(open.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .map(str::to_owned)
        .collect()
}

/// The box with an example in it; the first line says where it belongs.
fn put(files: &mut Files, example: &str) {
    let place = example.lines().next().and_then(|line| line.strip_prefix("# ")).expect("a place");
    match place.split_once(": ") {
        None => drop(files.insert(place.to_owned(), example.to_owned())),
        Some(("advisors.toml", _)) => {
            let all = files.get_mut("advisors.toml").expect("the Advisors");
            let who = example.lines().find(|line| line.starts_with("who")).expect("who");
            let others = all.split("[[advisor]]").filter(|one| !one.contains(who));
            *all = others.collect::<Vec<_>>().join("[[advisor]]") + example;
        }
        Some(("tiles.toml", _)) => drop(files.insert("tiles.toml".to_owned(), example.to_owned())),
        Some((file, _)) => files.get_mut(file).expect("a file of the box").push_str(example),
    }
}

#[test]
fn every_example_of_the_guide_can_be_played_and_has_its_texts() {
    let guide = guide();
    let mut files = files();
    let examples = blocks(&guide, "toml");
    for example in &examples {
        put(&mut files, example);
    }
    for texts in blocks(&guide, "ftl") {
        files.get_mut("text/en/cards.ftl").expect("texts").push_str(&texts);
    }
    let pack = files.get_mut("pack.toml").expect("the tables");
    *pack = pack.replacen("\"S08\"]", "\"S08\", \"S90\"]", 1);
    let found = check_files(&files).problems;
    let odd: Vec<&String> = found.iter().filter(|p| !p.contains("the box holds")).collect();
    assert!(odd.is_empty(), "{odd:#?}");
    for kind in [
        "morning",
        "dusk",
        "dispute",
        "consequence",
        "law",
        "technology",
        "citizen",
        "weather",
        "expedition",
        "scenario",
    ] {
        let folder = format!("# cards/{kind}/");
        assert!(examples.iter().any(|one| one.starts_with(&folder)), "no example of {kind}");
    }
}

#[test]
fn the_guide_names_the_tools() {
    let guide = guide();
    for tool in
        ["emberhall card", "emberhall check-content", "--coverage", "--content", "BALANCE.md"]
    {
        assert!(guide.contains(tool), "{tool}");
    }
}
