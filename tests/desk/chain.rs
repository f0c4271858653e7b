//! A card with what it leads to, and who leads to it.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, PieceLink};

use super::kit::files;

fn game() -> Frostpunk {
    Frostpunk::from_files(files()).expect("the box")
}

fn ids(leads: &[PieceLink]) -> Vec<&str> {
    leads.iter().filter_map(|lead| lead.id.as_deref()).collect()
}

#[test]
fn a_morning_card_is_shown_with_the_dusk_cards_it_brings_and_theirs() {
    let piece = game().piece_report("M001", "en").expect("M001");
    assert_eq!((piece.id.as_str(), piece.sheet.title.as_str()), ("M001", "Theft"));
    assert!(piece.sheet.lines.iter().any(|line| line.starts_with("Search in silence: ")));
    assert_eq!(ids(&piece.to), ["D001", "D002"]);
    assert_eq!(piece.to[1].by, "Search in silence");
    assert!(ids(&piece.to[1].to).contains(&"D003"), "{piece:?}");
    assert_eq!(piece.from[0].id, None, "it is in its deck from the start");
}

#[test]
fn a_dusk_card_names_those_who_bring_it() {
    let piece = game().piece_report("D003", "en").expect("D003");
    assert_eq!(ids(&piece.from), ["D002"]);
    assert_eq!(piece.from[0].by, "Have mercy");
}

#[test]
fn a_law_leads_to_its_consequences_and_its_building() {
    let piece = game().piece_report("L09", "en").expect("L09");
    assert_eq!(ids(&piece.to), ["L09A", "L09B", "building-care_house"]);
    let consequence = game().piece_report("L09B", "en").expect("L09B");
    assert_eq!(ids(&consequence.from), ["L09"]);
}

#[test]
fn a_card_that_leads_back_to_itself_is_followed_once() {
    let mut files = files();
    let card =
        |to: &str| format!("[[option]]\nkey = \"on\"\neffects = [{{ add_dusk = \"{to}\" }}]\n");
    for (file, to) in [("morning/M901", "D901"), ("dusk/D901", "D902"), ("dusk/D902", "D901")] {
        files.insert(format!("cards/{file}.toml"), card(to));
    }
    let game = Frostpunk::from_files(files).expect("a round");
    let piece = game.piece_report("M901", "en").expect("M901");
    let there = &piece.to[0].to[0];
    assert_eq!((ids(&piece.to), there.id.as_deref()), (vec!["D901"], Some("D902")));
    assert!(there.to[0].again && there.to[0].to.is_empty(), "{piece:?}");
}

#[test]
fn every_piece_is_filed_under_its_word_and_most_under_a_short_one() {
    let game = game();
    for id in game.piece_ids() {
        let piece = game.piece_report(&id, "en").unwrap_or_else(|| panic!("there is no {id}"));
        assert_eq!(piece.id, id);
        assert!(!piece.sheet.title.contains('⟨') && !piece.sheet.lines.is_empty(), "{id}");
        assert!(!piece.from.is_empty(), "nobody brings {id}");
        let said = piece.from.iter().chain(&piece.to);
        assert!(said.clone().all(|lead| !lead.by.contains('⟨') && !lead.how.contains('⟨')), "{id}");
    }
    for (short, id) in [
        ("sawmill", "building-sawmill"),
        ("foreman", "advisor-foreman"),
        ("1-hard", "society-1-hard"),
        ("M001.2", "M001"),
        ("m001", "M001"),
    ] {
        assert_eq!(
            game.piece_report(short, "en").map(|piece| piece.id).as_deref(),
            Some(id),
            "{short}"
        );
    }
    assert!(game.piece_report("M999", "en").is_none());
}
