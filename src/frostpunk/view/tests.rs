//! Views of random campaigns: nothing hidden is seen, everything open is drawn.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{View, hidden_ids, text_board, view};
use crate::frostpunk::content;
use crate::frostpunk::rules::choices;
use crate::frostpunk::rules::dice::Dice;
use crate::frostpunk::rules::look::Look;
use crate::frostpunk::rules::program::Pack;
use crate::frostpunk::rules::referee::Referee;
use crate::frostpunk::rules::setup::{Setup, start};
use crate::frostpunk::rules::state::City;
use crate::frostpunk::text;
use crate::game::{Seat, Viewer};

/// Plays a random campaign and shows every state of it.
fn walk(pack: &Pack, players: usize, seed: u64, see: &mut dyn FnMut(&City)) {
    let setup = Setup::usual(players);
    let (mut city, _) = start(pack, &setup, seed).expect("a campaign begins");
    let mut dice = Dice::new(seed);
    for _ in 0..5000 {
        see(&city);
        let Some(pending) = city.pending.first().cloned() else {
            break;
        };
        let mut open = choices::list(Look::new(pack, &city), &pending.ask);
        open.retain(|choice| choice.blocked.is_none());
        let pick = open[dice.below(open.len() as u32) as usize].pick;
        let mut out = Vec::new();
        Referee::new(pack, &mut city, &mut out).take(pending.id, pick).expect("it is open");
    }
}

/// Every string in a JSON value.
fn strings<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::String(text) => {
            found.insert(text);
        }
        Value::Array(list) => list.iter().for_each(|value| strings(value, found)),
        Value::Object(fields) => fields.values().for_each(|value| strings(value, found)),
        _ => {}
    }
}

#[test]
fn no_hidden_id_occurs_in_any_view() {
    let pack = content::builtin().expect("the content is good");
    let mut compared = 0;
    for seed in 1..=12 {
        let players = 1 + (seed % 4) as u8;
        walk(&pack, usize::from(players), seed, &mut |city| {
            let seats = (0..players).map(|seat| Viewer::Seat(Seat(seat)));
            for viewer in std::iter::once(Viewer::Public).chain(seats) {
                let shown = json!(view(&pack, city, viewer));
                let mut said = BTreeSet::new();
                strings(&shown, &mut said);
                let hidden = hidden_ids(&pack, city, viewer);
                compared += hidden.len();
                let seen: Vec<&String> =
                    hidden.iter().filter(|id| said.contains(id.as_str())).collect();
                assert!(seen.is_empty(), "{viewer:?} in round {} sees {seen:?}", city.round);
            }
        });
    }
    assert!(compared > 10_000, "there is something to hide");
}

#[test]
fn a_view_survives_being_sent() {
    let pack = content::builtin().expect("the content is good");
    walk(&pack, 2, 9, &mut |city| {
        let shown = view(&pack, city, Viewer::Seat(Seat(1)));
        let sent: View = serde_json::from_value(json!(shown)).expect("a view");
        assert_eq!(sent, shown);
    });
}

#[test]
fn a_seat_sees_its_own_hand_only() {
    let pack = content::builtin().expect("the content is good");
    walk(&pack, 3, 4, &mut |city| {
        let shown = view(&pack, city, Viewer::Seat(Seat(1)));
        assert_eq!(shown.seats[1].hand.as_ref().map(Vec::len), Some(shown.seats[1].hand_size));
        assert!(shown.seats[0].hand.is_none() && shown.seats[2].hand.is_none());
        let public = view(&pack, city, Viewer::Public);
        assert!(public.seats.iter().all(|seat| seat.hand.is_none()));
    });
}

#[test]
fn the_board_fits_a_terminal_and_names_everything() {
    let pack = content::builtin().expect("the content is good");
    walk(&pack, 4, 2, &mut |city| {
        let board = text_board(&json!(view(&pack, city, Viewer::Seat(Seat(0)))), text::words("en"));
        for line in board.lines() {
            assert!(line.chars().count() <= 100, "too long: {line}");
        }
        for key in ["building-", "card-", "kind-", "meeple-", "mood-", "phase-", "some-"] {
            let unnamed = board.split_whitespace().find(|word| word.starts_with(key));
            assert_eq!(unnamed, None, "no name in the word lists");
        }
    });
}

#[test]
fn what_is_no_view_is_said_to_be_none() {
    let said = text_board(&json!({ "round": 1 }), text::words("en"));
    assert!(said.starts_with("This is not a view"), "{said}");
}
