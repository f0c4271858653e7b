//! The known Morning cards.

use crate::kit::{bare, gone, in_box, in_dusk, resolve, run, shown, tokens};
use crate::table::Table;
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Meeple, Mood, Resource, Track};
use emberhall::frostpunk::rules::program::Test;

fn goods(t: &Table, id: &str) -> [u8; 4] {
    t.city.open_card(t.card(id)).unwrap().goods
}

fn theft(greed: bool) -> Table {
    let mut t = bare();
    t.tokens(&[(Mood::Greed, greed), (Mood::Anger, false)]);
    t.city.supply = [2, 2, 1, 0];
    resolve(&mut t, "M001");
    t
}

#[test]
fn a_theft_takes_two_resources_and_two_more_for_each_active_greed() {
    // M001
    let mut t = theft(false);
    run(&mut t, &["wood", "coal"]);
    assert_eq!((t.city.supply, goods(&t, "M001")), ([1, 1, 1, 0], [1, 1, 0, 0]));
    let mut t = theft(true);
    run(&mut t, &["wood", "coal", "wood", "coal"]);
    assert_eq!((t.city.supply, goods(&t, "M001")), ([0, 0, 1, 0], [2, 2, 0, 0]));
}

#[test]
fn a_theft_from_the_poor_leaves_nothing_and_asks_nothing() {
    // M001, R-8.5: fewer than two Resources.
    let mut t = bare();
    t.next_token(Mood::Apathy);
    t.city.supply = [0, 1, 0, 0];
    resolve(&mut t, "M001");
    assert_eq!((t.city.supply, t.city.active_of(Mood::Apathy)), ([0; 4], 1));
    assert!(gone(&t, "M001") && t.keys().contains(&"end".to_owned()));
}

#[test]
fn an_ignored_theft_breeds_greed_and_the_goods_are_lost() {
    // M001 option 1
    let mut t = theft(false);
    run(&mut t, &["wood", "coal"]);
    t.next_token(Mood::Apathy);
    t.choose("ignore");
    assert_eq!(t.city.active_of(Mood::Greed), 1);
    assert_eq!(t.city.track(Track::Discontent).len(), 3);
    assert!(gone(&t, "M001"));
    assert_eq!(t.city.supply, [1, 1, 1, 0]);
}

#[test]
fn an_exposed_theft_costs_hope_and_a_day_of_work() {
    // M001 option 2
    let mut t = theft(false);
    run(&mut t, &["wood", "coal", "expose", "exhaust-care"]);
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("engineer");
    assert_eq!((t.city.spent, t.city.active_of(Mood::Care)), ([0, 1, 0], 0));
    assert!(in_dusk(&t, "D001") && shown(&t, "M001"));
}

#[test]
fn a_secret_investigation_costs_a_day_of_work() {
    // M001 option 3
    let mut t = theft(false);
    run(&mut t, &["wood", "coal", "investigate", "worker"]);
    assert_eq!((t.city.spent, tokens(&t, Track::Hope)), ([1, 0, 0], (2, 0)));
    assert!(in_dusk(&t, "D002") && shown(&t, "M001"));
}

#[test]
fn a_promise_to_the_sick_raises_care_and_stays_open() {
    // M004 option 1; E-15: a Justice is drawn and no Care lies on the track to be activated.
    let mut t = bare();
    t.tokens(&[(Mood::Justice, true)]).next_token(Mood::Justice);
    resolve(&mut t, "M004");
    t.choose("promise");
    assert_eq!(tokens(&t, Track::Hope), (1, 1));
    assert_eq!(t.city.exhausted_of(Mood::Justice), 1);
    assert!(in_dusk(&t, "D007") && shown(&t, "M004"));
}

#[test]
fn the_sick_ignored_stir_discontent() {
    // M004 option 2
    let mut t = bare();
    resolve(&mut t, "M004");
    run(&mut t, &["ignore", "activate-anger"]);
    assert_eq!(t.city.active_of(Mood::Anger), 1);
    assert!(gone(&t, "M004") && !in_dusk(&t, "D007"));
}

