//! Section 26: developments, and what the known Technologies do.

use crate::kit::{bare, developing, displays, n, run};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::frame::{Mark, Step};
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Resource, Stuff};
use emberhall::frostpunk::rules::program::{Body, Op};

/// T01, T02, T04 and T05 in the display, and a tile to build on.
fn school(round: u8) -> Table {
    let mut t = bare();
    t.city.technologies.clear();
    displays(&mut t, &["T01", "T02", "T04", "T05"]);
    t.city.round = round;
    t.tile("N1").tile("N2");
    t
}

fn developed(t: &Table, id: &str) -> bool {
    let card = t.card(id);
    t.city.technologies.iter().any(|tech| tech.card == card && tech.developed)
}

#[test]
fn four_technologies_lie_in_the_display_and_none_is_developed() {
    //
    let t = Table::turn();
    assert_eq!(t.city.technologies.len(), 4);
    assert!(t.city.technologies.iter().all(|tech| !tech.developed));
    assert_eq!(t.city.development, None);
    let hubs = t.card("T09");
    assert!(t.city.technologies.iter().all(|tech| tech.card != hubs));
}

#[test]
fn the_first_workshop_starts_a_development() {
    // cost 3 in Round 2 puts the token on 5.
    let mut t = school(2);
    run(&mut t, &["construct", "worker", "workshop", "N1a"]);
    assert_eq!(t.keys(), ["T01", "T02", "T04", "T05"]);
    t.choose("T04");
    assert_eq!(t.city.development, Some((t.card("T04"), 5)));
    assert!(!developed(&t, "T04"));
}

#[test]
fn a_second_workshop_starts_nothing() {
    // only one at a time.
    let mut t = school(2);
    run(&mut t, &["construct", "worker", "workshop", "N1a", "T04", "workshop", "N1b"]);
    assert_eq!(t.built("workshop").len(), 2);
    assert!(matches!(t.asked(), Ask::SubAction(1, false)));
    assert_eq!(t.city.development, Some((t.card("T04"), 5)));
}

#[test]
fn a_token_beyond_the_track_goes_on_round_fifteen() {
    // V-18, R-26.4
    let mut t = school(13);
    run(&mut t, &["construct", "worker", "workshop", "N1a", "T02"]);
    assert_eq!(t.city.development, Some((t.card("T02"), 15)));
}

#[test]
fn in_round_fifteen_nothing_is_developed_any_more() {
    //
    let mut t = school(15);
    run(&mut t, &["construct", "worker", "workshop", "N1a", "T02", "done"]);
    assert_eq!(t.city.development, Some((t.card("T02"), 15)));
    assert!(!developed(&t, "T02"));
    t.build("hunters_hut", "N1b");
    run(&mut t, &["use_building", "N1a", "engineer"]);
    assert_eq!(t.blocked("develop"), Some(Blocked::NoDevelopment));
}

#[test]
fn dawn_develops_a_technology_and_the_next_is_chosen() {
    // E-20, R-26.6, R-26.7: from Round 5 to 6; T02 costs 4 and goes on 10.
    let mut t = school(5);
    t.build("workshop", "N1a");
    developing(&mut t, "T04", 6);
    t.go(Mark::Dawn);
    assert_eq!(t.city.round, 6);
    assert!(developed(&t, "T04"));
    assert_eq!(t.keys(), ["T01", "T02", "T05"]);
    t.choose("T02");
    assert_eq!(t.city.development, Some((t.card("T02"), 10)));
}

#[test]
fn with_all_four_developed_the_workshop_has_nothing_to_develop() {
    //
    let mut t = bare();
    t.city.technologies.clear();
    t.city.round = 5;
    t.tile("N1").build("workshop", "N1a").technology("T01");
    developing(&mut t, "T04", 6);
    t.effects(&[Op::Workshop(2)]);
    t.choose("develop");
    assert!(developed(&t, "T04"));
    assert_eq!((t.city.development, t.asked()), (None, &Ask::Turn));
}

