//! The toy the hall is tried with must itself be sound.

#![allow(clippy::expect_used, clippy::panic)]

mod offers;
mod toy;

use std::collections::BTreeSet;

use emberhall::game::{
    Answer, Answerer, Audience, Decision, Event, Game, Importance, Outcome, Policy, Seat, Table,
    Viewer,
};
use serde_json::{Value, json};
use toy::{FILE, Lanterns, ROLES, content, play_one, setup, setup_of};

fn begin(seats: usize, seed: u64) -> Box<dyn Table> {
    Lanterns::new().start(&setup(seats), seed).expect("a sound setup").0
}

/// Random campaigns of every size; each table is shown before every answer.
fn wander(games: u64, mut look: impl FnMut(&dyn Table, &Lanterns)) {
    let game = Lanterns::new();
    for seed in 0..games {
        let mut table = begin(1 + seed as usize % 4, seed);
        for step in 0.. {
            look(table.as_ref(), &game);
            if table.outcome().is_some() {
                break;
            }
            play_one(table.as_mut(), Policy::Random, seed ^ (step << 8)).expect("an open answer");
        }
    }
}

fn answer(decision: &Decision, key: &str) -> Answer {
    Answer { decision: Some(decision.id), choice: key.to_owned() }
}

/// The first table of random play that asks such a question.
fn table_that_asks(ask: &str) -> Box<dyn Table> {
    let mut found: Option<Box<dyn Table>> = None;
    wander(40, |table, _| {
        if found.is_none() && table.decisions().iter().any(|open| open.ask == ask) {
            found = Some(table.clone_box());
        }
    });
    found.unwrap_or_else(|| panic!("nobody asks '{ask}'"))
}

fn has_wall(events: &[Event]) -> bool {
    events.iter().any(|event| event.undo_barrier)
}

#[test]
fn three_hundred_random_campaigns_end_and_both_ends_happen() {
    let game = Lanterns::new();
    let mut ends = [0, 0];
    for seed in 0..300 {
        let table = setup(1 + seed as usize % 4);
        let played = game.playout(&table, seed, Policy::Random).expect("no crash");
        assert!(played.decisions < 200 && played.rounds <= 4, "{played:?}");
        ends[usize::from(played.outcome == Outcome::Won)] += 1;
    }
    assert!(ends.iter().all(|count| *count > 30), "{ends:?}");
}

#[test]
fn greedy_campaigns_are_mostly_won_and_may_be_long() {
    let game = Lanterns::new();
    let won = |seed| {
        let played = game.playout(&setup_of(4, 12), seed, Policy::Greedy).expect("no crash");
        played.outcome == Outcome::Won
    };
    let count = (0..40).filter(|seed| won(*seed)).count();
    assert!(count > 30, "{count}");
}

#[test]
fn a_save_loaded_at_any_step_is_the_same_table() {
    wander(60, |table, game| {
        let save = table.save();
        let text = save.to_string();
        let read: Value = serde_json::from_str(&text).expect("a save is JSON");
        let loaded = game.load(&read).expect("its own save");
        assert_eq!(loaded.save(), save);
        assert_eq!(loaded.decisions(), table.decisions());
        assert_eq!(loaded.outcome(), table.outcome());
    });
}

#[test]
fn what_is_listed_open_is_accepted_and_what_is_blocked_is_refused_and_changes_nothing() {
    let mut blocked = 0;
    wander(60, |table, _| {
        for decision in table.decisions() {
            for choice in &decision.choices {
                let mut copy = table.clone_box();
                let done = copy.apply(&answer(&decision, &choice.key));
                assert_eq!(done.is_ok(), choice.blocked.is_none(), "{}", choice.key);
                assert_eq!(done.is_err(), copy.save() == table.save(), "{}", choice.key);
                blocked += usize::from(done.is_err());
            }
        }
    });
    assert!(blocked > 30, "{blocked}");
}

#[test]
fn an_unknown_answer_or_question_is_refused_and_changes_nothing() {
    wander(20, |table, _| {
        let mut copy = table.clone_box();
        let open = table.decisions();
        let key = open.first().map_or("wait", |decision| decision.choices[0].key.as_str());
        let late = Answer { decision: Some(9999), choice: key.to_owned() };
        let strange = Answer { decision: None, choice: "dance".to_owned() };
        let vague = Answer { decision: None, choice: key.to_owned() };
        assert!(copy.apply(&late).is_err() && copy.apply(&strange).is_err());
        assert_eq!(copy.save(), table.save());
        if open.len() != 1 {
            assert!(copy.apply(&vague).is_err());
        }
    });
}

