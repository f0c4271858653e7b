//! Section 19: Cure and Treat.

use crate::help::*;

#[test]
fn an_adept_of_life_cures_three_with_care() {
    // E-48, R-19.1: split freely.
    let mut t = bare();
    t.city.sick = [4, 0, 2];
    stop_at_night(&mut t);
    t.only_dusk("D059").go(Mark::Dusk);
    assert!(matches!(t.asked(), Ask::Cure(3)));
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    assert_eq!(t.keys(), ["3-0-0", "2-0-1", "1-0-2"]);
    t.choose("2-0-1");
    assert_eq!(t.city.sick, [2, 0, 1]);
    assert_eq!(t.city.active_of(Mood::Care), 3, "a state test, nothing is exhausted");
}

#[test]
fn without_care_the_adept_cures_two() {
    // E-48, D059
    let mut t = bare();
    t.tokens(&[(Mood::Care, false), (Mood::Justice, true)]);
    t.city.sick = [4, 0, 0];
    stop_at_night(&mut t);
    t.only_dusk("D059").go(Mark::Dusk);
    assert_eq!(t.city.sick[W], 2);
}

fn infirmary() -> Table {
    let mut t = bare();
    t.tile("N0").build("infirmary", "N0a").heat(4, 4, [0, 1, 2]);
    t
}

#[test]
fn an_infirmary_cures_four_or_treats_two() {
    // E-49, R-19.3, R-19.4: Treat moves no marker and nobody dies.
    let mut t = infirmary();
    (t.city.sick, t.city.skull) = ([6, 3, 5], [true, true, true]);
    t.choose_all(&["use_building", "N0a"]);
    assert_eq!(t.keys(), ["cure", "treat"]);
    assert_eq!(t.by(), By::Active(Seat(0)));
    t.choose("treat");
    assert_eq!(t.keys(), ["worker", "engineer", "child"]);
    t.choose("worker");
    assert_eq!(t.keys(), ["engineer", "child"]);
    t.choose("engineer");
    assert_eq!((t.city.sick, t.city.skull), ([6, 3, 5], [false, false, true]));
    assert_eq!((t.city.corpses, t.city.citizens), (1, [22, 12, 8]));
}

#[test]
fn curing_is_chosen_wholly_and_turns_no_marker() {
    //
    let mut t = infirmary();
    (t.city.sick, t.city.skull) = ([6, 0, 0], [true, false, false]);
    t.choose_all(&["use_building", "N0a", "cure"]);
    assert_eq!((t.city.sick[W], t.city.skull[W]), (2, true));
    assert!(is_turn_of(&t, 1));
}

#[test]
fn a_skull_keeps_the_last_one_sick() {
    // V-4, R-19.2: the points left are lost.
    let mut t = bare();
    t.people(Kind::Engineer, 12, 2, true).effects(&[Op::Cure(n(3))]);
    assert_eq!((t.city.sick[E], t.city.skull[E]), (1, true));
}

#[test]
fn points_a_skull_refuses_may_go_to_other_types() {
    // V-4, R-19.2
    let mut t = bare();
    t.people(Kind::Engineer, 12, 2, true).people(Kind::Worker, 22, 5, false);
    t.effects(&[Op::Cure(n(3))]);
    assert_eq!(t.keys(), ["3-0-0", "2-1-0"]);
    t.choose("2-1-0");
    assert_eq!(t.city.sick, [3, 1, 0]);
}

#[test]
fn losing_sick_citizens_stops_at_the_skull_too() {
    //
    let mut t = bare();
    t.people(Kind::Engineer, 12, 2, true);
    t.effects(&[Op::Heal(Who::Kind(Kind::Engineer), n(5))]);
    assert_eq!((t.city.sick[E], t.city.citizens[E]), (1, 12));
    t.people(Kind::Child, 8, 1, false).people(Kind::Worker, 22, 1, false);
    t.effects(&[Op::Heal(Who::Any, n(1))]);
    assert_eq!(t.blocked("engineer"), Some(Blocked::Skull));
    assert_eq!(t.keys(), ["worker", "child"]);
}

#[test]
fn many_points_of_cure_are_spent_one_by_one() {
    //
    let mut t = bare();
    t.city.sick = [4, 3, 0];
    t.effects(&[Op::Cure(n(6))]);
    assert_eq!(t.blocked("child"), Some(Blocked::Nobody));
    t.choose("engineer");
    assert_eq!(t.city.sick, [4, 2, 0]);
    assert!(matches!(t.asked(), Ask::Cure(5)));
    t.choose("3-2-0");
    assert_eq!(t.city.sick, [1, 0, 0]);
}

#[test]
fn healing_with_nobody_to_heal_is_legal() {
    // unused points are lost.
    let mut t = infirmary();
    t.choose_all(&["use_building", "N0a", "treat"]);
    assert_eq!((t.city.sick, t.city.skull), ([0; 3], [false; 3]));
    assert!(is_turn_of(&t, 1));
    let mut t = bare();
    t.people(Kind::Worker, 22, 6, true).effects(&[Op::Treat(n(3))]);
    assert_eq!((t.city.sick[W], t.city.skull[W]), (6, false));
}
