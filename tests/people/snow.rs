//! Section 13.1: Remove Snow.

use crate::help::*;

#[test]
fn a_far_tile_beyond_a_near_tile_brings_what_it_shows() {
    // E-39, R-13.1, R-13.2, R-13.5, R-13.6
    let mut t = bare();
    t.tile("N0");
    next_tile(&mut t, "far-01");
    t.choose("remove_snow");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("worker");
    assert_eq!(t.city.sick[W], 1, "the cold is felt before the tile is placed");
    assert_eq!(t.keys(), ["near", "far"]);
    t.choose("far");
    assert_eq!(t.keys(), ["F0", "F1", "F17"]);
    assert_eq!(t.by(), By::Active(Seat(0)));
    t.choose("F1");
    assert_eq!(t.pile_on("F1a"), Some((Stuff::Trees, 3)));
    assert_eq!(t.pile_on("F1b"), Some((Stuff::Coal, 2)));
    assert_eq!(t.city.placed[0].place, Place::Snow);
    assert!(is_turn_of(&t, 1));
}

#[test]
fn two_near_tiles_are_laid_first_and_flipped_together() {
    // the second need not touch the first; Food comes at once.
    let mut t = bare();
    next_tile(&mut t, "near-10");
    let first = t.cell("N3");
    t.choose_all(&["remove_snow", "worker"]);
    assert_eq!(t.keys().len(), 12);
    t.choose("N3");
    assert_eq!(t.city.cells[first.at()], None, "still face down");
    assert_eq!(t.city.food, 0);
    let keys = t.keys();
    assert!(keys.len() == 11 && !keys.contains(&"N3".to_owned()));
    t.choose("N9");
    assert!(t.city.cells[first.at()].is_some() && t.city.cells[t.cell("N9").at()].is_some());
    assert_eq!(t.city.food, 4);
    assert_eq!(t.city.decks.near.len(), 10);
    t.check();
}

#[test]
fn snow_can_be_removed_again_and_again_in_one_round() {
    //
    let mut t = bare();
    t.tile("N0");
    for key in ["F0", "F1", "F17"] {
        t.choose_all(&["remove_snow", "worker", "far", key]);
    }
    assert_eq!(t.city.placed.len(), 3);
    assert_eq!(t.city.sick[W], 3);
}

#[test]
fn with_one_free_near_cell_one_near_tile_is_placed() {
    //
    let mut t = bare();
    tiles(&mut t, "N", 11);
    t.choose_all(&["remove_snow", "worker", "near"]);
    assert!(t.city.cells[t.cell("N11").at()].is_some());
    assert!(t.city.decks.near.is_empty());
    assert!(is_turn_of(&t, 1));
}

#[test]
fn without_a_tile_to_touch_no_far_tile_can_be_placed() {
    //
    let mut t = bare();
    t.tile("F9");
    t.choose_all(&["remove_snow", "worker"]);
    assert!(matches!(t.asked(), Ask::Cell(_)), "only Near tiles: F9 is not connected");
    assert_eq!(t.keys().len(), 12);
}

#[test]
fn a_far_tile_may_follow_a_far_tile_that_is_connected() {
    //
    let mut t = bare();
    t.tile("N0").tile("F1").tile("F2");
    t.choose_all(&["remove_snow", "worker", "far"]);
    assert_eq!(t.keys(), ["F0", "F3", "F17"]);
}

#[test]
fn an_automaton_removes_snow_without_falling_ill() {
    //
    let mut t = bare();
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose("remove_snow");
    assert_eq!(t.keys(), ["worker", "engineer", "automaton"]);
    t.choose("automaton");
    assert_eq!((t.city.sick, t.has(Resource::Coal)), ([0; 3], 0));
}

#[test]
fn with_every_cell_filled_there_is_no_snow_to_remove() {
    //
    let mut t = bare();
    tiles(&mut t, "N", 12);
    tiles(&mut t, "F", 17);
    assert_eq!(t.blocked("remove_snow"), None);
    t.tile("F17");
    assert_eq!(t.blocked("remove_snow"), Some(Blocked::NoTile));
}
