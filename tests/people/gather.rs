//! Section 13.2: Gather Resources.

use crate::help::*;

#[test]
fn a_meeple_takes_two_of_four_coal_and_keeps_the_space() {
    // E-40, R-13.8, R-13.9, R-13.10
    let mut t = bare();
    t.tile("N0").pile("N0a", Stuff::Coal, 4).heat(2, 4, [0, 1, 2]);
    t.choose("gather");
    assert_eq!(t.keys(), ["G2", "G4", "N0a"]);
    t.choose_all(&["N0a", "worker"]);
    assert_eq!(t.keys(), ["2", "1"]);
    assert_eq!(t.by(), By::Active(Seat(0)));
    t.choose("2");
    assert_eq!((t.has(Resource::Coal), t.pile_on("N0a")), (2, Some((Stuff::Coal, 2))));
    assert_eq!(t.city.sick, [0; 3]);
    t.choose("gather");
    assert_eq!(t.keys(), ["G2", "G4"], "occupied until Night");
}

#[test]
fn one_resource_may_be_left_behind() {
    // up to 2.
    let mut t = bare();
    t.choose_all(&["gather", "G4", "worker", "1"]);
    assert_eq!((t.has(Resource::Wood), t.pile_on("G4")), (1, Some((Stuff::Wood, 4))));
}

#[test]
fn the_last_cube_is_taken_without_a_question() {
    //
    let mut t = bare();
    t.tile("N0").pile("N0b", Stuff::Core, 1);
    t.choose_all(&["gather", "N0b", "engineer"]);
    assert_eq!((t.has(Resource::Core), t.pile_on("N0b")), (1, None));
    assert!(is_turn_of(&t, 1));
}

#[test]
fn workers_engineers_and_automatons_gather_but_not_children() {
    //
    let mut t = bare();
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose_all(&["gather", "G2"]);
    assert_eq!(t.keys(), ["worker", "engineer", "automaton"]);
}

#[test]
fn child_labour_sends_children_to_gather() {
    // L01
    let mut t = bare();
    t.law("L01").choose_all(&["gather", "G2"]);
    assert_eq!(t.keys(), ["worker", "engineer", "child"]);
    t.choose_all(&["child", "2"]);
    assert_eq!((t.city.sick, t.has(Resource::Coal)), ([0, 0, 1], 2));
}

#[test]
fn each_space_gives_once_a_round_and_again_after_the_night() {
    //
    let mut t = bare();
    t.choose_all(&["gather", "G2", "worker", "2"]);
    t.choose_all(&["gather", "worker", "2"]);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget), "both spaces are taken");
    t.city.food = 50;
    stop_at_dawn(&mut t);
    t.heat(4, 4, [0, 0, 0]).go(Mark::Night);
    t.skip_while(|ask| matches!(ask, Ask::Fuel(_) | Ask::Stand | Ask::Kind(..)));
    t.go(Mark::Action).choose("gather");
    assert_eq!(t.keys(), ["G2", "G4"]);
}

#[test]
fn trees_are_not_gathered() {
    //
    let mut t = bare();
    t.tile("N0").pile("N0a", Stuff::Trees, 3).choose("gather");
    assert_eq!(t.keys(), ["G2", "G4"]);
}

#[test]
fn with_the_chainsaw_a_worker_fells_a_tree_for_two_wood() {
    // T04: an Engineer may not.
    let mut t = bare();
    t.tile("N0").pile("N0a", Stuff::Trees, 3).technology("T04");
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose_all(&["gather", "N0a"]);
    assert_eq!(t.keys(), ["worker", "automaton"]);
    t.choose("worker");
    assert_eq!((t.has(Resource::Wood), t.pile_on("N0a")), (2, Some((Stuff::Trees, 2))));
}
