//! Section 13.4: Use a Building.

use crate::help::*;

fn warm() -> Table {
    let mut t = bare();
    t.tile("N0").tile("N1").heat(4, 4, [0, 1, 2]);
    t
}

#[test]
fn a_small_building_has_room_for_one() {
    //
    let mut t = warm();
    t.build("hunters_hut", "N0a").choose("use_building");
    assert_eq!(t.keys(), ["G0", "G5", "N0a"]);
    t.choose_all(&["N0a", "worker"]);
    assert_eq!((t.city.food, t.city.sick), (4, [0; 3]));
    t.choose("use_building");
    assert!(!t.keys().contains(&"N0a".to_owned()));
}

#[test]
fn a_large_building_has_room_for_two_each_by_its_own_action() {
    //
    let mut t = warm();
    t.build("hothouse", "N0a");
    t.choose_all(&["use_building", "N0a", "worker"]);
    assert_eq!(t.city.food, 7);
    t.choose_all(&["use_building", "N0a", "engineer"]);
    assert_eq!(t.city.food, 14);
    t.choose("use_building");
    assert!(!t.keys().contains(&"N0a".to_owned()));
}

#[test]
fn only_engineers_use_a_building_with_their_symbol() {
    //
    let mut t = warm();
    automatons(&mut t, 1);
    t.build("medical_post", "N0a").supply(Resource::Coal, 1);
    t.people(Kind::Worker, 22, 3, false);
    t.choose_all(&["use_building", "N0a"]);
    assert_eq!(t.city.placed[0].meeple, Meeple::Engineer, "nobody else was offered");
    assert_eq!(t.city.sick[W], 0);
    t.ready(Meeple::Engineer, 0);
    assert_eq!(t.blocked("use_building"), Some(Blocked::NoTarget));
}

#[test]
fn a_child_engineer_counts_as_an_engineer() {
    //
    let mut t = warm();
    specialist(&mut t, Meeple::ChildEngineer);
    t.city.generator.stress = 6;
    t.choose_all(&["use_building", "G0"]);
    assert_eq!(t.keys(), ["engineer", "child_engineer"]);
    t.choose("child_engineer");
    assert_eq!(t.city.generator.stress, 1);
}

#[test]
fn the_action_of_a_building_is_paid_and_done() {
    //
    let mut t = warm();
    t.build("charcoal_kiln", "N0a").choose("use_building");
    assert_eq!(t.keys(), ["G0", "G5"], "no Wood to burn");
    let mut t = warm();
    t.build("charcoal_kiln", "N0a").supply(Resource::Wood, 1);
    t.choose_all(&["use_building", "N0a", "worker"]);
    assert_eq!((t.has(Resource::Wood), t.has(Resource::Coal)), (0, 4));
}

#[test]
fn laws_and_technologies_change_what_a_building_does() {
    // L03 cures one more, T05 lets a Medical Post treat.
    let mut t = warm();
    t.build("medical_post", "N0a").law("L03").people(Kind::Worker, 22, 9, false);
    t.choose_all(&["use_building", "N0a"]);
    assert_eq!(t.city.sick[W], 5);
    let mut t = warm();
    t.build("medical_post", "N0a").technology("T05").people(Kind::Worker, 22, 9, true);
    t.choose_all(&["use_building", "N0a"]);
    assert_eq!(t.keys(), ["cure", "trained"]);
    t.choose("trained");
    assert_eq!((t.city.sick[W], t.city.skull[W]), (9, false));
}

#[test]
fn white_buildings_and_shelters_are_not_used() {
    //
    let mut t = warm();
    t.build("beacon", "N0a").build("tent", "N1a").build("field_kitchen", "N1b");
    t.choose("use_building");
    assert_eq!(t.keys(), ["G0", "G5"]);
}

#[test]
fn an_automaton_works_where_a_worker_could_and_a_child_does_not() {
    //
    let mut t = warm();
    automatons(&mut t, 1);
    t.build("hunters_hut", "N0a").supply(Resource::Coal, 1);
    t.choose_all(&["use_building", "N0a"]);
    assert_eq!(t.keys(), ["worker", "engineer", "automaton"]);
}

#[test]
fn a_child_collects_at_most_three_at_the_gathering_post() {
    // L01
    let mut t = warm();
    t.build("gathering_post", "N0a").law("L01").pile("N0b", Stuff::Wood, 1);
    t.pile("N1a", Stuff::Coal, 2).pile("N1b", Stuff::Coal, 2).pile("G0", Stuff::Coal, 0);
    t.tile("F0").pile("F0a", Stuff::Core, 1);
    t.choose_all(&["use_building", "N0a", "child"]);
    assert_eq!(t.keys(), ["N0b", "N1a", "N1b", "F0a"]);
    t.choose_all(&["N0b", "N1a", "F0a"]);
    assert_eq!(t.city.supply, [1, 1, 1, 0]);
    assert!(is_turn_of(&t, 1));
}

#[test]
fn a_cold_building_makes_its_user_sick_first() {
    //
    let mut t = bare();
    t.tile("F0").build("hunters_hut", "F0a").heat(2, 4, [0, 1, 2]);
    t.choose_all(&["use_building", "F0a", "worker"]);
    assert_eq!((t.city.sick, t.city.food), ([1, 0, 0], 4));
    let ill = first(&t, |e| matches!(e, Event::Sick { .. }));
    assert!(ill < first(&t, |e| matches!(e, Event::Food { .. })));
}
