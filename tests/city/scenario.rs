//! Section 22: Scenario cards of the Crater.

use crate::kit::{W, bare, gone, n, next_trail, run, scout, shown, stacks, tokens};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Loss, Mood, Resource, Track};
use emberhall::frostpunk::rules::program::Op;
use emberhall::frostpunk::rules::state::{Outcome, Zone};

/// Dawn of a Round; the Morning card that follows only asks.
fn dawn_of(t: &mut Table, round: u8) {
    t.city.round = round - 1;
    t.heat(0, 4, [0, 1, 2]);
    t.next_morning("M004");
    t.go(Mark::Dawn);
}

fn triggers(t: &Table, id: &str) -> Vec<u8> {
    let card = t.card(id);
    t.city.triggers.iter().filter(|trigger| trigger.card == card).map(|t| t.round).collect()
}

fn display(t: &Table, id: &str) -> bool {
    t.city.open_card(t.card(id)).is_some_and(|open| open.zone == Zone::Scenario)
}

#[test]
fn are_we_alone_puts_triggers_on_rounds_four_and_eleven() {
    // E-52, R-22.1, R-22.2, S01
    let t = Table::turn();
    assert_eq!(triggers(&t, "S01"), [4, 11]);
    assert!(display(&t, "S01"));
}

#[test]
fn the_crater_has_its_eight_cards_under_their_numbers() {
    //
    let t = bare();
    let ids = t.pack.scenarios[0].cards.iter().map(|c| t.pack.card(*c).id.clone());
    let expected: Vec<String> = (1..=8).map(|at| format!("S0{at}")).collect();
    assert_eq!(ids.collect::<Vec<_>>(), expected);
    let storm = t.pack.scenarios[0].storm_card;
    assert_eq!(t.pack.card(storm).id, "S08");
}

#[test]
fn without_a_beacon_in_round_four_apathy_spreads() {
    // S01 B, R-22.3: S06 is laid in the display.
    let mut t = bare();
    t.next_token(Mood::Apathy);
    dawn_of(&mut t, 4);
    assert_eq!(t.city.active_of(Mood::Apathy), 1);
    assert!(display(&t, "S06") && !shown(&t, "S02"));
    assert_eq!(triggers(&t, "S01"), [11]);
}

#[test]
fn with_a_beacon_in_round_four_somebody_may_answer() {
    // S01 A, R-22.3, S02: Hope or less Discontent, then S02 with its own trigger.
    let mut t = bare();
    t.tile("N1").build("beacon", "N1a");
    dawn_of(&mut t, 4);
    assert_eq!(t.keys(), ["hope", "discontent"]);
    run(&mut t, &["discontent", "remove-greed"]);
    assert_eq!(tokens(&t, Track::Discontent), (0, 1));
    assert!(display(&t, "S02") && !shown(&t, "S06"));
    assert_eq!(triggers(&t, "S02"), [8]);
}

fn with_s02() -> Table {
    let mut t = bare();
    t.city.round = 4;
    let s02 = t.card("S02");
    t.effects(&[Op::Reveal(s02, true)]);
    t
}

/// Steps of Hope: an active token is two.
fn hope(t: &Table) -> usize {
    let (active, exhausted) = tokens(t, Track::Hope);
    2 * active + exhausted
}

/// Answers which tokens the Hope goes to.
fn take_heart(t: &mut Table) {
    while matches!(t.asked(), Ask::Token(..)) {
        let first = t.keys().first().cloned().unwrap();
        t.choose(&first);
    }
}

#[test]
fn nobody_found_by_round_eight_makes_people_apathetic() {
    // S02
    let mut t = with_s02();
    t.next_token(Mood::Apathy);
    let (before, hoped) = (t.city.active_of(Mood::Apathy), hope(&t));
    dawn_of(&mut t, 8);
    assert_eq!((t.city.active_of(Mood::Apathy), hope(&t)), (before + 1, hoped));
}

fn home_from(top: &str, at: u8) -> Table {
    let mut t = with_s02();
    stacks(&mut t, &[&["X01", top], &["X02"], &["X04"]]);
    next_trail(&mut t, "X29");
    scout(&mut t, 0, at);
    t.effects(&[Op::MoveScouts(n(1))]);
    t
}

#[test]
fn a_scout_home_from_a_b_card_finds_the_convoy() {
    // S02, S07, R-22.3
    let mut t = home_from("X16", 3);
    let hoped = hope(&t);
    run(&mut t, &["explore", "return"]);
    assert_eq!(t.city.citizens, [28, 15, 11]);
    t.choose("all-worker");
    assert_eq!(t.city.sick[W], 3);
    take_heart(&mut t);
    assert_eq!(hope(&t), hoped + 4);
    assert!(display(&t, "S07"));
    dawn_of(&mut t, 8);
    assert_eq!(t.keys(), ["promise", "ignore"], "Round 8 costs nothing now");
}

#[test]
fn a_scout_home_from_an_a_card_finds_nobody() {
    // S02
    let mut t = with_s02();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    scout(&mut t, 0, 2);
    t.effects(&[Op::MoveScouts(n(1))]);
    run(&mut t, &["explore", "return"]);
    assert!(!shown(&t, "S07"));
    assert_eq!(t.city.citizens, [22, 12, 8]);
}

#[test]
fn a_late_beacon_turns_s06_into_hope_and_s02() {
    // S06: and S02 then costs nothing in Round 8.
    let mut t = bare();
    t.tile("N1");
    t.city.round = 5;
    let s06 = t.card("S06");
    t.effects(&[Op::Reveal(s06, false)]);
    let hoped = hope(&t);
    run(&mut t, &["construct", "worker", "beacon", "N1a"]);
    take_heart(&mut t);
    assert_eq!(hope(&t), hoped + 2);
    assert!(display(&t, "S02") && gone(&t, "S06"));
    dawn_of(&mut t, 8);
    assert_eq!(t.keys(), ["promise", "ignore"]);
}

