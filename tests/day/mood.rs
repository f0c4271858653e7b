//! Section 5: Hope and Discontent.

use emberhall::frostpunk::rules::decision::Ask;
use emberhall::frostpunk::rules::frame::Mark;
use emberhall::frostpunk::rules::ids::{Mood, Track};
use emberhall::frostpunk::rules::program::{Good, Op, Tokens};

use crate::help::*;
use crate::table::Table;
use Mood::{Anger, Apathy, Care, Greed, Justice, Motivation};

/// A turn with these tokens on the tracks named.
fn with(tokens: &[(Mood, bool)]) -> Table {
    let mut t = Table::turn();
    t.tokens(tokens);
    t
}

fn remove_only(tokens: Tokens, count: u8) -> Op {
    Op::Decrease { tokens, count: n(count), remove_only: true }
}

const SIX: [Mood; 6] = [Care, Care, Justice, Justice, Motivation, Motivation];

#[test]
fn there_are_three_tokens_of_each_of_the_three_types_of_a_track() {
    // U-17
    assert_eq!(Mood::of(Track::Hope), [Motivation, Care, Justice]);
    assert_eq!(Mood::of(Track::Discontent), [Greed, Apathy, Anger]);
    let t = Table::turn();
    for mood in Mood::ALL {
        let lying = t.city.active_of(*mood) + t.city.exhausted_of(*mood);
        assert_eq!(lying + t.city.bags[mood.at()], 3);
    }
}

#[test]
fn new_tokens_go_to_the_right_and_gaps_are_closed() {
    //
    let mut t = with(&[(Care, false), (Justice, true), (Motivation, false)]);
    t.next_token(Justice);
    t.effects(&[increase(HOPE, 1)]);
    t.choose("draw");
    let four = [(Care, false), (Justice, true), (Motivation, false), (Justice, false)];
    assert_eq!(hope(&t), four);
    let bag = t.city.bags[Care.at()];
    t.effects(&[decrease(HOPE, 1)]);
    t.choose("remove-care");
    assert_eq!(hope(&t), four[1..]);
    assert_eq!(t.city.bags[Care.at()], bag + 1);
}

#[test]
fn a_named_type_is_flipped_without_a_question() {
    //
    let mut t = with(&[(Care, false), (Justice, false)]);
    t.effects(&[Op::Activate(Tokens::Of(Justice), n(1))]);
    assert_eq!(hope(&t), [(Care, false), (Justice, true)]);
    t.effects(&[Op::Exhaust(Tokens::Of(Justice), n(1))]);
    assert_eq!(hope(&t), [(Care, false), (Justice, false)]);
}

#[test]
fn any_token_of_a_named_track_may_be_flipped() {
    //
    let mut t = with(&[(Care, false), (Justice, false), (Motivation, true)]);
    t.effects(&[Op::Activate(HOPE, n(1))]);
    assert_eq!(t.keys(), ["activate-care", "activate-justice"]);
    t.choose("activate-justice");
    assert_eq!(hope(&t), [(Care, false), (Justice, true), (Motivation, true)]);
    t.effects(&[Op::Exhaust(HOPE, n(1))]);
    assert_eq!(t.keys(), ["exhaust-motivation", "exhaust-justice"]);
}

#[test]
fn what_cannot_be_flipped_is_ignored() {
    //
    let mut t = with(&[(Care, true), (Anger, false)]);
    t.city.food = 3;
    t.effects(&[
        Op::Activate(Tokens::Of(Justice), n(1)),
        Op::Activate(HOPE, n(1)),
        Op::Exhaust(DISCONTENT, n(1)),
        Op::Gain(Good::Food, n(1)),
    ]);
    assert_eq!((hope(&t), discontent(&t)), (vec![(Care, true)], vec![(Anger, false)]));
    assert_eq!(t.city.food, 4, "the rest of the effect happens");
}

#[test]
fn an_exhaust_that_is_a_cost_must_be_possible() {
    //
    let mut t = with(&[(Care, false), (Justice, true)]);
    t.go(Mark::Preparation);
    assert!(t.blocked("health").is_some(), "no active Care");
    assert!(t.keys().contains(&"generator".to_owned()), "any Hope will do");
}

#[test]
fn an_untyped_increase_draws_or_activates() {
    // E-18
    let mut t = with(&[(Anger, true), (Greed, false)]);
    t.next_token(Apathy);
    t.effects(&[increase(DISCONTENT, 1)]);
    assert_eq!(t.keys(), ["activate-greed", "draw"]);
    let mut other = t.clone();
    t.choose("draw");
    assert_eq!(discontent(&t), [(Anger, true), (Greed, false), (Apathy, false)]);
    assert!(matches!(t.asked(), Ask::Turn), "once");
    other.choose("activate-greed");
    assert_eq!(discontent(&other), [(Anger, true), (Greed, true)]);
}

