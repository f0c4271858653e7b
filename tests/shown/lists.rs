//! Lists to pick from: scenarios, settings, Advisors, kinds of questions.

use std::collections::BTreeSet;

use emberhall::game::{Game, Importance, Policy, Progress, Setup};

use crate::kit::{game, is_whole, play, say};

#[test]
fn every_value_of_every_setting_begins_a_campaign() {
    let game = game();
    for option in game.options() {
        assert!(is_whole(&say(&option.name)) && option.values.len() > 1, "{}", option.key);
        for value in &option.values {
            assert!(is_whole(&say(&value.name)), "{}", value.id);
            let mut setup = Setup::usual(&game, 2);
            setup.options.insert(option.key.clone(), value.id.clone());
            assert!(game.start(&setup, 1).is_ok(), "{} = {}", option.key, value.id);
        }
    }
    let keys: Vec<String> = game.options().into_iter().map(|option| option.key).collect();
    let all = ["society", "difficulty", "setup_unpayable_discard", "cold_icon_mode"];
    assert_eq!(keys, all);
}

#[test]
fn the_first_value_of_a_setting_is_what_happens_if_nobody_sets_it() {
    let game = game();
    let mut set = Setup::usual(&game, 3);
    for option in game.options() {
        set.options.insert(option.key, option.values[0].id.clone());
    }
    let plain = game.start(&Setup::usual(&game, 3), 5).unwrap().0.save();
    assert_eq!(game.start(&set, 5).unwrap().0.save(), plain);
}

#[test]
fn the_scenario_of_the_box_has_a_name_and_begins() {
    let game = game();
    let scenarios = game.scenarios();
    assert_eq!(say(&scenarios[0].name), "A New Home: Crater");
    let mut setup = Setup::usual(&game, 1);
    setup.scenario.clone_from(&scenarios[0].id);
    assert!(game.start(&setup, 1).is_ok());
}

#[test]
fn every_advisor_has_a_name_and_a_duty_of_a_few_words() {
    let game = game();
    for role in game.roles() {
        assert!(say(&game.role_name(&role)).ends_with("Advisor"));
        let duty = say(&game.role_duty(&role).expect("a duty"));
        assert!(is_whole(&duty) && duty.chars().count() <= 60, "{duty}");
    }
    assert_eq!(game.role_duty("janitor"), None);
}

#[test]
fn a_chapter_is_a_heading() {
    let game = game();
    let name =
        |round, phase: &str| say(&game.progress_name(&Progress { round, phase: phase.into() }));
    assert_eq!(name(3, "morning"), "Round 3 · Morning");
    assert_eq!(name(0, "setup"), "Before the first day");
}

#[test]
fn the_deciders_that_can_be_set_are_those_of_real_questions() {
    let game = game();
    let listed: BTreeSet<String> = game.asks().into_iter().map(|ask| ask.id).collect();
    assert!(listed.len() <= 25 && listed.len() == game.asks().len(), "each once");
    let (mut met, mut votes) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..200 {
        let look = |table: &dyn emberhall::game::Table| {
            for decision in table.decisions() {
                if decision.importance == Importance::Vote {
                    votes.insert(decision.ask.clone());
                }
                met.insert(decision.ask);
            }
        };
        play(&game, seed, Policy::Random, look, |_, _| {});
    }
    let unlisted: Vec<_> = votes.difference(&listed).collect();
    assert!(unlisted.is_empty(), "votes without a setting: {unlisted:?}");
    // Rare ones: they need a Building or a card that random players seldom come to.
    let rare = [
        "keepers",
        "kind_die",
        "treat",
        "kind_join",
        "option_scenario",
        "option_consequence",
        "dusk_order",
    ];
    let never: Vec<_> =
        listed.difference(&met).filter(|ask| !rare.contains(&ask.as_str())).collect();
    assert!(never.is_empty(), "nobody was ever asked: {never:?}");
}
