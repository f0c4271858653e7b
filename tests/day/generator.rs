//! Section 9: the Generator Phase.

use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Kind, Loss, Phase, Resource};
use emberhall::frostpunk::rules::program::{Op, TowerTable};
use emberhall::frostpunk::rules::state::Outcome;

use crate::help::*;
use crate::table::Table;

/// Before the Generator Phase: an open tower, calm weather, healthy people, no Coal.
fn before(heat: u8, cold: u8) -> Table {
    let mut t = Table::turn();
    t.city.sick = [0; 3];
    t.supply(Resource::Coal, 0).heat(heat, cold, [0, 1, 2]);
    open_tower(&mut t);
    calm(&mut t);
    t
}

/// The phase with so many cubes already on the track; all dropped cubes fall.
fn stressed(stress: u16, heat: u8) -> Table {
    let mut t = before(heat, heat);
    t.city.generator.stress = stress;
    t.go(Mark::Generator);
    t
}

#[test]
fn heat_three_below_cold_four_takes_at_most_one_coal() {
    // V-9, R-9.1, R-9.2
    let mut t = before(3, 4);
    t.supply(Resource::Coal, 5).go(Mark::Generator);
    assert_eq!(t.city.phase, Phase::Generator);
    assert_eq!(t.keys(), ["0", "1"]);
    t.choose("1");
    assert_eq!(t.has(Resource::Coal), 4);
    assert!(happened(&t, &Event::Heat { by: 1, now: 4 }));
    assert_eq!(sick(&t), [0; 3], "Heat stands on Cold");
}

#[test]
fn no_more_coal_is_burnt_than_there_is() {
    //
    let mut t = before(0, 6);
    t.supply(Resource::Coal, 2).go(Mark::Generator);
    assert_eq!(t.keys(), ["0", "1", "2"]);
    t.choose("2");
    assert_eq!(t.has(Resource::Coal), 0);
    assert!(happened(&t, &Event::Heat { by: 2, now: 2 }));
}

#[test]
fn with_heat_on_cold_no_fuel_is_asked() {
    //
    let mut t = before(4, 4);
    t.supply(Resource::Coal, 5).go(Mark::Generator);
    assert!(!matches!(t.asked(), Ask::Fuel(_)));
    assert_eq!(t.has(Resource::Coal), 5);
}

#[test]
fn the_generator_is_also_fuelled_in_a_turn_and_at_night() {
    //
    let mut t = before(0, 4);
    t.supply(Resource::Coal, 2).go(Mark::Act);
    assert_eq!(t.blocked("fuel"), None);
    t.choose("fuel").choose("1");
    assert_eq!((t.city.generator.heat, t.has(Resource::Coal)), (1, 1));
    assert_eq!(t.city.generator.stress, 0, "no check now");
    t.go(Mark::Night);
    assert!(matches!(t.asked(), Ask::Fuel(0)));
    for mark in [Mark::Preparation, Mark::Morning, Mark::Weather] {
        let mut elsewhere = t.clone();
        elsewhere.next_morning("M015").go(mark);
        assert!(!matches!(elsewhere.asked(), Ask::Fuel(_)), "{mark:?}");
    }
}

#[test]
fn a_child_and_an_engineer_icon_between_the_markers_make_two_sick() {
    // E-23, R-9.3, U-1: every step from 9 to 13.
    let mut t = before(9, 13);
    t.go(Mark::Generator);
    assert_eq!(sick(&t), [0, 1, 1]);
}

#[test]
fn by_the_other_switch_only_spaces_strictly_between_count() {
    // E-23, R-9.3, switch cold_icon_mode
    let mut t = before(9, 14);
    t.city.icons_on_steps = false;
    let mut nearer = t.clone();
    t.go(Mark::Generator);
    assert_eq!(sick(&t), [0, 1, 1]);
    nearer.heat(9, 13, [0, 1, 2]).go(Mark::Generator);
    assert_eq!(sick(&nearer), [0, 0, 1]);
    let mut next = before(3, 4);
    next.city.icons_on_steps = false;
    next.go(Mark::Generator);
    assert_eq!(sick(&next), [0; 3], "nothing lies between neighbours");
}

#[test]
fn with_heat_on_cold_nobody_falls_ill() {
    //
    for steps in [true, false] {
        let mut t = before(5, 5);
        t.city.icons_on_steps = steps;
        t.go(Mark::Generator);
        assert_eq!(sick(&t), [0; 3]);
    }
}

#[test]
fn the_whole_heat_track_has_three_workers_two_engineers_and_a_child() {
    // U-1
    let t = before(0, 14);
    let icons = t.look().cold_icons();
    let of = |kind| icons.iter().filter(|icon| **icon == kind).count();
    assert_eq!([of(Kind::Worker), of(Kind::Engineer), of(Kind::Child)], [3, 2, 1]);
}

#[test]
fn icons_are_taken_from_the_heat_marker_upward() {
    //
    let mut t = before(9, 14);
    t.go(Mark::Generator);
    assert_eq!(kinds_fallen_ill(&t), [Kind::Child, Kind::Engineer, Kind::Worker]);
}

