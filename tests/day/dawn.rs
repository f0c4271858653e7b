//! Sections 6 and 7: the round and Dawn.

use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{BlockId, Kind, Mood, Phase, Seat};
use emberhall::frostpunk::rules::program::{Good, Hook, Op};
use emberhall::frostpunk::rules::state::Zone;

use crate::help::*;
use crate::table::Table;

/// Before Dawn of the next round; the Morning card asks something.
fn before_dawn(round: u8) -> Table {
    let mut t = Table::turn();
    t.city.round = round;
    t.next_morning("M015");
    t
}

#[test]
fn a_round_has_nine_phases_in_their_order() {
    //
    let mut t = Table::turn();
    t.city.food = 50;
    t.next_morning("M015");
    t.only_dusk("D059");
    calm(&mut t);
    t.choose("end").choose("end");
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    let phases = t.events.iter().filter_map(|event| match event {
        Event::Phase(phase) => Some(*phase),
        _ => None,
    });
    let wanted = [
        Phase::Dusk,
        Phase::Hunger,
        Phase::Night,
        Phase::Dawn,
        Phase::Morning,
        Phase::Generator,
        Phase::Weather,
        Phase::Preparation,
        Phase::Action,
    ];
    assert_eq!(phases.collect::<Vec<_>>(), wanted);
    assert_eq!(t.city.round, 2);
    assert_eq!(
        Phase::ALL[1..],
        [
            Phase::Dawn,
            Phase::Morning,
            Phase::Generator,
            Phase::Weather,
            Phase::Preparation,
            Phase::Action,
            Phase::Dusk,
            Phase::Hunger,
            Phase::Night,
        ]
    );
}

#[test]
fn the_round_track_has_fifteen_spaces() {
    // U-9
    let t = Table::turn();
    assert_eq!(t.look().last_round(), 15);
    assert_eq!(t.look().fed_in(1), Kind::Child);
    assert_eq!(t.look().fed_in(6), Kind::Worker);
    assert_eq!(t.look().fed_in(7), Kind::Child);
    assert_eq!(t.look().fed_in(15), Kind::Worker);
}

/// M004 in the Event display gives 1 Food at a stated time.
fn food_when(t: &mut Table, hook: Hook) {
    let card = t.event_card("M004");
    t.pack.blocks.push(vec![Op::Gain(Good::Food, n(1))]);
    let block = BlockId(t.pack.blocks.len() as u16 - 1);
    t.pack.cards[usize::from(card.0)].hooks = vec![(hook, block)];
}

#[test]
fn a_phase_heading_acts_every_round_while_its_card_lies_there() {
    //
    let mut t = Table::turn();
    t.city.food = 10;
    calm(&mut t);
    food_when(&mut t, Hook::Weather);
    t.go(Mark::Weather);
    assert_eq!(t.city.food, 11);
    calm(&mut t);
    t.go(Mark::Weather);
    assert_eq!(t.city.food, 12);
    let card = t.take("M004");
    t.city.decks.removed.push(card);
    calm(&mut t);
    t.go(Mark::Weather);
    assert_eq!(t.city.food, 12, "it left");
}

#[test]
fn a_dawn_heading_acts_at_dawn() {
    //
    let mut t = before_dawn(1);
    t.city.food = 10;
    food_when(&mut t, Hook::Dawn);
    t.go(Mark::Dawn);
    assert_eq!(t.city.food, 11);
}

#[test]
fn leadership_passes_clockwise_and_the_round_marker_moves() {
    //
    let mut t = before_dawn(1);
    t.leader(1);
    t.go(Mark::Dawn);
    assert_eq!((t.city.leader, t.city.round), (Seat(2), 2));
    t.next_morning("M011").go(Mark::Dawn);
    assert_eq!((t.city.leader, t.city.round), (Seat(0), 3));
    assert_eq!(t.city.active, Seat(0));
}

