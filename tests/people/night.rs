//! Section 16: the Night and the end of the round.

use crate::help::*;

/// Nobody sleeps outside by accident: one Worker is all there is.
fn alone(t: &mut Table) {
    t.ready(Meeple::Worker, 1).ready(Meeple::Engineer, 0).ready(Meeple::Child, 0);
}

fn slots(t: &Table) -> u8 {
    t.look().warm_places().slots
}

/// A city on four Near tiles, Heat 2 above Red and Orange, not above Yellow.
fn camp() -> Table {
    let mut t = bare();
    tiles(&mut t, "N", 4);
    t.heat(2, 4, [0, 1, 2]);
    stop_at_dawn(&mut t);
    t
}

#[test]
fn placed_meeples_come_home_at_night() {
    // from the map, the boards and the cards, Automatons too.
    let mut t = camp();
    automatons(&mut t, 1);
    let card = t.event_card("M015");
    let space = Place::Space(t.space("G2"));
    stand(&mut t, Meeple::Worker, space);
    stand(&mut t, Meeple::Worker, Place::Snow);
    stand(&mut t, Meeple::Automaton, Place::Construct);
    stand(&mut t, Meeple::Engineer, Place::Card(card));
    t.go(Mark::Night);
    assert!(t.city.placed.is_empty());
    assert_eq!(t.city.figures.ready, [5, 3, 2, 0, 0, 1]);
    assert!(t.events.iter().any(|e| matches!(e, Event::FiguresHome { count: 4 })));
}

#[test]
fn scouts_stay_out_and_need_no_shelter() {
    //
    let mut t = camp();
    alone(&mut t);
    t.city.figures.ready[W] = 0;
    t.city.stacks[0].scout = Some((Meeple::Worker, 1));
    t.go(Mark::Night);
    assert_eq!(t.city.stacks[0].scout, Some((Meeple::Worker, 1)));
    assert_eq!(t.city.sick, [0; 3]);
}

#[test]
fn the_generator_may_be_fuelled_at_night_without_a_stress_check() {
    // by the seat responsible for the Generator.
    let mut t = camp();
    alone(&mut t);
    t.build("tent", "N0a").heat(0, 3, [0, 1, 2]).supply(Resource::Coal, 5).go(Mark::Night);
    assert!(matches!(t.asked(), Ask::Fuel(0)));
    assert_eq!(t.by(), By::Responsible(Advisor::Generator, Seat(0)));
    assert_eq!(t.keys(), ["0", "1", "2", "3"]);
    t.choose("2");
    assert_eq!((t.has(Resource::Coal), t.city.generator.heat), (3, 2));
    assert_eq!((t.city.generator.stress, t.city.generator.stuck), (0, 0));
    assert_eq!(t.city.sick, [0; 3], "zone B is warm now");
}

#[test]
fn a_tent_shelters_two_only_if_it_is_heated() {
    // E-45, R-16.10
    let mut t = camp();
    t.tile("F0").build("tent", "F0a");
    assert_eq!(slots(&t), 0);
    t.heat(3, 4, [9, 9, 2]);
    assert_eq!(slots(&t), 2, "Heat is above the yellow symbol");
    t.build("tent", "N0a").heat(3, 4, [9, 2, 9]);
    assert_eq!(slots(&t), 2, "only the Tent in zone B");
}

#[test]
fn house_bunkhouse_and_tent_keep_warm_by_their_own_colour() {
    // on Far tiles, zone C cold.
    let mut t = camp();
    t.tile("F0").tile("F1").build("house", "F0a").build("bunkhouse", "F0b").build("tent", "F1a");
    for (heat, warm) in [(0, 0), (1, 2), (2, 4), (3, 6)] {
        t.heat(heat, 4, [0, 1, 2]);
        assert_eq!(slots(&t), warm, "Heat {heat}");
    }
}

