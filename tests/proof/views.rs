//! No viewer sees what is hidden from it: not in the view, not in events.

use std::collections::BTreeSet;

use emberhall::frostpunk::rules::event::Event;
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

/// The cards and tiles a record names.
fn named(record: &Value, found: &mut Vec<String>) {
    let Value::Object(fields) = record else { return };
    for (field, value) in fields {
        let list = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for one in list {
            match (field.as_str(), one.as_u64()) {
                ("card" | "cards" | "law", Some(at)) => {
                    found.push(pack().cards[at as usize].id.clone());
                }
                ("tile" | "tiles", Some(at)) => found.push(pack().tiles[at as usize].id.clone()),
                _ => named(one, found),
            }
        }
    }
}

/// A card is known by its number, and the Faith Keepers show what they see
/// though it lies face down then.
fn names_openly(event: &Event) -> bool {
    matches!(event, Event::DuskAdded { .. } | Event::DisputeAdded { .. } | Event::DuskSeen { .. })
}

#[test]
fn what_everybody_is_told_names_no_card_or_tile_that_is_still_hidden() {
    let mut told = 0;
    for seed in 60..90 {
        // A Consequence out of the game counts as hidden, though it may have been turned.
        let mut turned = BTreeSet::new();
        play(4, seed, Style::Random, |_, city, _, events| {
            turned.extend(events.iter().filter_map(|event| match event {
                Event::Revealed { card } => Some(pack().card(*card).id.clone()),
                _ => None,
            }));
            // Cards of the dead that were seen may lie in the new deck.
            if events.contains(&Event::CitizensReshuffled) {
                return;
            }
            let mut hidden = hidden_ids(pack(), city, Viewer::Public);
            hidden.retain(|id| !(id.starts_with('L') && turned.contains(id)));
            let public = events.iter().filter(|e| !names_openly(e)).filter_map(Event::public);
            for event in public {
                let mut ids = Vec::new();
                named(&serde_json::to_value(&event).expect("a record"), &mut ids);
                told += ids.len();
                let leak = ids.iter().find(|id| hidden.contains(id));
                assert_eq!(leak, None, "seed {seed}: {event:?}");
            }
        });
    }
    assert!(told > 500, "{told} cards and tiles were named at all");
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
