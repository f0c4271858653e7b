//! Everything listed is accepted, nothing else; what is rejected changes nothing.

use emberhall::frostpunk::rules::decision::Rejected;
use emberhall::frostpunk::rules::look::Look;
use emberhall::frostpunk::rules::state::City;
use emberhall::frostpunk::rules::{self, keys};

use crate::player::{Style, pack, play};

fn bytes(city: &City) -> Vec<u8> {
    serde_json::to_vec(city).expect("it saves")
}

#[test]
fn everything_in_choices_is_accepted_and_everything_blocked_is_not() {
    for seed in 200..215 {
        let players = 1 + (seed % 4) as usize;
        play(players, seed, Style::Random, |city, _, _, _| {
            for pending in &city.pending {
                let look = Look::new(pack(), city);
                for choice in rules::choices(pack(), city, &pending.ask) {
                    let key = keys::key(look, &pending.ask, choice.pick);
                    let mut copy = city.clone();
                    let taken = rules::apply(pack(), &mut copy, Some(pending.id), &key);
                    if choice.blocked.is_none() {
                        assert!(taken.is_ok(), "seed {seed} {:?} {key}: {taken:?}", pending.ask);
                    } else {
                        assert!(matches!(taken, Err(Rejected::Blocked { .. })), "{key}: {taken:?}");
                        assert_eq!(copy, *city);
                    }
                }
            }
        });
    }
}

#[test]
fn an_answer_not_listed_stale_or_malformed_leaves_every_byte_as_it_was() {
    let strange = ["", "42", "done done", "worker ", "N99a", "M001\u{0}", "../..", "💥", "-1"];
    let long = "x".repeat(100_000);
    for seed in 300..312 {
        play(3, seed, Style::Random, |before, after, given, _| {
            let open: Vec<u32> = after.pending.iter().map(|p| p.id).collect();
            let mut city = after.clone();
            let untouched = bytes(after);
            for decision in [Some(given.decision), Some(0), Some(u32::MAX)] {
                let known = decision.is_some_and(|d| open.contains(&d));
                if !known {
                    let stale = rules::apply(pack(), &mut city, decision, &given.key);
                    assert!(
                        matches!(stale, Err(Rejected::NotOpen { .. } | Rejected::Over)),
                        "{stale:?}"
                    );
                }
            }
            for pending in &after.pending {
                for key in strange.iter().copied().chain([long.as_str()]) {
                    let listed = rules::choices(pack(), after, &pending.ask);
                    let look = Look::new(pack(), after);
                    if listed.iter().any(|c| keys::key(look, &pending.ask, c.pick) == key) {
                        continue;
                    }
                    let taken = rules::apply(pack(), &mut city, Some(pending.id), key);
                    assert!(
                        matches!(taken, Err(Rejected::NoSuchChoice { .. })),
                        "{key}: {taken:?}"
                    );
                }
            }
            assert_eq!(bytes(&city), untouched);
            assert_ne!(before, after);
        });
    }
}

#[test]
fn with_several_decisions_open_the_number_must_be_given() {
    let (mut city, _) = crate::player::start(4, 1);
    rules::apply(pack(), &mut city, None, "corner-0")
        .expect("one is open, the number may be left out");
    assert!(city.pending.len() > 1, "starting cards are chosen at the same time");
    let which = rules::apply(pack(), &mut city, None, "C04");
    assert!(matches!(which, Err(Rejected::Which(_))), "{which:?}");
}
