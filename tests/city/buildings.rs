//! Section 29: what every Building costs, the starting Buildings, the small ones, Shelters.

use crate::kit::{E, W, bare, run, stands, usable, users, using};
use Insulation::{Blue, Orange, Red, White, Yellow};
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::ids::{Insulation, Kind, Meeple, Mood, Resource, Stuff, Track};
use emberhall::frostpunk::rules::program::Good;

/// Wood, Steam Cores, tiles, upgrade, both colours, Large, Engineers only.
type Row = (&'static str, [u8; 3], Option<(Resource, u8)>, [Insulation; 2], bool, bool);

const WOOD: Option<(Resource, u8)> = Some((Resource::Wood, 1));
const CORE: Option<(Resource, u8)> = Some((Resource::Core, 1));
const CORES: Option<(Resource, u8)> = Some((Resource::Core, 2));

// U-13, U-14, U-16
const ROWS: &[Row] = &[
    ("cookhouse", [0, 0, 1], None, [Orange, Orange], false, false),
    ("platform", [0, 0, 1], None, [Yellow, Yellow], false, true),
    ("generator", [0, 0, 1], None, [Red, Red], false, true),
    ("workshop", [1, 0, 2], None, [Red, Red], false, true),
    ("charcoal_kiln", [1, 0, 3], WOOD, [Orange, Red], false, false),
    ("hunters_hut", [1, 0, 5], WOOD, [Yellow, Red], false, false),
    ("gathering_post", [1, 0, 4], WOOD, [Yellow, Red], false, false),
    ("factory", [2, 0, 1], None, [Red, Red], false, true),
    ("sawmill", [2, 0, 3], WOOD, [Orange, Red], false, false),
    ("medical_post", [2, 0, 3], WOOD, [Yellow, Red], false, true),
    ("beacon", [3, 0, 1], CORE, [White, White], true, false),
    ("coal_thumper", [3, 0, 2], CORE, [Orange, Red], true, false),
    ("infirmary", [4, 1, 2], CORE, [Orange, Red], true, true),
    ("hothouse", [4, 1, 2], CORE, [Orange, Red], true, false),
    ("coal_mine", [5, 1, 2], CORES, [Yellow, Red], true, false),
    ("wall_drill", [5, 1, 2], CORES, [Yellow, Red], true, false),
    ("house", [4, 0, 4], None, [Red, Red], false, false),
    ("bunkhouse", [3, 0, 8], None, [Orange, Orange], false, false),
    ("tent", [2, 0, 8], None, [Yellow, Yellow], false, false),
    ("child_shelter", [2, 0, 1], None, [Orange, Orange], false, false),
    ("care_house", [2, 0, 1], None, [Orange, Orange], false, false),
    ("fighting_arena", [2, 0, 1], None, [Orange, Orange], false, false),
    ("public_house", [3, 0, 1], None, [Orange, Orange], false, false),
    ("field_kitchen", [2, 0, 4], None, [White, White], false, false),
    ("cemetery", [2, 0, 1], None, [Yellow, Yellow], false, false),
    ("temple", [3, 0, 1], None, [Yellow, Yellow], false, true),
    ("faith_keepers", [3, 1, 1], None, [Red, Red], true, false),
    ("snow_pit", [1, 0, 4], None, [White, White], false, false),
    ("propaganda_centre", [3, 0, 1], None, [Orange, Orange], false, true),
    ("agitator", [2, 0, 1], None, [Yellow, Yellow], false, false),
    ("prison", [3, 1, 1], None, [Red, Red], true, false),
];

#[test]
fn every_building_has_the_cost_count_colour_and_size_of_its_tile() {
    let t = bare();
    for (id, [wood, cores, count], upgrade, colours, large, engineer) in ROWS {
        let b = t.pack.building(t.building(id));
        assert_eq!([b.wood, b.cores, b.count], [*wood, *cores, *count], "{id}");
        assert_eq!(b.upgrade, *upgrade, "{id}");
        assert_eq!([b.sides[0].insulation, b.sides[1].insulation], *colours, "{id}");
        assert_eq!((b.large, b.engineer), (*large, *engineer), "{id}");
    }
    assert_eq!(t.pack.buildings.len(), ROWS.len() + 1, "and the Ruins");
}

#[test]
fn there_are_forty_two_small_and_eleven_large_basic_tiles() {
    // 20 Shelters; Faith and Order share 6 small tiles and a large one.
    let t = bare();
    let board = |large: bool| -> u8 {
        let all = t.pack.buildings.iter();
        all.filter(|b| !b.below && !b.printed && b.large == large).map(|b| b.count).sum()
    };
    assert_eq!([board(false), board(true)], [42, 11]);
    let shelters = ["tent", "bunkhouse", "house"].map(|id| t.pack.building(t.building(id)).count);
    assert_eq!(shelters.iter().sum::<u8>(), 20);
    let count = |ids: [&str; 3]| ids.map(|id| t.pack.building(t.building(id)).count);
    assert_eq!(count(["field_kitchen", "cemetery", "temple"]), [4, 1, 1]);
    assert_eq!(count(["snow_pit", "propaganda_centre", "agitator"]), [4, 1, 1]);
}

#[test]
fn the_cookhouse_turns_three_food_into_hope_or_peace() {
    //
    let mut t = bare();
    run(&mut t, &["use_building", "G1", "worker", "hope", "draw"]);
    assert_eq!((t.city.food, t.city.track(Track::Hope).len()), (17, 3));
    let mut t = bare();
    run(&mut t, &["use_building", "G1", "worker", "discontent", "remove-greed"]);
    assert_eq!((t.city.food, t.city.track(Track::Discontent).len()), (17, 1));
    let mut t = bare();
    t.city.food = 2;
    assert!(!usable(&t, "G1"));
}

#[test]
fn the_platform_introduces_a_law_and_wants_an_engineer() {
    //
    let mut t = bare();
    assert_eq!(users(&t, "G5"), [Meeple::Engineer]);
    t.next_token(Mood::Anger);
    run(&mut t, &["use_building", "G5", "engineer", "L05"]);
    assert_eq!(t.city.laws.len(), 1);
}

#[test]
fn the_generator_building_removes_five_stress_cubes() {
    //
    let mut t = bare();
    t.city.generator.stress = 9;
    assert_eq!(users(&t, "G0"), [Meeple::Engineer]);
    run(&mut t, &["use_building", "G0", "engineer", "relieve"]);
    assert_eq!((t.city.generator.stress, t.has(Resource::Core)), (4, 5));
    assert!(!t.city.generator.upgraded);
}

#[test]
fn a_steam_core_removes_all_stress_and_upgrades_the_tower_for_good() {
    //
    let mut t = bare();
    t.city.generator.stress = 12;
    run(&mut t, &["use_building", "G0", "engineer", "overhaul"]);
    assert_eq!((t.city.generator.stress, t.has(Resource::Core)), (0, 4));
    assert!(t.city.generator.upgraded);
    let mut t = bare();
    t.supply(Resource::Core, 0);
    t.city.generator.stress = 12;
    t.choose("use_building").choose("G0");
    assert_eq!(t.city.generator.stress, 7, "without a Core only the five");
}

#[test]
fn the_safety_system_takes_one_more_cube_with_the_generator_action() {
    //
    let mut t = bare();
    t.technology("T06");
    t.city.generator.stress = 9;
    run(&mut t, &["use_building", "G0", "engineer", "relieve"]);
    assert_eq!(t.city.generator.stress, 3);
}

#[test]
fn a_kiln_burns_one_wood_to_four_coal_and_to_five_upgraded() {
    //
    for (upgraded, coal) in [(false, 24), (true, 25)] {
        let t = using("charcoal_kiln", upgraded, "worker");
        assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [19, coal]);
    }
    let mut t = bare();
    t.tile("N1").build("charcoal_kiln", "N1a").supply(Resource::Wood, 0);
    assert!(!usable(&t, "N1a"));
}

