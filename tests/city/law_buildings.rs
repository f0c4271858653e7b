//! Section 29.9: Buildings that a Law unlocks.

use crate::kit::{W, bare, in_dusk, run, stands, usable, users, using};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Mood, Resource, Track};
use emberhall::frostpunk::rules::map::Space;

fn with(id: &str) -> Table {
    let mut t = bare();
    t.tile("N1").build(id, "N1a");
    t
}

#[test]
fn a_child_shelter_has_four_slots_for_children_only() {
    //
    let t = with("child_shelter");
    let book = t.look().warm_places();
    assert_eq!((book.slots, book.own), (0, [0, 0, 4]));
    assert!(!usable(&t, "N1a"));
}

#[test]
fn crowded_quarters_give_every_heated_shelter_one_slot_more() {
    // L05, R-29.25: the Child Shelter's extra slot is a Child's.
    let mut t = with("child_shelter");
    t.build("tent", "N1b").law("L05");
    let book = t.look().warm_places();
    assert_eq!((book.slots, book.own), (3, [0, 0, 5]));
}

#[test]
fn a_care_house_cures_two_or_five_for_an_active_care() {
    //
    let mut t = with("care_house");
    t.people(Kind::Worker, 22, 9, false);
    let mut devoted = t.clone();
    run(&mut t, &["use_building", "N1a", "worker", "cure"]);
    assert_eq!((t.city.sick[W], t.city.active_of(Mood::Care)), (7, 1));
    run(&mut devoted, &["use_building", "N1a", "worker", "devoted"]);
    assert_eq!((devoted.city.sick[W], devoted.city.active_of(Mood::Care)), (4, 0));
}

#[test]
fn a_fighting_arena_lowers_discontent_and_a_public_house_raises_hope() {
    //
    let mut t = using("fighting_arena", false, "worker");
    t.choose("remove-anger");
    assert_eq!(t.city.track(Track::Discontent).len(), 1);
    let t = using("public_house", false, "worker");
    assert_eq!(t.city.track(Track::Hope).len(), 3, "nothing was exhausted, so a token was drawn");
}

#[test]
fn a_field_kitchen_warms_its_tile_even_with_the_generator_off() {
    //
    let mut t = with("field_kitchen");
    t.tile("N2").build("tent", "N1b").build("tent", "N2a").heat(0, 4, [0, 1, 2]);
    assert!(t.look().heated(t.space("N1b"), None));
    assert!(!t.look().heated(t.space("N2b"), None));
    assert_eq!(t.look().warm_places().slots, 2, "only the Tent beside it");
    assert!(!usable(&t, "N1a"));
}

#[test]
fn a_field_kitchen_never_stands_on_the_generator_tile() {
    //
    let mut t = bare();
    t.law("L07").tile("N1");
    let sites = t.look().building_sites(t.building("field_kitchen")).map(Space::label);
    assert_eq!(sites.collect::<Vec<_>>(), ["N1a", "N1b"]);
}

#[test]
fn a_cemetery_buries_one_or_two_and_raises_hope() {
    //
    let mut t = with("cemetery");
    t.city.corpses = 5;
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!(t.keys(), ["2", "1"]);
    t.choose("1");
    assert_eq!((t.city.corpses, t.city.track(Track::Hope).len()), (4, 3));
}

#[test]
fn an_empty_cemetery_gives_no_hope() {
    // V-22, R-29.27
    let mut t = with("cemetery");
    t.city.corpses = 0;
    assert!(!usable(&t, "N1a"));
    assert_eq!(t.city.track(Track::Hope).len(), 2);
}

#[test]
fn a_temple_activates_all_hope_of_one_type() {
    //
    let mut t = with("temple");
    t.tokens(&[(Mood::Care, false), (Mood::Care, false), (Mood::Justice, false)]);
    assert_eq!(users(&t, "N1a"), [Meeple::Engineer]);
    run(&mut t, &["use_building", "N1a", "engineer", "care"]);
    assert_eq!([t.city.active_of(Mood::Care), t.city.active_of(Mood::Justice)], [2, 0]);
}

#[test]
fn faith_keepers_may_put_one_card_without_a_red_icon_aside() {
    //
    let mut t = with("faith_keepers");
    let cards = ["D059", "D000", "SD01", "D002"].map(|id| t.take(id));
    t.city.decks.dusk = cards.into();
    run(&mut t, &["use_building", "N1a", "worker"]);
    let seen = t.all_keys();
    assert_eq!(seen.len(), 4, "three cards, or none");
    for red in ["D000", "SD01"].iter().filter(|id| seen.contains(&(**id).to_owned())) {
        assert_eq!(t.blocked(red), Some(Blocked::Red));
    }
    let parked = t.keys()[0].clone();
    t.choose(&parked);
    assert_eq!(t.city.decks.dusk_discard.last(), Some(&t.card(&parked)));
    assert_eq!(t.city.decks.dusk.len(), 3);
    assert!(!in_dusk(&t, &parked));
}

