//! Section 13.6: Special Actions.

use crate::help::*;

fn goods(t: &Table, card: CardId) -> [u8; 4] {
    t.city.open_card(card).map_or([0; 4], |open| open.goods)
}

#[test]
fn an_engineer_brings_wood_to_the_new_project() {
    // E-42, R-13.32, R-13.33, R-13.34, R-13.35: the Wood stays, the Engineer until Night.
    let mut t = bare();
    let card = t.event_card("M015");
    t.supply(Resource::Wood, 2);
    t.choose("special_action");
    assert_eq!((t.has(Resource::Wood), goods(&t, card)), (1, [1, 0, 0, 0]));
    let there = Placed { meeple: Meeple::Engineer, place: Place::Card(card) };
    assert_eq!(t.city.placed, [there]);
    assert_eq!(t.city.sick, [0; 3], "heated");
    assert!(is_turn_of(&t, 1));
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial), "once per round");
    stop_at_dawn(&mut t);
    t.heat(4, 4, [0, 0, 0]).go(Mark::Night);
    assert!(t.city.placed.is_empty());
    assert_eq!((t.city.figures.ready[E], goods(&t, card)), (3, [1, 0, 0, 0]));
    t.skip_while(|ask| matches!(ask, Ask::Stand | Ask::Fuel(_)));
    t.go(Mark::Action);
    assert_eq!(t.blocked("special_action"), None, "again in the next round");
}

#[test]
fn a_special_action_without_its_price_is_not_offered() {
    //
    let mut t = bare();
    t.event_card("M015");
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn only_the_figures_shown_take_a_special_action() {
    // no Automaton, no Child; more Resources may follow.
    let mut t = bare();
    automatons(&mut t, 1);
    let card = t.event_card("M004");
    t.supply(Resource::Wood, 2).supply(Resource::Coal, 1).choose("special_action");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("worker");
    assert_eq!(t.keys(), ["wood", "coal"]);
    t.choose("coal");
    assert_eq!(t.keys(), ["wood", "done"]);
    t.choose_all(&["wood", "done"]);
    assert_eq!((goods(&t, card), t.has(Resource::Wood)), ([1, 1, 0, 0], 1));
}

#[test]
fn a_card_that_is_not_in_a_display_offers_nothing() {
    //
    let mut t = bare();
    let card = t.event_card("M015");
    t.supply(Resource::Wood, 1);
    assert_eq!(t.blocked("special_action"), None);
    t.city.in_play.iter_mut().filter(|o| o.card == card).for_each(|o| o.zone = Zone::Resolving);
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn a_special_action_may_work_once_per_game() {
    //
    let mut t = bare();
    card_mut(&mut t, "M015").special.as_mut().unwrap().once = true;
    t.event_card("M015");
    t.supply(Resource::Wood, 2).choose("special_action");
    stop_at_dawn(&mut t);
    t.heat(4, 4, [0, 0, 0]).go(Mark::Night);
    t.skip_while(|ask| matches!(ask, Ask::Stand | Ask::Fuel(_)));
    t.go(Mark::Action);
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn a_special_action_is_cold_only_if_its_card_says_so() {
    //
    let mut t = bare();
    card_mut(&mut t, "M015").special.as_mut().unwrap().cold = true;
    t.event_card("M015");
    t.supply(Resource::Wood, 1).heat(4, 4, [0, 0, 0]).choose("special_action");
    assert_eq!(t.city.sick, [0, 1, 0]);
}
