//! Many campaigns: no panic, no dead end, invariants after every step, every one ends.

use emberhall::frostpunk::rules::check;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::save::Save;

use crate::player::{Style, pack, play};

#[test]
fn four_hundred_random_campaigns_keep_every_invariant_and_end() {
    for seed in 0..400 {
        let players = 1 + (seed % 4) as usize;
        play(players, seed, Style::Random, |_, city, given, _| {
            if let Err(what) = check::invariants(pack(), city) {
                panic!("seed {seed}, {given:?}: {what}");
            }
        });
    }
}

#[test]
fn campaigns_of_a_careful_player_keep_every_invariant_and_end() {
    for seed in 0..24 {
        let players = 1 + (seed % 4) as usize;
        play(players, seed, Style::Mixed, |_, city, given, _| {
            if let Err(what) = check::invariants(pack(), city) {
                panic!("seed {seed}, {given:?}: {what}");
            }
        });
    }
}

#[test]
fn a_save_never_exceeds_64_kilobytes() {
    let mut largest = 0;
    for seed in 0..6 {
        play(4, seed, Style::Mixed, |_, city, _, _| {
            let json = serde_json::to_string(&Save::of(pack(), city)).expect("it saves");
            largest = largest.max(json.len());
        });
    }
    assert!(largest > 1_000, "a save holds a city");
    assert!(largest <= 64 * 1024, "the largest save has {largest} bytes");
}

#[test]
fn a_choice_has_one_key_and_lists_stay_short() {
    use emberhall::frostpunk::rules::look::Look;
    use emberhall::frostpunk::rules::{self, keys};
    for seed in 100..160 {
        play(3, seed, Style::Random, |_, city, _, _| {
            for pending in &city.pending {
                let listed = rules::choices(pack(), city, &pending.ask);
                let look = Look::new(pack(), city);
                let mut names: Vec<String> =
                    listed.iter().map(|c| keys::key(look, &pending.ask, c.pick)).collect();
                assert!(names.len() <= 27, "{:?} lists {}", pending.ask, names.len());
                names.sort();
                let all = names.len();
                names.dedup();
                assert_eq!(names.len(), all, "two choices of {:?} share a key", pending.ask);
            }
        });
    }
}

/// Random answers alone die early; a city that is kept alive shows the whole
/// box: both Storms, Laws, Expeditions, developments, the last card.
#[test]
fn campaigns_kept_alive_see_all_fifteen_rounds_and_are_won() {
    use emberhall::frostpunk::rules::dice::Dice;
    use emberhall::frostpunk::rules::state::Outcome;
    let (mut won, mut laws, mut developed, mut explored) = (0, 0, 0, 0);
    for seed in 0..80 {
        let (mut city, _) = crate::player::start(1 + (seed % 4) as usize, seed);
        let mut dice = Dice::new(seed);
        while city.outcome.is_none() {
            crate::player::nurse(&mut city);
            let given = crate::player::next(&city, Style::Random, &mut dice);
            let events = crate::player::apply(&mut city, &given);
            explored += events.iter().filter(|e| matches!(e, Event::Explored { .. })).count();
            if let Err(what) = check::invariants(pack(), &city) {
                panic!("seed {seed}, round {}, {given:?}: {what}", city.round);
            }
        }
        won += u32::from(city.outcome == Some(Outcome::Won) && city.round == 15);
        laws += city.laws.len();
        developed += city.technologies.iter().filter(|t| t.developed).count();
    }
    // Stocking the vault by chance is rare.
    assert!(won >= 10, "{won} campaigns were won after Round 15");
    assert!(laws > 40 && developed > 20 && explored > 20, "{laws}, {developed}, {explored}");
}
