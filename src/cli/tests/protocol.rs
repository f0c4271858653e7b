//! The line protocol: answers, refusals, undo and loading.

use serde_json::{Value, json};

use super::Stones;
use crate::cli::lines::{self, InputLine};
use crate::cli::{json, local_game::LocalGame};
use crate::game::Setup;

fn driven(input: &str) -> Vec<Value> {
    let game = Stones::new();
    let setup = Setup {
        roles: vec!["generator".to_owned(), "health".to_owned()],
        scenario: "crater".to_owned(),
        options: std::collections::BTreeMap::new(),
    };
    let (sitting, events) = LocalGame::begin(&game, &setup, 4).expect("stones can be begun");
    let mut output = Vec::new();
    json::play(sitting, &events, None, &mut input.as_bytes(), &mut output).expect("it plays");
    let text = String::from_utf8(output).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn the_first_line_shows_the_question_and_the_state() {
    let lines = driven("");
    assert_eq!(lines.len(), 1);
    let first = &lines[0];
    assert_eq!(first["decisions"][0]["by"], json!({ "active": 0 }));
    assert_eq!(first["decisions"][0]["audience"], json!({ "only": 0 }));
    assert_eq!(first["decisions"][0]["choices"][2]["blocked"], "too-many");
    assert_eq!(first["events"][0]["wall"], true);
    assert_eq!(first["outcome"], Value::Null);
    assert_eq!(first["state"]["stones"], 14);
}

#[test]
fn bad_lines_change_nothing() {
    let bad = [
        "",
        "take",
        "[0,\"one\"]",
        "{\"choice\":\"three\"}",
        "{\"choice\":1}",
        "{\"decision\":\"0\",\"choice\":\"one\"}",
        "{\"decision\":5,\"choice\":\"one\"}",
        "{\"choice\":\"one\",\"extra\":1}",
        "{\"choice\":\"one\",\"undo\":true}",
        "{\"undo\":false}",
        "{\"undo\":true}",
        "{\"state\":{\"stones\":3}}",
        "{\"state\":null}",
        "{\"view\":2}",
        "{\"view\":4}",
        "{\"view\":-1}",
        "{}",
        "\u{feff}{}",
    ];
    let lines = driven(&format!("{}\n{{\"view\":\"public\"}}\n", bad.join("\n")));
    assert_eq!(lines.len(), bad.len() + 2);
    for (line, given) in lines[1..=bad.len()].iter().zip(bad) {
        assert!(line["error"].is_string(), "{given}: {line}");
        assert_eq!(line.as_object().map(serde_json::Map::len), Some(1));
    }
    assert_eq!(lines[bad.len() + 1]["state"], lines[0]["state"]);
}

#[test]
fn undo_goes_back_answer_by_answer_past_walls_too() {
    let take = "{\"choice\":\"one\"}\n";
    let undo = "{\"undo\":true}\n";
    let lines = driven(&format!("{take}{take}{undo}{undo}{undo}{take}{take}{take}{undo}"));
    assert_eq!(lines[3]["state"], lines[1]["state"]);
    assert_eq!(lines[4]["state"], lines[0]["state"]);
    assert!(lines[5]["error"].is_string(), "nothing is left to take back");
    assert_eq!(
        lines[9]["state"], lines[7]["state"],
        "the program that drives the table is its own referee"
    );
}

#[test]
fn a_save_is_loaded_and_a_seat_sees_its_hand() {
    let save = json!({ "state": { "seats": ["generator"], "seed": 3, "stones": 1, "step": 8 } });
    let lines = driven(&format!("{save}\n{{\"view\":0}}\n{{\"choice\":\"one\"}}\n"));
    assert_eq!(lines[1]["state"], save["state"]);
    assert_eq!(lines[2]["view"]["seats"][0]["hand"][0], "C01");
    assert_eq!(lines[3]["outcome"], json!({ "lost": "odd" }));
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut input = "aaaaaaaa\nbb\naaaa".as_bytes();
    let mut next = || lines::read(&mut input, 4).expect("memory can be read");
    assert_eq!(next(), InputLine::TooLong);
    assert_eq!(next(), InputLine::Text("bb".to_owned()));
    assert_eq!(next(), InputLine::Text("aaaa".to_owned()));
    assert_eq!(next(), InputLine::End);
    assert_eq!(lines::read(&mut [0xff, b'\n'].as_slice(), 4).ok(), Some(InputLine::NotText));
}
