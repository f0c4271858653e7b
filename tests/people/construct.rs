//! Section 13.3: Construct.

use crate::help::*;

/// Plenty of everything, two tiles, and a Worker on the Construction space.
fn works() -> Table {
    let mut t = bare();
    t.tile("N0").tile("N1").supply(Resource::Wood, 20).supply(Resource::Core, 3);
    t
}

fn site(t: &mut Table) -> &mut Table {
    t.choose_all(&["construct", "worker"])
}

fn left(t: &Table, id: &str) -> u8 {
    t.city.stock[usize::from(t.building(id).0)]
}

fn has_key(t: &Table, key: &str) -> bool {
    t.all_keys().iter().any(|k| k == key)
}

#[test]
fn one_construction_builds_dismantles_and_builds_on_the_freed_space() {
    // E-41, R-13.13, R-13.23
    let mut t = works();
    t.build("tent", "N1a");
    site(&mut t).choose_all(&["hunters_hut", "N0a", "dismantle", "N1a", "sawmill"]);
    assert!(t.keys().contains(&"N1a".to_owned()));
    t.choose("N1a");
    assert_eq!(t.built("sawmill")[0].space, t.space("N1a"));
    assert_eq!(t.has(Resource::Wood), 17);
    assert!(is_turn_of(&t, 1), "three sub-actions are all");
}

#[test]
fn fewer_than_three_sub_actions_are_enough_but_none_is_not() {
    // any number of times per round, always heated.
    let mut t = works();
    site(&mut t);
    assert_eq!(t.by(), By::Active(Seat(0)));
    assert!(!has_key(&t, "done"));
    t.choose_all(&["tent", "N0a", "done"]);
    assert!(is_turn_of(&t, 1));
    site(&mut t).choose_all(&["tent", "N0b", "done"]);
    assert_eq!((t.built("tent").len(), t.city.sick), (2, [0; 3]));
    let there = |p: &&Placed| p.place == Place::Construct;
    assert_eq!(t.city.placed.iter().filter(there).count(), 2);
}

#[test]
fn workers_engineers_and_automatons_construct() {
    //
    let mut t = works();
    automatons(&mut t, 1);
    t.supply(Resource::Coal, 1).choose("construct");
    assert_eq!(t.keys(), ["worker", "engineer", "automaton"]);
}

#[test]
fn a_building_costs_what_its_column_says() {
    //
    let mut t = works();
    t.supply(Resource::Wood, 4).supply(Resource::Core, 1);
    site(&mut t).choose_all(&["infirmary", "N0a"]);
    assert_eq!((t.has(Resource::Wood), t.has(Resource::Core)), (0, 0));
    assert_eq!(left(&t, "infirmary"), 1);
}

#[test]
fn a_building_that_cannot_be_paid_is_blocked() {
    //
    let mut t = works();
    t.supply(Resource::Wood, 4).supply(Resource::Core, 0);
    site(&mut t);
    let wood = Blocked::Lacks(Good::Resource(Resource::Wood), 5);
    assert_eq!(t.blocked("coal_mine"), Some(wood));
    let core = Blocked::Lacks(Good::Resource(Resource::Core), 1);
    assert_eq!(t.blocked("infirmary"), Some(core));
    assert_eq!(t.blocked("house"), None);
}

#[test]
fn what_lies_on_the_site_goes_to_the_bank() {
    //
    let mut t = works();
    t.pile("N0a", Stuff::Trees, 4).supply(Resource::Wood, 2);
    site(&mut t).choose_all(&["tent", "N0a"]);
    assert_eq!(t.pile_on("N0a"), None);
    assert_eq!(t.has(Resource::Wood), 0, "nothing is gained");
}

#[test]
fn a_space_with_a_meeple_or_a_building_cannot_be_built_on() {
    // the drawer G3 is no space.
    let mut t = works();
    t.build("tent", "N0a");
    let coal = Place::Space(t.space("G2"));
    stand(&mut t, Meeple::Engineer, coal);
    site(&mut t).choose("tent");
    assert_eq!(t.keys(), ["G4", "N0b", "N1a", "N1b"]);
}

#[test]
fn a_large_building_fills_both_spaces_of_a_tile() {
    // never on the Generator tile.
    let mut t = works();
    t.tile("N2").build("tent", "N2b").pile("N1b", Stuff::Coal, 3);
    site(&mut t).choose("hothouse");
    assert_eq!(t.keys(), ["N0a", "N1a"]);
    t.choose("N1a");
    assert_eq!(t.pile_on("N1b"), None);
    t.choose("tent");
    assert_eq!(t.keys(), ["G2", "G4", "N0a", "N0b", "N2a"]);
}

#[test]
fn ruins_are_never_built() {
    //
    let mut t = works();
    t.effects(&[Op::Ruin(t.building("tent"))]);
    assert_eq!(left(&t, "tent"), 0);
    site(&mut t);
    assert!(!has_key(&t, "ruins") && !has_key(&t, "tent"));
    assert!(has_key(&t, "bunkhouse"));
}

