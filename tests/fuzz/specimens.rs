//! Good specimens: a campaign at several moments.

use emberhall::frostpunk::Frostpunk;
use emberhall::game::{Answer, Game, Setup, Table};

use crate::chance::Chance;

/// Any open answer to any open question; none when it is over.
pub fn any_answer(table: &dyn Table, chance: &mut Chance<'_>) -> Option<Answer> {
    let decisions = table.decisions();
    let decision = decisions.get(chance.below(decisions.len()))?;
    let open: Vec<_> = decision.choices.iter().filter(|one| one.blocked.is_none()).collect();
    let choice = open.get(chance.below(open.len()))?.key.clone();
    Some(Answer { decision: Some(decision.id), choice })
}

/// Saves of a campaign, one every few answers.
pub fn saves(game: &Frostpunk, players: usize, seed: u64) -> Vec<serde_json::Value> {
    let mut chance = Chance::new(seed);
    let (mut table, _) = game.start(&Setup::usual(game, players), seed).unwrap();
    let mut saves = vec![table.save()];
    for step in 1..400 {
        let Some(answer) = any_answer(table.as_ref(), &mut chance) else { break };
        table.apply(&answer).unwrap();
        if step % 23 == 0 {
            saves.push(table.save());
        }
    }
    saves.push(table.save());
    saves
}
