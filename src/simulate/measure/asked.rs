//! What was open after each step of a log.
//!
//! May use: the boundary, the words of `council`. Deliberately absent: counting.
//!
//! The game says it best: the answers are played again from the seed. Where that cannot be, the
//! answers tell: a question had been put after the step before its answer, or together with one
//! that was put later and answered sooner, and who answered it is whose it was.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Kept;
use super::course::Step;
use crate::council::log::{Answered, DecidedBy, EntryKind, HouseReason};
use crate::council::question::{Resolver, resolver_of};
use crate::game::{Answer, Decision, Game, Seat, Table};

/// A question that waits for somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    /// The game's number of it.
    pub(super) decision: u32,
    /// What kind it is.
    pub(super) ask: String,
    /// Who settles it.
    pub(super) way: Resolver,
}

/// What is open after a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Open {
    /// The questions.
    pub(super) asked: Vec<Asked>,
    /// The seat with the final say, if it is known.
    pub(super) leader: Option<Seat>,
}

/// Answers that are given once more because of what was undone, at most.
const MOST_AGAIN: usize = 100_000;

/// As the game asks it; nothing if it cannot be played again.
pub(super) fn by_game(kept: &Kept<'_>, steps: &[Step<'_>], game: &dyn Game) -> Option<Vec<Open>> {
    let played = catch_unwind(AssertUnwindSafe(|| played(kept, steps, game)));
    played.ok().flatten()
}

fn played(kept: &Kept<'_>, steps: &[Step<'_>], game: &dyn Game) -> Option<Vec<Open>> {
    let roles = kept.council.seating.0.iter().map(|chair| chair.role.clone()).collect();
    let (start, _) = game.start(&kept.charter.setup(roles), kept.charter.seed).ok()?;
    let (mut table, mut counting) = (start.clone_box(), Vec::new());
    let (mut all, mut given) = (Vec::new(), 0);
    for step in steps {
        for entry in step.entries {
            match &entry.kind {
                EntryKind::Answer(answered) => {
                    give(table.as_mut(), answered)?;
                    counting.push((entry.seq, answered));
                }
                EntryKind::Undo { back_to, .. } => {
                    counting.retain(|(seq, _)| seq < back_to);
                    given += counting.len();
                    if given > MOST_AGAIN {
                        return None;
                    }
                    table = start.clone_box();
                    for (_, answered) in &counting {
                        give(table.as_mut(), answered)?;
                    }
                }
                _ => {}
            }
        }
        all.push(open(table.as_ref(), step));
    }
    Some(all)
}

fn give(table: &mut dyn Table, answered: &Answered) -> Option<()> {
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

/// As far as the answers tell.
pub(super) fn by_log(steps: &[Step<'_>]) -> Vec<Open> {
    let mut all = vec![Open::default(); steps.len()];
    // By the hall's number: a question with a higher one was put at the same time or later.
    let mut answers: Vec<(usize, bool, &Answered)> = Vec::new();
    for (at, step) in steps.iter().enumerate() {
        for (place, entry) in step.entries.iter().enumerate() {
            if let EntryKind::Answer(answered) = &entry.kind {
                answers.push((at, place == 0, answered));
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

/// The step before this one that may have led to a question.
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

/// Was the table waiting for this answer? Others came with the step that asked for them.
fn waited(how: &DecidedBy, first: bool) -> bool {
    match how {
        DecidedBy::Only | DecidedBy::Order { .. } => false,
        DecidedBy::House { reason: HouseReason::Plays(_) | HouseReason::BreaksTie } => false,
        DecidedBy::Away { .. } => first,
        _ => true,
    }
}

/// Whose question it was, by who answered it.
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
        // Who leads is known only here.
        DecidedBy::Leader { seat, .. } => Resolver::Private(*seat),
        DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. }
        | DecidedBy::Order { seat }
        | DecidedBy::Away { seat }
        | DecidedBy::House { reason: HouseReason::Plays(seat) } => Resolver::Turn(*seat),
        DecidedBy::Only | DecidedBy::House { reason: HouseReason::Late } => Resolver::Anyone,
    }
}
