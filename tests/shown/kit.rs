//! A table, and somebody who plays it at random.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Answer, Event, Game, Localize as _, Message, Policy, Setup, Table};

pub fn game() -> Frostpunk {
    Frostpunk::builtin().expect("the built-in content is good")
}

pub fn say(message: &Message) -> String {
    game_words().localize(message)
}

fn game_words() -> &'static emberhall::frostpunk::text::Catalog {
    emberhall::frostpunk::text::words("en")
}

pub fn start(game: &Frostpunk, seats: usize, seed: u64) -> Box<dyn Table> {
    game.start(&Setup::usual(game, seats), seed).expect("it starts").0
}

/// Plays to the end; calls back before every answer with the table, after it with what happened.
pub fn play(
    game: &Frostpunk,
    seed: u64,
    policy: Policy,
    mut before: impl FnMut(&dyn Table),
    mut after: impl FnMut(&dyn Table, &[Event]),
) {
    let mut table = start(game, 1 + (seed % 4) as usize, seed);
    for step in 0..5000 {
        if table.outcome().is_some() {
            return;
        }
        before(table.as_ref());
        let decision = table.decisions().remove(0).id;
        let choice = table.choose(decision, policy, seed ^ step).expect("something is open");
        let answer = Answer { decision: Some(decision), choice };
        let events = table.apply(&answer).expect("an advised answer is accepted");
        after(table.as_ref(), &events);
    }
    panic!("seed {seed}: this campaign does not end");
}

/// Nothing that shows a hole in the words.
pub fn is_whole(sentence: &str) -> bool {
    !sentence.is_empty() && !sentence.contains(['⟨', '⟩', '{', '}']) && !sentence.contains("  ")
}