#[test]
fn alone_the_leader_stays_the_leader() {
    //
    let mut t = Table::turn_of(1, 1);
    t.next_morning("M015").go(Mark::Dawn);
    assert_eq!((t.city.leader, t.city.round), (Seat(0), 2));
}

#[test]
fn a_development_ends_on_its_round_and_the_next_begins() {
    // E-20, R-7.3
    let mut t = before_dawn(5);
    display(&mut t, &["T04", "T02", "T01"]);
    t.tile("N0").build("workshop", "N0a");
    t.city.development = Some((t.card("T04"), 6));
    t.go(Mark::Dawn);
    assert_eq!(t.city.round, 6);
    assert!(t.city.technologies[0].developed, "T04 works");
    assert_eq!(t.keys(), ["T02", "T01"]);
    t.choose("T02");
    assert_eq!(t.city.development, Some((t.card("T02"), 10)));
    assert!(!t.city.technologies[1].developed);
}

#[test]
fn a_development_that_is_not_due_goes_on() {
    //
    let mut t = before_dawn(4);
    display(&mut t, &["T04", "T02"]);
    t.tile("N0").build("workshop", "N0a");
    t.city.development = Some((t.card("T04"), 6));
    t.go(Mark::Dawn);
    assert!(!t.city.technologies[0].developed);
    assert_eq!(t.city.development, Some((t.card("T04"), 6)));
}

#[test]
fn a_trigger_token_is_removed_and_its_card_speaks() {
    // E-21, R-7.4: no Beacon stands in Round 4.
    let mut t = before_dawn(3);
    t.next_token(Mood::Apathy);
    t.tokens(&[(Mood::Anger, true)]);
    t.go(Mark::Dawn);
    let rounds: Vec<u8> = t.city.triggers.iter().map(|trigger| trigger.round).collect();
    assert!(!rounds.contains(&4) && rounds.contains(&11));
    assert_eq!(discontent(&t), [(Mood::Anger, true), (Mood::Apathy, true)]);
    assert_eq!(zone(&t, "S06"), Some(Zone::Scenario));
    assert_eq!(zone(&t, "S02"), None);
}

#[test]
fn with_a_beacon_the_trigger_of_round_four_offers_hope() {
    //
    let mut t = before_dawn(3);
    t.tile("N0").build("beacon", "N0a");
    t.tokens(&[(Mood::Anger, true)]);
    t.go(Mark::Dawn);
    assert_eq!(t.keys(), ["hope", "discontent"]);
    t.choose("discontent");
    assert_eq!(discontent(&t), [(Mood::Anger, false)]);
    assert_eq!(zone(&t, "S02"), Some(Zone::Scenario));
    assert_eq!(zone(&t, "S06"), None);
}

#[test]
fn on_other_rounds_the_trigger_tokens_stay() {
    //
    let mut t = before_dawn(1);
    t.go(Mark::Dawn);
    assert_eq!(t.city.triggers.len(), 2);
    assert_eq!(zone(&t, "S06"), None);
}

#[test]
fn the_development_comes_before_the_scenario() {
    //
    let mut t = before_dawn(3);
    display(&mut t, &["T04", "T02", "T01"]);
    t.tile("N0").build("workshop", "N0a");
    t.city.development = Some((t.card("T04"), 4));
    t.go(Mark::Dawn);
    assert!(matches!(t.asked(), Ask::Technology));
    assert!(t.city.technologies[0].developed);
    assert_eq!(t.city.triggers.len(), 2, "the trigger waits");
    t.choose("T01");
    assert_eq!(zone(&t, "S06"), Some(Zone::Scenario));
}

#[test]
fn the_storm_marker_does_nothing_at_dawn() {
    //
    let mut t = before_dawn(8);
    t.tile("N0").build("bunkhouse", "N0a");
    t.city.storm = Some(9);
    t.go(Mark::Dawn);
    assert_eq!((t.city.round, t.city.storm), (9, Some(9)));
    assert!(!t.built("bunkhouse")[0].ruins);
    assert!(!happened(&t, &Event::StormHits));
}
