//! Saves: refused, or a campaign that can be played on.

use std::panic::{AssertUnwindSafe, catch_unwind};

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game as _, Seat, Viewer};
use serde_json::{Value, json};

use crate::chance::{Chance, tries};
use crate::specimens::{any_answer, saves};
use crate::spoil;

/// Loads it; what was accepted is shown, saved, loaded again and played on. Was it accepted?
fn put_on_the_table(game: &Frostpunk, save: &Value, chance: &mut Chance) -> bool {
    let Ok(mut table) = game.load(save) else { return false };
    for _ in 0..8 {
        for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(3))] {
            let view = table.view(viewer);
            game.board(&view, "en");
            game.brief(&view, "en");
        }
        let saved = table.save();
        let again = game.load(&saved).unwrap_or_else(|why| panic!("its own save: {why}"));
        assert_eq!(again.save(), saved);
        let Some(answer) = any_answer(table.as_ref(), chance) else { break };
        if table.apply(&answer).is_err() {
            assert_eq!(table.save(), saved, "a refused answer has changed something");
            break;
        }
    }
    true
}

#[test]
fn a_spoilt_save_is_refused_or_can_be_played_on() {
    let game = Frostpunk::builtin().unwrap();
    let good: Vec<Value> = (1..=4).flat_map(|seed| saves(&game, seed as usize, seed)).collect();
    let (mut accepted, mut broke) = (0, Vec::new());
    let many = tries(10_000);
    for number in 0..many {
        let mut chance = Chance::new(number as u64);
        let from = &good[chance.below(good.len())];
        let mut save = from.clone();
        for _ in 0..=chance.below(3) {
            let whole = chance.one_in(8);
            spoil::json(if whole { &mut save } else { &mut save["city"] }, &mut chance);
        }
        let played = AssertUnwindSafe(|| put_on_the_table(&game, &save, &mut chance));
        match catch_unwind(played) {
            Ok(taken) => accepted += usize::from(taken),
            Err(_) => {
                broke.push(number.to_string());
                spoil::differences(from, &save, "", &mut broke);
            }
        }
    }
    assert!(broke.is_empty(), "{} of {many} broke it:\n{}", broke.len(), broke.join("\n"));
    assert!(accepted * 50 > many, "only {accepted} of {many} were accepted: it tries nothing");
}

#[test]
fn an_answer_that_would_lead_to_what_cannot_be_saved_is_refused_and_changes_nothing() {
    let game = Frostpunk::builtin().unwrap();
    let mut save = saves(&game, 2, 3).remove(0);
    // Nothing is dealt yet, so that this card does not lie anywhere else so far.
    save["city"]["seats"][0]["played"] = json!(0);
    let mut chance = Chance::new(1);
    let Ok(mut table) = game.load(&save) else { return };
    for _ in 0..20 {
        let before = table.save();
        let Some(answer) = any_answer(table.as_ref(), &mut chance) else { break };
        if table.apply(&answer).is_err() {
            assert_eq!(table.save(), before);
            assert!(game.load(&before).is_ok());
            return;
        }
    }
    panic!("the card lies in two places, and nobody minds");
}

#[test]
fn a_save_that_was_cut_or_scribbled_on_is_refused_or_can_be_played_on() {
    let game = Frostpunk::builtin().unwrap();
    let good: Vec<String> = saves(&game, 3, 7).iter().map(Value::to_string).collect();
    for number in 0..tries(3000) {
        let mut chance = Chance::new(number as u64);
        let bytes = spoil::bytes(good[chance.below(good.len())].as_bytes(), &mut chance);
        if let Ok(save) = serde_json::from_slice(&bytes) {
            put_on_the_table(&game, &save, &mut chance);
        }
    }
}

#[test]
fn a_save_with_a_list_too_long_for_any_campaign_is_refused() {
    let game = Frostpunk::builtin().unwrap();
    let good = saves(&game, 2, 3).remove(3);
    for list in ["stack", "placed", "triggers", "built", "in_play", "laws", "seats", "stacks"] {
        let mut save = good.clone();
        let Some(one) = save["city"][list].get(0).cloned() else { continue };
        save["city"][list] = json!(vec![one; 100_000]);
        assert!(game.load(&save).is_err(), "{list}");
    }
}