#[test]
fn the_cold_can_kill_the_gravely_ill() {
    // Child icon on the step to 10, the marker at its end on the Skull.
    let mut t = before(9, 10);
    t.no_hands().people(Kind::Child, 8, 8, true);
    let corpses = t.city.corpses;
    t.go(Mark::Generator);
    assert_eq!((t.city.citizens[2], t.city.sick[2]), (7, 7));
    assert_eq!(t.city.corpses, corpses + 1);
    assert!(!t.city.skull[2]);
}

#[test]
fn three_cubes_of_the_bank_are_dropped_at_heat_three() {
    // E-24, R-9.5
    let mut t = before(3, 3);
    t.supply(Resource::Coal, 2).go(Mark::Generator);
    assert!(happened(&t, &Event::Tower { dropped: 3, fallen: 3 }));
    assert_eq!(t.city.generator.stress, 3);
    assert_eq!(t.has(Resource::Coal), 2, "not from the supply");
    assert_eq!(t.pack.tables.heat_cubes[..5], [0, 1, 2, 3, 4]);
}

#[test]
fn with_the_generator_off_nothing_is_dropped() {
    //
    let t = stressed(2, 0);
    assert_eq!(t.city.generator.stress, 2);
    let dropped = |event: &Event| matches!(event, Event::Tower { .. });
    assert!(!t.events.iter().any(dropped));
}

const STUCK: TowerTable = TowerTable { through: 0, dislodge: 0, pull: 0, push: 0, cap: 8 };

/// After one phase at Heat 2 with this tower: Stress, stuck, in the drawer.
fn dropped_two(table: TowerTable) -> Table {
    let mut t = before(2, 2);
    tower(&mut t, table);
    t.go(Mark::Generator);
    t
}

fn cubes(t: &Table) -> (u16, u8, u8) {
    let g = &t.city.generator;
    (g.stress, g.stuck, g.drawer)
}

#[test]
fn cubes_that_stay_in_the_tower_are_no_stress_yet() {
    // U-4
    let mut t = dropped_two(STUCK);
    assert_eq!(cubes(&t), (0, 2, 0));
    calm(&mut t);
    t.go(Mark::Generator);
    assert_eq!(cubes(&t), (0, 2, 0), "nothing dropped, nothing loosened");
}

#[test]
fn cubes_that_fall_while_the_drawer_is_pulled_count_now() {
    //
    let t = dropped_two(TowerTable { pull: 1000, ..STUCK });
    assert_eq!(cubes(&t), (2, 0, 0));
}

#[test]
fn cubes_that_fall_while_the_drawer_is_pushed_count_next_time() {
    //
    let mut t = dropped_two(TowerTable { push: 1000, ..STUCK });
    assert_eq!(cubes(&t), (0, 0, 2));
    calm(&mut t);
    t.heat(0, 0, [0, 1, 2]).go(Mark::Generator);
    assert_eq!(cubes(&t), (2, 0, 0));
}

#[test]
fn dropped_cubes_can_knock_older_ones_loose() {
    // U-4: only if at least one is dropped.
    let mut t = dropped_two(TowerTable { dislodge: 1000, ..STUCK });
    assert_eq!(cubes(&t), (0, 2, 0));
    calm(&mut t);
    t.heat(0, 0, [0, 1, 2]).go(Mark::Generator);
    assert_eq!(cubes(&t), (0, 2, 0));
    calm(&mut t);
    t.heat(1, 1, [0, 1, 2]).go(Mark::Generator);
    assert_eq!(cubes(&t), (2, 1, 0));
}

#[test]
fn a_full_tower_lets_the_other_cubes_through() {
    // U-4
    let t = dropped_two(TowerTable { cap: 1, ..STUCK });
    assert_eq!(cubes(&t), (1, 1, 0));
}

#[test]
fn the_upgraded_tower_has_its_own_chances() {
    // U-4
    let mut t = before(2, 2);
    t.pack.tables.tower[1] = STUCK;
    t.city.generator.upgraded = true;
    t.go(Mark::Generator);
    assert_eq!(cubes(&t), (0, 2, 0), "the basic one would let both through");
}

#[test]
fn ten_cubes_fill_the_track_and_nothing_breaks() {
    //
    let t = stressed(8, 2);
    assert_eq!(t.city.generator.stress, 10);
    assert!(!t.city.generator.overheated);
    let more = stressed(9, 2);
    assert!(more.city.generator.overheated, "the eleventh is on overflow");
    assert_eq!(more.city.generator.stress, 0);
}

