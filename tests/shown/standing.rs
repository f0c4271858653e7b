//! How it stands, what a seat holds, how it ended.

use emberhall::game::{Game, Outcome, Policy, Seat, Table, Viewer};

use crate::kit::{game, is_whole, play, start};

#[test]
fn a_hand_is_told_to_its_holder_and_to_nobody_else() {
    let game = game();
    let table = after_the_corner(&game);
    let own = game.hand(&table.view(Viewer::Seat(Seat(1))), Seat(1), "en");
    assert_eq!(own.len(), 6, "six cards for each of two seats (R-2.39)");
    for line in &own {
        assert!(is_whole(line) && line.starts_with("**") && line.contains(" dies"), "{line}");
        assert!(line.chars().count() <= 500, "{line}");
    }
    assert!(game.hand(&table.view(Viewer::Seat(Seat(0))), Seat(1), "en").is_empty());
    assert!(game.hand(&table.view(Viewer::Public), Seat(1), "en").is_empty());
    assert!(game.hand(&serde_json::Value::Null, Seat(1), "en").is_empty(), "no view, no hand");
}

fn after_the_corner(game: &emberhall::frostpunk::Frostpunk) -> Box<dyn Table> {
    let mut table = start(game, 2, 7);
    let corner = emberhall::game::Answer { decision: None, choice: "corner-0".to_owned() };
    table.apply(&corner).expect("any corner will do");
    table
}

#[test]
fn the_brief_line_names_heat_food_mood_sickness_and_coal() {
    let game = game();
    let table = after_the_corner(&game);
    let line = game.status_line(&table.view(Viewer::Public), "en");
    assert!(line.starts_with("Heat 0 against Cold 4 · "), "{line}");
    assert!(
        line.contains("Hope 2 (2 active)") && line.contains("Discontent 2 (1 active)"),
        "{line}"
    );
    assert!(line.contains(" Food") && line.contains(" sick") && line.ends_with(" Wood"), "{line}");
    assert!(line.chars().count() <= 160, "{line}");
    assert_eq!(game.status_line(&serde_json::Value::Null, "en"), "");
}

#[test]
fn every_end_is_told_in_words_of_its_own() {
    let game = game();
    let causes =
        ["no_hope", "banished", "explosion", "sickness", "hunger", "deaths", "not_won", "scenario"];
    let mut told = Vec::new();
    let lost = causes.map(|cause| Outcome::Lost { cause: cause.to_owned() });
    for outcome in lost.into_iter().chain([Outcome::Won]) {
        let lines = game.epilogue(&outcome, &serde_json::Value::Null, "en");
        let sentences = lines[0].matches(['.', '!', '?']).count();
        assert!((2..=4).contains(&sentences) && is_whole(&lines[0]), "{}", lines[0]);
        told.push(lines[0].clone());
    }
    told.sort();
    told.dedup();
    assert_eq!(told.len(), causes.len() + 1, "no two ends are told alike");
}

#[test]
fn an_end_is_told_with_the_facts_of_the_last_board() {
    let game = game();
    let mut last = None;
    let keep = |table: &dyn Table, _: &[_]| {
        last = table.outcome().map(|end| (end, table.view(Viewer::Public)));
    };
    play(&game, 11, Policy::Random, |_| {}, keep);
    let (outcome, view) = last.expect("it ended");
    let facts = game.epilogue(&outcome, &view, "en").pop().expect("a line of facts");
    let dead = format!("{} dead", view["corpses"]);
    let round = format!("Round {} of 15", view["round"]);
    assert!(facts.contains(&dead) && facts.starts_with(&round), "{facts}");
}
