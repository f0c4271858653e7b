//! Section 17: sickness.

use crate::help::*;

#[test]
fn a_marker_at_the_citizen_marker_flips_instead_of_moving() {
    // V-1, R-17.1, R-17.2, R-17.3: first Skull, then Syringe and a Child dies.
    let mut t = bare();
    t.people(Kind::Child, 8, 8, false).next_citizen("C24");
    t.effects(&[sick(Kind::Child, 1)]);
    assert_eq!((t.city.citizens[C], t.city.sick[C], t.city.skull[C]), (8, 8, true));
    t.effects(&[sick(Kind::Child, 1)]).choose("exhaust-care");
    assert_eq!((t.city.citizens[C], t.city.sick[C], t.city.skull[C]), (7, 7, false));
    assert_eq!((t.city.corpses, active(&t, Track::Hope)), (2, 1));
    let mut t = bare();
    t.people(Kind::Child, 8, 8, false).next_citizen("C24");
    t.effects(&[sick(Kind::Child, 2)]).choose("exhaust-care");
    assert_eq!((t.city.citizens[C], t.city.sick[C]), (7, 7), "both at once are the same");
}

#[test]
fn a_marker_below_the_citizen_marker_moves_and_keeps_its_side() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 3, true).effects(&[sick(Kind::Worker, 2)]);
    assert_eq!((t.city.sick[W], t.city.skull[W], t.city.citizens[W]), (5, true, 22));
}

#[test]
fn a_flip_from_the_skull_costs_one_life_and_one_step() {
    // V-2, R-17.7, R-18.3
    let mut t = bare();
    t.people(Kind::Worker, 20, 15, true).next_citizen("C04");
    t.effects(&[Op::FlipSkulls]);
    assert_eq!((t.city.citizens[W], t.city.sick[W], t.city.skull[W]), (19, 14, false));
}

#[test]
fn the_step_is_one_even_if_the_citizen_marker_pushes_too() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 20, 20, true).next_citizen("C04");
    t.effects(&[Op::FlipSkulls]);
    assert_eq!((t.city.citizens[W], t.city.sick[W]), (19, 19));
}

#[test]
fn a_death_from_hunger_takes_the_sickness_marker_along_without_a_flip() {
    // V-3, R-17.8, R-18.3
    for skull in [false, true] {
        let mut t = bare();
        t.people(Kind::Engineer, 5, 5, skull).next_citizen("C20");
        t.effects(&[die(Kind::Engineer, 1)]);
        assert_eq!((t.city.citizens[E], t.city.sick[E], t.city.skull[E]), (4, 4, skull));
    }
}

#[test]
fn losing_citizens_is_not_dying() {
    //
    let mut t = bare();
    t.people(Kind::Engineer, 5, 4, true);
    t.effects(&[Op::LoseCitizens(Who::Kind(Kind::Engineer), n(3))]);
    assert_eq!((t.city.citizens[E], t.city.sick[E], t.city.skull[E]), (2, 2, true));
    assert_eq!((t.city.corpses, active(&t, Track::Hope)), (1, 3));
}

#[test]
fn a_skull_pushed_to_zero_turns_without_another_death() {
    //
    let mut t = bare();
    t.people(Kind::Engineer, 1, 1, true);
    t.effects(&[Op::LoseCitizens(Who::Kind(Kind::Engineer), n(1))]);
    assert_eq!((t.city.citizens[E], t.city.sick[E], t.city.skull[E]), (0, 0, false));
    assert_eq!(t.city.corpses, 1);
}

#[test]
fn a_death_of_sickness_stops_the_marker_at_zero() {
    //
    let mut t = bare();
    t.people(Kind::Engineer, 5, 0, true).next_citizen("C20");
    t.effects(&[Op::FlipSkulls]);
    assert_eq!((t.city.citizens[E], t.city.sick[E], t.city.skull[E]), (4, 0, false));
}

#[test]
fn the_group_chooses_each_sick_citizen_anew() {
    //
    let mut t = bare();
    people(&mut t, [22, 0, 8]);
    t.effects(&[Op::Sick(Who::Any, n(3))]);
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    assert_eq!(t.blocked("engineer"), Some(Blocked::Nobody));
    t.choose("child");
    assert_eq!(t.city.sick, [0, 0, 1]);
    t.choose("all-worker");
    assert_eq!(t.city.sick, [2, 0, 1]);
    assert!(is_turn_of(&t, 0));
}

#[test]
fn a_type_without_citizens_cannot_fall_ill() {
    //
    let mut t = bare();
    people(&mut t, [22, 0, 8]);
    t.effects(&[sick(Kind::Engineer, 3)]);
    assert_eq!((t.city.sick, t.city.skull), ([0; 3], [false; 3]));
}

#[test]
fn a_marker_may_be_flipped_on_zero_but_not_of_a_type_without_citizens() {
    //
    let mut t = bare();
    people(&mut t, [22, 0, 8]);
    t.effects(&[Op::Flip(n(1))]);
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    assert_eq!(t.blocked("engineer"), Some(Blocked::Nobody));
    assert_eq!(t.keys(), ["worker", "child"]);
    t.choose("child");
    assert_eq!((t.city.sick[C], t.city.skull[C], t.city.citizens[C]), (0, true, 8));
}
