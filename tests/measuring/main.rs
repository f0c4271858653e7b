//! `campaigns --measure`: what a round takes, from the logs.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod by_hand;
mod command;
mod simulated;
mod tended;

use std::sync::Arc;

use emberhall::council::Settings;
use emberhall::council::settings::{Pace, TurnMode};
use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Game, Setup};
use emberhall::simulate::stats::{Round, TableStats};
use emberhall::simulate::table::{MODES, TablePlan};

fn game() -> Arc<dyn Game> {
    Arc::new(Frostpunk::builtin().expect("the built-in content is good"))
}

/// Tables of this many people in a mode, with a server around them or without.
fn tables(game: &Arc<dyn Game>, turns: TurnMode, players: usize, public: Option<u32>) -> TablePlan {
    let mode = MODES.into_iter().find(|(one, _)| *one == turns).expect("a mode");
    TablePlan {
        games: 100,
        seed: 31,
        setup: Setup::usual(&**game, players),
        settings: Settings { pace: Pace::Daily, ..Settings::default() },
        people: None,
        away: Vec::new(),
        public: public.into_iter().collect(),
        modes: vec![mode],
        threads: 1,
    }
}

/// All rounds but what comes before the first.
fn sum(tally: &TableStats) -> Round {
    let mut sum = Round::default();
    for (_, round) in tally.rounds.range(1..) {
        sum.clicks += round.clicks;
        sum.questions += round.questions;
        sum.changes += round.changes;
        sum.handovers += round.handovers;
        sum.calls += round.calls;
        sum.heard += round.heard;
        sum.time += round.time;
    }
    sum
}
