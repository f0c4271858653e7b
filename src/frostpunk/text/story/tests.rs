//! Stories of the sample pack: what belongs together is told together.

use super::super::samples::{self as s};
use super::{LONGEST_LINE, LONGEST_STORY};
use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{Kind, Meeple, Mood, Phase, Resource, Seat};
use crate::frostpunk::rules::state::Place;

fn story(events: &[Event]) -> Vec<String> {
    s::retell(events).0
}

#[test]
fn goods_of_all_sorts_are_one_phrase() {
    let goods = [
        Event::Supply { resource: Resource::Wood, by: 1, now: 3 },
        Event::Supply { resource: Resource::Coal, by: -1, now: 3 },
        Event::Food { by: 3, now: 9 },
        Event::Supply { resource: Resource::Wood, by: 1, now: 4 },
    ];
    assert_eq!(story(&goods), ["+2 Wood, −1 Coal, +3 Food"]);
}

#[test]
fn the_sick_are_counted_by_type() {
    let sick = |kind, now| Event::Sick { kind, by: 1, now };
    let events = [sick(Kind::Worker, 4), sick(Kind::Child, 1), sick(Kind::Worker, 5)];
    assert_eq!(story(&events), ["2 Workers and 1 Child fall ill (5 and 1 sick now)"]);
    assert_eq!(story(&events[..1]), ["1 Worker falls ill (4 sick now)"]);
}

#[test]
fn tokens_are_summed_for_each_track() {
    let events = [
        Event::TokenPlaced { mood: Mood::Care, active: false },
        Event::TokenFlipped { mood: Mood::Anger, active: false },
        Event::TokenFlipped { mood: Mood::Care, active: true },
    ];
    assert_eq!(
        story(&events),
        ["Hope +2 (Care drawn, Care active), Discontent −1 (Anger exhausted)"]
    );
}

#[test]
fn the_dead_are_set_apart_with_their_names_and_counted_once() {
    let told = story(&s::night());
    assert_eq!(told[0], "−1 Coal");
    let dead = &told[1];
    assert!(dead.starts_with("**1 Worker and 1 Child have died: "), "{dead}");
    assert!(dead.contains("(remembered by seat 2).**") && dead.ends_with("marker: 4"), "{dead}");
    assert_eq!(told[2], "*Night:* 1 Worker and 2 Engineers fall ill (4 and 2 sick now)");
    assert!(!told.iter().any(|line| line.contains("gravely") || line.contains("leave")));
}

#[test]
fn a_name_that_comes_later_is_told_alone() {
    let name = Event::Mourned { card: s::CITIZEN, kind: Kind::Child, from: None };
    let told = story(&[name]);
    assert!(told.len() == 1 && told[0].starts_with("**The Child who died was "), "{told:?}");
}

#[test]
fn a_name_from_before_is_not_taken_for_the_next_one_who_died() {
    let name = Event::Mourned { card: s::CITIZEN, kind: Kind::Child, from: None };
    let told = story(&[name, Event::Died { kind: Kind::Worker }]);
    assert!(told[0].starts_with("**The Child who died was "), "{told:?}");
    assert!(told[1].starts_with("**1 Worker has died.**"), "{told:?}");
}

#[test]
fn gathering_names_its_space_once() {
    let mut events = s::gathering();
    assert_eq!(story(&events), ["+2 Coal · From G2 (Generator tile)"]);
    let place = Place::Space(crate::frostpunk::rules::map::Space::part(2));
    events.insert(0, Event::Placed { meeple: Meeple::Worker, place, cold: false });
    assert_eq!(story(&events), ["A Worker goes to work: G2 (Generator tile) – +2 Coal"]);
}

#[test]
fn a_storm_that_is_here_is_not_due_any_more() {
    let marker = |now| Event::StormMarker { now };
    assert_eq!(story(&[marker(Some(3)), Event::StormHits]), ["**The Storm is here.**"]);
    let told = story(&[marker(Some(3)), Event::StormHits, marker(Some(12))]);
    assert_eq!(told, ["**The Storm is here.**", "The Storm is due in Round 12"]);
}

#[test]
fn a_card_brings_its_title_and_its_story_and_needs_no_phase_before_it() {
    let told = story(&s::night());
    let round = told.iter().position(|line| line == "**Round 4**").expect("the Round");
    assert_eq!(told[round + 1], "*Dawn:* Leadership passes to seat 1");
    assert!(told[round + 2].ends_with("** · Scenario card"), "{told:?}");
    assert!(told[round + 3].starts_with('*') && told[round + 4] == "−2 Food", "{told:?}");
}

#[test]
fn one_phase_alone_has_no_heading() {
    let food = Event::Food { by: -3, now: 0 };
    assert_eq!(story(&[Event::Phase(Phase::Hunger), food.clone()]), ["−3 Food"]);
    let two = [Event::Phase(Phase::Hunger), food.clone(), Event::Phase(Phase::Night), food];
    assert_eq!(story(&two), ["*Hunger:* −3 Food", "*Night:* −3 Food"]);
    assert!(story(&[Event::Phase(Phase::Action), Event::Turn(Seat(0))]).is_empty());
}

#[test]
fn work_and_what_came_of_it_are_one_line() {
    let events = [
        Event::Placed { meeple: Meeple::Worker, place: Place::Snow, cold: true },
        Event::Sick { kind: Kind::Worker, by: 1, now: 1 },
        Event::Food { by: 4, now: 4 },
        Event::Turn(Seat(1)),
        Event::Placed { meeple: Meeple::Engineer, place: Place::Construct, cold: false },
    ];
    let told = story(&events);
    assert_eq!(
        told,
        [
            "A Worker goes to work in the cold: Remove Snow – 1 Worker falls ill (1 sick now) · +4 Food",
            "Seat 2: an Engineer goes to work: Construct"
        ]
    );
}

#[test]
fn what_is_secret_or_the_only_way_is_not_told() {
    let drew = Event::Drew { seat: Seat(0), card: Some(s::CITIZEN) };
    assert_eq!(story(&[drew]), ["Seat 1 draws a Citizen card"]);
    let only = Event::Taken { ask: Box::new(Ask::Turn), pick: Pick::End };
    assert!(story(&[only]).is_empty());
    let dusk = story(&[Event::DuskAdded { card: s::DUSK }]);
    assert_eq!(dusk, ["Card #D1 goes unseen into the Dusk deck"]);
}

#[test]
fn no_story_is_too_long_and_what_was_left_out_is_counted() {
    for events in s::stories() {
        let told = story(&events);
        assert!(told.iter().all(|line| line.chars().count() <= LONGEST_LINE), "{told:#?}");
        let whole: usize = told.iter().map(|line| line.chars().count() + 1).sum();
        assert!(whole <= LONGEST_STORY, "{whole}: {told:#?}");
    }
    let crowd: Vec<Event> =
        (0..200).map(|count| Event::Exhausted { kind: Kind::Child, count }).collect();
    let last = story(&crowd).pop().expect("a last line");
    assert!(last.starts_with("…and ") && last.ends_with(" smaller changes"), "{last}");
}