#[test]
fn a_snow_pit_buries_up_to_three_once_when_it_is_built() {
    // U-15: it cannot be dismantled to be built again.
    let mut t = bare();
    t.law("L08").tile("N1");
    t.city.corpses = 5;
    run(&mut t, &["construct", "worker", "snow_pit", "N1a"]);
    assert_eq!(t.keys(), ["3", "2", "1"]);
    t.choose("3");
    assert_eq!((t.city.corpses, t.has(Resource::Wood)), (2, 19));
    t.choose("done");
    assert!(t.look().removable(false).all(|s| s != t.space("N1a")));
    assert!(!usable(&t, "N1a"));
}

#[test]
fn a_snow_pit_stops_at_zero_corpses() {
    //
    let mut t = bare();
    t.law("L08").tile("N1");
    t.city.corpses = 2;
    run(&mut t, &["construct", "worker", "snow_pit", "N1a"]);
    assert_eq!(t.keys(), ["2", "1"]);
}

#[test]
fn a_propaganda_centre_repeats_another_building_with_a_citizen_on_it() {
    // not itself, not where only an Automaton stands; heated, cost paid.
    let mut t = with("propaganda_centre");
    t.tile("N2").build("charcoal_kiln", "N1b").build("hunters_hut", "N2a");
    stands(&mut t, Meeple::Worker, "N1b");
    stands(&mut t, Meeple::Worker, "N2a");
    t.ready(Meeple::Automaton, 1);
    stands(&mut t, Meeple::Automaton, "G1");
    t.heat(2, 4, [0, 1, 2]);
    run(&mut t, &["use_building", "N1a", "engineer"]);
    assert_eq!(t.keys(), ["N1b", "N2a"]);
    t.choose("N1b");
    assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [19, 24]);
    assert_eq!(t.city.sick, [0; 3]);
}

#[test]
fn an_agitator_exhausts_all_discontent_of_one_type() {
    //
    let mut t = with("agitator");
    t.tokens(&[(Mood::Anger, true), (Mood::Anger, true), (Mood::Greed, true)]);
    run(&mut t, &["use_building", "N1a", "worker", "anger"]);
    assert_eq!([t.city.active_of(Mood::Anger), t.city.active_of(Mood::Greed)], [0, 1]);
}

#[test]
fn a_prison_lowers_hunger_by_four_and_takes_two_figures() {
    //
    let mut t = with("prison");
    t.city.hunger = 9;
    run(&mut t, &["use_building", "N1a", "worker"]);
    run(&mut t, &["use_building", "N1a", "engineer"]);
    assert_eq!(t.city.hunger, 1);
    assert!(!usable(&t, "N1a"));
}

fn night_in_prison(heat: u8) -> Table {
    let mut t = with("prison");
    t.tile("N2").build("house", "N2a").build("house", "N2b");
    t.ready(Meeple::Worker, 4).ready(Meeple::Engineer, 1).ready(Meeple::Child, 0);
    t.ready(Meeple::Automaton, 1);
    stands(&mut t, Meeple::Engineer, "N1a");
    stands(&mut t, Meeple::Automaton, "N1a");
    t.heat(heat, heat, [0, 1, 2]);
    t.city.round = 2;
    t.go(Mark::Shelter);
    t
}

#[test]
fn a_warm_prison_is_a_warm_place_and_a_cold_one_is_not() {
    // four Workers fill the Houses; the Engineer sleeps in the Prison, the machine in none.
    assert_eq!(night_in_prison(4).city.sick, [0; 3]);
    let cold = night_in_prison(0);
    assert_eq!(cold.city.sick[1], 1);
    assert_eq!(cold.city.sick[0], 4, "the Houses are cold as well");
    let home = &night_in_prison(4).city;
    assert_eq!(home.figures.ready[Meeple::Automaton.at()], 1);
    assert!(home.placed.is_empty());
}

#[test]
fn law_buildings_cannot_be_built_before_their_law() {
    //
    let unlock = [
        ("L07", &["field_kitchen", "cemetery", "temple", "faith_keepers"][..]),
        ("L08", &["snow_pit", "propaganda_centre", "agitator", "prison"]),
        ("L10", &["fighting_arena"]),
        ("L02", &["child_shelter"]),
    ];
    for (law, buildings) in unlock {
        let mut t = bare();
        t.tile("N1").tile("N2");
        for id in buildings {
            assert_eq!(
                t.look().build_blocked(t.building(id), false),
                Some(Blocked::Locked),
                "{id}"
            );
        }
        t.law(law);
        // The Arena's tile is there only if its Law is among the twelve.
        for id in buildings {
            let at = usize::from(t.building(id).0);
            t.city.stock[at] = t.pack.building(t.building(id)).count;
            assert_eq!(t.look().build_blocked(t.building(id), false), None, "{id}");
        }
    }
}
