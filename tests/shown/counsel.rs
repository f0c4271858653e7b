//! What the house would choose, and why.

use std::collections::BTreeSet;

use emberhall::frostpunk::policy::{Outlook, Why};
use emberhall::game::{Policy, Table};

use crate::kit::{game, is_whole, play, say};

#[test]
fn counsel_is_the_greedy_choice_with_a_reason_in_one_sentence() {
    let game = game();
    let mut reasons = BTreeSet::new();
    let look = |table: &dyn Table| {
        for decision in table.decisions() {
            let counsel = table.advice(decision.id, 5).expect("something is open");
            let greedy = table.choose(decision.id, Policy::Greedy, 5);
            assert_eq!(Some(counsel.choice), greedy, "{}", decision.ask);
            let why = say(&counsel.why);
            assert!(is_whole(&why) && why.chars().count() <= 120, "{why}");
            let open = decision.choices.iter().filter(|c| c.blocked.is_none()).count();
            let only = why == "Nothing else can be done now";
            assert!(!only || open == 1, "{}: {open} choices", decision.ask);
            reasons.insert(why);
        }
    };
    play(&game, 2, Policy::Random, look, |_, _| {});
    assert!(reasons.len() >= 6, "not always the same reason: {reasons:#?}");
}

#[test]
fn every_part_of_the_outlook_is_a_reason_that_can_be_said() {
    let parts = Outlook::default().parts().map(|(part, _)| Why::Part(part));
    let whys = parts.into_iter().chain([Why::Only, Why::Enough, Why::Even]);
    let keys: BTreeSet<&str> = whys.map(Why::key).collect();
    let known = emberhall::frostpunk::text::standing::WHYS.iter().copied().collect();
    assert_eq!(keys, known);
}

#[test]
fn there_is_no_counsel_for_a_question_that_is_not_open() {
    let game = game();
    let table = crate::kit::start(&game, 2, 1);
    assert!(table.advice(9999, 1).is_none());
}
