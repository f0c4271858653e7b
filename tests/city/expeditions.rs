//! Section 24: Expeditions, and Deploy Scouts.

use crate::kit::{W, bare, n, next_trail, run, scout, stacks, trail};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Letter, Meeple, Resource};
use emberhall::frostpunk::rules::program::{Arrow, Deck, Op};

/// Three stacks, the first as given, a Worker on it.
fn trek(first: &[&str], at: u8) -> Table {
    let mut t = bare();
    stacks(&mut t, &[first, &["X02"], &["X04"]]);
    scout(&mut t, 0, at);
    t
}

fn walk(t: &mut Table, steps: u8) {
    t.effects(&[Op::MoveScouts(n(steps))]);
}

fn place(t: &Table, stack: usize) -> Option<u8> {
    t.city.stacks[stack].scout.map(|(_, at)| at)
}

#[test]
fn the_game_starts_with_three_a_cards_white_side_up() {
    // U-19: 14 A, 14 B and 12 C cards.
    let t = Table::turn();
    assert_eq!(t.city.stacks.len(), 3);
    for stack in 0..3 {
        assert_eq!(t.city.stacks[usize::from(stack)].legs.len(), 1);
        assert_eq!(t.look().top_letter(stack), Some(Letter::A));
        assert_eq!(t.city.stacks[usize::from(stack)].legs[0].taken, None);
    }
    let left = Letter::ALL.iter().map(|l| t.city.expedition_deck(*l).len()).collect::<Vec<_>>();
    assert_eq!(left, [11, 14, 12]);
}

#[test]
fn a_path_runs_over_the_first_spaces_to_the_end_of_the_top_card() {
    // A has 4 spaces; with B on top one of A and 4 of B; with C 1 + 1 + 5.
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02", "X16"], &["X04", "X15", "X29"]]);
    let ends = [0, 1, 2].map(|stack| t.look().path_end(stack));
    assert_eq!(ends, [3, 4, 6]);
}

#[test]
fn a_scout_walks_and_must_choose_on_the_last_space() {
    //
    let mut t = trek(&["X01"], 0);
    walk(&mut t, 2);
    assert_eq!((place(&t, 0), t.asked()), (Some(2), &Ask::Turn));
    walk(&mut t, 1);
    assert_eq!((place(&t, 0), t.asked()), (Some(3), &Ask::Reach(0, 0)));
    assert_eq!(t.keys(), ["explore", "skip"]);
}

#[test]
fn a_skip_lays_the_next_letter_on_top_and_the_scout_walks_on() {
    // E-53, R-24.6: one step to the end, one step left for the B card's second space.
    let mut t = trek(&["X01"], 2);
    next_trail(&mut t, "X16");
    walk(&mut t, 2);
    t.choose("skip");
    assert_eq!(trail(&t, 0), ["X01", "X16"]);
    assert_eq!(place(&t, 0), Some(2));
    assert_eq!((t.city.food, t.asked()), (20, &Ask::Turn));
}

#[test]
fn a_c_card_is_never_skipped() {
    // exploring is the only answer; X30 then asks its own options.
    let mut t = trek(&["X01", "X30"], 4);
    walk(&mut t, 4);
    assert_eq!(t.keys(), ["return", "tell"]);
    assert!(matches!(t.asked(), Ask::Explore(0, _)));
    let listed = emberhall::frostpunk::rules::choices(&t.pack, &t.city, &Ask::Reach(0, 0));
    assert_eq!(listed[1].blocked, Some(Blocked::NoSkip));
}

#[test]
fn continuing_keeps_the_reward_for_the_way_home() {
    // E-54, R-24.7, R-24.8, R-24.9: leftover movement is lost; both rewards come with the Return.
    let mut t = trek(&["X01"], 2);
    next_trail(&mut t, "X16");
    walk(&mut t, 3);
    run(&mut t, &["explore", "continue"]);
    assert_eq!((trail(&t, 0), place(&t, 0)), (vec!["X01".to_owned(), "X16".to_owned()], Some(1)));
    assert_eq!((t.city.food, t.asked()), (20, &Ask::Turn));
    assert_eq!(t.city.stacks[0].legs[0].taken, Some(1), "it stays black side up");
    walk(&mut t, 3);
    run(&mut t, &["explore", "return"]);
    assert_eq!(t.city.food, 35, "6 of the first card and 9 of the second");
    assert!(t.city.stacks[0].legs.iter().all(|leg| leg.taken.is_none()));
    assert_eq!(t.city.stacks[0].legs.len(), 3);
}

