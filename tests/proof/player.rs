//! Players for the proofs: every campaign here is repeated by its seed.

use std::sync::OnceLock;

use emberhall::frostpunk::rules::dice::Dice;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::look::Look;
use emberhall::frostpunk::rules::program::Pack;
use emberhall::frostpunk::rules::state::City;
use emberhall::frostpunk::rules::{self, Setup, keys};
use emberhall::frostpunk::{content, policy};

pub fn pack() -> &'static Pack {
    static PACK: OnceLock<Pack> = OnceLock::new();
    PACK.get_or_init(|| content::builtin().expect("the content loads"))
}

pub fn setup(players: usize) -> Setup {
    Setup::usual(players)
}

pub fn start(players: usize, seed: u64) -> (City, Vec<Event>) {
    rules::start(pack(), &setup(players), seed).expect("it starts")
}

/// An answer as a front end gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub decision: u32,
    pub key: String,
}

/// How the next answer is found.
#[derive(Clone, Copy)]
pub enum Style {
    Random,
    /// Greedy for three questions of four, so that odd corners are seen too.
    Mixed,
}

pub fn next(city: &City, style: Style, dice: &mut Dice) -> Given {
    let at = dice.below(city.pending.len() as u32) as usize;
    let greedy = match style {
        Style::Random => false,
        Style::Mixed => dice.below(8) > 0,
    };
    given(city, at, greedy, dice)
}

/// The answer to one open question.
pub fn given(city: &City, at: usize, greedy: bool, dice: &mut Dice) -> Given {
    let pick = if greedy {
        policy::greedy(pack(), city, at, 7).expect("something is open").pick
    } else {
        policy::random(pack(), city, at, dice).expect("something is open")
    };
    let pending = &city.pending[at];
    Given { decision: pending.id, key: keys::key(Look::new(pack(), city), &pending.ask, pick) }
}

pub fn apply(city: &mut City, given: &Given) -> Vec<Event> {
    rules::apply(pack(), city, Some(given.decision), &given.key)
        .unwrap_or_else(|why| panic!("{given:?}: {why}"))
}

/// Plays to the end and calls back after every answer.
pub fn play(
    players: usize,
    seed: u64,
    style: Style,
    mut after: impl FnMut(&City, &City, &Given, &[Event]),
) -> (City, Vec<Given>) {
    let (mut city, _) = start(players, seed);
    let mut dice = Dice::new(seed ^ 0xface);
    let mut log = Vec::new();
    while city.outcome.is_none() {
        let given = next(&city, style, &mut dice);
        let before = city.clone();
        let events = apply(&mut city, &given);
        after(&before, &city, &given, &events);
        log.push(given);
        assert!(log.len() < 50_000, "seed {seed}: this campaign does not end");
    }
    (city, log)
}

/// Keeps a city alive, so that random answers see all fifteen rounds and the end.
pub fn nurse(city: &mut City) {
    use emberhall::frostpunk::rules::decision::Ask;
    use emberhall::frostpunk::rules::ids::{Mood, Track};
    use emberhall::frostpunk::rules::state::Token;
    // Only between turns: no open question may be about what is changed here.
    if !matches!(city.pending[0].ask, Ask::Turn | Ask::Fuel(0) | Ask::Advisor) {
        return;
    }
    for kind in 0..3 {
        city.citizens[kind] = city.citizens[kind].max(12);
        city.sick[kind] = city.sick[kind].min(6);
    }
    city.hunger = 0;
    city.food = city.food.max(12);
    city.corpses = city.corpses.min(3);
    city.generator.stress = city.generator.stress.min(4);
    city.supply[0] = city.supply[0].max(6);
    city.supply[2] = city.supply[2].max(2);
    while city.track(Track::Discontent).len() > 3 {
        let token = city.tokens[Track::Discontent.at()].remove(0);
        city.bags[token.mood.at()] += 1;
    }
    for token in &mut city.tokens[Track::Hope.at()] {
        token.active = true;
    }
    while city.track(Track::Hope).len() < 5 {
        let in_bag = |mood: &Mood| city.bags[mood.at()] > 0;
        let Some(mood) = Mood::of(Track::Hope).into_iter().find(in_bag) else {
            return;
        };
        city.bags[mood.at()] -= 1;
        city.tokens[Track::Hope.at()].push(Token { mood, active: true });
    }
}
