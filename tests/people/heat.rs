//! Section 12.3: what is heated and what is cold.

use crate::help::*;

fn cold(t: &Table, action: Action, label: &str) -> bool {
    t.look().is_cold(Some(action), None, Some(t.space(label)), None)
}

fn gather_cold(t: &Table, label: &str) -> bool {
    cold(t, Action::Gather, label)
}

fn use_cold(t: &Table, label: &str) -> bool {
    cold(t, Action::Use, label)
}

/// A Near and two Far tiles with Buildings of every colour.
fn city() -> Table {
    let mut t = bare();
    t.tile("N0").tile("F0").tile("F1");
    t.build("hunters_hut", "N0a").pile("N0b", Stuff::Coal, 3);
    t.build("workshop", "F0a").build("charcoal_kiln", "F0b");
    t.build("hunters_hut", "F1a").pile("F1b", Stuff::Wood, 3);
    t
}

#[test]
fn heat_on_the_fifth_space_warms_what_lies_below_it() {
    // E-38, R-12.16, R-12.18, R-12.19, R-12.20: Red 1, Orange 3, Yellow 5.
    let mut t = city();
    t.heat(4, 6, [1, 3, 5]);
    assert!(!use_cold(&t, "F0a"), "red, wherever it stands");
    assert!(!use_cold(&t, "F0b"), "orange, wherever it stands");
    assert!(!use_cold(&t, "G5"), "the yellow Platform is in zone A");
    assert!(!use_cold(&t, "N0a"), "a yellow Hut in zone B");
    assert!(!gather_cold(&t, "G2") && !gather_cold(&t, "N0b"));
    assert!(use_cold(&t, "F1a"), "a yellow Hut on a Far tile");
    assert!(gather_cold(&t, "F1b"), "Gather on a Far tile");
}

#[test]
fn each_zone_reaches_one_ring_farther() {
    // each indicator alone below the Heat marker.
    for (ranges, warm) in [([1, 9, 9], [true, false, false]), ([9, 1, 9], [true, true, false])] {
        let mut t = city();
        t.heat(2, 6, ranges);
        let found = ["G2", "N0b", "F1b"].map(|label| !gather_cold(&t, label));
        assert_eq!(found, warm, "{ranges:?}");
    }
    let mut t = city();
    t.heat(2, 6, [9, 9, 1]);
    assert!(["G2", "N0b", "F1b"].iter().all(|label| !gather_cold(&t, label)));
}

#[test]
fn only_the_buildings_own_colour_insulates_it() {
    // Yellow below Heat warms no orange Building by colour, but zone C warms all.
    let mut t = city();
    t.heat(2, 6, [1, 9, 9]);
    assert!(!use_cold(&t, "F0a"), "red");
    assert!(use_cold(&t, "F0b") && use_cold(&t, "F1a"), "orange and yellow");
    t.heat(2, 6, [9, 1, 9]);
    assert!(use_cold(&t, "F0a") && use_cold(&t, "F1a"), "red and yellow on Far tiles");
    assert!(!use_cold(&t, "F0b"), "orange");
    t.heat(2, 6, [9, 9, 1]);
    assert!(!use_cold(&t, "F0a") && !use_cold(&t, "F0b"), "zone C, whatever the colour");
}

#[test]
fn a_symbol_on_the_height_of_the_heat_marker_is_not_below_it() {
    // strict.
    let mut t = city();
    t.heat(2, 6, [2, 2, 2]);
    assert!(gather_cold(&t, "G2") && gather_cold(&t, "N0b") && use_cold(&t, "F0a"));
    t.heat(3, 6, [2, 2, 2]);
    assert!(!gather_cold(&t, "G2") && !gather_cold(&t, "F1b") && !use_cold(&t, "F0a"));
}

#[test]
fn with_the_generator_off_everything_is_cold() {
    //
    let mut t = city();
    t.heat(0, 4, [0, 0, 0]);
    for label in ["G0", "G5", "N0a", "F0a", "F0b", "F1a"] {
        assert!(use_cold(&t, label), "{label}");
    }
    for label in ["G2", "G4", "N0b", "F1b"] {
        assert!(gather_cold(&t, label), "{label}");
    }
}

