//! Section 3: winning and the ways to lose.

use emberhall::frostpunk::rules;
use emberhall::frostpunk::rules::decision::{Ask, Rejected};
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{BlockId, Kind, Loss, Mood, Resource, Track};
use emberhall::frostpunk::rules::program::{Good, Op, Tokens, Who};
use emberhall::frostpunk::rules::state::Outcome;

use crate::help::*;
use crate::table::Table;

fn outcome(t: &Table) -> Option<Outcome> {
    t.city.outcome
}

#[test]
fn the_group_wins_when_a_card_says_so() {
    //
    let mut t = Table::turn();
    t.effects(&[Op::Win]);
    assert_eq!(outcome(&t), Some(Outcome::Won));
    assert!(t.city.pending.is_empty(), "nothing is asked any more");
}

#[test]
fn the_goal_card_wins_at_the_end_of_the_last_night() {
    //
    let mut t = Table::turn();
    t.pack.tables.alive_is_won = false;
    t.event_card("S04");
    let s04 = t.card("S04");
    let vault = t.city.in_play.iter_mut().find(|card| card.card == s04).unwrap();
    vault.goods[Resource::Wood.at()] = 20;
    t.city.round = 14;
    t.next_morning("M015");
    t.go(Mark::EndOfNight);
    assert_eq!(outcome(&t), None);
    t.city.round = 15;
    t.go(Mark::EndOfNight);
    assert_eq!(outcome(&t), Some(Outcome::Won));
}

#[test]
fn without_any_hope_the_game_is_lost_at_once() {
    // V-7: one exhausted token and a decrease.
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, false)]);
    let wood = t.has(Resource::Wood);
    t.effects(&[decrease(HOPE, 1), Op::Gain(Good::Resource(Resource::Wood), n(3))]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::NoHope)));
    assert_eq!(t.has(Resource::Wood), wood, "the rest no longer happens");
}

#[test]
fn a_typed_decrease_can_take_the_last_hope_too() {
    //
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, false)]);
    t.effects(&[decrease(Tokens::Of(Mood::Justice), 1)]);
    assert_eq!(outcome(&t), None, "there is no Justice");
    t.effects(&[decrease(Tokens::Of(Mood::Care), 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::NoHope)));
}

#[test]
fn a_won_or_lost_game_takes_no_more_answers() {
    //
    let mut t = Table::turn();
    t.effects(&[Op::LoseGame(Loss::Scenario)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::Scenario)));
    let said = rules::apply(&t.pack, &mut t.city, None, "end");
    assert_eq!(said, Err(Rejected::Over));
}

#[test]
fn an_active_last_hope_is_only_exhausted() {
    //
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, true)]);
    t.effects(&[decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), None);
    assert_eq!(hope(&t), [(Mood::Care, false)]);
}

#[test]
fn with_five_active_discontent_tokens_one_more_banishes_the_group() {
    // V-5
    let mut t = Table::turn();
    let five = [Mood::Anger, Mood::Anger, Mood::Greed, Mood::Greed, Mood::Apathy];
    t.tokens(&five.map(|mood| (mood, true)));
    t.effects(&[increase(DISCONTENT, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::Banished)));
    assert_eq!(t.city.track(Track::Discontent).len(), 6);
}

#[test]
fn the_sixth_token_banishes_even_if_it_lies_exhausted() {
    // V-6
    let five = [
        (Mood::Anger, true),
        (Mood::Anger, true),
        (Mood::Greed, true),
        (Mood::Greed, true),
        (Mood::Apathy, false),
    ];
    let mut t = Table::turn();
    t.tokens(&five);
    t.effects(&[increase(DISCONTENT, 1)]);
    assert_eq!(t.keys(), ["activate-apathy", "draw"]);
    let mut other = t.clone();
    t.choose("activate-apathy");
    assert_eq!(outcome(&t), None);
    assert_eq!(t.city.track(Track::Discontent).len(), 5);
    other.choose("draw");
    assert_eq!(outcome(&other), Some(Outcome::Lost(Loss::Banished)));
    // A typed increase always draws.
    let mut typed = Table::turn();
    typed.tokens(&five);
    typed.effects(&[increase(Tokens::Of(Mood::Anger), 1)]);
    assert_eq!(outcome(&typed), Some(Outcome::Lost(Loss::Banished)));
}