#[test]
fn without_an_exhausted_token_a_new_one_is_drawn() {
    //
    let mut t = with(&[(Care, true)]);
    t.next_token(Care);
    t.effects(&[increase(HOPE, 1)]);
    assert!(matches!(t.asked(), Ask::Turn));
    assert_eq!(hope(&t), [(Care, true), (Care, false)]);
}

#[test]
fn with_six_hope_tokens_an_increase_can_only_activate() {
    //
    let mut t = with(&SIX.map(|mood| (mood, mood == Justice)));
    t.effects(&[increase(HOPE, 1)]);
    assert_eq!(t.keys(), ["activate-motivation", "activate-care"]);
    t.choose("activate-care");
    assert_eq!(hope(&t).len(), 6);
    assert_eq!(t.city.active_of(Care), 1);
}

#[test]
fn six_active_hope_tokens_cannot_be_increased() {
    //
    let mut t = with(&SIX.map(|mood| (mood, true)));
    t.effects(&[increase(HOPE, 2), increase(Tokens::Of(Care), 1)]);
    assert!(matches!(t.asked(), Ask::Turn));
    assert_eq!(hope(&t), SIX.map(|mood| (mood, true)));
}

#[test]
fn a_typed_increase_at_six_tokens_only_activates_its_type() {
    //
    let mut t = with(&SIX.map(|mood| (mood, false)));
    t.effects(&[increase(Tokens::Of(Justice), 1)]);
    assert_eq!(hope(&t).len(), 6);
    assert_eq!((t.city.active_of(Justice), t.city.active_of(Care)), (1, 0));
}

#[test]
fn a_typed_increase_draws_and_then_activates_its_type() {
    // the one just drawn may be the one activated.
    let mut t = with(&[(Care, true)]);
    t.next_token(Justice);
    t.effects(&[increase(Tokens::Of(Justice), 1)]);
    assert_eq!(hope(&t), [(Care, true), (Justice, true)]);
}

#[test]
fn more_care_without_a_care_token_only_brings_the_drawn_one() {
    // E-15, R-5.8
    let mut t = with(&[(Motivation, false), (Justice, true)]);
    t.next_token(Justice).next_morning("M004").go(Mark::Morning);
    t.choose("promise");
    assert_eq!(hope(&t), [(Motivation, false), (Justice, true), (Justice, false)]);
}

#[test]
fn more_anger_draws_greed_and_wakes_the_sleeping_anger() {
    // E-16, R-5.8
    let mut t = with(&[(Anger, false)]);
    t.next_token(Greed).next_morning("M011").go(Mark::Morning);
    t.choose("stop");
    assert_eq!(discontent(&t), [(Anger, true), (Greed, false)]);
}

#[test]
fn minus_two_hope_means_decrease_hope_twice() {
    // E-17, R-5.13
    let mut t = with(&[(Care, true), (Justice, true), (Motivation, true)]);
    t.effects(&[decrease(HOPE, 2)]);
    t.choose("exhaust-care");
    assert_eq!(t.keys(), ["exhaust-motivation", "exhaust-justice", "remove-care"]);
    t.choose("remove-care");
    assert_eq!(hope(&t), [(Justice, true), (Motivation, true)]);
    assert!(matches!(t.asked(), Ask::Turn));
}

#[test]
fn each_of_two_increases_has_its_own_choice() {
    //
    let mut t = with(&[(Anger, false)]);
    t.next_token(Greed);
    t.effects(&[increase(DISCONTENT, 2)]);
    t.choose("draw").choose("activate-anger");
    assert_eq!(discontent(&t), [(Anger, true), (Greed, false)]);
}

#[test]
fn exhausted_discontent_can_only_be_removed() {
    // E-19, R-5.11
    let mut t = with(&[(Anger, false), (Greed, false), (Greed, false)]);
    t.effects(&[decrease(DISCONTENT, 1)]);
    assert_eq!(t.keys(), ["remove-greed", "remove-anger"]);
    let bag = t.city.bags[Greed.at()];
    t.choose("remove-greed");
    assert_eq!(discontent(&t), [(Anger, false), (Greed, false)]);
    assert_eq!(t.city.bags[Greed.at()], bag + 1);
}

#[test]
fn active_tokens_can_only_be_exhausted() {
    //
    let mut t = with(&[(Anger, true), (Greed, true)]);
    t.effects(&[decrease(DISCONTENT, 1)]);
    assert_eq!(t.keys(), ["exhaust-greed", "exhaust-anger"]);
    t.choose("exhaust-anger");
    assert_eq!(discontent(&t), [(Anger, false), (Greed, true)]);
}