#[test]
fn wood_and_coal_in_any_mix_are_brought_to_the_sick() {
    // M004, once per round, a Worker or an Engineer; Steam Cores are not asked for.
    let mut t = bare();
    t.event_card("M004");
    t.choose("special_action");
    assert_eq!(t.keys(), ["worker", "engineer"]);
    t.choose("worker");
    assert_eq!(t.keys(), ["wood", "coal"]);
    t.choose("wood");
    assert_eq!(t.keys(), ["wood", "coal", "done"]);
    run(&mut t, &["coal", "wood", "done"]);
    assert_eq!((goods(&t, "M004"), t.city.supply), ([2, 1, 0, 0], [18, 19, 5, 0]));
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn a_prophet_makes_a_deal_for_three_resources_or_six_food() {
    // M011 option 1
    let mut t = bare();
    resolve(&mut t, "M011");
    run(&mut t, &["deal", "price-1", "wood", "coal", "steam_core", "remove-anger"]);
    assert_eq!((t.city.supply, t.city.food), ([19, 19, 4, 0], 20));
    assert_eq!(t.city.track(Track::Discontent).len(), 1);
    let mut t = bare();
    resolve(&mut t, "M011");
    run(&mut t, &["deal", "price-2", "remove-anger"]);
    assert_eq!((t.city.supply, t.city.food), ([20, 20, 5, 0], 14));
    assert!(gone(&t, "M011"));
}

#[test]
fn no_deal_with_a_prophet_for_the_poor() {
    // M011
    let mut t = bare();
    t.city.supply = [1, 1, 0, 0];
    t.city.food = 5;
    resolve(&mut t, "M011");
    assert_eq!(t.blocked("deal"), Some(Blocked::LacksResources(3)));
    t.city.food = 6;
    assert_eq!(t.blocked("deal"), None);
}

#[test]
fn a_prophet_stopped_makes_people_angry() {
    // M011 option 2; E-16: Greed is drawn exhausted, the Anger on the track becomes active.
    let mut t = bare();
    t.next_token(Mood::Greed);
    resolve(&mut t, "M011");
    t.choose("stop");
    assert_eq!((t.city.active_of(Mood::Anger), t.city.exhausted_of(Mood::Greed)), (1, 2));
    assert!(in_dusk(&t, "D023") && gone(&t, "M011"));
}

#[test]
fn a_prophet_left_alone_gives_hope() {
    // M011 option 3
    let mut t = bare();
    resolve(&mut t, "M011");
    t.choose("let");
    assert_eq!(tokens(&t, Track::Hope), (2, 1));
    assert!(in_dusk(&t, "D022") && gone(&t, "M011"));
}

#[test]
fn a_project_refused_stirs_discontent() {
    // M015 option 2
    let mut t = bare();
    resolve(&mut t, "M015");
    run(&mut t, &["refuse", "activate-greed"]);
    assert_eq!(t.city.active_of(Mood::Greed), 1);
    assert!(gone(&t, "M015"));
}

fn project() -> Table {
    let mut t = bare();
    resolve(&mut t, "M015");
    t.choose("support");
    t.only_dusk("D059").heat(0, 4, [0, 1, 2]);
    in_box(&mut t, "D030");
    t
}

#[test]
fn only_an_engineer_with_wood_works_on_the_project() {
    // M015, R-13.32
    let mut t = project();
    let card = t.card("M015");
    let workers: Vec<_> = t.look().special_figures(card).collect();
    assert_eq!(workers, [Meeple::Engineer]);
    t.supply(Resource::Wood, 0);
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
}

#[test]
fn two_days_of_work_finish_the_project() {
    // M015
    let mut t = project();
    run(&mut t, &["special_action", "M015", "engineer"]);
    assert_eq!((goods(&t, "M015"), t.has(Resource::Wood)), ([1, 0, 0, 0], 19));
    assert_eq!(t.blocked("special_action"), Some(Blocked::NoSpecial));
    t.go(Mark::Dusk);
    assert!(shown(&t, "M015"), "an Engineer stands there, one Wood is not enough");
    t.heat(0, 4, [0, 1, 2]).go(Mark::EndOfRound);
    t.go(Mark::Action);
    run(&mut t, &["special_action", "M015", "engineer"]);
    assert_eq!(goods(&t, "M015"), [2, 0, 0, 0]);
    t.only_dusk("D059").go(Mark::Dusk);
    assert!(gone(&t, "M015"));
    assert!(in_dusk(&t, "D030") || shown(&t, "D030"), "D030 is in the game");
}

#[test]
fn an_abandoned_project_breeds_apathy() {
    // M015, R-4.13: first condition first, even with two Wood on the card.
    let mut t = project();
    let card = t.card("M015");
    t.city.in_play.iter_mut().find(|o| o.card == card).unwrap().goods = [2, 0, 0, 0];
    t.next_token(Mood::Apathy);
    t.go(Mark::Dusk);
    assert_eq!(t.city.active_of(Mood::Apathy), 1);
    assert!(gone(&t, "M015") && !in_dusk(&t, "D030"));
}

#[test]
fn gambling_wakes_greed_and_a_condition_needs_justice() {
    // M025; E-22: Justice is tested, not exhausted.
    let mut t = bare();
    resolve(&mut t, "M025");
    assert_eq!(t.city.active_of(Mood::Greed), 1);
    t.choose("condition");
    assert_eq!(t.city.active_of(Mood::Justice), 1);
    assert!(in_dusk(&t, "D044") && gone(&t, "M025"));
    let mut t = bare();
    t.tokens(&[(Mood::Justice, false)]);
    resolve(&mut t, "M025");
    assert_eq!(t.blocked("condition"), Some(Blocked::Needs(Test::Active(Mood::Justice))));
}

#[test]
fn gambling_allowed_calms_and_gambling_forbidden_angers() {
    // M025 options 2 and 3
    let mut t = bare();
    resolve(&mut t, "M025");
    run(&mut t, &["allow", "exhaust-greed"]);
    assert_eq!(t.city.active_of(Mood::Greed), 0);
    assert!(in_dusk(&t, "D045") && gone(&t, "M025"));
    let mut t = bare();
    t.next_token(Mood::Greed);
    resolve(&mut t, "M025");
    t.choose("forbid");
    assert_eq!(t.city.active_of(Mood::Anger), 1);
    assert!(gone(&t, "M025"));
    assert_eq!(t.city.figures.ready[Meeple::Worker.at()], 5);
}
