//! Section 13.5: Deploy Scouts.

use crate::help::*;

fn beacon(upgraded: bool) -> Table {
    let mut t = bare();
    t.tile("N0").build_as("beacon", "N0a", upgraded, false);
    t
}

#[test]
fn without_a_beacon_nobody_sets_out() {
    //
    let t = bare();
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::NoBeacon));
}

#[test]
fn a_worker_or_an_engineer_sets_out_on_the_first_space() {
    // heated, no Automaton, no Child.
    let mut t = beacon(false);
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose("deploy_scouts");
    assert_eq!(t.keys(), ["stack-1", "stack-2", "stack-3"]);
    assert_eq!(t.by(), By::Active(Seat(0)));
    t.choose("stack-2");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("engineer");
    assert_eq!(t.city.stacks[1].scout, Some((Meeple::Engineer, 0)));
    assert_eq!((t.city.figures.ready[E], t.city.sick), (2, [0; 3]));
    assert!(t.city.placed.is_empty() && is_turn_of(&t, 1));
}

#[test]
fn a_beacon_allows_one_expedition_at_a_time() {
    //
    let mut t = beacon(false);
    t.choose_all(&["deploy_scouts", "stack-1", "worker"]);
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::TooManyScouts));
}

#[test]
fn an_upgraded_beacon_sends_two_scouts_in_one_round() {
    //
    let mut t = beacon(true);
    t.choose_all(&["deploy_scouts", "stack-1", "worker", "deploy_scouts"]);
    assert_eq!(t.keys(), ["stack-2", "stack-3"]);
    t.choose_all(&["stack-3", "worker"]);
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::TooManyScouts));
    assert_eq!(t.city.scouts(Meeple::Worker), 2);
}

#[test]
fn the_child_specialists_may_be_scouts() {
    //
    let mut t = beacon(false);
    specialist(&mut t, Meeple::ChildWorker);
    t.choose_all(&["deploy_scouts", "stack-1"]);
    assert_eq!(t.keys(), ["worker", "engineer", "child_worker"]);
}