#[test]
fn the_group_chooses_who_stands_in_the_cold() {
    // E-46, R-16.6, R-16.7, R-16.11, R-16.12
    let mut t = camp();
    t.build("bunkhouse", "N0a").build("bunkhouse", "N0b").build("bunkhouse", "N1a");
    t.build("child_shelter", "N1b");
    t.build_as("tent", "N2a", false, true).build_as("tent", "N2b", false, true);
    t.go(Mark::Night);
    assert!(matches!(t.asked(), Ask::Stand));
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    assert_eq!(t.keys(), ["worker", "engineer", "all-worker", "all-engineer"]);
    t.choose("worker");
    assert_eq!(t.city.sick, [1, 0, 0]);
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("engineer");
    assert_eq!(t.city.sick, [1, 1, 0]);
}

#[test]
fn both_places_missing_may_be_of_one_type() {
    //
    let mut t = camp();
    for label in ["N0a", "N1a", "N2a", "N3a"] {
        t.build("bunkhouse", label);
    }
    t.go(Mark::Night).choose("all-engineer");
    assert_eq!(t.city.sick, [0, 2, 0]);
}

#[test]
fn with_nobody_to_choose_from_nothing_is_asked() {
    //
    let mut t = camp();
    t.ready(Meeple::Engineer, 0).ready(Meeple::Child, 0).build("bunkhouse", "N0a");
    t.go(Mark::Night);
    assert_eq!(t.city.sick, [3, 0, 0]);
}

#[test]
fn with_no_warm_bed_at_all_everybody_stands_and_nothing_is_asked() {
    // whoever is named first, all of them fall ill.
    let mut t = camp();
    let people = [Meeple::Worker, Meeple::Engineer, Meeple::Child];
    let ready = people.map(|meeple| t.city.figures.ready[meeple.at()]);
    t.go(Mark::Night);
    assert!(ready.iter().all(|n| *n > 0), "every type has somebody");
    assert_eq!(t.city.sick, ready);
    assert!(!t.events.iter().any(|e| matches!(e, Event::Taken { .. })));
}

#[test]
fn automatons_need_no_bed() {
    //
    let mut t = camp();
    alone(&mut t);
    automatons(&mut t, 6);
    t.build("bunkhouse", "N0a").go(Mark::Night);
    assert_eq!(t.city.sick, [0; 3]);
    assert!(t.events.iter().any(|e| matches!(e, Event::Slept { warm: 1, standing: 0 })));
}

#[test]
fn a_child_shelter_has_four_places_for_children_only() {
    //
    let mut t = camp();
    t.build("child_shelter", "N0a");
    let book = t.look().warm_places();
    assert_eq!((book.slots, book.own), (0, [0, 0, 4]));
    t.heat(0, 4, [0, 1, 2]);
    assert_eq!(t.look().warm_places().own, [0; 3], "only if it is heated");
}

#[test]
fn a_fifth_child_does_not_fit_into_the_child_shelter() {
    // it may take a place for anyone, or stand.
    let mut t = camp();
    people(&mut t, [22, 12, 25]);
    t.ready(Meeple::Worker, 1).ready(Meeple::Engineer, 0).ready(Meeple::Child, 5);
    t.build("child_shelter", "N0a").go(Mark::Night);
    assert_eq!(t.city.sick, [1, 0, 1], "no place for anyone: nothing to choose");
    let mut t = camp();
    people(&mut t, [22, 12, 25]);
    t.ready(Meeple::Worker, 2).ready(Meeple::Engineer, 0).ready(Meeple::Child, 5);
    t.build("child_shelter", "N0a").build("tent", "N1a").heat(3, 4, [0, 1, 2]).go(Mark::Night);
    assert_eq!(t.keys(), ["worker", "child"]);
    t.choose("worker");
    assert_eq!(t.city.sick, [1, 0, 0]);
}

#[test]
fn crowded_quarters_give_every_heated_shelter_one_more_place() {
    // L05: the Child Shelter's is for Children.
    let mut t = camp();
    t.build("bunkhouse", "N0a").build("house", "N0b").build("child_shelter", "N1a");
    t.build_as("tent", "N1b", false, true).tile("F0").build("tent", "F0a");
    t.law("L05");
    let book = t.look().warm_places();
    assert_eq!((book.slots, book.own), (6, [0, 0, 5]), "not the Ruins, not the cold Tent");
}