#[test]
fn mines_and_drills_stand_only_at_their_deposit() {
    //
    let mut t = works();
    t.city.deposits[0] = Some(Resource::Coal);
    site(&mut t);
    assert_eq!(t.blocked("coal_mine"), Some(Blocked::NoDeposit), "no tile at the corner");
    t.tile("F0").tile("F1").tile("F3");
    assert_eq!(t.blocked("wall_drill"), Some(Blocked::NoDeposit));
    t.choose("coal_mine");
    assert_eq!(t.built("coal_mine")[0].space, t.space("F0a"), "the only place");
    t.city.deposits[1] = Some(Resource::Wood);
    t.choose("wall_drill");
    assert_eq!(t.built("wall_drill")[0].space, t.space("F3a"));
}

#[test]
fn a_field_kitchen_stands_outside_the_generator_tile() {
    //
    let mut t = works();
    site(t.law("L07")).choose("field_kitchen");
    assert_eq!(t.keys(), ["N0a", "N0b", "N1a", "N1b"]);
}

#[test]
fn a_law_building_waits_for_its_law() {
    //
    let mut t = works();
    site(&mut t);
    assert!(!has_key(&t, "child_shelter") && !has_key(&t, "prison"));
    let mut t = works();
    site(t.law("L02")).choose_all(&["child_shelter", "N0a"]);
    assert_eq!(t.has(Resource::Wood), 18);
    assert_eq!(t.built("child_shelter").len(), 1);
    assert!(!has_key(&t, "child_shelter"), "only one tile exists");
}

#[test]
fn the_first_workshop_starts_a_development() {
    //
    let mut t = works();
    site(&mut t).choose_all(&["workshop", "N0a"]);
    assert!(matches!(t.asked(), Ask::Technology));
    assert_eq!(t.by(), By::Council);
    let key = t.keys()[0].clone();
    t.choose(&key);
    assert!(t.city.development.is_some());
    t.choose_all(&["workshop", "N0b"]);
    assert!(matches!(t.asked(), Ask::SubAction(1, _)), "the second starts nothing");
}

#[test]
fn a_dismantled_building_returns_basic_and_refunds_nothing() {
    //
    let mut t = works();
    t.build_upgraded("hunters_hut", "N0a").supply(Resource::Wood, 1);
    assert_eq!(left(&t, "hunters_hut"), 4);
    site(&mut t).choose("dismantle");
    assert_eq!((left(&t, "hunters_hut"), t.has(Resource::Wood)), (5, 1));
    t.choose_all(&["hunters_hut", "N0a"]);
    assert!(!t.built("hunters_hut")[0].upgraded);
}

#[test]
fn a_building_in_use_or_printed_cannot_be_dismantled() {
    // U-15: nor Cookhouse and Snow Pit.
    let mut t = works();
    t.build("tent", "N0a")
        .build("hunters_hut", "N0b")
        .build("snow_pit", "N1a")
        .build("tent", "N1b");
    let hut = Place::Space(t.space("N0b"));
    stand(&mut t, Meeple::Engineer, hut);
    site(&mut t).choose("dismantle");
    assert_eq!(t.keys(), ["N0a", "N1b"]);
}

#[test]
fn with_nothing_but_fixed_buildings_dismantling_is_blocked() {
    //
    let mut t = works();
    site(&mut t);
    assert_eq!(t.blocked("dismantle"), Some(Blocked::NoTarget));
}

#[test]
fn dismantled_ruins_leave_the_game_and_free_their_space() {
    //
    let mut t = works();
    t.build_as("tent", "N0a", false, true);
    assert_eq!(left(&t, "tent"), 7);
    site(&mut t).choose("dismantle");
    assert_eq!(left(&t, "tent"), 7);
    t.choose("tent");
    assert!(t.keys().contains(&"N0a".to_owned()));
}

#[test]
fn destroyed_ruins_leave_the_game_too() {
    //
    let mut t = works();
    t.build_as("bunkhouse", "N0a", false, true);
    t.effects(&[Op::Destroy]);
    assert_eq!((t.built("bunkhouse").len(), left(&t, "bunkhouse")), (0, 7));
    t.build("bunkhouse", "N0a").effects(&[Op::Destroy]);
    assert_eq!(left(&t, "bunkhouse"), 7, "a standing one returns to the board");
}

#[test]
fn a_meeple_on_either_space_keeps_a_large_building_away() {
    //
    let mut t = works();
    let second = Place::Space(t.space("N0b"));
    stand(&mut t, Meeple::Engineer, second);
    site(&mut t).choose("beacon");
    assert_eq!(t.built("beacon")[0].space, t.space("N1a"), "the only tile left");
    assert_eq!(t.blocked("hothouse"), Some(Blocked::NoSpace));
}

#[test]
fn a_large_building_in_use_cannot_be_dismantled() {
    // a Large Building with a Meeple stays.
    let mut t = works();
    t.build("hothouse", "N0a");
    let there = Place::Space(t.space("N0a"));
    stand(&mut t, Meeple::Engineer, there);
    site(&mut t);
    assert_eq!(t.blocked("dismantle"), Some(Blocked::NoTarget));
}

#[test]
fn a_dismantled_law_building_can_be_built_again() {
    //
    let mut t = works();
    t.law("L02").build("child_shelter", "N0a");
    assert_eq!(left(&t, "child_shelter"), 0);
    site(&mut t).choose("dismantle");
    assert_eq!(t.blocked("child_shelter"), None);
}
