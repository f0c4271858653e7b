//! Arguments: what is understood, and what is refused with one sentence.

use std::ffi::OsString;

use crate::cli::args::{Command, parse};
use crate::game::Policy;

fn parsed(line: &str) -> Result<Command, String> {
    let refused = |trouble: crate::cli::error::CliError| {
        assert_eq!(trouble.code, 2);
        trouble.sentence
    };
    parse(line.split_whitespace().map(OsString::from)).map_err(refused)
}

#[test]
fn bad_arguments_are_refused_with_a_sentence() {
    for line in [
        "dance",
        "--dance",
        "play --players",
        "play --players none",
        "play --players 0",
        "play --seed -1",
        "play --seed 99999999999999999999",
        "play --society VII",
        "play --difficulty easy",
        "play --set switch",
        "play --set a=1 --set a=2",
        "play --json=yes",
        "play extra",
        "play --state a.json --seed 1",
        "simulate --games 0",
        "simulate --players some",
        "simulate --policy wise",
        "simulate --threads 0",
        "simulate --threads 100000",
        "simulate --seed 18446744073709551615 --games 2",
        "simulate --table --policy random",
        "check-content --seed 1",
        "export two file",
        "export 0 file",
        "render --campaign 1 --since 2 --chart -o file",
        "render --campaign 1 --since 3 --round 2 -o file",
        "serve --token abc",
        "serve --database",
        "serve --database=",
        "prune --days 1 --database=",
        "prune --compact=",
        "sandbox --db=",
        "sandbox --port 70000",
        "serve now",
    ] {
        let sentence = parsed(line).expect_err(line);
        assert!(!sentence.is_empty() && !sentence.contains('\n'), "{line}: {sentence}");
    }
}

#[test]
fn a_society_is_read_in_both_kinds_of_numbers() {
    for (given, wanted) in [("IV", "4"), ("vi", "6"), ("1", "1")] {
        let Ok(Command::Play(play)) = parsed(&format!("play --society {given}")) else {
            panic!("{given} is a Society");
        };
        assert_eq!(play.campaign.setup(&[], 0).options["society"], wanted);
    }
}

#[test]
fn options_reach_the_setup() {
    let line = "simulate --games 7 --players all --policy greedy --set cold_icon_mode=strict";
    let Ok(Command::Simulate(simulate)) = parsed(line) else { panic!("a good line") };
    assert_eq!((simulate.games, simulate.players, simulate.policy), (7, None, Policy::Greedy));
    let roles = ["a".to_owned(), "b".to_owned()];
    let setup = simulate.campaign.setup(&roles, 1);
    assert_eq!(setup.roles, ["a"]);
    assert_eq!(setup.scenario, "crater");
    assert_eq!(setup.options["cold_icon_mode"], "strict");
}
