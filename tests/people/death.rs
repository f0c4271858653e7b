//! Section 18: death.

use crate::help::*;

#[test]
fn a_dead_child_on_pauline_grogans_card_costs_motivation_and_two_hope() {
    // E-47, R-18.1, R-18.2, R-18.4, R-18.5
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, true), (Mood::Care, true), (Mood::Care, true)]);
    t.next_citizen("C20").effects(&[die(Kind::Child, 1)]);
    assert_eq!((t.city.corpses, t.city.citizens[C]), (2, 7));
    assert_eq!(t.city.active_of(Mood::Motivation), 0, "exhausted before Hope goes down");
    assert!(matches!(t.asked(), Ask::Token(..)));
    assert_eq!(t.keys(), ["exhaust-care", "remove-motivation"]);
    t.choose("remove-motivation");
    assert_eq!(t.city.track(Track::Hope).len(), 2);
    assert_eq!(t.city.active_of(Mood::Care), 1);
    assert_eq!(t.city.decks.citizen_discard.last(), Some(&t.card("C20")));
}

#[test]
fn the_column_of_the_type_that_died_counts() {
    // C20 with a Worker exhausts Justice, with an Engineer nothing.
    let hope = [(Mood::Justice, true), (Mood::Justice, true), (Mood::Justice, true)];
    let mut t = bare();
    t.tokens(&hope).next_citizen("C20").effects(&[die(Kind::Worker, 1)]);
    t.choose("exhaust-justice");
    assert_eq!(t.city.active_of(Mood::Justice), 1);
    let mut t = bare();
    t.tokens(&hope).next_citizen("C20").effects(&[die(Kind::Engineer, 1)]);
    assert_eq!(t.city.active_of(Mood::Justice), 2);
}

#[test]
fn what_is_impossible_of_a_death_effect_is_left_out() {
    // no Motivation to exhaust.
    let mut t = bare();
    t.next_citizen("C20").effects(&[die(Kind::Child, 1)]).choose("exhaust-care");
    assert_eq!(t.city.active_of(Mood::Care), 1);
    assert!(is_turn_of(&t, 0));
}

#[test]
fn the_corpse_that_fills_the_track_loses_the_campaign_at_once() {
    // U-8
    let mut t = bare();
    let last = t.pack.tables.corpse_last;
    t.city.corpses = last - 2;
    t.next_citizen("C04").effects(&[die(Kind::Worker, 1)]);
    assert_eq!((t.city.corpses, lost(&t)), (last - 1, None));
    let discarded = t.city.decks.citizen_discard.len();
    t.effects(&[die(Kind::Worker, 1)]);
    assert_eq!(lost(&t), Some(Loss::Deaths));
    assert_eq!(t.city.decks.citizen_discard.len(), discarded, "no card any more");
}

#[test]
fn a_death_leaves_a_low_sickness_marker_where_it_is() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 5, false).next_citizen("C04");
    t.effects(&[die(Kind::Worker, 1)]);
    assert_eq!((t.city.citizens[W], t.city.sick[W]), (21, 5));
}

#[test]
fn from_the_leader_on_each_seat_with_a_fitting_card_may_discard_it() {
    // seat by seat; only cards of the type that died.
    let mut t = bare();
    t.leader(1).hand(0, &["C04"]).hand(1, &["C12", "C09"]).hand(2, &["C20"]);
    let drawn = t.take("C10");
    t.city.decks.citizens.push(drawn);
    t.effects(&[die(Kind::Worker, 1)]);
    assert_eq!(t.by(), By::Seat(Seat(1)), "the Leader first");
    assert_eq!(t.keys(), ["C09", "done"]);
    t.choose("done");
    assert_eq!(t.by(), By::Seat(Seat(0)), "seat 2 has no Worker");
    assert_eq!(t.keys(), ["C04", "done"]);
    t.choose("C04");
    assert!(t.city.seats[0].hand.is_empty());
    assert_eq!(t.city.decks.citizen_discard.last(), Some(&t.card("C04")));
    assert_eq!(t.city.decks.citizens.last(), Some(&drawn), "nothing is drawn");
    assert_eq!(active(&t, Track::Hope), 2);
    assert!(is_turn_of(&t, 1), "one card is enough");
}

