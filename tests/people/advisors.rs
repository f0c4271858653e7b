//! Section 20: the four Advisors and solo play.

use crate::help::*;

#[test]
fn only_advisors_in_play_can_be_used() {
    //
    let mut t = bare_of(2);
    let all = [(Mood::Care, true), (Mood::Justice, true), (Mood::Motivation, true)];
    t.tokens(&all).go(Mark::Preparation);
    assert_eq!(t.all_keys(), ["generator", "health", "done"]);
}

#[test]
fn the_generator_advisor_vents_three_cubes_for_any_hope() {
    //
    let mut t = bare();
    t.tokens(&[(Mood::Justice, true), (Mood::Motivation, true), (Mood::Care, false)]);
    t.city.generator.stress = 8;
    t.go(Mark::Preparation).choose("generator");
    assert!(matches!(t.asked(), Ask::Token(..)));
    assert_eq!(t.keys(), ["exhaust-motivation", "exhaust-justice"]);
    t.choose("exhaust-justice");
    assert_eq!(t.city.generator.stress, 5);
    assert_eq!((t.city.active_of(Mood::Justice), t.city.active_of(Mood::Motivation)), (0, 1));
}

#[test]
fn the_generator_advisor_removes_what_is_there_if_it_is_less() {
    // up to 3.
    let mut t = bare();
    t.city.generator.stress = 2;
    t.go(Mark::Preparation).choose("generator");
    assert_eq!(t.city.generator.stress, 0);
}

#[test]
fn the_health_advisor_cures_two_of_one_type_or_of_two() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 22, 3, false).people(Kind::Child, 8, 1, false);
    t.go(Mark::Preparation).choose("health");
    assert_eq!(t.keys(), ["2-0-0", "1-0-1"]);
    t.choose("1-0-1");
    assert_eq!(t.city.sick, [2, 0, 0]);
}

#[test]
fn the_social_advisor_calms_two_tokens_for_justice() {
    // U-21
    let mut t = bare();
    t.tokens(&[(Mood::Justice, true), (Mood::Care, true)]);
    t.tokens(&[(Mood::Anger, true), (Mood::Anger, true), (Mood::Greed, true)]);
    t.go(Mark::Preparation).choose("social");
    assert_eq!(t.keys(), ["exhaust-greed", "exhaust-anger"]);
    t.choose_all(&["exhaust-anger", "exhaust-anger"]);
    assert_eq!(t.city.active_of(Mood::Anger), 0);
    assert_eq!((t.city.active_of(Mood::Greed), t.city.active_of(Mood::Justice)), (1, 0));
}

#[test]
fn the_foreman_rests_a_worker_or_finds_wood_or_coal_for_motivation() {
    // U-21
    let base = || {
        let mut t = bare_of(4);
        t.tokens(&[(Mood::Motivation, true), (Mood::Care, true)]);
        t.city.spent = [1, 1, 0];
        t.go(Mark::Preparation).choose("foreman");
        assert_eq!(t.keys(), ["rest", "wood", "coal"]);
        t
    };
    let mut t = base();
    t.choose("rest");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("worker");
    assert_eq!((t.city.spent, t.city.figures.ready[W]), ([0, 1, 0], 5));
    let mut t = base();
    t.choose("wood");
    assert_eq!((t.has(Resource::Wood), t.has(Resource::Coal)), (2, 0));
    let mut t = base();
    t.choose("coal");
    assert_eq!((t.has(Resource::Wood), t.has(Resource::Coal)), (0, 2));
    assert_eq!((t.city.active_of(Mood::Motivation), t.city.spent), (0, [1, 1, 0]));
}

#[test]
fn an_advisor_with_no_use_to_offer_cannot_be_used() {
    // a use that exists only under a condition is none while that fails.
    let mut t = bare();
    let uses = t.pack.advisors.iter().find(|card| card.advisor == Advisor::Health).unwrap().options;
    t.pack.options[usize::from(uses.0)][0].when = vec![Test::RoundFrom(9)];
    t.go(Mark::Preparation);
    assert_eq!(t.blocked("health"), Some(Blocked::NoTarget));
    t.city.round = 9;
    assert_eq!(t.blocked("health"), None);
}

#[test]
fn alone_one_advisor_leads_with_six_cards_and_call_to_rise() {
    //
    let t = Table::turn_of(1, 1);
    assert_eq!(t.city.seats.len(), 1);
    assert_eq!(t.city.seats[0].hand.len(), 6);
    assert!(t.city.call_to_rise);
    assert!(!bare_of(2).city.call_to_rise);
}

#[test]
fn call_to_rise_draws_by_the_number_of_hope_tokens() {
    // at least 1, 2, 4, 6 tokens, active or exhausted, draw 1, 2, 3, 4 cards.
    let pile = [Mood::Care, Mood::Care, Mood::Care, Mood::Justice, Mood::Justice, Mood::Motivation];
    for (hope, cards) in [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)] {
        let mut t = bare_of(1);
        let tokens: Vec<_> = pile[..hope].iter().map(|mood| (*mood, false)).collect();
        t.tokens(&tokens).go(Mark::Preparation);
        assert!(matches!(t.asked(), Ask::Rise));
        assert_eq!(t.keys(), ["rise", "done"]);
        t.choose("rise");
        assert_eq!(t.city.seats[0].hand.len(), cards, "with {hope} Hope tokens");
        assert!(!t.city.call_to_rise);
    }
}

#[test]
fn call_to_rise_comes_besides_the_advisor_and_only_once() {
    //
    let mut t = bare_of(1);
    t.city.generator.stress = 3;
    t.go(Mark::Preparation).choose("generator");
    assert_eq!(t.city.generator.stress, 0);
    assert!(matches!(t.asked(), Ask::Rise));
    t.choose("done");
    assert!(t.city.call_to_rise && t.city.seats[0].hand.is_empty());
    t.go(Mark::Preparation).choose_all(&["done", "rise"]);
    t.go(Mark::Preparation).choose("done");
    assert!(is_turn_of(&t, 0), "it is gone");
}

#[test]
fn a_hand_has_no_limit() {
    //
    let mut t = bare_of(1);
    t.effects(&[Op::DrawCitizens(n(12))]);
    assert_eq!(t.city.seats[0].hand.len(), 12);
    t.go(Mark::Preparation).choose_all(&["done", "rise"]);
    assert_eq!(t.city.seats[0].hand.len(), 14);
}