#[test]
fn a_field_kitchen_warms_its_tile_even_with_the_generator_off() {
    //
    let mut t = city();
    t.tile("F2").build("field_kitchen", "F2a").pile("F2b", Stuff::Coal, 1);
    t.heat(0, 4, [0, 0, 0]);
    assert!(!gather_cold(&t, "F2b"));
    assert!(gather_cold(&t, "F1b"), "not the next tile");
    t.build("hunters_hut", "F2b");
    assert!(!use_cold(&t, "F2b"));
}

#[test]
fn gathering_beside_a_warm_building_is_a_matter_of_the_zone() {
    //
    let mut t = bare();
    t.tile("F0").build("workshop", "F0a").pile("F0b", Stuff::Coal, 2);
    t.heat(2, 6, [1, 9, 9]);
    assert!(!use_cold(&t, "F0a"));
    assert!(gather_cold(&t, "F0b"));
}

#[test]
fn blue_ruins_and_white_buildings_have_no_insulation_of_their_own() {
    //
    let mut t = bare();
    t.tile("F0").tile("F1").build_as("tent", "F0a", false, true).build("beacon", "F1a");
    t.heat(5, 6, [1, 1, 9]);
    let warm = |t: &Table, at: usize| {
        let built = t.city.built[t.city.built.len() - 2 + at];
        t.look().building_heated(&built)
    };
    assert!(!warm(&t, 0) && !warm(&t, 1));
    t.heat(5, 6, [1, 1, 1]);
    assert!(warm(&t, 0) && warm(&t, 1), "zone C");
}

#[test]
fn a_cold_action_makes_one_of_the_figures_type_sick_and_a_heated_one_nobody() {
    //
    let mut t = bare();
    t.choose_all(&["gather", "G2", "engineer"]);
    assert_eq!(t.city.sick, [0, 1, 0]);
    let mut t = bare();
    t.heat(1, 4, [0, 1, 2]).choose_all(&["gather", "G2", "engineer"]);
    assert_eq!(t.city.sick, [0, 0, 0]);
}

#[test]
fn snow_is_always_cold_and_construction_never() {
    //
    let mut t = bare();
    t.tile("N0").build("tent", "N0a").heat(4, 4, [0, 0, 0]);
    t.choose_all(&["remove_snow", "worker"]);
    assert_eq!(t.city.sick[W], 1);
    let mut t = bare();
    t.tile("N0").build("tent", "N0a").heat(0, 4, [0, 1, 2]);
    t.choose_all(&["construct", "worker"]);
    assert!(t.built("tent").is_empty());
    assert_eq!(t.city.sick[W], 0);
}

#[test]
fn an_automaton_feels_no_cold() {
    //
    let mut t = bare();
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose_all(&["gather", "G4", "automaton"]);
    assert_eq!(t.city.sick, [0; 3]);
    assert_eq!(t.has(Resource::Coal), 0);
}

#[test]
fn a_child_worker_in_the_cold_makes_a_child_sick() {
    //
    let mut t = bare();
    specialist(&mut t, Meeple::ChildWorker);
    t.choose_all(&["gather", "G2", "child_worker"]);
    assert_eq!(t.city.sick, [0, 0, 1]);
}

#[test]
fn at_the_start_each_coal_warms_one_ring_more() {
    // U-2: Red, Orange and Yellow on the first three spaces.
    let mut t = city();
    assert_eq!(t.city.generator.ranges, [0, 1, 2]);
    t.supply(Resource::Coal, 3);
    for warm in [["G2"].as_slice(), &["G2", "N0b"], &["G2", "N0b", "F1b"]] {
        t.choose("fuel");
        if matches!(t.asked(), Ask::Fuel(_)) {
            t.choose("1");
        }
        let mut found = vec!["G2", "N0b", "F1b"];
        found.retain(|label| !gather_cold(&t, label));
        assert_eq!(found, warm);
    }
}

#[test]
fn the_cold_can_end_the_campaign_before_the_action() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 5, 5, true).tokens(&[(Mood::Care, false)]).next_citizen("C04");
    t.choose_all(&["gather", "G2", "worker"]);
    assert_eq!(lost(&t), Some(Loss::NoHope));
    assert_eq!((t.has(Resource::Coal), t.pile_on("G2")), (0, Some((Stuff::Coal, 5))));
}