#[test]
fn ruins_shelter_nobody_without_their_law() {
    // heated Ruins, Blue.
    let mut t = camp();
    t.build_as("house", "N0a", false, true);
    assert_eq!(slots(&t), 0);
    t.law("L12");
    assert!(slots(&t) > 0);
    t.heat(2, 4, [0, 2, 2]);
    assert_eq!(slots(&t), 0, "no colour of its own, and zone B is cold");
}

#[test]
fn a_field_kitchen_keeps_the_shelter_on_its_tile_warm() {
    //
    let mut t = camp();
    t.build("field_kitchen", "N0a").build("tent", "N0b").build("tent", "N1a");
    t.heat(0, 4, [0, 1, 2]);
    assert_eq!(slots(&t), 2);
}

#[test]
fn a_law_lets_a_heated_medical_post_shelter_workers() {
    // L04
    let mut t = camp();
    t.build("medical_post", "N0a").law("L04");
    assert_eq!(t.look().warm_places().own, [2, 0, 0]);
    t.heat(0, 4, [0, 1, 2]);
    assert_eq!(t.look().warm_places().own, [0; 3]);
}

#[test]
fn a_meeple_in_a_heated_prison_sleeps_warm_and_comes_back_at_the_end() {
    //
    let mut t = camp();
    alone(&mut t);
    t.ready(Meeple::Engineer, 1).build("prison", "N0a").build("bunkhouse", "N1a");
    let cell = Place::Space(t.space("N0a"));
    stand(&mut t, Meeple::Engineer, cell);
    t.supply(Resource::Coal, 1).heat(2, 3, [0, 1, 2]).go(Mark::Night);
    assert!(matches!(t.asked(), Ask::Fuel(_)));
    assert_eq!(t.city.placed.len(), 1, "the Prison keeps it over night");
    t.choose("0");
    assert_eq!((t.city.sick, t.city.figures.ready[E]), ([0; 3], 1));
    assert!(t.city.placed.is_empty());
}

#[test]
fn a_cold_prison_makes_its_meeple_sick() {
    // and an Automaton there feels nothing.
    let mut t = camp();
    alone(&mut t);
    automatons(&mut t, 1);
    t.ready(Meeple::Engineer, 1).tile("F0").build("prison", "F0a").heat(0, 4, [0, 1, 2]);
    let cell = Place::Space(t.space("F0a"));
    stand(&mut t, Meeple::Engineer, cell);
    stand(&mut t, Meeple::Automaton, cell);
    t.go(Mark::Night);
    assert_eq!(t.city.sick, [1, 1, 0], "the Worker stands, the Engineer freezes in the Prison");
}

#[test]
fn an_end_of_night_effect_knows_who_had_no_warm_place() {
    // L05A: +1 Discontent if somebody stood; the Consequence is discarded either way.
    for (beds, discontent) in [(false, 1), (true, 0)] {
        let mut t = camp();
        alone(&mut t);
        t.law("L05");
        let card = t.take("L05A");
        t.city.in_play.push(InPlay { card, zone: Zone::Law, goods: [0; 4], used: false });
        t.city.laws[0].covered = Some(card);
        if beds {
            t.build("bunkhouse", "N0a");
        }
        assert_eq!(slots(&t), u8::from(beds) * 2, "a covered Law is ignored");
        t.go(Mark::Night);
        if !beds {
            t.choose("activate-greed");
        }
        assert_eq!(active(&t, Track::Discontent), discontent);
        assert!(t.city.decks.dusk_discard.contains(&card));
        assert_eq!(t.city.laws[0].covered, None);
    }
}

#[test]
fn a_played_citizen_card_is_discarded_at_the_end_of_the_round() {
    //
    let mut t = camp();
    alone(&mut t);
    let card = t.take("C04");
    t.city.seats[1].played = Some(card);
    t.build("bunkhouse", "N0a").go(Mark::Night);
    assert_eq!(t.city.seats[1].played, None);
    assert!(t.city.decks.citizen_discard.contains(&card));
}

#[test]
fn the_night_ends_the_round_and_dawn_follows() {
    //
    let mut t = camp();
    alone(&mut t);
    t.build("bunkhouse", "N0a").go(Mark::Night);
    assert_eq!((t.city.round, t.city.leader), (2, Seat(1)));
}