#[test]
fn the_same_seed_and_answers_give_the_same_campaign_and_another_seed_another() {
    let run = |seed| {
        let mut table = begin(3, seed);
        let mut told = Vec::new();
        while table.outcome().is_none() {
            told.extend(play_one(table.as_mut(), Policy::Greedy, 0).expect("an open answer"));
        }
        (table.save(), told)
    };
    assert_eq!(run(7), run(7));
    assert_ne!(run(7), run(8));
}

#[test]
fn other_content_has_another_hash_and_another_course() {
    let (usual, other) = (Lanterns::new(), Lanterns::with(&content(3)).expect("sound content"));
    assert_ne!(usual.content_hash(), other.content_hash());
    let save = begin(2, 5).save();
    assert!(usual.load(&save).is_ok());
    assert!(other.load(&save).is_err());
    let (theirs, _) = other.start(&setup(2), 5).expect("a sound setup");
    assert_ne!(theirs.view(Viewer::Public), begin(2, 5).view(Viewer::Public));
    let again = usual.with_content(&other.files()).expect("its own files");
    assert_eq!(again.content_hash(), other.content_hash());
    assert!(Lanterns::with(&[(FILE.to_owned(), "oil".to_owned())].into()).is_err());
}

#[test]
fn a_foreign_save_is_refused() {
    let game = Lanterns::new();
    for (field, value) in [("game", json!("chess")), ("version", json!(2)), ("moon", json!(1))] {
        let mut save = begin(2, 5).save();
        save[field] = value;
        assert!(game.load(&save).is_err(), "{field}");
    }
    assert!(game.load(&json!({})).is_err());
}

#[test]
fn a_setup_that_makes_no_sense_is_refused() {
    let refuses = |setup| Lanterns::new().start(&setup, 1).is_err();
    let mut twice = setup(1);
    twice.roles.push("north".to_owned());
    let mut elsewhere = setup(2);
    elsewhere.scenario = "moon".to_owned();
    assert!(refuses(setup(0)) && refuses(twice) && refuses(elsewhere));
    assert!(refuses(setup_of(2, 0)));
}

#[test]
fn a_hand_is_seen_by_its_seat_alone() {
    wander(40, |table, _| {
        let save = table.save();
        let public = table.view(Viewer::Public).to_string();
        assert!(!public.contains("hand") && !public.contains("card-"), "{public}");
        let own = table.view(Viewer::Seat(Seat(0)));
        assert_eq!(own["seats"][0]["hand"], save["hands"][0]);
        assert_eq!(own.to_string().matches("\"hand\"").count(), 1);
    });
}

#[test]
fn secrets_are_told_to_their_seat_alone() {
    let mut table = begin(4, 3);
    let open = table.decisions();
    assert_eq!(open.len(), 4);
    for (at, decision) in open.iter().enumerate() {
        assert_eq!(decision.audience, Audience::Only(Seat(at as u8)));
        let events = table.apply(&answer(decision, "flint")).expect("a gift");
        let (seat, _) = events[0].secret.clone().expect("a secret");
        assert_eq!(seat, Seat(at as u8));
        let public = serde_json::to_string(&events[0].public).expect("JSON");
        assert!(!public.contains("flint"), "{public}");
    }
    assert_eq!(table.decisions()[0].ask, "omen");
}

#[test]
fn every_shape_of_question_comes_up() {
    let (mut asks, mut by) = (BTreeSet::new(), BTreeSet::new());
    let (mut single, mut together, mut small_council) = (0, 0, 0);
    wander(100, |table, _| {
        let open = table.decisions();
        together += usize::from(open.len() > 1 && table.progress().phase == "dusk");
        for decision in open {
            let free = decision.choices.iter().filter(|choice| choice.blocked.is_none()).count();
            assert!(free > 0, "{decision:?}");
            single += usize::from(free == 1);
            small_council += usize::from(
                decision.answerer == Answerer::Council && decision.importance == Importance::Small,
            );
            by.insert(match decision.answerer {
                Answerer::Council => "council",
                Answerer::Responsible { .. } => "responsible",
                Answerer::Active(_) => "active",
                Answerer::Seat(_) => "seat",
                Answerer::Electorate => "electorate",
            });
            asks.insert(decision.ask);
        }
    });
    let all = ["answer", "edict", "gift", "grief", "mend", "omen", "stop", "where", "work"];
    assert_eq!(asks.iter().map(String::as_str).collect::<Vec<_>>(), all);
    assert_eq!(by.len(), 5);
    assert!(single > 10 && together > 10 && small_council > 10);
}