#[test]
fn a_scout_comes_home_from_not_a_fairy_tale() {
    // E-55, R-24.9, R-24.10, X05
    let mut t = trek(&["X05"], 2);
    next_trail(&mut t, "X15");
    t.tile("N1").build("beacon", "N1a");
    walk(&mut t, 1);
    run(&mut t, &["explore", "return"]);
    assert_eq!((t.has(Resource::Wood), t.city.food), (23, 22));
    assert_eq!((place(&t, 0), t.city.figures.ready[W]), (None, 5));
    assert_eq!(trail(&t, 0), ["X05", "X15"]);
    run(&mut t, &["deploy_scouts", "stack-1", "engineer"]);
    assert_eq!(t.city.stacks[0].scout, Some((Meeple::Engineer, 0)));
    t.check();
}

#[test]
fn the_thing_we_found_is_worth_six_food_either_way() {
    // X01
    let mut t = trek(&["X01"], 3);
    walk(&mut t, 1);
    run(&mut t, &["explore", "return"]);
    assert_eq!(t.city.food, 26);
    let t = &t.pack;
    let card = t.card(t.find("X01").unwrap());
    let arrows: Vec<_> = t.option_list(card.options.unwrap()).iter().map(|o| o.arrow).collect();
    let b = Letter::B;
    assert_eq!(arrows, [Some(Arrow::Return(b)), Some(Arrow::Continue(b))]);
}

#[test]
fn a_grown_stack_is_a_longer_way() {
    // V-26, R-24.10, R-24.11
    let mut t = trek(&["X05", "X16"], 3);
    next_trail(&mut t, "X29");
    t.tile("N1").build("beacon", "N1a");
    walk(&mut t, 1);
    run(&mut t, &["explore", "return"]);
    assert_eq!(trail(&t, 0), ["X05", "X16", "X29"]);
    assert!(t.city.stacks[0].legs.iter().all(|leg| leg.taken.is_none()));
    run(&mut t, &["deploy_scouts", "stack-1", "worker"]);
    walk(&mut t, 2);
    assert_eq!((place(&t, 0), t.look().path_end(0)), (Some(2), 6), "the first space of C");
}

#[test]
fn new_a_takes_the_whole_stack_away() {
    //
    let mut t = trek(&["X01", "X29"], 5);
    next_trail(&mut t, "X03");
    walk(&mut t, 1);
    assert_eq!((t.has(Resource::Core), t.has(Resource::Coal)), (8, 24), "X29 has one way: home");
    assert_eq!(trail(&t, 0), ["X03"]);
    for id in ["X01", "X29"] {
        assert!(crate::kit::gone(&t, id));
    }
    t.check();
}

#[test]
fn every_expedition_card_has_a_way_home() {
    //
    let t = bare();
    for card in t.pack.deck(Deck::Expedition) {
        let options = t.pack.option_list(t.pack.card(card).options.unwrap());
        let home = |o: &Option<Arrow>| matches!(o, Some(Arrow::Return(_) | Arrow::NewA));
        assert!(options.iter().any(|o| home(&o.arrow)), "{}", t.pack.card(card).id);
    }
}

#[test]
fn nobody_scouts_without_a_beacon_or_beyond_its_limit() {
    //
    let mut t = trek(&["X01"], 1);
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::NoBeacon));
    t.tile("N1").build("beacon", "N1a");
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::TooManyScouts));
    t.city.built.last_mut().unwrap().upgraded = true;
    run(&mut t, &["deploy_scouts", "stack-2", "worker"]);
    assert_eq!((place(&t, 0), place(&t, 1)), (Some(1), Some(0)));
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::TooManyScouts));
}