#[test]
fn the_last_workshop_takes_its_development_with_it() {
    // V-19, R-26.8: what is developed stays; a new Workshop begins anew.
    let mut t = school(4);
    t.build("workshop", "N1a").technology("T05");
    developing(&mut t, "T04", 6);
    run(&mut t, &["construct", "worker", "dismantle", "N1a"]);
    assert_eq!(t.city.development, None);
    assert!(!developed(&t, "T04") && developed(&t, "T05"));
    run(&mut t, &["workshop", "N1b", "T04"]);
    assert_eq!(t.city.development, Some((t.card("T04"), 7)), "progress is lost");
}

#[test]
fn one_of_two_workshops_may_go() {
    //
    let mut t = school(4);
    t.build("workshop", "N1a").build("workshop", "N1b");
    developing(&mut t, "T04", 6);
    run(&mut t, &["construct", "worker", "dismantle", "N1a"]);
    assert_eq!(t.city.development, Some((t.card("T04"), 6)));
}

#[test]
fn a_destroyed_workshop_loses_the_development_too() {
    //
    let mut t = school(4);
    t.build("workshop", "N1a");
    developing(&mut t, "T04", 6);
    t.effects(&[Op::Destroy]);
    assert_eq!((t.city.development, t.built("workshop").len()), (None, 0));
}

#[test]
fn the_known_technologies_take_their_rounds() {
    // T01, T02, T04, T05, T06, T09
    let t = bare();
    let cost = |id: &str| match t.pack.card(t.card(id)).body {
        Body::Technology(rounds) => rounds,
        _ => 0,
    };
    assert_eq!(["T01", "T02", "T04", "T05", "T06", "T09"].map(cost), [4, 4, 3, 5, 4, 3]);
}

#[test]
fn hunting_tactics_add_one_food_for_every_two_symbols() {
    // T02: five symbols bring 5 + 2.
    let mut t = bare();
    t.tile("N1").tile("N2").tile("N3").technology("T02");
    t.build("hunters_hut", "N1a").build_upgraded("hunters_hut", "N1b");
    t.build_upgraded("hunters_hut", "N2a").next_weather("W11");
    t.go(Mark::Weather);
    assert_eq!(t.city.food, 27);
}

#[test]
fn the_chainsaw_fells_a_tree_for_two_wood() {
    // T04: a Worker or an Automaton, not an Engineer; once per space and round.
    let mut t = bare();
    t.tile("N1").pile("N1a", Stuff::Trees, 2).ready(Meeple::Automaton, 1);
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget));
    t.technology("T04");
    t.choose("gather");
    assert_eq!(t.keys(), ["worker", "automaton"]);
    t.choose("worker");
    assert_eq!((t.has(Resource::Wood), t.pile_on("N1a")), (22, Some((Stuff::Trees, 1))));
    assert_eq!(t.blocked("gather"), Some(Blocked::NoTarget), "the space is occupied");
}

#[test]
fn medical_education_treats_two_at_a_medical_post() {
    // T05: instead of the normal effect.
    let mut t = bare();
    t.tile("N1").build("medical_post", "N1a");
    t.people(Kind::Worker, 22, 3, true).people(Kind::Child, 8, 3, true);
    t.technology("T05");
    run(&mut t, &["use_building", "N1a", "engineer"]);
    assert_eq!(t.keys(), ["cure", "trained"]);
    run(&mut t, &["trained", "worker", "child"]);
    assert_eq!((t.city.skull, t.city.sick), ([false; 3], [3, 0, 3]));
}

#[test]
fn the_safety_system_swallows_an_overflow_of_two_but_not_of_three() {
    // T06: just before the check.
    for (stress, after, broken) in [(12, 10, false), (13, 0, true)] {
        let mut t = bare();
        t.technology("T06").heat(0, 4, [0, 1, 2]);
        t.city.generator.stuck = 0;
        t.city.generator.drawer = 0;
        t.city.generator.stress = stress;
        t.step(Step::Go(Mark::Stress));
        assert_eq!((t.city.generator.stress, t.city.generator.overheated), (after, broken));
    }
}

#[test]
fn one_move_of_the_token_is_one_space() {
    // R-29.9 (b)
    let mut t = school(2);
    t.build("workshop", "N1a");
    developing(&mut t, "T05", 7);
    t.effects(&[Op::Workshop(1), Op::Cure(n(1))]);
    t.choose("develop");
    assert_eq!(t.city.development, Some((t.card("T05"), 6)));
}