#[test]
fn a_die_is_a_wall_and_waiting_is_none() {
    let table = table_that_asks("work");
    let work = &table.decisions()[0];
    let walls = |key: &str| has_wall(&table.clone_box().apply(&answer(work, key)).expect("open"));
    assert!(walls("fetch"));
    assert!(!walls("light") && !walls("preach") && !walls("rest"));
    // Only where another turn follows: dusk brings a die of its own.
    let mut table = begin(2, 1);
    while table.decisions()[0].ask != "work" {
        play_one(table.as_mut(), Policy::Greedy, 0).expect("an open answer");
    }
    let work = table.decisions().remove(0);
    assert!(!has_wall(&table.apply(&answer(&work, "wait")).expect("open")));
}

#[test]
fn the_petition_has_the_keys_of_the_real_question_until_all_have_passed() {
    let table = table_that_asks("edict");
    let keys = |decision: &Decision| -> Vec<String> {
        decision.choices.iter().map(|choice| choice.key.clone()).collect()
    };
    let petition = table.standing_ballot().expect("edicts are left");
    assert_eq!(keys(&petition), keys(&table.decisions()[0]));
    let mut save = table.save();
    save["edicts"] = json!(["e1", "e2", "e3", "e4", "e5", "e6"]);
    save["open"] = json!([]);
    assert!(Lanterns::new().load(&save).expect("a save").standing_ballot().is_none());
}

#[test]
fn any_seat_can_rehearse_a_turn_while_turns_are_taken() {
    assert!(begin(4, 1).rehearse(Seat(0)).is_none());
    let table = table_that_asks("work");
    let seats = table.view(Viewer::Public)["seats"].as_array().map_or(0, Vec::len);
    for seat in (0..seats).map(|at| Seat(at as u8)) {
        let copy = table.rehearse(seat).expect("turns are taken");
        assert_eq!(copy.decisions()[0].answerer, Answerer::Active(seat));
    }
    assert!(table.rehearse(Seat(ROLES.len() as u8)).is_none());
}

#[test]
fn the_leader_passes_clockwise_each_dawn() {
    wander(40, |table, _| {
        let seats = table.view(Viewer::Public)["seats"].as_array().map_or(1, Vec::len) as u32;
        assert_eq!(u32::from(table.leader().0), table.progress().round % seats);
    });
}

#[test]
fn every_lesson_that_is_offered_beside_a_question_can_be_told() {
    let mut told = BTreeSet::new();
    wander(10, |table, game| {
        for lesson in table.decisions().iter().flat_map(|open| game.lessons_for_ask(&open.ask)) {
            let sheet = game.lesson(&lesson, "en").expect("what is offered is there");
            assert!(!sheet.title.is_empty() && !sheet.lines.is_empty(), "{lesson}");
            told.insert(lesson);
        }
    });
    assert_eq!(told.len(), 1);
    assert_eq!(Lanterns::new().lesson("no such lesson", "en"), None);
}

#[test]
fn a_ballot_offers_only_what_can_still_be_chosen_and_ends_after_the_last_edict() {
    let mut ran_out = 0;
    for seed in 0..40 {
        let went = offers::keep_their_promise(&Lanterns::new(), &setup_of(3, 8), seed);
        assert!(went.answered <= 6, "seed {seed}: there are six");
        ran_out += u32::from(went.ran_out);
    }
    assert!(ran_out >= 20, "in {ran_out} campaigns only all edicts were passed");
}

#[test]
fn edicts_are_the_electorates_and_omens_are_only_put_to_the_street() {
    let (mut binding, mut heard) = (0, 0);
    for seed in 0..20 {
        let game = Lanterns::new();
        let came_up = offers::what_is_public_is_as_the_game_says(&game, &setup_of(3, 8), seed);
        binding += came_up.0;
        heard += came_up.1;
    }
    assert!(binding > 0 && heard > 20, "{binding} edicts and {heard} omens");
}
