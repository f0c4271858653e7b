//! Questions and answers as a chat can show them.

use std::collections::BTreeMap;

use emberhall::game::{Decision, Message, Policy, Table};

use crate::kit::{game, is_whole, play, say};

/// Every question of some campaigns.
fn questions(mut each: impl FnMut(&Decision)) {
    let game = game();
    for seed in 0..40 {
        let ask = |table: &dyn Table| {
            table.decisions().iter().chain(&table.standing_ballot()).for_each(&mut each);
        };
        play(&game, seed, Policy::Random, ask, |_, _| {});
    }
}

fn fits(what: &str, ask: &str, message: &Message, most: usize) {
    let said = say(message);
    assert!(is_whole(&said), "{ask}: {said}");
    assert!(said.chars().count() <= most, "{what} of {ask}: {said}");
}

#[test]
fn questions_and_answers_fit_into_a_chat() {
    questions(|decision| {
        let ask = &decision.ask;
        fits("the prompt", ask, &decision.prompt, 300);
        for choice in &decision.choices {
            fits("a label", ask, &choice.label, 80);
            let notes: Vec<String> = choice.notes.iter().map(say).collect();
            assert!(notes.join("\n").chars().count() <= 900, "{ask}: {notes:#?}");
            choice.blocked.iter().for_each(|why| fits("a refusal", ask, why, 200));
        }
    });
}

#[test]
fn no_two_answers_to_a_question_look_alike() {
    questions(|decision| {
        let mut seen: BTreeMap<String, (&str, Vec<String>)> = BTreeMap::new();
        for choice in &decision.choices {
            let notes: Vec<String> = choice.notes.iter().map(say).collect();
            let twin = seen.insert(say(&choice.label), (&choice.key, notes.clone()));
            let Some((other, other_notes)) = twin else {
                continue;
            };
            // Copies of a card are alike, and it does not matter which one is taken.
            let face = |key: &str| key.split('.').next().unwrap_or(key).to_owned();
            let copies = face(other) == face(&choice.key) && other_notes == notes;
            assert!(copies, "{}: {other} and {}", decision.ask, choice.key);
        }
    });
}
