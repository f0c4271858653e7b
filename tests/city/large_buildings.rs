//! Sections 29.5 to 29.7: Large Buildings.

use crate::kit::{bare, run, stands, usable, users, using};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::ids::{Kind, Meeple, Resource, Stuff};
use emberhall::frostpunk::rules::map::Space;

#[test]
fn a_beacon_has_no_action_and_allows_one_expedition_or_two() {
    //
    let mut t = bare();
    assert_eq!(t.look().scouts_allowed(), 0);
    t.tile("N1").build("beacon", "N1a");
    assert_eq!((t.look().scouts_allowed(), usable(&t, "N1a")), (1, false));
    t.city.built.last_mut().unwrap().upgraded = true;
    assert_eq!((t.look().scouts_allowed(), usable(&t, "N1a")), (2, false));
}

#[test]
fn a_large_buildings_passive_counts_once() {
    // the two spaces of an upgraded Beacon do not make four Expeditions.
    let mut t = bare();
    t.tile("N1").build_upgraded("beacon", "N1a");
    assert_eq!(t.look().scouts_allowed(), 2);
    let covering = |label: &str| t.look().built_on(t.space(label)).copied();
    assert_eq!(covering("N1a"), covering("N1b"));
}

fn thumper(upgraded: bool) -> Table {
    let mut t = bare();
    t.tile("N1").tile("N2").tile("N0").build_as("coal_thumper", "N1a", upgraded, false);
    t.pile("N2a", Stuff::Coal, 4).pile("N0a", Stuff::Wood, 2).pile("N0b", Stuff::Trees, 1);
    t
}

#[test]
fn a_thumper_fills_spaces_that_hold_coal_or_nothing() {
    // V-21, R-29.17: 1 on the space with 4 Coal, 3 on the empty one, none on Wood, Trees or Buildings.
    let mut t = thumper(false);
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!(t.keys(), ["N2a", "N2b", "done"]);
    t.choose("N2a");
    assert_eq!(t.keys(), ["N2b", "done"]);
    t.choose("N2b");
    assert_eq!(t.pile_on("N2a"), Some((Stuff::Coal, 5)));
    assert_eq!(t.pile_on("N2b"), Some((Stuff::Coal, 3)));
    assert_eq!(t.pile_on("N0a"), Some((Stuff::Wood, 2)));
    assert_eq!(t.has(Resource::Coal), 20, "the Coal comes from the bank");
}

#[test]
fn a_thumper_fills_three_spaces_and_an_upgraded_one_four() {
    // figures do not matter, its own spaces are never chosen.
    for (upgraded, most) in [(false, 3), (true, 4)] {
        let mut t = thumper(upgraded);
        t.pile("N0a", Stuff::Wood, 0).pile("N0b", Stuff::Coal, 1);
        t.tile("F1");
        stands(&mut t, Meeple::Worker, "N0b");
        run(&mut t, &["use_building", "N1a", "worker"]);
        let mut filled = Vec::new();
        while t.all_keys().contains(&"done".to_owned()) {
            filled.push(t.keys()[0].clone());
            t.choose(&filled[filled.len() - 1].clone());
        }
        assert_eq!(filled.len(), most);
        assert_eq!(filled[..2], ["N0a", "N0b"]);
        assert!(!filled.iter().any(|label| label.starts_with("N1")));
        assert_eq!(t.pile_on("N0b"), Some((Stuff::Coal, 4)));
    }
}

#[test]
fn an_infirmary_cures_four_or_treats_two() {
    // E-49, R-29.19: nobody dies and no marker moves when treated.
    let mut t = bare();
    t.tile("N1").build("infirmary", "N1a");
    t.people(Kind::Worker, 22, 6, true).people(Kind::Engineer, 12, 5, true);
    t.people(Kind::Child, 8, 2, true);
    assert_eq!(users(&t, "N1a"), [Meeple::Engineer]);
    let mut cured = t.clone();
    run(&mut cured, &["use_building", "N1a", "engineer", "cure", "2-2-0"]);
    assert_eq!(cured.city.sick, [4, 3, 2]);
    run(&mut t, &["use_building", "N1a", "engineer", "treat", "worker", "engineer"]);
    assert_eq!((t.city.skull, t.city.sick), ([false, false, true], [6, 5, 2]));
    assert_eq!((t.city.citizens, t.city.corpses), ([22, 12, 8], 1));
}

#[test]
fn an_upgraded_infirmary_cures_five_or_treats_three() {
    //
    let mut t = bare();
    t.tile("N1").build_upgraded("infirmary", "N1a");
    t.people(Kind::Worker, 22, 6, true).people(Kind::Engineer, 12, 5, true);
    t.people(Kind::Child, 8, 2, true);
    let mut cured = t.clone();
    run(&mut cured, &["use_building", "N1a", "engineer", "cure", "5-0-0"]);
    assert_eq!(cured.city.sick, [1, 5, 2]);
    run(&mut t, &["use_building", "N1a", "engineer", "treat", "worker", "engineer", "child"]);
    assert_eq!(t.city.skull, [false; 3]);
}

#[test]
fn a_hothouse_grows_seven_food_and_nine_upgraded() {
    //
    assert_eq!(using("hothouse", false, "worker").city.food, 27);
    assert_eq!(using("hothouse", true, "worker").city.food, 29);
}

#[test]
fn a_coal_mine_digs_four_coal_and_five_upgraded() {
    //
    assert_eq!(using("coal_mine", false, "worker").has(Resource::Coal), 24);
    assert_eq!(using("coal_mine", true, "worker").has(Resource::Coal), 25);
}

#[test]
fn a_wall_drill_cuts_three_wood_on_either_side() {
    //
    assert_eq!(using("wall_drill", false, "worker").has(Resource::Wood), 23);
    assert_eq!(using("wall_drill", true, "worker").has(Resource::Wood), 23);
}

#[test]
fn mine_and_drill_stand_only_at_their_deposits() {
    //
    let mut t = bare();
    t.tile("N0").tile("F0").tile("F3");
    for id in ["coal_mine", "wall_drill"] {
        assert_eq!(t.look().build_blocked(t.building(id), false), Some(Blocked::NoDeposit));
    }
    t.city.deposits[0] = Some(Resource::Coal);
    t.city.deposits[1] = Some(Resource::Wood);
    let sites = |id: &str| -> Vec<String> {
        t.look().building_sites(t.building(id)).map(Space::label).collect()
    };
    assert_eq!([sites("coal_mine"), sites("wall_drill")], [["F0a"], ["F3a"]]);
}