#[test]
fn a_hunters_hut_gives_four_food_and_five_upgraded() {
    //
    for (upgraded, food, symbols) in [(false, 24, 1), (true, 25, 2)] {
        let t = using("hunters_hut", upgraded, "worker");
        assert_eq!((t.city.food, t.look().hunting()), (food, symbols));
    }
}

#[test]
fn a_gathering_post_takes_one_of_each_adjacent_space_but_no_tree() {
    // occupied spaces are included; the upgrade only insulates.
    for upgraded in [false, true] {
        let mut t = bare();
        t.tile("N1").tile("N2").build_as("gathering_post", "N1a", upgraded, false);
        t.pile("N1b", Stuff::Coal, 1).pile("N2a", Stuff::Core, 2).pile("N2b", Stuff::Trees, 2);
        stands(&mut t, Meeple::Worker, "N2a");
        run(&mut t, &["use_building", "N1a", "worker"]);
        assert_eq!(t.city.supply, [20, 21, 6, 0]);
        assert_eq!((t.pile_on("N1b"), t.pile_on("N2b")), (None, Some((Stuff::Trees, 2))));
    }
}

#[test]
fn a_factory_makes_an_automaton_of_a_steam_core() {
    //
    let mut t = using("factory", false, "engineer");
    assert_eq!(t.has(Resource::Core), 4);
    assert_eq!(t.city.figures.ready[Meeple::Automaton.at()], 1);
    t.city.placed.clear();
    t.supply(Resource::Core, 0);
    assert!(!usable(&t, "N1a"));
}