#[test]
fn twenty_six_sick_lose_the_game_but_only_in_the_preparation_phase() {
    //
    let mut t = Table::turn();
    t.people(Kind::Worker, 30, 25, false);
    t.effects(&[Op::Sick(Who::Kind(Kind::Worker), n(1))]);
    assert_eq!(sick(&t)[0], 26);
    assert_eq!(outcome(&t), None, "not judged now");
    t.go(Mark::Sickness);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::Sickness)));
    let mut less = Table::turn();
    less.no_hands().people(Kind::Worker, 30, 25, false);
    less.go(Mark::Sickness);
    assert_eq!(outcome(&less), None);
}

#[test]
fn hunger_of_twenty_five_after_eating_loses_the_game() {
    //
    for (hunger, food, loses) in [(25, 0, true), (30, 5, true), (30, 6, false), (40, 20, false)] {
        let mut t = Table::turn();
        t.no_hands();
        (t.city.hunger, t.city.food) = (hunger, food);
        t.go(Mark::Hunger);
        let lost = outcome(&t) == Some(Outcome::Lost(Loss::Hunger));
        assert_eq!(lost, loses, "Hunger {hunger}, Food {food}");
    }
    let mut t = Table::turn();
    t.city.hunger = 0;
    t.effects(&[Op::HungerUp(n(40))]);
    assert_eq!((t.city.hunger, outcome(&t)), (40, None), "only judged then");
}

#[test]
fn the_last_space_of_the_corpse_track_loses_the_game() {
    // U-8
    let mut t = Table::turn();
    let last = t.pack.tables.corpse_last;
    t.city.corpses = last - 2;
    let die = Op::Die { who: Who::Kind(Kind::Worker), count: n(1), silent: true };
    t.effects(std::slice::from_ref(&die));
    assert_eq!((t.city.corpses, outcome(&t)), (last - 1, None));
    t.effects(&[die]);
    assert_eq!(t.city.corpses, last);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::Deaths)));
}

#[test]
fn a_card_that_wins_and_loses_loses() {
    //
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, false)]);
    t.effects(&[Op::Win, decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::NoHope)));
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, true)]);
    t.effects(&[Op::Win, decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Won), "without a loss it is won");
}

#[test]
fn a_card_that_wins_under_a_condition_and_loses_after_it_loses() {
    // it is one effect, however its sentences are nested.
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, false)]);
    t.pack.blocks.push(vec![Op::Win]);
    let then = BlockId(t.pack.blocks.len() as u16 - 1);
    let nested = Op::If { tests: Vec::new(), then, otherwise: None };
    t.effects(&[nested.clone(), decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::NoHope)));
    let mut t = Table::turn();
    t.tokens(&[(Mood::Care, true)]);
    t.pack.blocks.push(vec![Op::Win]);
    t.effects(&[nested, decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Won), "without a loss it is won");
}

#[test]
fn only_the_first_cause_of_a_loss_counts() {
    //
    let mut t = Table::turn();
    t.city.corpses = 11;
    t.tokens(&[(Mood::Care, false)]);
    let die = Op::Die { who: Who::Kind(Kind::Worker), count: n(1), silent: true };
    t.effects(&[die, decrease(HOPE, 1)]);
    assert_eq!(outcome(&t), Some(Outcome::Lost(Loss::Deaths)));
    assert_eq!(hope(&t), [(Mood::Care, false)]);
}

#[test]
fn after_the_night_of_round_fifteen_nothing_follows() {
    // U-22
    for (alive_is_won, wanted) in [(true, Outcome::Won), (false, Outcome::Lost(Loss::NotWon))] {
        let mut t = Table::turn();
        t.pack.tables.alive_is_won = alive_is_won;
        t.city.round = 15;
        t.go(Mark::EndOfRound);
        assert_eq!(outcome(&t), Some(wanted));
        assert_eq!(t.city.round, 15);
    }
}

#[test]
fn after_the_night_of_round_fourteen_the_last_round_begins() {
    //
    let mut t = Table::turn();
    t.next_morning("M015");
    t.city.round = 14;
    t.go(Mark::EndOfRound);
    assert_eq!((t.city.round, outcome(&t)), (15, None));
    assert!(matches!(t.asked(), Ask::Option(..)));
}
