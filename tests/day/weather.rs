//! Section 10: the Weather Phase.

use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::Resource;
use emberhall::frostpunk::rules::program::{Body, Op};

use crate::help::*;
use crate::table::Table;

/// The Weather Phase of a Round with this card.
fn weather(id: &str, round: u8, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::turn();
    t.city.round = round;
    prepare(&mut t);
    t.next_weather(id).go(Mark::Weather);
    t
}

/// Two Bunkhouses and two Tents on the map.
fn village(t: &mut Table) {
    t.tile("N0").build("tent", "N0a").build("bunkhouse", "N0b");
    t.tile("N2").build("tent", "N2a").build("bunkhouse", "N2b");
}

fn ruins(t: &Table, building: &str) -> (usize, u8, u8) {
    let fallen = t.built(building).iter().filter(|b| b.ruins).count();
    let at = usize::from(t.building(building).0);
    (fallen, t.city.stock[at], t.city.ruined[at])
}

#[test]
fn a_weather_card_is_revealed_and_then_discarded() {
    //
    let t = weather("W11", 2, |_| {});
    assert_eq!(ids(&t, &t.city.decks.weather_discard), ["W11"]);
    assert_eq!(t.city.decks.weather.len(), 12);
    assert!(happened(&t, &Event::Revealed { card: t.card("W11") }));
}

#[test]
fn the_four_sections_are_resolved_from_top_to_bottom() {
    //
    let t = weather("W11", 2, |t| {
        t.tile("N0").build("hunters_hut", "N0a");
        t.city.food = 5;
        scout(t, 0, 9);
    });
    let order = t.events.iter().filter_map(|event| match event {
        Event::Cold { .. } => Some("cold"),
        Event::Food { .. } => Some("food"),
        Event::ScoutMoved { .. } => Some("scout"),
        Event::StormMarker { .. } => Some("storm"),
        _ => None,
    });
    assert_eq!(order.collect::<Vec<_>>(), ["cold", "food", "scout", "storm"]);
}

#[test]
fn w11_moves_cold_and_yellow_only() {
    // E-27, R-10.2
    let t = weather("W11", 2, |t| {
        t.heat(0, 5, [0, 1, 2]);
    });
    assert_eq!(t.city.generator.cold, 6);
    assert_eq!(t.city.generator.ranges, [0, 1, 3]);
}

#[test]
fn w03_moves_cold_and_every_indicator() {
    //
    let t = weather("W03", 2, |t| {
        t.heat(0, 5, [0, 1, 2]);
    });
    assert_eq!(t.city.generator.cold, 6);
    assert_eq!(t.city.generator.ranges, [1, 2, 3]);
}

#[test]
fn no_marker_moves_beyond_its_last_space() {
    //
    let t = weather("W03", 2, |t| {
        t.heat(0, 14, [13, 14, 14]);
    });
    assert_eq!(t.city.generator.cold, 14);
    assert_eq!(t.city.generator.ranges, [14, 14, 14]);
}

fn huts(t: &mut Table) {
    t.tile("N0").build("hunters_hut", "N0a").build("hunters_hut", "N0b");
    t.tile("N2").build_upgraded("hunters_hut", "N2a");
    t.city.food = 5;
}

#[test]
fn three_huts_one_of_them_upgraded_trap_four_food() {
    // E-28, R-10.3: heating is irrelevant.
    let t = weather("W11", 2, |t| {
        t.heat(0, 4, [0, 1, 2]);
        huts(t);
    });
    assert_eq!(t.city.food, 9);
}

#[test]
fn hunting_tactics_add_one_food_for_two_symbols() {
    // T02
    let four = weather("W11", 2, |t| {
        huts(t);
        t.technology("T02");
    });
    assert_eq!(four.city.food, 5 + 4 + 2);
    let five = weather("W11", 2, |t| {
        huts(t);
        t.build("hunters_hut", "N2b").technology("T02");
    });
    assert_eq!(five.city.food, 5 + 5 + 2, "rounded down");
}

#[test]
fn without_huts_no_food_is_trapped() {
    //
    let t = weather("W11", 2, |t| {
        t.city.food = 5;
        t.technology("T02");
    });
    assert_eq!(t.city.food, 5);
}

#[test]
fn w11_moves_each_scout_two_spaces() {
    // E-29, R-10.4
    let mut t = weather("W11", 2, |t| {
        scout(t, 0, 9);
        scout(t, 2, 9);
    });
    assert!(matches!(t.asked(), Ask::ScoutOrder(..)));
    assert_eq!(t.keys(), ["stack-1", "stack-3"], "the group chooses the order");
    t.choose("stack-3");
    assert_eq!((scout_at(&t, 0), scout_at(&t, 2)), (Some(2), Some(2)));
}

#[test]
fn w03_moves_each_scout_three_spaces() {
    // E-33, R-10.4
    let mut t = weather("W03", 2, |t| {
        scout(t, 0, 9);
        scout(t, 1, 9);
    });
    t.choose("stack-1");
    assert_eq!((scout_at(&t, 0), scout_at(&t, 1)), (Some(3), Some(3)));
}

#[test]
fn a_scout_is_resolved_completely_before_the_next_moves() {
    //
    let mut t = weather("W11", 2, |t| {
        scout(t, 0, 2);
        scout(t, 1, 9);
    });
    t.choose("stack-1");
    assert!(matches!(t.asked(), Ask::Reach(0, 1)));
    assert_eq!(scout_at(&t, 1), Some(0), "the other one waits");
}