#[test]
fn two_scouts_may_set_out_in_one_round_with_an_upgraded_beacon() {
    // Workers and Engineers go, a stack with a Scout is not offered again.
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    t.tile("N1").build_upgraded("beacon", "N1a");
    t.choose("deploy_scouts").choose("stack-1");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("worker").choose("deploy_scouts");
    assert_eq!(t.keys(), ["stack-2", "stack-3"]);
    run(&mut t, &["stack-3", "engineer"]);
    assert_eq!(t.city.figures.ready[..2], [4, 2]);
}

#[test]
fn two_scouts_walk_in_an_order_of_choice() {
    //
    let mut t = trek(&["X01"], 0);
    scout(&mut t, 1, 0);
    walk(&mut t, 2);
    assert_eq!(t.keys(), ["stack-1", "stack-2"]);
    t.choose("stack-2");
    assert_eq!((place(&t, 0), place(&t, 1)), (Some(2), Some(2)));
}

#[test]
fn a_lost_beacon_stops_no_scout() {
    //
    let mut t = trek(&["X01"], 0);
    scout(&mut t, 1, 0);
    t.tile("N1").build_upgraded("beacon", "N1a");
    t.effects(&[Op::Destroy]);
    assert!(t.built("beacon").is_empty());
    walk(&mut t, 1);
    t.choose("stack-1");
    assert_eq!((place(&t, 0), place(&t, 1)), (Some(1), Some(1)));
    assert_eq!(t.blocked("deploy_scouts"), Some(Blocked::NoBeacon));
}

#[test]
fn with_empty_decks_nobody_skips_or_continues() {
    //
    let mut t = trek(&["X01"], 3);
    t.city.decks.expeditions[Letter::B.at()].clear();
    walk(&mut t, 1);
    assert_eq!(t.city.food, 26, "Explore and Return were the only answers");
    assert!(t.city.stacks[0].legs.is_empty(), "and the stack is gone");
    assert!(crate::kit::gone(&t, "X01"));
}

#[test]
fn an_empty_a_deck_leaves_the_place_empty() {
    // "New A", and no stack is offered to a new Scout there.
    let mut t = trek(&["X29"], 4);
    t.city.decks.expeditions[Letter::A.at()].clear();
    t.tile("N1").build("beacon", "N1a");
    walk(&mut t, 1);
    assert!(t.city.stacks[0].legs.is_empty());
    t.choose("deploy_scouts");
    assert_eq!(t.keys(), ["stack-2", "stack-3"]);
}

#[test]
fn a_scout_home_in_the_weather_phase_acts_in_the_same_round() {
    // the Meeple stands ready, it was not placed this round.
    let mut t = trek(&["X01"], 3);
    t.next_weather("W03");
    t.go(Mark::Weather);
    run(&mut t, &["explore", "return"]);
    assert_eq!((t.city.figures.ready[W], t.city.placed.len()), (5, 0));
    t.skip_while(|ask| !matches!(ask, Ask::Turn));
    assert_eq!(t.city.figures.ready[W], 5);
}

#[test]
fn a_hint_on_the_white_side_changes_nothing() {
    // X03 promises people; skipping it brings none.
    let mut t = trek(&["X03"], 2);
    walk(&mut t, 1);
    t.choose("skip");
    assert_eq!(t.city.citizens, [22, 12, 8]);
}

#[test]
fn lighter_sleds_move_a_scout_at_once() {
    // T01: on setting out and on going on.
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    t.technology("T01").tile("N1").build("beacon", "N1a");
    run(&mut t, &["deploy_scouts", "stack-1", "worker"]);
    assert_eq!(place(&t, 0), Some(1));
    next_trail(&mut t, "X16");
    walk(&mut t, 2);
    run(&mut t, &["explore", "continue"]);
    assert_eq!(place(&t, 0), Some(2), "the second space of the B card");
}

#[test]
fn a_sled_that_reaches_the_end_asks_at_once() {
    //
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    t.technology("T01").tile("N1").build("beacon", "N1a");
    let x01 = t.card("X01");
    if let emberhall::frostpunk::rules::program::Body::Expedition(e) =
        &mut t.pack.cards[usize::from(x01.0)].body
    {
        e.path = 2;
    }
    run(&mut t, &["deploy_scouts", "stack-1", "worker"]);
    assert_eq!((t.asked(), place(&t, 0)), (&Ask::Reach(0, 0), Some(1)));
}