#[test]
fn if_nobody_discards_the_top_card_is_drawn() {
    //
    let mut t = bare();
    t.hand(0, &["C04"]).next_citizen("C20");
    t.effects(&[die(Kind::Worker, 1)]).choose("done");
    assert_eq!(t.city.decks.citizen_discard.last(), Some(&t.card("C20")));
    assert_eq!(t.city.seats[0].hand.len(), 1);
}

#[test]
fn a_card_for_a_death_may_follow_one_for_an_action() {
    //
    let mut t = bare();
    let played = t.take("C10");
    t.hand(0, &["C04"]).city.seats[0].played = Some(played);
    t.effects(&[die(Kind::Worker, 1)]);
    assert_eq!(t.keys(), ["C04", "done"]);
}

#[test]
fn a_silent_death_touches_no_citizen_card() {
    //
    let mut t = bare();
    t.hand(0, &["C04"]);
    let cards = t.city.decks.citizens.len();
    let quiet = Op::Die { who: Who::Kind(Kind::Worker), count: n(1), silent: true };
    t.effects(&[quiet]);
    assert!(is_turn_of(&t, 0), "nobody is asked to discard");
    assert_eq!((t.city.citizens[W], t.city.corpses), (21, 2));
    assert_eq!((t.city.decks.citizens.len(), active(&t, Track::Hope)), (cards, 3));
}

#[test]
fn several_deaths_are_mourned_one_after_the_other() {
    // the first card's effect is over before the second dies.
    let mut t = bare();
    t.hand(0, &["C24"]).next_citizen("C26");
    t.effects(&[die(Kind::Child, 2)]);
    assert_eq!((t.city.citizens[C], t.city.corpses), (7, 2));
    t.choose("C24");
    assert_eq!(t.city.citizens[C], 7, "the first is still mourned");
    t.choose("exhaust-care");
    assert_eq!((t.city.citizens[C], t.city.corpses), (6, 3));
}

#[test]
fn the_group_chooses_who_dies_if_no_type_is_named() {
    //
    let mut t = bare();
    people(&mut t, [22, 0, 8]);
    t.next_citizen("C04");
    t.effects(&[Op::Die { who: Who::Any, count: n(1), silent: false }]);
    assert_eq!(t.blocked("engineer"), Some(Blocked::Nobody));
    assert_eq!(t.keys(), ["worker", "child"]);
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    t.choose("worker");
    assert_eq!(t.city.citizens, [21, 0, 8]);
}

#[test]
fn nobody_dies_of_a_type_that_has_nobody() {
    // no Corpse, no card.
    let mut t = bare();
    people(&mut t, [22, 0, 8]);
    let cards = t.city.decks.citizens.len();
    t.effects(&[die(Kind::Engineer, 2)]);
    assert_eq!((t.city.corpses, t.city.decks.citizens.len()), (1, cards));
}

#[test]
fn a_death_is_a_corpse_then_a_citizen_less_then_a_card() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 22, false).next_citizen("C04");
    t.effects(&[die(Kind::Worker, 1)]);
    let order = [
        first(&t, |e| matches!(e, Event::Corpses { by: 1, now: 2 })),
        first(&t, |e| matches!(e, Event::Citizens { by: -1, now: 21, .. })),
        first(&t, |e| matches!(e, Event::Sick { by: -1, now: 21, .. })),
        first(&t, |e| matches!(e, Event::Mourned { from: None, .. })),
    ];
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn the_last_hope_lost_with_a_death_ends_the_campaign() {
    //
    let mut t = bare();
    t.tokens(&[(Mood::Care, false)]).next_citizen("C04");
    t.effects(&[die(Kind::Worker, 2)]);
    assert_eq!(lost(&t), Some(Loss::NoHope));
    assert_eq!(t.city.citizens[W], 21, "the second does not die any more");
}

#[test]
fn an_empty_citizen_deck_is_made_of_the_discard_pile() {
    //
    let mut t = bare();
    let rest = std::mem::take(&mut t.city.decks.citizens);
    t.city.decks.removed.extend(rest);
    let card = t.take("C04");
    t.city.decks.citizen_discard = vec![card];
    t.effects(&[die(Kind::Worker, 1)]);
    assert_eq!(t.city.decks.citizen_discard, [card]);
    assert_eq!(active(&t, Track::Hope), 2);
}
