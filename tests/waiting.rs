//! Waiting, the measure of asynchronous play: `simulate --table`.

#![allow(clippy::expect_used, clippy::panic)]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use emberhall::council::Settings;
use emberhall::council::settings::{Pace, PublicVoteMode};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Setup};
use emberhall::simulate::table::{MODES, TablePlan, wait};
use emberhall::simulate::waiting::{Figure, Mode, WaitReport};

fn game() -> Arc<dyn Game> {
    Arc::new(Frostpunk::builtin().expect("the built-in content is good"))
}

fn tables(game: &Arc<dyn Game>, games: u64, pace: Pace, threads: usize) -> TablePlan {
    let (scenario, options) = ("crater".to_owned(), BTreeMap::new());
    TablePlan {
        games,
        seed: 5,
        setup: Setup { roles: game.roles(), scenario, options },
        settings: Settings { pace, ..Settings::default() },
        people: None,
        away: Vec::new(),
        public: Vec::new(),
        modes: MODES.to_vec(),
        threads,
    }
}

/// Six campaigns of each mode, played once for all tests.
fn played() -> &'static WaitReport {
    static PLAYED: OnceLock<WaitReport> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let game = game();
        wait(&game, &tables(&game, 6, Pace::Daily, 2), &|| {}).expect("every campaign ends")
    })
}

fn mode(name: &str) -> &'static Mode {
    played().modes.iter().find(|mode| mode.turns == name).expect("every mode is played")
}

/// A figure that a simulation always has.
fn mean(figure: Option<Figure>) -> f64 {
    figure.expect("it is counted").mean
}

fn days(mode: &Mode) -> f64 {
    mean(mode.campaign_days)
}

#[test]
fn every_mode_finishes_its_campaigns() {
    for (_, name) in MODES {
        let mode = mode(name);
        assert!(mode.rounds >= 2, "{name} played {} rounds", mode.rounds);
        assert!(mode.clicks.mean > 0.0 && days(mode) > 0.0, "{name}");
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
    assert!(days(&waited.modes[0]) < 1.0, "{waited:?}");
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
            "messages",
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
        assert!(mode.get("public").is_none(), "there was no server around it");
        assert!(mode.get("games").is_none() && mode["people"].get("heard").is_none());
        for figure in ["ballots", "votes", "turnout", "hours", "voices"] {
            assert!(mode["people"][figure]["mean"].is_number(), "{figure}");
        }
        assert!(mode["people"]["matters"].is_u64() && mode["people"]["by_people"].is_number());
    }
}

/// The same campaigns with servers of several sizes around them.
fn with_publics(publics: &[u32], people: Option<PublicVoteMode>, threads: usize) -> Vec<Mode> {
    let game = game();
    let mut tables = tables(&game, 4, Pace::Daily, threads);
    tables.modes.retain(|(_, name)| *name == "relay");
    tables.public = publics.to_vec();
    tables.people = people;
    wait(&game, &tables, &|| {}).expect("every campaign ends").modes
}

#[test]
fn a_larger_server_votes_more_and_decides_more() {
    let modes = with_publics(&[0, 12, 120], None, 2);
    let [alone, village, town] = modes.as_slice() else { panic!("a column for each: {modes:?}") };
    assert_eq!(alone.people.ballots, Some(Figure::default()), "of four nobody is asked");
    assert_eq!(alone.people.voices, Some(Figure::default()));
    for asked in [village, town] {
        assert!(mean(asked.people.ballots) > 0.0 && asked.people.matters > 0, "{asked:?}");
    }
    assert!(town.people.votes.mean > village.people.votes.mean);
    assert!(mean(town.people.voices) > mean(village.people.voices));
    assert!(mean(town.people.turnout) <= 1.0 && town.people.by_people <= 1.0);
    assert!(town.people.by_people > 0.0, "{town:?}");
    assert!(modes.iter().all(|mode| mode.people.hours.mean > 0.0), "a Law takes its time");
}

#[test]
fn a_few_people_are_asked_where_somebody_says_so() {
    let modes = with_publics(&[5], Some(PublicVoteMode::OnDemand), 1);
    assert!(mean(modes[0].people.ballots) > 0.0, "{modes:?}");
    assert_eq!(
        modes,
        with_publics(&[5], Some(PublicVoteMode::OnDemand), 3),
        "on any number of threads"
    );
}