#[test]
fn round_eleven_lays_the_goal_and_mourns_the_convoy() {
    // S01, S03, S04, R-22.5: S07 was never turned face up.
    let mut t = bare();
    t.next_token(Mood::Apathy);
    dawn_of(&mut t, 11);
    assert!(display(&t, "S04"));
    assert_eq!(t.keys(), ["exhaust-care", "exhaust-justice"]);
    t.choose("exhaust-care");
    assert_eq!(t.city.active_of(Mood::Apathy), 1);
    assert!(gone(&t, "S03"));
    assert_eq!(triggers(&t, "S04"), [13]);
}

#[test]
fn round_eleven_mourns_nobody_if_the_convoy_was_found() {
    // S01, R-22.5
    let mut t = bare();
    let s07 = t.card("S07");
    t.city.revealed.push(s07);
    dawn_of(&mut t, 11);
    assert!(display(&t, "S04") && !gone(&t, "S03"));
    assert_eq!(t.keys(), ["promise", "ignore"]);
}

#[test]
fn a_trigger_not_later_than_the_round_is_not_placed() {
    // S02 laid in Round 9 has no Round 8 any more.
    let mut t = bare();
    t.city.round = 9;
    let s02 = t.card("S02");
    t.effects(&[Op::Reveal(s02, false)]);
    assert_eq!(triggers(&t, "S02"), Vec::<u8>::new());
    let mut t = bare();
    t.city.round = 8;
    t.effects(&[Op::Reveal(s02, false)]);
    assert_eq!(triggers(&t, "S02"), Vec::<u8>::new());
}

#[test]
fn a_card_is_revealed_once() {
    //
    let mut t = bare();
    let s07 = t.card("S07");
    t.city.decks.scenario.retain(|c| *c != s07);
    t.effects(&[Op::Reveal(s07, true)]);
    assert_eq!(t.city.citizens, [22, 12, 8]);
}

fn last_frost(round: u8) -> Table {
    let mut t = bare();
    t.city.round = round;
    t.heat(0, 8, [0, 1, 2]);
    let s05 = t.card("S05");
    t.effects(&[Op::Reveal(s05, true)]);
    t
}

#[test]
fn the_last_frost_comes_in_round_thirteen_and_again_in_fourteen() {
    // S05
    let mut t = last_frost(13);
    assert_eq!((t.city.generator.cold, t.city.generator.ranges), (9, [1, 2, 3]));
    t.next_weather("W13");
    t.go(Mark::Weather);
    assert_eq!(t.city.generator.cold, 9, "not in Round 13's Weather");
    assert!(display(&t, "S05"));
    t.city.round = 14;
    t.city.storm = None;
    t.next_weather("W13");
    t.go(Mark::Weather);
    assert_eq!((t.city.generator.cold, t.city.generator.ranges), (10, [2, 3, 4]));
    assert!(gone(&t, "S05"));
}

#[test]
fn round_thirteen_of_the_goal_brings_the_last_frost() {
    // S04
    let mut t = bare();
    t.city.round = 11;
    let s04 = t.card("S04");
    t.effects(&[Op::Reveal(s04, false)]);
    dawn_of(&mut t, 13);
    assert!(display(&t, "S05"));
    assert_eq!(t.city.generator.cold, 5);
}

#[test]
fn whoever_lives_through_the_last_night_with_a_stocked_vault_has_won() {
    // S04, U-22
    for (stocked, outcome) in [
        (20, Outcome::Won),
        (19, Outcome::Lost(Loss::Scenario)),
        (0, Outcome::Lost(Loss::Scenario)),
    ] {
        let mut t = bare();
        t.city.round = 14;
        let s04 = t.card("S04");
        t.effects(&[Op::Reveal(s04, false)]);
        let vault = t.city.in_play.iter_mut().find(|card| card.card == s04).unwrap();
        vault.goods[Resource::Coal.at()] = stocked;
        t.go(Mark::EndOfNight);
        assert_eq!(t.city.outcome, None, "not in Round 14");
        t.city.round = 15;
        t.go(Mark::EndOfNight);
        assert_eq!(t.city.outcome, Some(outcome), "{stocked} in the vault");
    }
}

fn storm(round: u8) -> Table {
    let mut t = bare();
    t.tile("N1").tile("N2").build("tent", "N1a").build("bunkhouse", "N1b").build("house", "N2a");
    t.city.round = round;
    t.city.storm = Some(round);
    t.heat(0, 4, [0, 1, 2]);
    t.next_weather("W03");
    t.go(Mark::Weather);
    t
}

#[test]
fn an_early_storm_takes_the_tents_and_comes_back() {
    // S08: Round 7 or earlier, map and board.
    let t = storm(7);
    assert!(t.built("tent")[0].ruins && !t.built("bunkhouse")[0].ruins);
    assert_eq!(t.city.storm, Some(12));
    assert_eq!(t.city.stock[usize::from(t.building("tent").0)], 0);
    assert_eq!(t.city.ruined[usize::from(t.building("tent").0)], 7);
    assert!(t.city.decks.scenario.contains(&t.card("S08")), "face down again");
}

#[test]
fn a_late_storm_takes_the_bunkhouses_and_is_over() {
    // S08: Round 8 or later.
    let t = storm(8);
    assert!(!t.built("tent")[0].ruins && t.built("bunkhouse")[0].ruins);
    assert!(!t.built("house")[0].ruins);
    assert_eq!(t.city.storm, None);
    assert_eq!(t.city.ruined[usize::from(t.building("bunkhouse").0)], 7);
}
