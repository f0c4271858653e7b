//! Section 8: the Morning.

use emberhall::frostpunk::rules::decision::{Ask, Blocked};
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Mood, Phase, Resource};
use emberhall::frostpunk::rules::program::Test;
use emberhall::frostpunk::rules::state::Zone;

use crate::help::*;
use crate::table::Table;

/// The Morning with this card; Coal stops the game at the fuel question.
fn morning(id: &str, prepare: impl FnOnce(&mut Table)) -> Table {
    let mut t = Table::turn();
    t.supply(Resource::Coal, 3).heat(0, 4, [0, 1, 2]);
    prepare(&mut t);
    t.next_morning(id).go(Mark::Morning);
    t
}

#[test]
fn the_instant_effect_comes_before_the_options() {
    //
    let t = morning("M025", |t| {
        t.tokens(&[(Mood::Greed, false), (Mood::Anger, true)]);
    });
    assert_eq!(t.city.phase, Phase::Morning);
    assert_eq!(discontent(&t), [(Mood::Greed, true), (Mood::Anger, true)]);
    assert!(matches!(t.asked(), Ask::Option(..)));
    assert_eq!(zone(&t, "M025"), Some(Zone::Resolving));
}

#[test]
fn a_condition_needs_active_justice_and_does_not_exhaust_it() {
    // E-22, R-8.2, R-4.11
    let mut t = morning("M025", |t| {
        t.tokens(&[(Mood::Justice, true), (Mood::Care, true)]);
    });
    assert_eq!(t.keys(), ["condition", "allow", "forbid"]);
    t.choose("condition");
    assert_eq!(hope(&t), [(Mood::Justice, true), (Mood::Care, true)]);
    assert!(t.city.decks.dusk.contains(&t.card("D044")));
    let without = morning("M025", |t| {
        t.tokens(&[(Mood::Justice, false), (Mood::Care, true)]);
    });
    assert_eq!(without.keys(), ["allow", "forbid"]);
    let needs = Blocked::Needs(Test::Active(Mood::Justice));
    assert_eq!(without.blocked("condition"), Some(needs));
}

#[test]
fn exactly_one_option_is_chosen_and_resolved_in_full() {
    //
    let mut t = morning("M025", |t| {
        t.tokens(&[(Mood::Greed, true)]);
    });
    t.choose("allow");
    assert_eq!(discontent(&t), [(Mood::Greed, false)]);
    assert!(t.city.decks.dusk.contains(&t.card("D045")));
    assert!(!t.city.decks.dusk.contains(&t.card("D044")));
    assert!(matches!(t.asked(), Ask::Fuel(0)), "the Generator is next");
}

#[test]
fn without_an_available_option_the_card_leaves_the_game() {
    //
    let t = morning("M025", |t| {
        t.tokens(&[(Mood::Justice, false)]);
        let options = t.pack.card(t.card("M025")).options.unwrap();
        t.pack.options[usize::from(options.0)].truncate(1);
    });
    assert!(matches!(t.asked(), Ask::Fuel(0)));
    assert!(removed(&t, "M025"));
    assert!(happened(&t, &Event::NoOption { card: t.card("M025") }));
    assert!(t.city.decks.dusk_box.contains(&t.card("D044")));
}

#[test]
fn the_icon_beside_the_option_decides_where_the_card_goes() {
    //
    let mut t = morning("M004", |_| {});
    let mut other = t.clone();
    t.choose("promise");
    assert_eq!(zone(&t, "M004"), Some(Zone::Event));
    other.tokens(&[(Mood::Greed, true)]);
    other.choose("ignore");
    assert_eq!(zone(&other, "M004"), None);
    assert!(removed(&other, "M004"));
    assert_eq!(discontent(&other).len(), 2);
}

#[test]
fn a_card_put_on_display_by_its_instant_effect_still_asks_and_may_leave() {
    // Resources on a removed card go to the bank.
    let mut t = morning("M001", |t| {
        t.city.supply = [3, 3, 0, 0];
        t.tokens(&[(Mood::Anger, true)]);
    });
    t.choose("wood").choose("coal");
    assert_eq!(t.city.supply, [2, 2, 0, 0]);
    assert_eq!(zone(&t, "M001"), Some(Zone::Event));
    let mut stays = t.clone();
    t.choose("ignore");
    assert!(removed(&t, "M001"));
    assert_eq!(t.city.supply, [2, 2, 0, 0], "what lay on it is gone");
    stays.choose("investigate");
    assert_eq!(stays.keys(), ["worker", "engineer"]);
    stays.choose("worker");
    assert_eq!(zone(&stays, "M001"), Some(Zone::Event));
    let open = stays.city.open_card(stays.card("M001")).unwrap();
    assert_eq!(open.goods, [1, 1, 0, 0]);
}

#[test]
fn a_card_removed_by_its_instant_effect_asks_nothing() {
    //
    let t = morning("M001", |t| {
        t.city.supply = [0, 1, 0, 0];
        t.tokens(&[(Mood::Anger, true)]);
        t.next_token(Mood::Apathy);
    });
    assert!(removed(&t, "M001"));
    assert_eq!(t.city.supply, [0; 4]);
    assert_eq!(discontent(&t), [(Mood::Anger, true), (Mood::Apathy, true)]);
    assert!(!matches!(t.asked(), Ask::Option(..)));
    assert_ne!(t.city.phase, Phase::Morning);
}

#[test]
fn a_card_on_display_without_an_available_option_leaves_the_game_too() {
    //
    let mut t = morning("M001", |t| {
        t.city.supply = [3, 3, 0, 0];
        t.tokens(&[(Mood::Anger, true)]);
        let options = t.pack.card(t.card("M001")).options.unwrap();
        for option in &mut t.pack.options[usize::from(options.0)] {
            option.only_if = vec![Test::RoundFrom(15)];
        }
    });
    t.choose("wood").choose("coal");
    assert!(removed(&t, "M001"));
    assert_eq!(zone(&t, "M001"), None);
    assert_eq!(t.city.supply, [2, 2, 0, 0], "what lay on it is gone");
}

#[test]
fn there_are_more_morning_cards_than_mornings() {
    //
    let t = Table::turn();
    assert_eq!(t.city.decks.morning.len(), 32);
    assert!(t.city.decks.morning.len() >= usize::from(t.look().last_round()) - 1);
}

#[test]
fn only_the_top_morning_card_is_revealed() {
    //
    let t = morning("M015", |_| {});
    assert_eq!(t.city.decks.morning.len(), 31);
    assert_eq!(t.keys(), ["support", "refuse"]);
}
