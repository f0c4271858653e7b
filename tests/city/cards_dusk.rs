//! The known Dusk cards, and those that known cards bring.

use crate::kit::{C, E, W, bare, gone, in_dusk, resolve, run, shown, tokens};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Kind, Mood, Resource, Stuff, Track};
use emberhall::frostpunk::rules::program::{Good, Test};

/// The card in the Event display with these Resources on it.
fn laid(t: &mut Table, id: &str, goods: [u8; 4]) {
    let card = t.event_card(id);
    t.city.in_play.iter_mut().find(|o| o.card == card).unwrap().goods = goods;
}

#[test]
fn the_inevitable_kills_the_gravely_ill_and_sickens_as_many_as_lie_dead() {
    // D000: two Skulls turn, so three Corpses make three sick.
    let mut t = bare();
    t.people(Kind::Worker, 22, 4, true).people(Kind::Child, 8, 3, true);
    t.tokens(&[(Mood::Care, true), (Mood::Justice, true), (Mood::Motivation, true)]);
    for card in ["C04", "C24"] {
        t.next_citizen(card);
    }
    resolve(&mut t, "D000");
    while t.keys().iter().all(|key| key.contains("exhaust") || key.contains("remove")) {
        let first = t.keys()[0].clone();
        t.choose(&first);
    }
    assert_eq!((t.city.citizens, t.city.corpses), ([21, 12, 7], 3));
    assert_eq!((t.city.skull, t.city.sick), ([false; 3], [3, 0, 2]));
    t.choose("all-engineer");
    assert_eq!(t.city.sick, [3, 3, 2]);
    assert!(t.city.decks.dusk_discard.contains(&t.card("D000")));
}

#[test]
fn the_thief_found_gives_one_resource_back() {
    // D002: the rest goes to the bank, M001 leaves the game.
    let mut t = bare();
    laid(&mut t, "M001", [1, 1, 0, 0]);
    resolve(&mut t, "D002");
    t.choose("coal");
    assert_eq!(t.city.supply, [20, 21, 5, 0]);
    assert!(gone(&t, "M001"));
    run(&mut t, &["mercy", "activate-anger"]);
    assert!(in_dusk(&t, "D003") && gone(&t, "D002"));
    assert_eq!(t.city.active_of(Mood::Anger), 1);
}

#[test]
fn exile_needs_justice_and_nobody_dies_of_it() {
    // D002 option 2
    let mut t = bare();
    resolve(&mut t, "D002");
    t.choose("exile");
    assert_eq!((t.city.citizens, t.city.corpses), ([20, 12, 7], 1));
    let mut t = bare();
    t.tokens(&[(Mood::Justice, false)]);
    resolve(&mut t, "D002");
    assert_eq!(t.blocked("exile"), Some(Blocked::Needs(Test::Active(Mood::Justice))));
    run(&mut t, &["stigmatise", "remove-anger"]);
    assert!(in_dusk(&t, "D004"));
}

#[test]
fn an_adept_of_life_cures_three_with_care_and_two_without() {
    // D059, E-48: e.g. two Workers and a Child.
    let mut t = bare();
    t.people(Kind::Worker, 22, 4, false).people(Kind::Child, 8, 3, false);
    resolve(&mut t, "D059");
    t.choose("2-0-1");
    assert_eq!(t.city.sick, [2, 0, 2]);
    assert!(gone(&t, "D059"));
    let mut t = bare();
    t.tokens(&[(Mood::Care, false)]).people(Kind::Worker, 22, 4, false);
    resolve(&mut t, "D059");
    assert_eq!(t.city.sick, [2, 0, 0]);
}

#[test]
fn the_hunt_made_public_returns_two_and_ends_in_a_trial() {
    // D001
    let mut t = bare();
    laid(&mut t, "M001", [2, 2, 0, 0]);
    resolve(&mut t, "D001");
    run(&mut t, &["wood", "coal", "trial", "remove-anger"]);
    assert_eq!((t.city.supply, t.city.spent), ([21, 21, 5, 0], [1, 0, 0]));
    assert_eq!(tokens(&t, Track::Discontent), (0, 1));
    assert!(gone(&t, "M001") && gone(&t, "D001"));
}

