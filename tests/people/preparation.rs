//! Section 11: Advisors first, then sickness.

use crate::help::*;

#[test]
fn fifteen_sick_workers_lay_two_aside_and_one_dies() {
    // E-34, R-11.7, R-17.6, R-17.7: two Spent tokens; Skull; Syringe and a death; one step back.
    let mut t = bare();
    t.people(Kind::Worker, 22, 15, false).next_citizen("C04");
    t.go(Mark::Preparation).choose("done");
    assert_eq!(t.city.spent, [2, 0, 0]);
    assert_eq!((t.city.citizens[W], t.city.sick[W]), (21, 14));
    assert!(!t.city.skull[W]);
    assert_eq!(t.city.corpses, 2);
    let spent = first(&t, |e| matches!(e, Event::Spent { kind: Kind::Worker, .. }));
    let flip = first(&t, |e| matches!(e, Event::Flipped { kind: Kind::Worker, .. }));
    assert!(spent < flip, "Spent tokens come before the flips");
    t.check();
}

#[test]
fn the_health_advisor_keeps_six_sick_workers_from_the_skull() {
    // E-35, R-11.1, R-11.4, R-20.3: Care is exhausted, Cure 2 comes before the sickness step.
    let mut t = bare();
    t.people(Kind::Worker, 22, 6, false);
    t.go(Mark::Preparation);
    assert!(matches!(t.asked(), Ask::Advisor));
    assert_eq!(t.by(), By::Council);
    t.choose("health");
    assert_eq!((t.city.sick[W], t.city.skull[W]), (4, false));
    assert_eq!(t.city.active_of(Mood::Care), 2);
    assert!(is_turn_of(&t, 0), "no second Advisor is asked for");
}

#[test]
fn six_sick_workers_left_alone_turn_to_the_skull_and_nobody_dies() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 6, false);
    t.go(Mark::Preparation).choose("done");
    assert_eq!((t.city.sick[W], t.city.skull[W]), (6, true));
    assert_eq!((t.city.citizens[W], t.city.spent[W]), (22, 0));
}

#[test]
fn every_section_of_the_sickness_track_has_its_icons() {
    // with the borders of U-6: (sick, Spent, dead, Skull afterwards).
    let rows = [
        (0, 0, 0, false),
        (4, 0, 0, false),
        (5, 0, 0, true),
        (9, 0, 0, true),
        (10, 1, 0, true),
        (14, 1, 0, true),
        (15, 2, 1, false),
        (19, 2, 1, false),
        (20, 3, 1, true),
        (25, 3, 1, true),
    ];
    for (sick, spent, dead, skull) in rows {
        let mut t = bare();
        t.people(Kind::Engineer, 30, sick, false).next_citizen("C20");
        t.go(Mark::Preparation).choose("done");
        assert_eq!(t.city.spent[E], spent, "Spent tokens at {sick}");
        assert_eq!(t.city.citizens[E], 30 - dead, "deaths at {sick}");
        assert_eq!(t.city.sick[E], sick - dead, "marker from {sick}");
        assert_eq!(t.city.skull[E], skull, "side at {sick}");
    }
}

#[test]
fn a_cure_in_time_saves_the_city_from_overwhelming_sickness() {
    // V-12, R-11.5: 26 is judged only after the Advisor.
    let mut t = bare();
    t.people(Kind::Worker, 30, 26, false);
    t.go(Mark::Preparation);
    assert_eq!(lost(&t), None);
    t.choose("health");
    assert_eq!(lost(&t), None);
    let cured = first(&t, |e| matches!(e, Event::Sick { by: -2, now: 24, .. }));
    let flipped = first(&t, |e| matches!(e, Event::Flipped { .. }));
    assert!(cured < flipped);
}

#[test]
fn twenty_six_sick_of_one_type_lose_the_campaign() {
    // and nothing else is resolved.
    let mut t = bare();
    t.people(Kind::Child, 26, 26, false).people(Kind::Worker, 22, 15, false);
    t.go(Mark::Preparation).choose("done");
    assert_eq!(lost(&t), Some(Loss::Sickness));
    assert_eq!((t.city.spent, t.city.citizens[W]), ([0; 3], 22));
}

#[test]
fn twenty_five_sick_do_not_lose_the_campaign() {
    //
    let mut t = bare();
    t.people(Kind::Child, 26, 25, false);
    t.go(Mark::Preparation).choose("done");
    assert_eq!(lost(&t), None);
}

#[test]
fn the_lowest_sickness_marker_is_resolved_first() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 12, false).people(Kind::Child, 8, 5, false);
    t.people(Kind::Engineer, 12, 8, false);
    t.go(Mark::Preparation).choose("done");
    let at = |kind| first(&t, |e| matches!(e, Event::Flipped { kind: k, .. } if *k == kind));
    assert!(at(Kind::Child) < at(Kind::Engineer));
    assert!(at(Kind::Engineer) < at(Kind::Worker));
}

#[test]
fn equal_sickness_markers_are_resolved_in_an_order_of_choice() {
    // the responsible Health Advisor is asked.
    let mut t = bare();
    t.people(Kind::Worker, 22, 6, false).people(Kind::Engineer, 12, 6, false);
    t.people(Kind::Child, 8, 7, false);
    t.go(Mark::Preparation).choose("done");
    assert!(matches!(t.asked(), Ask::SickOrder(_)));
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("engineer");
    assert_eq!(t.city.skull, [true, true, true]);
    let at = |kind| first(&t, |e| matches!(e, Event::Flipped { kind: k, .. } if *k == kind));
    assert!(at(Kind::Engineer) < at(Kind::Worker) && at(Kind::Worker) < at(Kind::Child));
}

#[test]
fn only_as_many_spent_tokens_come_as_there_are() {
    // five of each type exist.
    let mut t = bare();
    t.people(Kind::Worker, 22, 15, false).next_citizen("C04");
    t.city.spent[W] = 4;
    t.go(Mark::Preparation).choose("done");
    assert_eq!(t.city.spent[W], 5);
}

#[test]
fn an_advisor_without_the_hope_he_names_cannot_be_used() {
    //
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, true), (Mood::Care, false)]);
    t.go(Mark::Preparation);
    assert_eq!(t.blocked("health"), Some(Blocked::NoneActive(Mood::Care)));
    assert_eq!(t.blocked("social"), Some(Blocked::NoneActive(Mood::Justice)));
    assert_eq!(t.keys(), ["generator", "done"]);
}

#[test]
fn without_active_hope_no_advisor_is_even_asked_for() {
    //
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, false), (Mood::Care, false)]);
    t.go(Mark::Preparation);
    assert!(is_turn_of(&t, 0));
}

#[test]
fn the_same_advisor_may_be_used_every_round() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 4, false);
    t.go(Mark::Preparation).choose("health");
    t.go(Mark::Preparation).choose("health");
    assert_eq!((t.city.sick[W], t.city.active_of(Mood::Care)), (0, 1));
}
