//! Spoilt saves and lines: each is refused in one short sentence.

use std::fmt::Write as _;
use std::fs;

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Answer, Game, Policy, Setup};
use serde_json::Value;

use crate::kit::Folder;
use crate::program::{refused, run, start};

/// A save in the middle of a campaign.
fn save() -> Value {
    let game = Frostpunk::builtin().unwrap();
    let (mut table, _) = game.start(&Setup::usual(&game, 2), 5).unwrap();
    for _ in 0..60 {
        let Some(decision) = table.decisions().into_iter().next() else { break };
        let choice = table.choose(decision.id, Policy::Random, 1).unwrap();
        table.apply(&Answer { decision: Some(decision.id), choice }).unwrap();
    }
    table.save()
}

/// What is no save, and would like to be one.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let deep = 100_000;
    let good = save().to_string();
    let spoilt = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1).into_bytes()
    };
    vec![
        ("nothing", Vec::new()),
        ("NUL", vec![0; 100]),
        ("no text", vec![0xff, 0xfe, 0x00, 0xd8]),
        ("a mark of byte order", format!("\u{feff}{good}").into_bytes()),
        ("a lone surrogate", br#"{"game":"\ud800"}"#.to_vec()),
        ("deep lists", "[".repeat(deep).into_bytes()),
        ("deep objects", r#"{"a":"#.repeat(deep).into_bytes()),
        ("closed deep lists", format!("{}{}", "[".repeat(deep), "]".repeat(deep)).into_bytes()),
        ("numbers", format!("[{}0]", "0,".repeat(2_000_000)).into_bytes()),
        ("objects", format!("[{}0]", r#"{"a":0},"#.repeat(400_000)).into_bytes()),
        ("a huge text", format!("\"{}\"", "x".repeat(4_000_000)).into_bytes()),
        ("a huge key", format!("{{\"{}\":1}}", "k".repeat(4_000_000)).into_bytes()),
        ("a large file", vec![b' '; 5_000_000]),
        ("a huge number", spoilt("\"version\":1", "\"version\":1e999")),
        ("a small number", spoilt("\"version\":1", "\"version\":-0")),
        ("a broken number", spoilt("\"version\":1", "\"version\":1.5")),
        ("another version", spoilt("\"version\":1", "\"version\":18446744073709551615")),
        (
            "a word nobody knows",
            spoilt("\"game\":", &format!("\"{}\":1,\"game\":", "y".repeat(60_000))),
        ),
        ("another game", spoilt("\"frostpunk\"", &format!("\"{}\"", "\\u001b[2J".repeat(3000)))),
        ("half of it", good.as_bytes()[..good.len() / 2].to_vec()),
    ]
}

#[test]
fn no_hostile_save_is_resumed_or_drawn_and_each_is_refused_in_a_sentence() {
    let folder = Folder::new();
    let to = folder.0.join("board.png").display().to_string();
    for (what, bytes) in hostile() {
        let file = folder.0.join("save.json");
        fs::write(&file, bytes).unwrap();
        let file = file.display().to_string();
        refused(what, &["play", "--state", &file], None, 2);
        refused(what, &["render", "--state", &file, "-o", &to], None, 2);
    }
    let here = folder.0.display().to_string();
    refused("a folder", &["play", "--state", &here], None, 2);
    let none = folder.0.join("n".repeat(4000)).display().to_string();
    refused("a long name", &["play", "--state", &none], None, 2);
}

#[test]
fn no_hostile_line_ends_the_protocol_and_each_is_answered_in_a_sentence() {
    let folder = Folder::new();
    let file = folder.0.join("lines");
    let (mut lines, mut count) = (Vec::new(), 0);
    for (_, bytes) in hostile().into_iter().filter(|(_, bytes)| !bytes.contains(&b'\n')) {
        for (before, after) in [("", ""), ("{\"state\":", "}"), ("{\"view\":", "}")] {
            lines.extend_from_slice(before.as_bytes());
            lines.extend_from_slice(&bytes);
            lines.extend_from_slice(after.as_bytes());
            lines.push(b'\n');
            count += 1;
        }
    }
    lines.extend_from_slice(b"{\"view\":\"public\"}\n");
    fs::write(&file, lines).unwrap();
    let said = run(&["play", "--json", "--seed", "3"], Some(&file));
    assert_eq!(said.code, Some(0), "{}", start(&said.error));
    let answers: Vec<Value> =
        said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), count + 2, "the first board, each answer and the last board");
    for answer in &answers[1..=count] {
        let error =
            answer["error"].as_str().unwrap_or_else(|| panic!("{}", start(&answer.to_string())));
        assert!((10..=300).contains(&error.chars().count()), "{error}");
    }
    assert_eq!(answers[0]["state"], answers[count + 1]["state"], "nothing has changed");
}

/// Puts something in the place of every value, one after the other.
fn each_spoilt(save: &Value, with: &Value, mut look: impl FnMut(&str, &Value)) {
    let mut places = Vec::new();
    gather(save, &mut String::new(), &mut places);
    for place in places {
        let mut spoilt = save.clone();
        *spoilt.pointer_mut(&place).unwrap() = with.clone();
        look(&place, &spoilt);
    }
}

fn gather(value: &Value, at: &mut String, places: &mut Vec<String>) {
    places.push(at.clone());
    let below: Vec<(String, &Value)> = match value {
        // What stands in a list is of one kind.
        Value::Array(list) => {
            list.iter().take(2).enumerate().map(|(n, one)| (n.to_string(), one)).collect()
        }
        Value::Object(map) => map.iter().map(|(key, one)| (key.clone(), one)).collect(),
        _ => Vec::new(),
    };
    for (key, one) in below {
        let length = at.len();
        let _ = write!(at, "/{key}");
        gather(one, at, places);
        at.truncate(length);
    }
}

#[test]
fn a_save_with_any_one_word_spoilt_is_refused_in_at_most_300_characters() {
    let (game, save) = (Frostpunk::builtin().unwrap(), save());
    let mut refused = 0;
    for with in [Value::from("x".repeat(50_000)), Value::from(vec!["y"; 5000]), Value::from(-1.5)] {
        each_spoilt(&save, &with, |place, spoilt| {
            let Err(why) = game.load(spoilt) else { return };
            let length = why.to_string().chars().count();
            assert!(length <= 300, "{place}: {length}: {}", start(&why.to_string()));
            refused += 1;
        });
    }
    assert!(refused > 300, "only {refused} were refused");
}
