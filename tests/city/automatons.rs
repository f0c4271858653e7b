//! Section 27: Automatons, the Child Worker and the Child Engineer.

use crate::kit::{C, bare, n, run, stacks, users};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Action, Kind, Meeple, Resource, Stuff};
use emberhall::frostpunk::rules::program::{Good, Op};

const MACHINE: usize = Meeple::Automaton as usize;

/// One Automaton and nobody else.
fn machine() -> Table {
    let mut t = bare();
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0).ready(Meeple::Child, 0);
    t.ready(Meeple::Automaton, 2);
    t
}

#[test]
fn automatons_come_from_the_bank_and_six_are_all() {
    //
    let mut t = bare();
    t.effects(&[Op::Gain(Good::Automaton, n(2))]);
    assert_eq!([t.city.figures.ready[MACHINE], t.city.figures.bank[MACHINE]], [2, 4]);
    t.effects(&[Op::Gain(Good::Automaton, n(9))]);
    assert_eq!([t.city.figures.ready[MACHINE], t.city.figures.bank[MACHINE]], [6, 0]);
}

#[test]
fn each_use_of_an_automaton_burns_one_coal() {
    //
    let mut t = machine();
    t.tile("N1").build("hunters_hut", "N1a").pile("N1b", Stuff::Wood, 3);
    run(&mut t, &["use_building", "N1a", "automaton"]);
    assert_eq!((t.has(Resource::Coal), t.city.food), (19, 24));
    run(&mut t, &["gather", "N1b", "automaton", "2"]);
    assert_eq!([t.has(Resource::Coal), t.has(Resource::Wood)], [18, 22]);
}

#[test]
fn without_coal_an_automaton_stands_still() {
    //
    let mut t = machine();
    t.tile("N1").build("hunters_hut", "N1a").supply(Resource::Coal, 0);
    assert_eq!(t.blocked("use_building"), Some(Blocked::NoTarget));
    assert_eq!(t.blocked("construct"), Some(Blocked::NoFigure));
}

#[test]
fn an_automaton_works_like_a_worker_but_does_not_scout() {
    //
    let mut t = machine();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    t.tile("N1").tile("N2").build("beacon", "N1a").build("hunters_hut", "N2a");
    t.build("medical_post", "N2b");
    for action in ["remove_snow", "construct", "use_building"] {
        assert_eq!(t.blocked(action), None, "{action}");
    }
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::NoFigure));
    assert_eq!(users(&t, "N2a"), [Meeple::Automaton]);
    assert!(users(&t, "N2b").is_empty(), "an Engineer's place");
}

#[test]
fn an_automaton_takes_no_special_action() {
    //
    let mut t = machine();
    t.event_card("M015");
    t.event_card("M004");
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
    t.ready(Meeple::Worker, 1);
    assert_eq!(t.blocked("special_action"), None, "a Worker may bring something to M004");
}

#[test]
fn the_cold_does_nothing_to_a_machine() {
    //
    let mut t = machine();
    t.heat(0, 4, [0, 1, 2]);
    t.tile("N1").build("hunters_hut", "N1a");
    run(&mut t, &["use_building", "N1a", "automaton"]);
    assert_eq!((t.city.sick, t.city.food), ([0; 3], 24));
}

#[test]
fn a_machine_needs_no_bed() {
    //
    let mut t = machine();
    t.heat(0, 4, [0, 1, 2]);
    t.go(Mark::Shelter);
    assert_eq!((t.city.sick, t.city.night.standing), ([0; 3], 0));
}

/// The Child Worker and the Child Engineer take the places of both Children.
fn specialists() -> Table {
    let mut t = bare();
    t.effects(&[Op::GainSpecialist(Meeple::ChildWorker)]);
    t.effects(&[Op::GainSpecialist(Meeple::ChildEngineer)]);
    t
}

#[test]
fn a_specialist_replaces_an_ordinary_child() {
    //
    let t = specialists();
    assert_eq!(t.city.figures.ready, [5, 3, 0, 1, 1, 0]);
    assert_eq!(t.city.meeples_of(Kind::Child), 2);
    assert_eq!(t.city.citizens[C], 8);
}

#[test]
fn a_specialist_that_finds_no_child_comes_in_the_next_action_phase() {
    //
    let mut t = bare();
    t.ready(Meeple::Child, 0);
    t.effects(&[Op::GainSpecialist(Meeple::ChildWorker)]);
    assert_eq!(t.city.figures.ready[Meeple::ChildWorker.at()], 0);
    t.go(Mark::Action);
    assert_eq!(t.city.figures.ready, [5, 3, 1, 1, 0, 0]);
}

#[test]
fn a_child_worker_works_and_a_child_engineer_engineers() {
    // without any Law about Children.
    let mut t = specialists();
    t.ready(Meeple::Worker, 0).ready(Meeple::Engineer, 0);
    t.tile("N1").build("hunters_hut", "N1a").build("medical_post", "N1b");
    assert_eq!(users(&t, "N1a"), [Meeple::ChildWorker, Meeple::ChildEngineer]);
    assert_eq!(users(&t, "N1b"), [Meeple::ChildEngineer]);
    let snow: Vec<_> = t.look().figures_for(Action::Snow, None, None).collect();
    assert_eq!(snow, [Meeple::ChildWorker, Meeple::ChildEngineer]);
}

#[test]
fn a_child_worker_in_the_cold_makes_a_child_ill() {
    //
    let mut t = specialists();
    t.heat(0, 4, [0, 1, 2]);
    t.tile("N1").build("hunters_hut", "N1a");
    run(&mut t, &["use_building", "N1a", "child_worker"]);
    assert_eq!(t.city.sick, [0, 0, 1]);
}

#[test]
fn child_specialists_may_scout() {
    //
    let mut t = specialists();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    t.tile("N1").build("beacon", "N1a");
    t.choose("deploy_scouts").choose("stack-1");
    assert_eq!(t.keys(), ["worker", "engineer", "child_worker", "child_engineer"]);
    t.choose("child_engineer");
    assert_eq!(t.city.stacks[0].scout, Some((Meeple::ChildEngineer, 0)));
}

#[test]
fn a_child_engineer_takes_an_engineers_special_action() {
    //
    let mut t = specialists();
    t.event_card("M015");
    t.choose("special_action");
    assert_eq!(t.keys(), ["engineer", "child_engineer"]);
}

#[test]
fn an_expedition_may_bring_the_child_engineer_home() {
    // X34
    let mut t = bare();
    stacks(&mut t, &[&["X34"], &["X02"], &["X04"]]);
    crate::kit::scout(&mut t, 0, 4);
    t.effects(&[Op::MoveScouts(n(1))]);
    assert_eq!(t.city.figures.ready[Meeple::ChildEngineer.at()], 1);
    assert_eq!((t.city.citizens[C], t.city.food), (13, 26));
}