#[test]
fn w11_brings_the_storm_two_rounds_nearer() {
    // E-30, R-10.5
    let mut t = Table::turn();
    village(&mut t);
    t.city.storm = Some(9);
    t.city.round = 6;
    t.next_weather("W11").go(Mark::Weather);
    assert_eq!(t.city.storm, Some(7));
    assert!(!happened(&t, &Event::StormHits), "Round 7 is still ahead");
    t.next_weather("W04");
    t.go(Mark::Weather);
    assert!(happened(&t, &Event::StormHits), "on the Round marker it hits");
}

#[test]
fn a_storm_in_round_seven_or_earlier_ruins_all_tents() {
    // E-31, R-10.6
    let t = weather("W11", 7, |t| {
        village(t);
        t.city.storm = Some(9);
    });
    assert_eq!(ruins(&t, "tent"), (2, 0, 6));
    assert_eq!(ruins(&t, "bunkhouse"), (0, 6, 0));
    assert_eq!(t.city.storm, Some(12));
    assert!(t.city.decks.scenario.contains(&t.card("S08")), "face down again");
}

#[test]
fn a_storm_in_round_eight_or_later_ruins_all_bunkhouses() {
    // E-32, R-10.6, R-10.7, R-4.1: the card's Round counts, although it is the first Storm.
    let t = weather("W11", 8, |t| {
        village(t);
        t.city.storm = Some(10);
    });
    assert_eq!(ruins(&t, "bunkhouse"), (2, 0, 6));
    assert_eq!(ruins(&t, "tent"), (0, 6, 0));
    assert_eq!(t.city.storm, None);
}

#[test]
fn the_storm_hits_where_it_stands_even_if_it_does_not_move() {
    // V-11, R-10.5
    let t = weather("W03", 9, |t| {
        village(t);
        t.city.storm = Some(9);
    });
    assert!(happened(&t, &Event::StormHits));
    assert_eq!(ruins(&t, "bunkhouse").0, 2);
    assert_eq!(t.city.storm, None);
}

#[test]
fn two_storms_ruin_tents_and_later_bunkhouses() {
    //
    let mut t = weather("W11", 7, |t| {
        village(t);
        t.city.storm = Some(8);
    });
    t.city.round = 11;
    t.next_weather("W03").go(Mark::Weather);
    assert_eq!((t.city.storm, ruins(&t, "bunkhouse").0), (Some(12), 0));
    t.city.round = 12;
    t.next_weather("W08").go(Mark::Weather);
    assert_eq!((t.city.storm, ruins(&t, "bunkhouse").0), (None, 2));
    assert_eq!(ruins(&t, "tent").0, 2);
}

#[test]
fn without_a_storm_marker_no_storm_comes() {
    //
    let t = weather("W11", 14, |t| {
        village(t);
        t.city.storm = None;
    });
    assert!(!happened(&t, &Event::StormHits));
    assert_eq!((t.city.storm, ruins(&t, "tent").0), (None, 0));
}

#[test]
fn ruins_shelter_nobody_and_cannot_be_built() {
    //
    let mut t = Table::turn();
    village(&mut t);
    t.heat(6, 6, [0, 1, 2]).supply(Resource::Wood, 9);
    assert_eq!(t.look().warm_places().slots, 8);
    let mut before = t.clone();
    before.effects(&[Op::Construct(1, false)]);
    assert!(before.keys().contains(&"tent".to_owned()));
    t.city.storm = Some(3);
    t.city.round = 3;
    t.next_weather("W03").go(Mark::Weather);
    t.heat(6, 6, [0, 1, 2]);
    assert_eq!(t.look().warm_places().slots, 4, "only the Bunkhouses");
    t.effects(&[Op::Construct(1, false)]);
    assert!(!t.all_keys().contains(&"tent".to_owned()));
    assert!(t.keys().contains(&"bunkhouse".to_owned()));
}

#[test]
fn an_empty_weather_deck_is_made_anew() {
    //
    let mut t = Table::turn();
    t.city.storm = None;
    let all = std::mem::take(&mut t.city.decks.weather);
    t.city.decks.weather_discard = all;
    t.go(Mark::Weather);
    assert_eq!(t.city.decks.weather.len(), 12);
    assert_eq!(t.city.decks.weather_discard.len(), 1);
    t.check();
}

#[test]
fn the_storm_marker_stops_at_round_one() {
    //
    let t = weather("W11", 1, |t| {
        t.city.storm = Some(2);
    });
    assert!(happened(&t, &Event::StormMarker { now: Some(1) }));
    assert!(happened(&t, &Event::StormHits));
    assert_eq!(t.city.storm, Some(12));
}

#[test]
fn the_known_weather_cards_are_as_printed() {
    // E-27, E-33
    let t = Table::turn();
    for (id, cold, ranges, scouts, storm) in
        [("W03", 1, [1, 1, 1], 3, 0), ("W11", 1, [0, 0, 1], 2, 2)]
    {
        let Body::Weather(card) = t.pack.card(t.card(id)).body else {
            panic!("{id} is a Weather card");
        };
        assert_eq!((card.cold, card.ranges), (cold, ranges));
        assert_eq!((card.scouts, card.storm), (scouts, storm));
    }
}
