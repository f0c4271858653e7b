//! Saves: refused, or a campaign that can be played on.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game as _, Seat, Viewer};
use serde_json::{Value, json};

use crate::chance::Chance;
use crate::specimens::{any_answer, saves};
use crate::spoil;
use crate::target::{Input, target};

/// Loads it; what was accepted is shown, saved, loaded again and played on. Was it accepted?
fn put_on_the_table(game: &Frostpunk, save: &Value, chance: &mut Chance<'_>) -> bool {
    let Ok(mut table) = game.load(save) else { return false };
    for _ in 0..8 {
        for viewer in [Viewer::Public, Viewer::Seat(Seat(0)), Viewer::Seat(Seat(3))] {
            let view = table.view(viewer);
            game.text_board(&view, "en");
            game.status_line(&view, "en");
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

/// A save with one to four changes, most of them in the city, or cut and scribbled on.
fn spoilt(good: &[Value], chance: &mut Chance<'_>) -> Vec<u8> {
    let mut save = good[chance.below(good.len())].clone();
    if chance.one_in(4) {
        return spoil::bytes(save.to_string().as_bytes(), chance);
    }
    for _ in 0..=chance.below(3) {
        let whole = chance.one_in(8);
        spoil::json(if whole { &mut save } else { &mut save["city"] }, chance);
    }
    save.to_string().into_bytes()
}

#[test]
fn a_spoilt_save_is_refused_or_can_be_played_on() {
    let game = Frostpunk::builtin().unwrap();
    let good: Vec<Value> = (1..=4).flat_map(|seed| saves(&game, seed as usize, seed)).collect();
    let (mut tried, mut accepted) = (0, 0);
    target("saves", |input: Input<'_>| {
        let bytes = input.bytes(|chance| spoilt(&good, chance));
        let Ok(save) = serde_json::from_slice(&bytes) else { return };
        tried += 1;
        accepted += usize::from(put_on_the_table(&game, &save, &mut Chance::Drawn(&bytes)));
    });
    println!("{accepted} of {tried} were accepted");
    assert!(accepted * 50 > tried, "only {accepted} of {tried} were accepted: it tries nothing");
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
