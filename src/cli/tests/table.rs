//! The terminal game, typed by a script.

use std::collections::BTreeMap;
use std::path::Path;

use super::Stones;
use crate::cli::local_game::LocalGame;
use crate::cli::{files, terminal};
use crate::game::Setup;

fn typed(input: &str, save: Option<&Path>) -> String {
    taught(input, save, true)
}

fn taught(input: &str, save: Option<&Path>, lessons: bool) -> String {
    let game = Stones::new();
    let setup = Setup {
        roles: vec!["generator".to_owned()],
        scenario: "crater".to_owned(),
        options: BTreeMap::new(),
    };
    let (sitting, events) = LocalGame::begin(&game, &setup, 7).expect("stones can be begun");
    let mut output = Vec::new();
    let mut input = input.as_bytes();
    let played = terminal::play(sitting, &events, save, Some(7), lessons, &mut input, &mut output);
    played.expect("it plays");
    String::from_utf8(output).expect("text")
}

#[test]
fn a_campaign_is_played_to_its_end() {
    let shown = typed(&"1\n".repeat(20), None);
    assert!(shown.contains("The seed of this campaign is 7"));
    assert!(shown.contains("For the eyes of advisor-generator (seat 1) only"));
    assert!(shown.contains("The campaign is lost: loss-odd"), "{shown}");
    assert!(shown.ends_with("Its seed was 7.\n"));
}

#[test]
fn a_blocked_choice_says_why() {
    let shown = typed("3\n9\n?\nq\n", None);
    assert!(shown.contains("not possible: too-many"));
    assert!(shown.contains("Choose a number from 1 to 3."));
    assert!(shown.contains("take that choice"));
    assert!(shown.contains("Not saved"));
}

#[test]
fn an_answer_is_taken_back_and_the_hand_is_shown() {
    let shown = typed("1\nu\nu\nh\nl\nb\nq\n", None);
    assert!(shown.contains("The last answer is taken back."));
    assert!(shown.contains("No: nothing can be taken back"));
    assert!(shown.contains("card-C02\n"));
    assert!(shown.contains("BOARD 10"));
}

#[test]
fn quitting_saves_and_says_how_to_go_on() {
    let path = std::env::temp_dir().join(format!("emberhall-table-{}.json", std::process::id()));
    let shown = typed("1\nq\n", Some(&path));
    assert!(shown.contains("Go on with: emberhall play --state"));
    let save = files::read(&path).expect("the save is there");
    assert_eq!(save["stones"], 9);
    std::fs::remove_file(&path).expect("it can be removed");
    assert_eq!(files::read(&path).expect_err("it is gone").code, 2);
}

#[test]
fn each_lesson_is_told_once_beside_its_first_question() {
    let shown = typed("1\n1\nu\nb\nq\n", None);
    let at = |text: &str| shown.find(text).unwrap_or_else(|| panic!("no '{text}': {shown}"));
    assert!(at("Lesson: Stones. They are heavy.") < at("how-many"));
    assert!(at("Lesson: The heap. It ends.") > at("how-many"), "one lesson a question");
    assert_eq!(shown.matches("Lesson:").count(), 2, "{shown}");
}

#[test]
fn who_knows_the_game_or_resumes_it_after_the_first_round_hears_no_lessons() {
    assert!(!taught("1\n1\nq\n", None, false).contains("Lesson:"));
    let game = Stones::new();
    for (step, lessons) in [(0, 1), (4, 0)] {
        let save =
            serde_json::json!({ "seats": ["generator"], "seed": 7, "stones": 9, "step": step });
        let sitting = LocalGame::resume(&game, &save).expect("stones can be resumed");
        let mut output = Vec::new();
        let played =
            terminal::play(sitting, &[], None, None, true, &mut "q\n".as_bytes(), &mut output);
        played.expect("it plays");
        let shown = String::from_utf8(output).expect("text");
        assert_eq!(shown.matches("Lesson:").count(), lessons, "step {step}: {shown}");
    }
}
