//! Speed of the rules as ratios of one run: `cargo bench --bench rules`.
//!
//! Machines differ and are noisy, so every figure is measured against a clone
//! of the same states in the same run; medians of many short rounds. The limits
//! are printed beside the figures, and a ratio above its limit ends with 1.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use emberhall::frostpunk::rules::decision::Pick;
use emberhall::frostpunk::rules::dice::Dice;
use emberhall::frostpunk::rules::program::Pack;
use emberhall::frostpunk::rules::save::Save;
use emberhall::frostpunk::rules::state::City;
use emberhall::frostpunk::rules::{self, Setup};
use emberhall::frostpunk::{content, policy};

/// A state with a question, and an answer to it.
struct Moment {
    city: City,
    decision: u32,
    pick: Pick,
}

fn setup(players: usize) -> Setup {
    Setup::usual(players)
}

/// Moments of many campaigns, with a city that cannot die so that late rounds are reached.
fn moments(pack: &Pack) -> Vec<Moment> {
    let mut all = Vec::new();
    for seed in 0..12 {
        let (mut city, _) =
            rules::start(pack, &setup(1 + (seed % 4) as usize), seed).expect("it starts");
        let mut dice = Dice::new(seed + 500);
        while city.outcome.is_none() && all.len() < 60_000 {
            nurse(&mut city);
            let at = dice.below(city.pending.len() as u32) as usize;
            let Some(pick) = policy::random(pack, &city, at, &mut dice) else {
                break;
            };
            let decision = city.pending[at].id;
            all.push(Moment { city: city.clone(), decision, pick });
            rules::apply_pick(pack, &mut city, decision, pick)
                .expect("a listed answer is accepted");
        }
    }
    all
}

/// Keeps a randomly played city alive: the last rounds are what is measured.
fn nurse(city: &mut City) {
    city.sick = city.sick.map(|n| n.min(4));
    city.hunger = 0;
    city.corpses = city.corpses.min(2);
    city.generator.stress = city.generator.stress.min(3);
    city.food = city.food.max(10);
    for kind in 0..3 {
        city.citizens[kind] = city.citizens[kind].max(10);
    }
    while city.tokens[1].len() > 3 {
        if let Some(token) = city.tokens[1].pop() {
            city.bags[token.mood.at()] += 1;
        }
    }
    for token in &mut city.tokens[0] {
        token.active = true;
    }
    while city.tokens[0].len() < 4 {
        let mood = rules::ids::Mood::Care;
        let Some(mood) =
            [mood, rules::ids::Mood::Justice].into_iter().find(|m| city.bags[m.at()] > 0)
        else {
            break;
        };
        city.bags[mood.at()] -= 1;
        city.tokens[0].push(rules::state::Token { mood, active: true });
    }
}

/// Median nanoseconds per moment over several passes.
fn median(moments: &[&Moment], mut work: impl FnMut(&Moment)) -> f64 {
    let mut passes: Vec<f64> = (0..15)
        .map(|_| {
            let start = Instant::now();
            moments.iter().for_each(|moment| work(moment));
            start.elapsed().as_nanos() as f64 / moments.len() as f64
        })
        .collect();
    passes.sort_by(f64::total_cmp);
    passes[passes.len() / 2]
}

fn answer(pack: &Pack, moment: &Moment) {
    let mut city = moment.city.clone();
    let ask = &city.pending.iter().find(|p| p.id == moment.decision).expect("it is open").ask;
    black_box(rules::choices(pack, &city, ask));
    black_box(rules::apply_pick(pack, &mut city, moment.decision, moment.pick).is_ok());
}

fn report(what: &str, ratio: f64, limit: f64) -> bool {
    let good = ratio <= limit;
    println!("{what:<58} {ratio:>7.2}  (limit {limit}) {}", if good { "ok" } else { "TOO SLOW" });
    good
}

fn random_games(pack: &Pack) -> f64 {
    let start = Instant::now();
    let mut decisions = 0_u32;
    for seed in 0..300 {
        let (mut city, _) = rules::start(pack, &setup(3), seed).expect("it starts");
        let mut dice = Dice::new(seed);
        while city.outcome.is_none() {
            let Some(pick) = policy::random(pack, &city, 0, &mut dice) else {
                break;
            };
            let id = city.pending[0].id;
            rules::apply_pick(pack, &mut city, id, pick).expect("a listed answer is accepted");
            decisions += 1;
        }
    }
    f64::from(decisions) / start.elapsed().as_secs_f64()
}

fn main() -> ExitCode {
    let pack = content::builtin().expect("the content loads");
    let all = moments(&pack);
    let of = |from: u8, to: u8| -> Vec<&Moment> {
        all.iter().filter(|m| (from..=to).contains(&m.city.round)).take(4_000).collect()
    };
    let (every, second, last) = (of(1, 15), of(2, 2), of(15, 15));
    println!("{} moments: {} in Round 2, {} in Round 15", all.len(), second.len(), last.len());
    if second.is_empty() || last.is_empty() {
        println!("no campaign reached the last round");
        return ExitCode::FAILURE;
    }
    let clone = median(&every, |m| drop(black_box(m.city.clone())));
    // The work includes one clone of its own to start from; it is taken off again.
    let work = median(&every, |m| answer(&pack, m)) - clone;
    let early = median(&second, |m| answer(&pack, m))
        - median(&second, |m| drop(black_box(m.city.clone())));
    let late =
        median(&last, |m| answer(&pack, m)) - median(&last, |m| drop(black_box(m.city.clone())));
    let largest = all.iter().step_by(50).map(|m| {
        serde_json::to_string(&Save::of(&pack, &m.city)).map_or(usize::MAX, |json| json.len())
    });
    let largest = largest.max().unwrap_or(usize::MAX);
    println!("one clone {clone:.0} ns; list and answer one decision {work:.0} ns");
    let good = [
        report("list and answer one decision, in clones of the state", work / clone, 5.0),
        report("a decision in the last round against one in the second", late / early, 1.5),
        report("largest save, in kB", largest as f64 / 1000.0, 64.0),
    ];
    println!(
        "random decisions a second on one core: {:.0} (orientation 100000)",
        random_games(&pack)
    );
    if good.iter().all(|g| *g) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