#[test]
fn the_crowd_kills_and_a_pardon_breeds_greed() {
    // D001
    let mut t = bare();
    t.next_citizen("C04");
    resolve(&mut t, "D001");
    run(&mut t, &["crowd", "exhaust-care", "remove-anger", "remove-greed"]);
    assert_eq!((t.city.citizens[W], t.city.corpses), (21, 2));
    assert_eq!(tokens(&t, Track::Discontent), (0, 0));
    let mut t = bare();
    t.next_token(Mood::Anger).tokens(&[(Mood::Justice, false), (Mood::Care, true)]);
    resolve(&mut t, "D001");
    assert!(t.blocked("trial").is_some());
    t.choose("pardon");
    assert_eq!(t.city.active_of(Mood::Greed), 1);
}

#[test]
fn mercy_costs_among_the_greedy_and_pays_otherwise() {
    // D003
    let mut t = bare();
    t.tokens(&[(Mood::Greed, true), (Mood::Anger, false)]);
    resolve(&mut t, "D003");
    run(&mut t, &["wood", "coal"]);
    assert_eq!((t.city.supply, t.city.active_of(Mood::Anger)), ([19, 19, 5, 0], 1));
    let mut t = bare();
    t.tokens(&[(Mood::Care, false), (Mood::Justice, true)]);
    resolve(&mut t, "D003");
    assert_eq!((t.has(Resource::Wood), t.city.active_of(Mood::Care)), (21, 1));
    assert!(gone(&t, "D003"));
}

#[test]
fn the_marked_thief_is_shielded_hidden_or_left_alone() {
    // D004
    let mut t = bare();
    t.tokens(&[(Mood::Care, true), (Mood::Justice, false)]);
    resolve(&mut t, "D004");
    run(&mut t, &["shield", "draw"]);
    assert_eq!((t.city.active_of(Mood::Care), t.city.track(Track::Hope).len()), (0, 3));
    let mut t = bare();
    t.tokens(&[(Mood::Care, false), (Mood::Justice, false)]);
    resolve(&mut t, "D004");
    assert_eq!(t.blocked("shield"), Some(Blocked::NoneActiveOn(Track::Hope)));
    t.choose("hide");
    assert_eq!((t.city.spent, t.city.active_of(Mood::Anger)), ([1, 0, 0], 1));
    let mut t = bare();
    t.tokens(&[(Mood::Greed, true)]).next_citizen("C04");
    resolve(&mut t, "D004");
    run(&mut t, &["look_away", "exhaust-care"]);
    assert_eq!((t.city.citizens[W], t.city.active_of(Mood::Greed)), (21, 0));
}

#[test]
fn what_was_brought_to_the_sick_is_judged() {
    // D007: four, two, or less on M004.
    let judged = |goods: [u8; 4]| {
        let mut t = bare();
        laid(&mut t, "M004", goods);
        t.people(Kind::Worker, 22, 9, false);
        resolve(&mut t, "D007");
        t
    };
    let t = judged([2, 2, 0, 0]);
    assert_eq!((t.city.sick[W], t.city.track(Track::Hope).len()), (6, 3));
    assert!(in_dusk(&t, "D059"));
    let t = judged([1, 1, 0, 0]);
    assert_eq!((t.city.sick[W], tokens(&t, Track::Hope)), (7, (2, 0)));
    let mut t = judged([1, 0, 0, 0]);
    assert_eq!(t.city.active_of(Mood::Care), 0);
    t.choose("activate-greed");
    assert_eq!((t.city.sick[W], t.city.active_of(Mood::Greed)), (9, 1));
    assert!(gone(&t, "M004") && gone(&t, "D007"));
}

