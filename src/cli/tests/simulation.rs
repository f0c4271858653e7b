//! Simulation: the same sums on any number of threads, and crashes by seed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Stones;
use crate::game::{Policy, Setup};
use crate::simulate::{RunPlan, run};

fn plan(threads: usize, options: &[(&str, &str)]) -> RunPlan {
    let options: BTreeMap<String, String> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let setup = |players| Setup {
        roles: vec!["generator".to_owned(); players],
        scenario: "crater".to_owned(),
        options: options.clone(),
    };
    let setups = vec![setup(1), setup(2)];
    RunPlan {
        games: 50,
        seed: 10,
        setups,
        policy: Policy::Random,
        threads,
        coverage: false,
        weigh: 0,
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let ticks = AtomicU64::new(0);
    let tick = || {
        ticks.fetch_add(1, Ordering::Relaxed);
    };
    let mut one = run(&Stones::new(), &plan(1, &[]), &tick).expect("no stone breaks");
    let mut four = run(&Stones::new(), &plan(4, &[]), &tick).expect("no stone breaks");
    (one.seconds, four.seconds) = (0.0, 0.0);
    assert_eq!(one, four);
    assert_eq!((one.games, one.won, one.lost["odd"]), (50, 25, 25));
    assert_eq!(one.rounds.histogram.values().sum::<u64>(), 50);
    assert_eq!(ticks.into_inner(), 100);
}

#[test]
fn a_crash_names_its_seed_and_setup() {
    for threads in [1, 3] {
        let broken = run(&Stones::new(), &plan(threads, &[("crash", "21")]), &|| {});
        let broken = broken.expect_err("seed 21 breaks");
        assert_eq!((broken.crash.seed, broken.crash.step), (21, 3));
        assert_eq!(broken.setup.roles.len(), 2);
    }
}

#[test]
fn a_panic_becomes_a_crash() {
    let broken = run(&Stones::new(), &plan(2, &[("panic", "12")]), &|| {});
    let broken = broken.expect_err("seed 12 panics");
    assert_eq!(broken.crash.seed, 12);
    assert!(broken.crash.what.contains("the table broke"));
}

#[test]
fn a_mix_plays_every_setup_by_each_policy_in_turn() {
    let mut mixed = plan(1, &[("crash", "17")]);
    mixed.policy = Policy::Mixed;
    let broken = run(&Stones::new(), &mixed, &|| {}).expect_err("seed 17 breaks");
    // Campaign 7: the second setup for the fourth time.
    assert_eq!((broken.setup.roles.len(), broken.policy), (2, Policy::Curious));
    let policies: Vec<Policy> = (0..10).step_by(2).map(|game| mixed.policy_of(game)).collect();
    // The curious come twice: what is rare needs them.
    let [random, greedy, curious] = [Policy::Random, Policy::Greedy, Policy::Curious];
    assert_eq!(policies, [random, greedy, curious, curious, random]);
    assert_eq!(mixed.policy_of(2), mixed.policy_of(3), "both setups");
}
