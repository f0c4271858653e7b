//! Content files: a list of problems, or a box that can be played.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use emberhall::frostpunk::{Frostpunk, content};
use emberhall::game::{Game as _, Policy, Setup};

use crate::chance::Chance;
use crate::spoil;
use crate::target::{Input, target};

type Files = BTreeMap<String, String>;

/// The box with one to three files spoilt, lost, renamed or exchanged.
fn spoilt(good: &Files, chance: &mut Chance<'_>) -> Files {
    let mut files = good.clone();
    for _ in 0..=chance.below(3) {
        let names: Vec<String> = files.keys().cloned().collect();
        // The tables are few, and everything hangs on them.
        let tables: Vec<&String> = names.iter().filter(|name| !name.contains('/')).collect();
        let name = if chance.one_in(2) && !tables.is_empty() {
            tables[chance.below(tables.len())].clone()
        } else {
            names[chance.below(names.len())].clone()
        };
        match chance.below(12) {
            0 => drop(files.remove(&name)),
            1 => {
                let text = files.remove(&name).unwrap_or_default();
                files.insert(spoil::text(&name, chance), text);
            }
            2 => drop(files.insert(name, good[&names[chance.below(names.len())]].clone())),
            3 => drop(files.insert(name.clone(), exchanged(&good[&name], chance))),
            4..8 => drop(files.insert(name.clone(), spoil::numbers(&good[&name], chance))),
            _ => drop(files.insert(name.clone(), spoil::text(&good[&name], chance))),
        }
        files.retain(|name, _| good.contains_key(name) || !name.is_empty());
        if files.keys().any(|name| !good.contains_key(name)) {
            break;
        }
    }
    files
}

/// A line in the place of another.
fn exchanged(text: &str, chance: &mut Chance<'_>) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (one, two) = (chance.below(lines.len()), chance.below(lines.len()));
    if one < lines.len() && two < lines.len() {
        lines[one] = lines[two];
    }
    lines.join("\n")
}

/// The box with one file put in: the first line names it, the rest is its text.
fn with_file(good: &Files, text: &str) -> Files {
    let (name, text) = text.split_once('\n').unwrap_or(("pack.toml", text));
    let mut files = good.clone();
    files.insert(name.to_owned(), text.to_owned());
    files
}

/// Is it a box? Then a campaign of it is begun and played, and may break only with a sentence.
fn opened(files: &Files, seed: u64) -> bool {
    let Ok(game) = Frostpunk::from_files(files.clone()) else { return false };
    let setup = Setup::usual(&game, 1 + (seed % 4) as usize);
    if let Err(crash) = game.playout(&setup, seed, Policy::Random) {
        assert!(!crash.what.contains("panicked"), "{crash}");
    }
    true
}

#[test]
fn a_spoilt_box_is_a_list_of_problems_or_can_be_played() {
    let good = content::builtin_files();
    let (mut tried, mut playable, mut slowest) = (0, 0, Duration::ZERO);
    target("packs", |input: Input<'_>| {
        let (files, seed) = match input {
            Input::Text(text) => (with_file(&good, text), 1),
            Input::Recipe(mut chance) => {
                let seed = chance.below(256) as u64;
                (spoilt(&good, &mut chance), seed)
            }
        };
        let since = Instant::now();
        tried += 1;
        playable += usize::from(opened(&files, seed));
        slowest = slowest.max(since.elapsed());
        assert!(slowest < Duration::from_secs(20), "{slowest:?}");
    });
    println!("{playable} of {tried} could be played; the slowest took {slowest:?}");
    assert!(playable * 50 > tried, "only {playable} of {tried} could be played: it tries nothing");
}

/// The box with something in `pack.toml` replaced.
fn with_pack(from: &str, to: &str) -> Files {
    let mut files = content::builtin_files();
    let text = files.get_mut("pack.toml").unwrap();
    assert!(text.contains(from), "{from} is not there any more");
    *text = text.replacen(from, to, 1);
    files
}

fn problems(files: &Files) -> String {
    let since = Instant::now();
    let Err(why) = Frostpunk::from_files(files.clone()) else { panic!("it was taken") };
    assert!(since.elapsed() < Duration::from_secs(5), "it took {:?}", since.elapsed());
    why
}

#[test]
fn a_box_that_wants_to_be_filled_with_thousands_of_copies_is_refused() {
    let fill = "[fill]\nmorning = 65535\ndispute = 65535\ncitizen = 65535\nweather = 65535\n\
                expedition_a = 65535\nexpedition_b = 65535\nexpedition_c = 65535\n#";
    let files = with_pack(
        "[fill]\nmorning = 32\ndispute = 10\ncitizen = 30\nweather = 13\nexpedition_a = 14\nexpedition_b = 14\nexpedition_c = 12\n",
        fill,
    );
    let why = problems(&files);
    assert!(why.contains("pack.toml") && why.contains("65535"), "{why}");
}

#[test]
fn a_file_too_long_for_a_card_is_refused_before_it_is_read() {
    let mut files = content::builtin_files();
    let name = "cards/morning/M001.toml".to_owned();
    let text = format!("{}\n{}", files[&name], "# snow\n".repeat(200_000));
    files.insert(name, text);
    let why = problems(&files);
    assert!(why.contains("M001.toml") && why.contains("too long"), "{why}");
}

#[test]
fn a_box_of_too_many_files_is_refused_before_they_are_read() {
    let mut files = content::builtin_files();
    let card = files["cards/morning/M001.toml"].clone();
    for number in 0..70_000 {
        files.insert(format!("cards/morning/X{number}.toml"), card.clone());
    }
    let why = problems(&files);
    assert!(why.contains("too many"), "{}", why.chars().take(300).collect::<String>());
}

#[test]
fn effects_nested_without_end_are_a_problem_and_no_crash() {
    let deep = 50_000;
    for (open, close) in [("[", "]"), ("{ not = ", " }"), ("{ any_of = [", "] }")] {
        let mut files = content::builtin_files();
        let nested = format!("{}{}", open.repeat(deep), close.repeat(deep));
        files.insert("cards/morning/M001.toml".to_owned(), format!("when = {nested}\n"));
        assert!(problems(&files).contains("M001.toml"), "{open}");
    }
}
