//! No viewer sees what is hidden from it: not in the view, not in events.

use std::collections::BTreeSet;

use emberhall::frostpunk::view::{hidden_ids, view};
use emberhall::game::{Seat, Viewer};
use serde_json::Value;

use crate::player::{Style, pack, play};

/// Every string value, keys of objects included.
fn words(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(word) => {
            found.insert(word.clone());
        }
        Value::Array(list) => list.iter().for_each(|inner| words(inner, found)),
        Value::Object(map) => map.iter().for_each(|(key, inner)| {
            found.insert(key.clone());
            words(inner, found);
        }),
        _ => {}
    }
}

#[test]
fn no_hidden_id_occurs_in_the_view_of_anybody_else() {
    let mut hidden_in_all = 0;
    for (seed, style) in (0..30).map(|s| (s, Style::Random)).chain([(40, Style::Mixed)]) {
        let players = 1 + (seed % 4) as usize;
        play(players, seed, style, |_, city, given, _| {
            let seats = (0..city.seats.len() as u8).map(|s| Viewer::Seat(Seat(s)));
            for viewer in seats.chain([Viewer::Public]) {
                let seen = serde_json::to_value(view(pack(), city, viewer)).expect("a view");
                let mut found = BTreeSet::new();
                words(&seen, &mut found);
                for id in hidden_ids(pack(), city, viewer) {
                    hidden_in_all += 1;
                    assert!(!found.contains(&id), "seed {seed} {given:?}: {viewer:?} sees {id}");
                }
            }
        });
    }
    assert!(hidden_in_all > 100_000, "something was hidden");
}

#[test]
fn a_hand_is_seen_by_its_own_seat_only() {
    let (city, _) = play(3, 11, Style::Random, |_, city, _, _| {
        for (at, chair) in city.seats.iter().enumerate() {
            for card in &chair.hand {
                let id = &pack().card(*card).id;
                for other in 0..city.seats.len() {
                    let viewer = Viewer::Seat(Seat(other as u8));
                    let hidden = hidden_ids(pack(), city, viewer).contains(id);
                    assert_eq!(hidden, other != at, "{id}");
                    let mut found = BTreeSet::new();
                    let seen = serde_json::to_value(view(pack(), city, viewer)).expect("a view");
                    words(&seen, &mut found);
                    assert_eq!(found.contains(id), other == at, "{id} of seat {at} for {other}");
                }
            }
        }
    });
    assert!(city.outcome.is_some());
}

#[test]
fn what_everybody_is_told_names_no_card_that_is_still_hidden() {
    use emberhall::frostpunk::rules::event::Event;
    use emberhall::frostpunk::text;
    use emberhall::game::Words;
    for seed in 60..90 {
        play(4, seed, Style::Random, |_, city, _, events| {
            let hidden: Vec<String> = hidden_ids(pack(), city, Viewer::Public);
            for event in events {
                // A card put into the Dusk deck by its number is named openly.
                if matches!(event, Event::DuskAdded { .. } | Event::DisputeAdded { .. }) {
                    continue;
                }
                let Some(public) = event.public() else {
                    continue;
                };
                assert!(!matches!(public, Event::Drew { card: Some(_), .. }), "{event:?}");
                assert!(!matches!(public, Event::OpeningChosen { card: Some(_), .. }), "{event:?}");
                let said = text::words("en").say(&text::events::event(pack(), &public));
                for id in &hidden {
                    assert!(!said.split_whitespace().any(|w| w == id), "{said} names {id}");
                }
            }
        });
    }
}

#[test]
fn everybody_may_look_through_the_discard_piles() {
    // every card of an open pile is named in the public view.
    let mut open = 0;
    play(2, 21, Style::Random, |_, city, _, _| {
        let seen = serde_json::to_value(view(pack(), city, Viewer::Public)).expect("a view");
        let mut found = BTreeSet::new();
        words(&seen, &mut found);
        let piles =
            [&city.decks.dusk_discard, &city.decks.weather_discard, &city.decks.citizen_discard];
        for card in piles.into_iter().flatten() {
            open += 1;
            assert!(found.contains(&pack().card(*card).id), "{}", pack().card(*card).id);
        }
    });
    assert!(open > 50);
}