#[test]
fn an_empty_discontent_track_cannot_be_decreased() {
    //
    let mut t = Table::turn();
    t.clear_track(Track::Discontent);
    t.effects(&[decrease(DISCONTENT, 3)]);
    assert!(matches!(t.asked(), Ask::Turn));
    assert!(discontent(&t).is_empty() && !lost(&t));
}

#[test]
fn two_decreases_can_empty_the_discontent_track_and_the_third_does_nothing() {
    //
    let mut t = with(&[(Anger, true)]);
    t.effects(&[decrease(DISCONTENT, 3)]);
    assert!(discontent(&t).is_empty());
    assert!(matches!(t.asked(), Ask::Turn));
}

#[test]
fn remove_only_takes_an_active_token_if_all_are_active() {
    // V-8, R-5.14
    let mut t = with(&[(Care, true), (Justice, true)]);
    t.effects(&[remove_only(HOPE, 1)]);
    assert_eq!(t.keys(), ["remove-active-care", "remove-active-justice"]);
    t.choose("remove-active-care");
    assert_eq!(hope(&t), [(Justice, true)]);
    assert!(!lost(&t));
}

#[test]
fn remove_only_takes_an_exhausted_token_while_there_is_one() {
    //
    let mut t = with(&[(Care, true), (Justice, false), (Motivation, false)]);
    t.effects(&[remove_only(HOPE, 1)]);
    assert_eq!(t.keys(), ["remove-motivation", "remove-justice"]);
    t.choose("remove-justice");
    assert_eq!(hope(&t), [(Care, true), (Motivation, false)]);
}

#[test]
fn remove_only_can_take_the_last_hope() {
    //
    let mut t = with(&[(Care, true)]);
    t.effects(&[remove_only(HOPE, 1)]);
    assert!(lost(&t));
}

#[test]
fn a_discarded_token_returns_to_its_bag() {
    //
    let mut t = with(&[(Anger, true), (Greed, false), (Apathy, true)]);
    let bag = t.city.bags[Anger.at()];
    t.effects(&[Op::DiscardActive(Track::Discontent)]);
    assert_eq!(t.keys(), ["remove-active-apathy", "remove-active-anger"]);
    t.choose("remove-active-anger");
    assert_eq!(discontent(&t), [(Greed, false), (Apathy, true)]);
    assert_eq!(t.city.bags[Anger.at()], bag + 1);
}

#[test]
fn discarding_the_last_hope_loses_the_game() {
    //
    let mut t = with(&[(Care, true)]);
    t.effects(&[Op::DiscardActive(Track::Hope)]);
    assert!(lost(&t));
}

#[test]
fn a_hope_token_can_be_drawn_active_unless_the_track_is_full() {
    //
    let mut t = with(&[(Care, false)]);
    t.next_token(Motivation);
    t.effects(&[Op::DrawActiveHope]);
    assert_eq!(hope(&t), [(Care, false), (Motivation, true)]);
    let mut full = with(&SIX.map(|mood| (mood, false)));
    full.effects(&[Op::DrawActiveHope]);
    assert_eq!(hope(&full), SIX.map(|mood| (mood, false)));
}

#[test]
fn a_typed_decrease_exhausts_its_type_or_else_removes_it() {
    //
    let of_anger = Tokens::Of(Anger);
    let mut t = with(&[(Anger, true), (Greed, true)]);
    t.effects(&[decrease(of_anger, 1)]);
    assert_eq!(discontent(&t), [(Anger, false), (Greed, true)]);
    t.effects(&[decrease(of_anger, 1)]);
    assert_eq!(discontent(&t), [(Greed, true)]);
    t.effects(&[decrease(of_anger, 1)]);
    assert_eq!(discontent(&t), [(Greed, true)], "else nothing");
}

#[test]
fn every_token_in_the_bag_is_equally_likely() {
    // 3 Care, 3 Justice and 1 Motivation are left.
    let mut t = with(&[(Motivation, true), (Motivation, true)]);
    let mut drawn = [0_u32; 6];
    for _ in 0..700 {
        let mut one = t.city.clone();
        t.effects(&[Op::DrawActiveHope]);
        drawn[hope(&t)[2].0.at()] += 1;
        one.dice = t.city.dice.clone();
        one.dice.below(7);
        t.city = one;
    }
    let [motivation, care, justice] = Mood::of(Track::Hope).map(|m| drawn[m.at()]);
    assert!((60..140).contains(&motivation), "{motivation}");
    assert!((240..360).contains(&care), "{care}");
    assert!((240..360).contains(&justice), "{justice}");
}
