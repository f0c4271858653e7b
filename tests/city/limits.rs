//! Section 30: limits.

use crate::kit::{C, E, W, bare, food, n, run, tokens};
use emberhall::frostpunk::rules::decision::Blocked;
use emberhall::frostpunk::rules::ids::{Kind, Loss, Meeple, Mood, Resource, Stuff, TileId, Track};
use emberhall::frostpunk::rules::program::{Good, Op, Tokens, Who};
use emberhall::frostpunk::rules::state::Outcome;

#[test]
fn workers_above_fifty_join_as_other_types_of_the_groups_choice() {
    // E-66, R-30.1
    let split = [(["engineer", "engineer"], [14, 8]), (["child", "child"], [12, 10])];
    let mixed = (["engineer", "child"], [13, 9]);
    for (answers, [engineers, children]) in [split[0], split[1], mixed] {
        let mut t = bare();
        t.people(Kind::Worker, 45, 0, false);
        t.effects(&[Op::GainCitizens(Who::Kind(Kind::Worker), n(7))]);
        assert_eq!(t.city.citizens[W], 50);
        assert_eq!(t.blocked("worker"), Some(Blocked::NoSpace));
        run(&mut t, &answers);
        assert_eq!(t.city.citizens, [50, engineers, children]);
    }
}

#[test]
fn with_every_track_full_nobody_joins() {
    //
    let mut t = bare();
    t.people(Kind::Worker, 49, 0, false).people(Kind::Engineer, 50, 0, false);
    t.people(Kind::Child, 50, 0, false);
    t.effects(&[Op::GainCitizens(Who::Kind(Kind::Worker), n(3))]);
    assert_eq!(t.city.citizens, [50, 50, 50]);
    assert!(t.keys().contains(&"end".to_owned()), "the turn goes on");
}

#[test]
fn a_seventh_automaton_is_not_gained() {
    //
    let mut t = bare();
    t.ready(Meeple::Automaton, 5);
    t.effects(&[Op::Gain(Good::Automaton, n(3))]);
    assert_eq!(t.city.figures.ready[Meeple::Automaton.at()], 6);
    assert_eq!(t.city.figures.bank[Meeple::Automaton.at()], 0);
}

#[test]
fn food_above_fifty_is_lost_and_below_zero_there_is_none() {
    //
    let mut t = bare();
    t.city.food = 47;
    t.effects(&[Op::Gain(food(), n(7))]);
    assert_eq!(t.city.food, 50);
    t.check();
    t.effects(&[Op::Lose(food(), n(60))]);
    assert_eq!(t.city.food, 0);
}

#[test]
fn hunger_stays_between_zero_and_fifty() {
    //
    let mut t = bare();
    t.city.hunger = 45;
    t.effects(&[Op::HungerUp(n(9))]);
    assert_eq!(t.city.hunger, 50);
    t.check();
    t.effects(&[Op::HungerDown(n(60))]);
    assert_eq!(t.city.hunger, 0);
}

#[test]
fn steel_ends_at_eight_and_wood_has_no_limit() {
    //
    let mut t = bare();
    t.supply(Resource::Steel, 7).supply(Resource::Wood, 200);
    let steel = Good::Resource(Resource::Steel);
    let wood = Good::Resource(Resource::Wood);
    t.effects(&[Op::Gain(steel, n(5)), Op::Gain(wood, n(100))]);
    assert_eq!(t.has(Resource::Steel), 8);
    t.check();
    assert_eq!(t.has(Resource::Wood), 300);
}

#[test]
fn with_thirty_trees_on_the_map_a_new_tile_gets_none() {
    // the first Far tile shows 3 Trees and 2 Coal; one Tree is left in the box.
    let mut t = bare();
    t.tile("N0").tile("N2").tile("N4").tile("N6").tile("N8").tile("N10");
    for label in ["N0a", "N0b", "N2a", "N2b", "N4a"] {
        t.pile(label, Stuff::Trees, 5);
    }
    t.pile("N6a", Stuff::Trees, 4);
    let first = t.pack.tiles.iter().position(|face| face.id == "far-01").unwrap();
    t.city.decks.far.retain(|tile| *tile != TileId(first as u8));
    t.city.decks.far.push(TileId(first as u8));
    t.effects(&[Op::PlaceTiles { near: 0, far: 1, far_instead: false }]);
    t.choose("F0");
    assert_eq!(t.pile_on("F0a"), Some((Stuff::Trees, 1)));
    assert_eq!(t.pile_on("F0b"), Some((Stuff::Coal, 2)));
}

#[test]
fn a_space_holds_five_coal_and_no_more() {
    //
    let mut t = bare();
    t.tile("N1").tile("N2").build("coal_thumper", "N1a").pile("N2a", Stuff::Coal, 4);
    run(&mut t, &["use_building", "N1a", "worker", "N2a", "done"]);
    assert_eq!(t.pile_on("N2a"), Some((Stuff::Coal, 5)));
}

#[test]
fn a_space_holds_one_building() {
    //
    let mut t = bare();
    t.tile("N1").build("tent", "N1a");
    let tent = t.building("tent");
    assert!(t.look().building_sites(tent).all(|s| s != t.space("N1a")));
    assert!(t.look().building_sites(tent).any(|s| s == t.space("N1b")));
}

#[test]
fn hope_ends_at_six_tokens_and_the_sixth_discontent_loses() {
    //
    let mut t = bare();
    t.tokens(&[(Mood::Care, true); 3]);
    let more = [(Mood::Justice, true); 3];
    for (mood, active) in more {
        t.city.bags[mood.at()] -= 1;
        let token = emberhall::frostpunk::rules::state::Token { mood, active };
        t.city.tokens[Track::Hope.at()].push(token);
    }
    t.effects(&[Op::Increase(Tokens::Any(Track::Hope), n(2))]);
    assert_eq!(tokens(&t, Track::Hope), (6, 0));
    t.tokens(&[(Mood::Greed, true); 3]);
    t.effects(&[Op::Increase(Tokens::Of(Mood::Apathy), n(2))]);
    assert_eq!(t.city.outcome, None);
    t.effects(&[Op::Increase(Tokens::Of(Mood::Apathy), n(1))]);
    assert_eq!(t.city.outcome, Some(Outcome::Lost(Loss::Banished)));
}

#[test]
fn a_building_without_a_tile_left_cannot_be_built() {
    //
    let mut t = bare();
    t.tile("N1").tile("N2").build("workshop", "N1a").build("workshop", "N1b");
    let workshop = t.building("workshop");
    assert_eq!(t.look().build_blocked(workshop, false), Some(Blocked::NoneLeft));
    run(&mut t, &["construct", "worker"]);
    assert!(!t.all_keys().contains(&"workshop".to_owned()));
    run(&mut t, &["dismantle", "N1a"]);
    assert_eq!(t.blocked("workshop"), None);
}

#[test]
fn wood_on_a_card_is_no_longer_in_the_supply() {
    //
    let mut t = bare();
    let card = t.event_card("M015");
    run(&mut t, &["special_action", "M015", "engineer"]);
    assert_eq!(t.has(Resource::Wood), 19);
    assert_eq!(t.city.open_card(card).unwrap().goods, [1, 0, 0, 0]);
    assert_eq!([t.city.citizens[E], t.city.citizens[C]], [12, 8]);
}
