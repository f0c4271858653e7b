//! Reconstructs who clicked for an answer, in which order.
//!
//! The votes of an answer have no timestamps. The player of the previous click is assumed to have
//! voted first, and the player who answers the next question soon after to have voted last.

use super::course::Step;
use crate::council::log::{Answered, DecidedBy, EntryKind};
use crate::council::{Span, Timestamp, UserId};
use crate::game::Seat;

/// Time after a click during which a player counts as present, as in the council.
pub(super) const AT_THE_TABLE: Span = Span::minutes(5);

/// Maximum delay between a deadline and its entry in the log.
const AT_ONCE: Span = Span::seconds(2);

/// The players who clicked for an answer, in order; `None` is a player the log does not name.
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
        // If the leader had voted for one of the tied answers, the tie is broken at the deadline,
        // without a click.
        DecidedBy::Public { tie: true, .. } if closed.is_some_and(|at| step.at - at > AT_ONCE) => {
            vec![leader.and_then(|seat| step.holder(seat))]
        }
        _ => Vec::new(),
    }
}

/// The players who hold the seats that voted, each once: one click votes for all seats of a player.
fn voters<'s>(step: &Step<'_>, seats: impl Iterator<Item = &'s Seat>) -> Vec<UserId> {
    let holders: Vec<Option<UserId>> = seats.map(|seat| step.holder(*seat)).collect();
    super::course::people(&holders)
}

/// The player who clicked to break a tie. If all seats voted, the leader's own vote broke it. At a
/// deadline the leader was asked, unless the leader had voted.
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

/// The player who answers the next question.
enum Next {
    /// Soon after, so still present.
    There(UserId),
    /// Later, so not present before.
    Came(UserId),
    /// Not known: the next answer was a vote, or there is none.
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
