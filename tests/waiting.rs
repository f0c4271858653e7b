//! Waiting, the measure of asynchronous play: `simulate --table`.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use emberhall::council::Settings;
use emberhall::council::settings::Pace;
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Setup};
use emberhall::simulate::table::{MODES, Tables, wait};
use emberhall::simulate::waiting::{Mode, Waiting};

fn game() -> Arc<dyn Game> {
    Arc::new(Frostpunk::builtin().expect("the built-in content is good"))
}

fn tables(game: &Arc<dyn Game>, games: u64, pace: Pace, threads: usize) -> Tables {
    let (scenario, options) = ("crater".to_owned(), BTreeMap::new());
    Tables {
        games,
        seed: 5,
        setup: Setup { roles: game.roles(), scenario, options },
        settings: Settings { pace, ..Settings::default() },
        away: Vec::new(),
        modes: MODES.to_vec(),
        threads,
    }
}

/// Six campaigns of each mode, played once for all tests.
fn played() -> &'static Waiting {
    static PLAYED: OnceLock<Waiting> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let game = game();
        wait(&game, &tables(&game, 6, Pace::Daily, 2), &|| {}).expect("every campaign ends")
    })
}

fn mode(name: &str) -> &'static Mode {
    played().modes.iter().find(|mode| mode.turns == name).expect("every mode is played")
}

#[test]
fn every_mode_finishes_its_campaigns() {
    for (_, name) in MODES {
        let mode = mode(name);
        assert!(mode.rounds >= 2, "{name} played {} rounds", mode.rounds);
        assert!(mode.clicks.mean > 0.0 && mode.campaign_days.mean > 0.0, "{name}");
    }
}

#[test]
fn the_same_seed_gives_the_same_figures_on_any_number_of_threads() {
    let game = game();
    let relay = |threads| {
        let mut tables = tables(&game, 6, Pace::Daily, threads);
        tables.modes.retain(|(_, name)| *name == "relay");
        wait(&game, &tables, &|| {}).expect("every campaign ends")
    };
    let one = relay(1);
    assert_eq!(one, relay(3));
    assert_eq!(&one.modes[0], mode("relay"));
}

#[test]
fn relay_needs_no_more_handovers_than_strict() {
    assert!(mode("relay").handovers.mean <= mode("strict").handovers.mean);
}

#[test]
fn a_live_table_ends_the_same_day() {
    let game = game();
    let mut tables = tables(&game, 1, Pace::Live, 1);
    tables.modes.retain(|(_, name)| *name == "relay");
    let waited = wait(&game, &tables, &|| {}).expect("the campaign ends");
    assert!(waited.modes[0].campaign_days.mean < 1.0, "{waited:?}");
}

#[test]
fn the_report_has_the_documented_fields() {
    let json = serde_json::to_value(played()).expect("plain data");
    assert_eq!((&json["players"], &json["games"]), (&4.into(), &6.into()));
    for mode in json["modes"].as_array().expect("a list") {
        for figure in [
            "clicks",
            "questions",
            "handovers",
            "changes",
            "notices",
            "calls",
            "round_days",
            "campaign_days",
        ] {
            assert!(mode[figure]["mean"].is_number() && mode[figure]["p90"].is_number());
        }
        for kind in mode["kinds"].as_object().expect("an object").values() {
            for figure in ["questions", "clicks", "handovers", "hours"] {
                assert!(kind[figure].is_number(), "{figure}");
            }
            assert!(kind["how"].is_object());
        }
        assert!(mode["how"].is_object() && mode["rounds"].is_u64() && mode["refused"].is_u64());
    }
}
