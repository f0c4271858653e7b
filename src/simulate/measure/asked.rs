//! Reconstructs the open questions after each step of a log.
//!
//! Exact if the game can replay the answers from the seed. Otherwise they are inferred: a question
//! was asked after the step before its answer, or together with one that was asked later and
//! answered sooner, and it belonged to the seat that answered it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Kept;
use super::course::Step;
use crate::council::log::{Answered, DecidedBy, EntryKind, HouseReason};
use crate::council::question::{Resolver, resolver_of};
use crate::game::{Answer, Decision, Game, Seat, Table};

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The decision id of the game.
    pub(super) decision: u32,
    /// The kind of question.
    pub(super) ask: String,
    /// Who can answer it.
    pub(super) way: Resolver,
}

/// Open questions after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    pub(super) asked: Vec<Asked>,
    /// The leader's seat, if known.
    pub(super) leader: Option<Seat>,
}

/// Maximum number of answers replayed again because of undo entries.
const MOST_AGAIN: usize = 100_000;

/// Replays the game. Returns `None` if the log cannot be replayed.
pub(super) fn by_game(kept: &Kept<'_>, steps: &[Step<'_>], game: &dyn Game) -> Option<Vec<Open>> {
    let played = catch_unwind(AssertUnwindSafe(|| played(kept, steps, game)));
    played.ok().flatten()
}

fn played(kept: &Kept<'_>, steps: &[Step<'_>], game: &dyn Game) -> Option<Vec<Open>> {
    let roles = kept.council.seating.0.iter().map(|state| state.role.clone()).collect();
    let (start, _) = game.start(&kept.charter.setup(roles), kept.charter.seed).ok()?;
    let (mut table, mut counting) = (start.clone_box(), Vec::new());
    let (mut all, mut replayed) = (Vec::new(), 0);
    for step in steps {
        for entry in step.entries {
            match &entry.kind {
                EntryKind::Answer(answered) => {
                    apply(table.as_mut(), answered)?;
                    counting.push((entry.seq, answered));
                }
                EntryKind::Undo { back_to, .. } => {
                    counting.retain(|(seq, _)| seq < back_to);
                    replayed += counting.len();
                    if replayed > MOST_AGAIN {
                        return None;
                    }
                    table = start.clone_box();
                    for (_, answered) in &counting {
                        apply(table.as_mut(), answered)?;
                    }
                }
                _ => {}
            }
        }
        all.push(open(table.as_ref(), step));
    }
    Some(all)
}

fn apply(table: &mut dyn Table, answered: &Answered) -> Option<()> {
    let (decision, choice) = (Some(answered.decision), answered.choice.clone());
    table.apply(&Answer { decision, choice }).ok().map(drop)
}

fn open(table: &dyn Table, step: &Step<'_>) -> Open {
    let leader = Some(table.leader());
    let over = step.entries.iter().any(|entry| matches!(entry.kind, EntryKind::Ended { .. }));
    let decisions = if over { Vec::new() } else { table.decisions() };
    let asked = |decision: Decision| {
        let way = resolver_of(&decision, step.settings);
        Asked { decision: decision.id, ask: decision.ask, way }
    };
    Open { asked: decisions.into_iter().map(asked).collect(), leader }
}

/// Infers the open questions from the answers.
pub(super) fn by_log(steps: &[Step<'_>]) -> Vec<Open> {
    let mut all = vec![Open::default(); steps.len()];
    // By question number: one with a higher number was asked at the same time or later.
    let mut answers: Vec<(usize, bool, &Answered)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        for (index, entry) in step.entries.iter().enumerate() {
            if let EntryKind::Answer(answered) = &entry.kind {
                answers.push((at, index == 0, answered));
            }
        }
    }
    answers.sort_by_key(|(_, _, answered)| std::cmp::Reverse(answered.question));
    let mut put = usize::MAX;
    for (at, first, answered) in answers {
        if !waited(&answered.decided_by, first) {
            continue;
        }
        put = put.min(led_to(steps, at));
        let way = guessed(answered);
        let (decision, ask) = (answered.decision, answered.ask.clone());
        let asked = Asked { decision, ask, way };
        all.iter_mut().take(at).skip(put).for_each(|open| open.asked.push(asked.clone()));
    }
    all
}

/// The last earlier step that can have opened a question.
fn led_to(steps: &[Step<'_>], at: usize) -> usize {
    let leads = |step: &Step<'_>| {
        step.entries.iter().any(|entry| {
            matches!(
                entry.kind,
                EntryKind::Began { .. } | EntryKind::Answer(_) | EntryKind::Undo { .. }
            )
        })
    };
    let before = steps.get(..at).unwrap_or_default();
    before.iter().rposition(leads).unwrap_or_default()
}

/// Whether the table waited for this answer. Other answers come in the step that asks for them.
fn waited(decided_by: &DecidedBy, first: bool) -> bool {
    match decided_by {
        DecidedBy::Only | DecidedBy::Order { .. } => false,
        DecidedBy::House { reason: HouseReason::Plays(_) | HouseReason::BreaksTie } => false,
        DecidedBy::Away { .. } => first,
        _ => true,
    }
}

/// Infers who could answer a question from who did.
fn guessed(answered: &Answered) -> Resolver {
    if let Some(seat) = answered.private {
        return Resolver::Private(seat);
    }
    match &answered.decided_by {
        DecidedBy::Vote { .. } => Resolver::Vote,
        DecidedBy::House {
            reason: HouseReason::NoVotes | HouseReason::TieUnbroken | HouseReason::BreaksTie,
        } => Resolver::Vote,
        DecidedBy::Public { .. } => Resolver::Public,
        // The log names the leader only here.
        DecidedBy::Leader { seat, .. } => Resolver::Private(*seat),
        DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. }
        | DecidedBy::Order { seat }
        | DecidedBy::Away { seat }
        | DecidedBy::House { reason: HouseReason::Plays(seat) } => Resolver::Turn(*seat),
        DecidedBy::Only | DecidedBy::House { reason: HouseReason::Late } => Resolver::Anyone,
    }
}
