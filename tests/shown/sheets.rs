//! Cards and matters of the rules that can be looked up.

use std::collections::BTreeSet;

use emberhall::game::{Article, Game};

use crate::kit::{game, is_whole, say};

#[test]
fn every_card_building_and_advisor_can_be_looked_up_once() {
    let game = game();
    let listed = game.cards();
    let ids: BTreeSet<&str> = listed.iter().map(|one| one.id.as_str()).collect();
    assert_eq!(ids.len(), listed.len(), "each once");
    assert!(ids.iter().all(|id| !id.contains('.')), "no copies");
    let names: BTreeSet<String> = listed.iter().map(|one| say(&one.name)).collect();
    assert_eq!(names.len(), listed.len(), "no two are called alike");
    for one in &listed {
        let sheet = game.card(&one.id, "en").expect("what is listed is there");
        assert!(say(&one.name).starts_with(&sheet.title) && say(&one.name).len() <= 100);
        assert!(is_whole(&sheet.title) && is_whole(&sheet.kind), "{sheet:?}");
        assert!(sheet.lines.iter().all(|line| is_whole(line)), "{sheet:#?}");
        assert!(!sheet.lines.is_empty(), "{} says nothing", one.id);
        let whole: usize = sheet.lines.iter().map(|line| line.chars().count() + 1).sum();
        assert!(whole <= 2000, "{}: {whole}", one.id);
    }
}

#[test]
fn a_card_is_told_with_its_deck_its_story_and_its_rules() {
    let game = game();
    let theft = game.card("M001", "en").expect("a Morning card");
    assert_eq!((theft.title.as_str(), theft.kind.as_str()), ("Theft", "Morning card"));
    assert!(theft.story.expect("a story").starts_with("Someone has been in the stores"));
    assert!(theft.lines.iter().any(|line| line.starts_with("Search in silence")));
    let hut = game.card("building-hunters_hut", "en").expect("a Building");
    assert!(hut.lines.iter().any(|line| line.contains("4 Food")), "{hut:#?}");
    assert!(hut.lines.iter().any(|line| line.starts_with("Upgraded: ")), "{hut:#?}");
    assert!(hut.lines.contains(&"5 tiles in the game".to_owned()), "{hut:#?}");
    let health = game.card("advisor-health", "en").expect("an Advisor");
    assert!(health.lines[0].contains("Care"), "{health:#?}");
}

#[test]
fn a_copy_is_the_card_it_copies_and_what_is_unknown_is_nothing() {
    let game = game();
    assert_eq!(game.card("M001.2", "en"), game.card("M001", "en"));
    assert_eq!(game.card("Q99", "en"), None);
    assert_eq!(game.card("building-palace", "en"), None);
    assert_eq!(game.topic("poker", "en"), None);
}

fn is_rule(reference: &str) -> bool {
    let rules = include_str!("../../data/frostpunk/RULES.md");
    reference.starts_with("R-") && rules.contains(&format!("\n- **{reference}** "))
}

fn check(id: &str, sheet: &Article) {
    assert!((3..=8).contains(&sheet.lines.len()), "{id} has {} lines", sheet.lines.len());
    let whole: usize = sheet.lines.iter().map(|line| line.chars().count() + 1).sum();
    assert!(whole <= 1200, "{id}: {whole} characters");
    for line in &sheet.lines {
        let (_, rules) = line.rsplit_once(" (").expect("a line names its rules");
        let rules = rules.strip_suffix(')').expect("at its end");
        assert!(rules.split(", ").all(is_rule), "{id}: {line}");
    }
}

#[test]
fn every_topic_is_a_few_lines_and_each_names_its_rules() {
    let game = game();
    let topics = game.topics();
    assert!((28..=45).contains(&topics.len()));
    for topic in topics {
        let sheet = game.topic(&topic.id, "en").expect("what is listed is there");
        assert_eq!(sheet.title, say(&topic.name));
        assert!(is_whole(&sheet.title) && is_whole(&sheet.kind));
        check(&topic.id, &sheet);
    }
}