#[test]
fn nine_stress_cubes_and_two_more_break_the_generator_down() {
    // E-25, R-9.8, R-9.9, R-9.11
    let mut t = before(3, 4);
    t.city.generator.stress = 9;
    tower_keeping(&mut t, 1);
    t.go(Mark::Generator);
    assert!(happened(&t, &Event::Tower { dropped: 3, fallen: 2 }));
    assert!(happened(&t, &Event::Stress { by: 2, now: 11 }));
    let g = &t.city.generator;
    assert!(g.overheated);
    assert_eq!((g.cold, g.ranges), (5, [1, 2, 3]));
    assert_eq!((g.stress, g.heat), (0, 0));
    assert_eq!(t.city.outcome, None);
}

#[test]
fn the_second_breakdown_is_the_end() {
    // E-26, R-9.12, R-3.4
    let mut t = before(3, 4);
    t.city.generator.stress = 9;
    t.city.generator.overheated = true;
    tower_keeping(&mut t, 1);
    t.go(Mark::Generator);
    assert_eq!(t.city.outcome, Some(Outcome::Lost(Loss::Explosion)));
}

#[test]
fn an_overheated_generator_holds_while_ten_cubes_suffice() {
    //
    let mut t = before(1, 1);
    t.city.generator.stress = 9;
    t.city.generator.overheated = true;
    t.go(Mark::Generator);
    assert_eq!((t.city.outcome, t.city.generator.stress), (None, 10));
    assert!(t.city.generator.overheated, "its side is kept");
}

#[test]
fn heat_returns_to_zero_whether_or_not_it_broke_down() {
    //
    let t = stressed(0, 4);
    assert_eq!((t.city.generator.heat, t.city.generator.stress), (0, 4));
    assert!(!t.city.generator.overheated);
    let broken = stressed(10, 4);
    assert_eq!(broken.city.generator.heat, 0);
    assert!(broken.city.generator.overheated);
}

#[test]
fn cubes_of_other_effects_may_overflow_until_the_next_check() {
    // V-10, R-9.10
    let mut t = before(0, 0);
    t.city.generator.stress = 10;
    t.effects(&[Op::AddStress(n(3))]);
    assert_eq!(t.city.generator.stress, 13);
    assert!(!t.city.generator.overheated, "nothing breaks in the Morning");
    let mut relieved = t.clone();
    t.go(Mark::Generator);
    assert!(t.city.generator.overheated, "the next check is a breakdown");
    relieved.effects(&[Op::RemoveStress(n(5), true)]);
    assert_eq!(relieved.city.generator.stress, 8);
    relieved.go(Mark::Generator);
    assert!(!relieved.city.generator.overheated);
    assert_eq!(relieved.city.generator.stress, 8);
}

#[test]
fn an_engineer_in_the_generator_building_takes_five_cubes_overflow_first() {
    // V-10
    let mut t = before(1, 4);
    t.city.generator.stress = 13;
    t.hand(t.city.active.0, &[]).go(Mark::Act);
    t.choose("use_building").choose("G0");
    if matches!(t.asked(), Ask::Option(..)) {
        t.choose("relieve");
    }
    assert_eq!(t.city.generator.stress, 8, "3 of overflow, 2 of the track");
}

#[test]
fn fewer_cubes_than_named_can_be_removed() {
    //
    let mut t = before(0, 0);
    t.city.generator.stress = 2;
    t.effects(&[Op::RemoveStress(n(5), true)]);
    assert_eq!(t.city.generator.stress, 0);
}

#[test]
fn the_safety_system_takes_one_or_two_cubes_of_overflow() {
    // T06
    for (stress, left, broken) in [(10, 10, false), (11, 10, false), (12, 10, false), (13, 0, true)]
    {
        let mut t = before(0, 0);
        t.technology("T06");
        t.city.generator.stress = stress;
        t.go(Mark::Generator);
        let g = &t.city.generator;
        assert_eq!((g.stress, g.overheated), (left, broken), "{stress} cubes");
    }
}

#[test]
fn the_safety_system_helps_the_generator_building() {
    // T06
    let mut t = before(0, 0);
    t.technology("T06");
    t.city.generator.stress = 9;
    t.effects(&[Op::RemoveStress(n(5), true)]);
    assert_eq!(t.city.generator.stress, 3);
    t.effects(&[Op::RemoveStress(n(2), false)]);
    assert_eq!(t.city.generator.stress, 1, "other effects are not helped");
}

#[test]
fn a_breakdown_moves_nothing_beyond_the_last_space() {
    //
    let mut t = before(0, 14);
    t.no_hands().heat(14, 14, [13, 14, 14]);
    t.city.generator.stress = 5;
    t.go(Mark::Generator);
    let g = &t.city.generator;
    assert!(g.overheated);
    assert_eq!((g.cold, g.ranges), (14, [14, 14, 14]));
}

#[test]
fn heat_of_the_evening_is_judged_with_the_heat_of_the_morning() {
    //
    let mut t = before(0, 3);
    t.supply(Resource::Coal, 3).go(Mark::Act);
    t.choose("fuel").choose("2");
    t.go(Mark::Generator).choose("1");
    assert!(happened(&t, &Event::Tower { dropped: 3, fallen: 3 }));
    assert_eq!((t.city.generator.stress, t.city.generator.heat), (3, 0));
}
