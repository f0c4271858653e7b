//! Stopping, resuming, replaying and undoing change nothing.

use emberhall::frostpunk::rules::dice::Dice;
use emberhall::frostpunk::rules::frame::{Frame, Step};
use emberhall::frostpunk::rules::ids::{Kind, Seat};
use emberhall::frostpunk::rules::save::{Save, SaveError};
use emberhall::frostpunk::rules::state::City;
use serde_json::{Value, json};

use crate::player::{Given, Style, apply, next, pack, play, start};

fn through_a_save(city: &City) -> City {
    let json = serde_json::to_string(&Save::of(pack(), city)).expect("it saves");
    let save: Save = serde_json::from_str(&json).expect("it reads");
    save.open(pack()).expect("it opens")
}

#[test]
fn a_campaign_saved_and_loaded_at_every_decision_ends_as_one_never_stopped() {
    for (seed, style) in
        (0..24).map(|s| (s, Style::Random)).chain((50..53).map(|s| (s, Style::Mixed)))
    {
        let players = 1 + (seed % 4) as usize;
        let (whole, log) = play(players, seed, style, |_, _, _, _| {});
        let (mut city, _) = start(players, seed);
        let mut dice = Dice::new(seed ^ 0xface);
        for expected in &log {
            city = through_a_save(&city);
            let given = next(&city, style, &mut dice);
            assert_eq!(&given, expected, "seed {seed}: a loaded city asks the same");
            apply(&mut city, &given);
        }
        assert_eq!(city, whole, "seed {seed}");
    }
}

#[test]
fn seed_and_answers_give_the_same_campaign_again() {
    for seed in 0..40 {
        let players = 1 + (seed % 4) as usize;
        let mut told = Vec::new();
        let (whole, log) = play(players, seed, Style::Random, |_, _, _, e| {
            told.extend_from_slice(e);
        });
        let (mut city, _) = start(players, seed);
        let mut again = Vec::new();
        for given in &log {
            again.extend(apply(&mut city, given));
        }
        assert_eq!(city, whole, "seed {seed}");
        assert_eq!(again, told, "seed {seed}: the same story is told");
        let bytes = |c: &City| serde_json::to_vec(c).expect("it saves");
        assert_eq!(bytes(&city), bytes(&whole), "equal campaigns serialise equally");
    }
}

#[test]
fn undo_to_any_earlier_point_equals_the_city_then() {
    for seed in 0..12 {
        let mut history: Vec<City> = vec![start(3, seed).0];
        let (_, log): (City, Vec<Given>) = play(3, seed, Style::Random, |_, city, _, _| {
            history.push(city.clone());
        });
        for back in (0..log.len()).rev().step_by(7) {
            let mut city = history[back].clone();
            for given in &log[back..] {
                apply(&mut city, given);
            }
            assert_eq!(Some(&city), history.last(), "seed {seed}, back to {back} and on again");
        }
    }
}

#[test]
fn a_save_of_another_version_or_pack_is_refused_with_a_sentence() {
    let (city, _) = start(2, 5);
    let save = Save::of(pack(), &city);
    let newer = Save { version: 999, ..save.clone() };
    assert_eq!(newer.open(pack()), Err(SaveError::Version(999)));
    let foreign = Save { pack: "feed".to_owned(), ..save.clone() };
    let why = foreign.open(pack()).expect_err("another pack");
    assert!(why.to_string().contains("another content pack"), "{why}");
    let other = Save { game: "evacuation".to_owned(), ..save };
    assert!(matches!(other.open(pack()), Err(SaveError::Game(_))));
}

#[test]
fn a_damaged_save_is_refused_or_still_a_campaign_and_never_a_panic() {
    let mut dice = Dice::new(99);
    let (mut refused, mut accepted) = (0, 0);
    for seed in 0..6 {
        play(3, seed, Style::Random, |before, _, _, _| {
            for _ in 0..6 {
                let mut value = serde_json::to_value(Save::of(pack(), before)).expect("it saves");
                damage(&mut value["city"], &mut dice);
                let save = serde_json::from_value::<Save>(value).ok();
                match save.and_then(|save| save.open(pack()).ok()) {
                    Some(city) => {
                        accepted += 1;
                        go_on(city, &mut dice);
                    }
                    None => refused += 1,
                }
            }
        });
    }
    assert!(refused > 500 && accepted > 100, "{refused} refused, {accepted} accepted");
}

#[test]
fn a_save_in_which_more_seats_mourn_than_sit_at_the_table_is_refused() {
    let (mut city, _) = start(3, 5);
    let mourn = |left| Frame::Do(Step::Mourn(Kind::Worker, Seat(2), left));
    city.stack.insert(0, mourn(3));
    assert!(Save::of(pack(), &city).open(pack()).is_ok());
    city.stack[0] = mourn(4);
    assert!(matches!(Save::of(pack(), &city).open(pack()), Err(SaveError::Broken(_))));
}

/// What was accepted must be a possible city: the rules go on with it.
fn go_on(mut city: City, dice: &mut Dice) {
    for _ in 0..12 {
        if city.outcome.is_some() {
            return;
        }
        let given = next(&city, Style::Random, dice);
        let taken =
            emberhall::frostpunk::rules::apply(pack(), &mut city, Some(given.decision), &given.key);
        if taken.is_err() {
            return;
        }
    }
}

/// Changes one value somewhere inside.
fn damage(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(map) if !map.is_empty() => {
            let at = dice.below(map.len() as u32) as usize;
            if let Some((_, inner)) = map.iter_mut().nth(at) {
                damage(inner, dice);
            }
        }
        Value::Array(list) if !list.is_empty() => {
            let at = dice.below(list.len() as u32) as usize;
            damage(&mut list[at], dice);
        }
        Value::Number(_) => *value = json!(dice.below(300)),
        other => *other = json!(dice.below(3)),
    }
}