#[test]
fn a_sawmill_fells_a_tree_of_its_own_tile_for_three_wood() {
    //
    let mut t = bare();
    t.tile("N1").tile("N2").build("sawmill", "N1a").pile("N2a", Stuff::Trees, 2);
    assert!(!usable(&t, "N1a"), "the Tree is on another tile");
    t.pile("N1b", Stuff::Trees, 2);
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!((t.has(Resource::Wood), t.pile_on("N1b")), (23, Some((Stuff::Trees, 1))));
    assert_eq!(t.pile_on("N2a"), Some((Stuff::Trees, 2)));
}

#[test]
fn an_upgraded_sawmill_fells_trees_on_adjacent_spaces_too() {
    //
    let mut t = bare();
    t.tile("N1").tile("N2").tile("N5").build_upgraded("sawmill", "N1a");
    t.pile("N2a", Stuff::Trees, 1).pile("N2b", Stuff::Trees, 1).pile("N5a", Stuff::Trees, 1);
    run(&mut t, &["use_building", "N1a", "worker"]);
    assert_eq!(t.keys(), ["N2a", "N2b"]);
    t.choose("N2b");
    assert_eq!((t.has(Resource::Wood), t.pile_on("N2b")), (23, None));
}

#[test]
fn a_medical_post_cures_three_upgraded_four_or_treats_one() {
    //
    let ill = |upgraded: bool| {
        let mut t = bare();
        t.tile("N1").build_as("medical_post", "N1a", upgraded, false);
        t.people(Kind::Worker, 22, 6, true).people(Kind::Engineer, 12, 1, true);
        assert_eq!(users(&t, "N1a"), [Meeple::Engineer]);
        run(&mut t, &["use_building", "N1a", "engineer"]);
        t
    };
    assert_eq!(ill(false).city.sick, [3, 1, 0]);
    let mut t = ill(true);
    t.choose("cure");
    assert_eq!(t.city.sick, [2, 1, 0]);
    let mut t = ill(true);
    run(&mut t, &["treat", "engineer"]);
    assert_eq!((t.city.skull[W], t.city.skull[E], t.city.sick), (true, false, [6, 1, 0]));
}

#[test]
fn tents_bunkhouses_and_houses_have_two_slots_and_ruins_none() {
    //
    for id in ["tent", "bunkhouse", "house"] {
        let mut t = bare();
        t.tile("N1").build(id, "N1a");
        assert_eq!(t.look().warm_places().slots, 2, "{id}");
        assert!(!usable(&t, "N1a"));
        t.city.built.last_mut().unwrap().ruins = true;
        assert_eq!(t.look().warm_places().slots, 0, "{id}");
    }
}

#[test]
fn ruins_are_blue_and_cannot_be_built() {
    //
    let mut t = bare();
    let ruins = t.building("ruins");
    assert_eq!(t.pack.building(ruins).sides[0].insulation, Blue);
    assert_eq!(t.look().build_blocked(ruins, true), Some(Blocked::Locked));
    t.tile("F1").tile("N1").build_as("house", "F1a", false, true);
    t.heat(2, 4, [0, 1, 2]);
    let built = *t.city.built.last().unwrap();
    assert!(!t.look().building_heated(&built), "a House would be warm here");
}

#[test]
fn a_building_costs_what_its_column_says() {
    // Infirmary, 4 Wood and 1 Steam Core.
    let mut t = bare();
    t.tile("N1");
    run(&mut t, &["construct", "worker", "infirmary", "N1a"]);
    assert_eq!(t.city.supply, [16, 20, 4, 0]);
    let lacks = Blocked::Lacks(Good::Resource(Resource::Core), 1);
    t.supply(Resource::Core, 0).tile("N2");
    assert_eq!(t.look().build_blocked(t.building("hothouse"), false), Some(lacks));
}