#[test]
fn the_prophets_followers_eat_fast_or_are_dispersed() {
    // D022
    let mut t = bare();
    resolve(&mut t, "D022");
    t.choose("feed");
    assert_eq!((t.city.food, t.city.track(Track::Hope).len()), (16, 3));
    let mut t = bare();
    t.city.hunger = 5;
    t.city.food = 3;
    resolve(&mut t, "D022");
    assert_eq!(t.blocked("feed"), Some(Blocked::Lacks(Good::Food, 4)));
    run(&mut t, &["fast", "all-child"]);
    assert_eq!((t.city.hunger, t.city.sick[C]), (2, 2));
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, true), (Mood::Care, true)]);
    resolve(&mut t, "D022");
    run(&mut t, &["disperse", "activate-anger"]);
    assert_eq!([t.city.active_of(Mood::Motivation), t.city.active_of(Mood::Anger)], [0, 1]);
}

#[test]
fn a_silenced_prophet_is_forgiven_with_justice() {
    // D023
    let mut t = bare();
    t.tokens(&[(Mood::Anger, true)]);
    resolve(&mut t, "D023");
    assert_eq!((t.city.active_of(Mood::Anger), t.city.spent), (0, [0; 3]));
    assert!(gone(&t, "D023"));
    let mut t = bare();
    t.tokens(&[(Mood::Care, true), (Mood::Justice, false)]);
    resolve(&mut t, "D023");
    t.choose("engineer");
    assert_eq!((t.city.active_of(Mood::Care), t.city.spent[E]), (0, 1));
}

#[test]
fn a_finished_project_upgrades_for_free_or_is_stripped() {
    // D030
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, false), (Mood::Care, true)]);
    t.tile("N1").build("hothouse", "N1a");
    t.city.supply = [0; 4];
    resolve(&mut t, "D030");
    t.choose("apply");
    assert!(t.built("hothouse")[0].upgraded);
    assert_eq!(t.city.active_of(Mood::Motivation), 1);
    let mut t = bare();
    resolve(&mut t, "D030");
    t.choose("strip");
    assert_eq!(t.has(Resource::Core), 6);
    assert!(gone(&t, "D030"));
}

#[test]
fn gambling_under_a_condition_is_harmless_with_justice() {
    // D044
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, false), (Mood::Justice, true)]);
    t.tokens(&[(Mood::Greed, true)]);
    resolve(&mut t, "D044");
    assert_eq!([t.city.active_of(Mood::Greed), t.city.active_of(Mood::Motivation)], [0, 1]);
    let mut t = bare();
    t.tokens(&[(Mood::Justice, false)]);
    resolve(&mut t, "D044");
    run(&mut t, &["steam_core", "wood"]);
    assert_eq!(t.city.supply, [19, 20, 4, 0]);
    assert!(gone(&t, "D044"));
}

#[test]
fn gambling_without_a_rule_wakes_greed_and_wants_an_answer() {
    // D045
    let mut t = bare();
    resolve(&mut t, "D045");
    assert_eq!(t.city.active_of(Mood::Greed), 1);
    let (mut pay, mut labour) = (t.clone(), t.clone());
    run(&mut t, &["cancel", "worker"]);
    assert_eq!((t.city.active_of(Mood::Greed), t.city.spent), (0, [1, 0, 0]));
    run(&mut pay, &["pay", "wood", "coal", "exhaust-greed"]);
    assert_eq!((pay.city.supply, pay.city.active_of(Mood::Greed)), ([19, 19, 5, 0], 0));
    labour.choose("labour");
    assert_eq!((labour.city.spent, labour.city.sick), ([2, 0, 0], [1, 0, 0]));
    assert!(gone(&t, "D045") && gone(&pay, "D045") && gone(&labour, "D045"));
}

/// Uncertainty with these active tokens and nothing else.
fn uncertain(hope: &[(Mood, bool)], discontent: &[(Mood, bool)]) -> Table {
    let mut t = bare();
    t.tokens(hope).tokens(discontent);
    t.people(Kind::Worker, 22, 9, false).people(Kind::Engineer, 12, 3, false);
    t.tile("N1").pile("N1a", Stuff::Wood, 5);
    resolve(&mut t, "SD01");
    t
}

