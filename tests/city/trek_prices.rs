//! Section 24: what the options of an Expedition card cost, and when.

use crate::kit::{bare, n, next_trail, run, scout, stacks, trail};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::Resource;
use emberhall::frostpunk::rules::program::{Cost, Good, Op};

const RETURN: usize = 0;
const CONTINUE: usize = 1;

fn wood(count: u8) -> Vec<Cost> {
    vec![Cost::Spend(Good::Resource(Resource::Wood), count)]
}

fn coal(count: u8) -> Vec<Cost> {
    vec![Cost::Spend(Good::Resource(Resource::Coal), count)]
}

/// A Scout explores X01, one of whose options has these prices; X16 is the next B card.
fn exploring(option: usize, prices: Vec<Vec<Cost>>) -> Table {
    let mut t = bare();
    stacks(&mut t, &[&["X01"], &["X02"], &["X04"]]);
    scout(&mut t, 0, 2);
    next_trail(&mut t, "X16");
    let options = t.pack.card(t.card("X01")).options.unwrap();
    t.pack.options[usize::from(options.0)][option].costs = prices;
    t.effects(&[Op::MoveScouts(n(1))]);
    run(&mut t, &["explore"]);
    t
}

#[test]
fn going_on_is_paid_at_once_and_rewarded_on_the_way_home() {
    //
    let mut t = exploring(CONTINUE, vec![wood(3)]);
    run(&mut t, &["continue"]);
    assert_eq!((t.has(Resource::Wood), t.city.food), (17, 20));
    assert_eq!(trail(&t, 0), ["X01", "X16"]);
    assert_eq!(t.asked(), &Ask::Turn);
    t.effects(&[Op::MoveScouts(n(3))]);
    run(&mut t, &["explore", "return"]);
    assert_eq!((t.has(Resource::Wood), t.city.food), (17, 35), "paid once, rewarded once");
    t.check();
}

#[test]
fn who_cannot_pay_for_going_on_comes_home() {
    //
    let mut t = exploring(CONTINUE, vec![wood(3)]);
    t.supply(Resource::Wood, 2);
    assert_eq!(t.blocked("continue"), Some(Blocked::Lacks(Good::Resource(Resource::Wood), 3)));
    assert_eq!(t.keys(), ["return"]);
}

#[test]
fn of_several_prices_for_going_on_one_is_chosen_before_the_next_card_lies_there() {
    //
    let mut t = exploring(CONTINUE, vec![wood(3), coal(2)]);
    t.choose("continue");
    assert!(matches!(t.asked(), Ask::Price(_, 1, _)));
    assert_eq!(trail(&t, 0), ["X01"]);
    let second = t.keys()[1].clone();
    t.choose(&second);
    assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [20, 18]);
    assert_eq!((trail(&t, 0).len(), t.city.food), (2, 20));
    t.check();
}

#[test]
fn of_several_prices_on_the_way_home_one_is_chosen() {
    //
    let mut t = exploring(RETURN, vec![wood(3), coal(2)]);
    t.choose("return");
    assert!(matches!(t.asked(), Ask::Price(_, 0, _)));
    let second = t.keys()[1].clone();
    t.choose(&second);
    assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [20, 18]);
    assert_eq!((t.city.food, trail(&t, 0).len()), (26, 2), "6 Food, and a B card on top");
    t.check();
}

#[test]
fn the_only_price_that_can_be_paid_is_not_asked_for() {
    //
    let mut t = exploring(RETURN, vec![wood(3), coal(2)]);
    t.supply(Resource::Wood, 0).choose("return");
    assert_eq!((t.has(Resource::Coal), t.city.food), (18, 26));
    assert_eq!(t.asked(), &Ask::Turn);
}

#[test]
fn a_price_of_free_choice_is_settled_before_the_scout_goes_on() {
    // the sled runs only after everything is paid.
    let mut t = exploring(CONTINUE, vec![vec![Cost::SpendAny(2)]]);
    t.technology("T01").choose("continue");
    assert!(matches!(t.asked(), Ask::Resource(..)));
    assert_eq!(trail(&t, 0), ["X01"]);
    run(&mut t, &["wood", "coal"]);
    assert_eq!([t.has(Resource::Wood), t.has(Resource::Coal)], [19, 19]);
    assert_eq!(t.city.stacks[0].scout.map(|(_, at)| at), Some(2));
    let paid = t.events.iter().rposition(|e| matches!(e, Event::Supply { .. })).unwrap();
    let laid = t.events.iter().rposition(|e| matches!(e, Event::Trail { .. })).unwrap();
    assert!(paid < laid);
}
