//! Who clicked for an answer, in which order.
//!
//! May use: the words of `council`. Deliberately absent: counting (`hands`).
//!
//! The votes of an answer have no times. The person who had clicked last before is taken to
//! have voted first, being there; the one who answers the next question soon after, to have voted
//! last, being there still.

use super::course::Step;
use crate::council::log::{Answered, DecidedBy, EntryKind};
use crate::council::{Span, Timestamp, UserId};
use crate::game::Seat;

/// Somebody who did something so lately is still there: as the council has it.
pub(super) const AT_THE_TABLE: Span = Span::minutes(5);

/// A deadline is noticed within this time.
const AT_ONCE: Span = Span::seconds(2);

/// The people who clicked for an answer, in order; none is somebody the log does not name.
pub(super) fn of(
    steps: &[Step<'_>],
    at: usize,
    answered: &Answered,
    (last, leader, closed): (Option<UserId>, Option<Seat>, Option<Timestamp>),
) -> Vec<Option<UserId>> {
    let Some(step) = steps.get(at) else { return Vec::new() };
    match &answered.decided_by {
        DecidedBy::Seat { by, .. }
        | DecidedBy::OnBehalf { by, .. }
        | DecidedBy::Leader { by, .. } => {
            vec![Some(*by)]
        }
        DecidedBy::Vote { votes, tie } => {
            let voters = voters(step, votes.keys());
            let clicked = in_order(voters, last, next_hand(steps, at));
            let broke = if *tie { breaker(step, votes.keys(), leader) } else { Vec::new() };
            clicked.into_iter().map(Some).chain(broke).collect()
        }
        // Unless the leader had voted for one of the tied answers, which is seen at once.
        DecidedBy::Public { tie: true, .. } if closed.is_some_and(|at| step.at - at > AT_ONCE) => {
            vec![leader.and_then(|seat| step.holder(seat))]
        }
        _ => Vec::new(),
    }
}

/// The people behind the seats that voted, each once: somebody with two votes by one click.
fn voters<'s>(step: &Step<'_>, seats: impl Iterator<Item = &'s Seat>) -> Vec<UserId> {
    let holders: Vec<Option<UserId>> = seats.map(|seat| step.holder(*seat)).collect();
    super::course::people(&holders)
}

/// A tie that came of all votes was broken by the leader's own; of one that came of a deadline the
/// leader was asked, unless the leader had voted.
fn breaker<'s>(
    step: &Step<'_>,
    seats: impl Iterator<Item = &'s Seat>,
    leader: Option<Seat>,
) -> Vec<Option<UserId>> {
    let voted: Vec<&Seat> = seats.collect();
    let seats = (0..step.holders.len()).map(|at| Seat(at as u8));
    let silent: Vec<Seat> =
        seats.filter(|seat| step.holder(*seat).is_some() && !voted.contains(&seat)).collect();
    match (leader, silent.as_slice()) {
        (Some(leader), silent) if silent.contains(&leader) => vec![step.holder(leader)],
        (Some(_), _) | (None, []) => Vec::new(),
        (None, [one]) => vec![step.holder(*one)],
        (None, _) => vec![None],
    }
}

/// Who acts next, and is still there.
enum Next {
    /// Soon after.
    There(UserId),
    /// After a while: somebody who was not there.
    Came(UserId),
    /// By a vote, or nobody.
    Unknown,
}

fn next_hand(steps: &[Step<'_>], at: usize) -> Next {
    let Some(step) = steps.get(at) else { return Next::Unknown };
    for next in steps.iter().skip(at + 1) {
        for entry in next.entries {
            let EntryKind::Answer(answered) = &entry.kind else { continue };
            let by = match &answered.decided_by {
                DecidedBy::Seat { by, .. }
                | DecidedBy::OnBehalf { by, .. }
                | DecidedBy::Leader { by, .. } => *by,
                DecidedBy::Vote { .. } => return Next::Unknown,
                _ => continue,
            };
            let soon = next.at - step.at <= AT_THE_TABLE;
            return if soon { Next::There(by) } else { Next::Came(by) };
        }
    }
    Next::Unknown
}

fn in_order(mut voters: Vec<UserId>, last: Option<UserId>, next: Next) -> Vec<UserId> {
    if let Some(at) = voters.iter().position(|user| Some(*user) == last) {
        voters.swap(0, at);
    }
    let rest = voters.get_mut(1..).unwrap_or_default();
    let end = rest.len().saturating_sub(1);
    match next {
        Next::There(user) => {
            if let Some(at) = rest.iter().position(|one| *one == user) {
                rest.swap(at, end);
            }
        }
        Next::Came(user) => {
            if rest.last() == Some(&user) {
                rest.swap(0, end);
            }
        }
        Next::Unknown => {}
    }
    voters
}