const DULL: &[(Mood, bool)] = &[(Mood::Care, false), (Mood::Justice, false)];
const CALM: &[(Mood, bool)] = &[(Mood::Greed, false)];

#[test]
fn uncertainty_does_nothing_when_nothing_is_active() {
    // SD01
    let t = uncertain(DULL, CALM);
    assert_eq!((t.city.hunger, t.city.sick, t.city.skull), (0, [9, 3, 0], [false; 3]));
}

#[test]
fn uncertainty_follows_the_strongest_discontent() {
    // SD01: Greed, Apathy, Anger with two active tokens each.
    let t = uncertain(DULL, &[(Mood::Greed, true), (Mood::Greed, true), (Mood::Anger, true)]);
    assert_eq!((t.city.hunger, t.city.sick), (6, [9, 3, 0]));
    let mut t = uncertain(DULL, &[(Mood::Apathy, true), (Mood::Apathy, true)]);
    run(&mut t, &["engineer", "child"]);
    assert_eq!(t.city.skull, [false, true, true]);
    let mut t = uncertain(DULL, &[(Mood::Anger, true), (Mood::Anger, true)]);
    run(&mut t, &["all-child"]);
    assert_eq!(t.city.sick, [9, 3, 4]);
}

#[test]
fn uncertainty_follows_the_strongest_hope() {
    // SD01: Motivation takes 1 + 2 from the map, Care cures 4, Justice chooses twice.
    let two = |mood| [(mood, true), (mood, true)];
    let t = uncertain(&two(Mood::Motivation), CALM);
    assert_eq!((t.has(Resource::Wood), t.pile_on("N1a")), (23, Some((Stuff::Wood, 2))));
    let mut t = uncertain(&two(Mood::Care), CALM);
    t.choose("3-1-0");
    assert_eq!(t.city.sick, [6, 2, 0]);
    let justice = [(Mood::Justice, true), (Mood::Justice, true), (Mood::Care, false)];
    let mut t = uncertain(&justice, &[(Mood::Anger, true)]);
    assert_eq!(t.keys(), ["calm", "rally"]);
    run(&mut t, &["calm", "rally"]);
    assert_eq!([t.city.active_of(Mood::Anger), t.city.active_of(Mood::Care)], [0, 1]);
}

#[test]
fn an_empty_map_pays_motivation_in_coal() {
    // SD01: one Wood lies there, two are missing.
    let mut t = bare();
    t.tokens(&[(Mood::Motivation, true), (Mood::Motivation, true)]);
    t.tile("N1").pile("N1a", Stuff::Wood, 1);
    resolve(&mut t, "SD01");
    assert_eq!(t.city.supply, [21, 22, 5, 0]);
}

#[test]
fn tied_types_all_act_in_printed_order_with_counts_taken_once() {
    // SD01: Greed before Care; what Greed does changes no count.
    let t = uncertain(&[(Mood::Care, true)], &[(Mood::Greed, true)]);
    assert_eq!(t.city.hunger, 3);
    assert_eq!(t.keys(), ["2-0-0", "1-1-0", "0-2-0"]);
}

#[test]
fn after_uncertainty_the_next_dispute_joins_the_deck() {
    // SD01, R-14.5
    let mut t = bare();
    t.tokens(DULL).tokens(CALM).only_dusk("SD01").heat(0, 4, [0, 1, 2]);
    let next = *t.city.decks.disputes.last().unwrap();
    let d000 = t.take("D000");
    t.city.decks.dusk_discard.push(d000);
    t.go(Mark::DuskCard);
    assert!(gone(&t, "SD01") && !shown(&t, "SD01"));
    assert!(t.city.decks.dusk.contains(&next) && t.city.decks.dusk.contains(&d000));
    assert!(t.city.decks.dusk_discard.is_empty());
}
