//! How a question was decided, as a phrase that follows its answer.
//!
//! Never tells who voted for what, since the vote can be secret.

use super::Names;
use crate::council::UserId;
use crate::council::log::{DecidedBy, HouseReason};
use crate::game::{Message, Seat};

/// Returns the message for how a question was decided.
pub fn decided_by(decided_by: &DecidedBy, names: &Names<'_>) -> Message {
    match decided_by {
        DecidedBy::Vote { votes, tie } => {
            let key = if *tie { "how-vote-tie" } else { "how-vote" };
            Message::new(key).message("score", score(counted(votes.values())))
        }
        DecidedBy::Seat { seat, by } => by_hand("how-seat", *seat, *by, names),
        DecidedBy::OnBehalf { seat, by } => by_hand("how-on-behalf", *seat, *by, names),
        DecidedBy::Leader { seat, by } => by_hand("how-leader", *seat, *by, names),
        DecidedBy::Away { seat } => Message::new("how-away").message("seat", (names.seat)(*seat)),
        DecidedBy::Order { seat } => Message::new("how-order").message("seat", (names.seat)(*seat)),
        DecidedBy::Public { tally, players_only, tie } => {
            let key = match (players_only, tie) {
                (false, false) => "how-people",
                (false, true) => "how-people-tie",
                (true, false) => "how-people-advisors",
                (true, true) => "how-people-advisors-tie",
            };
            Message::new(key).message("score", score(tally.values().copied().collect()))
        }
        DecidedBy::Only => Message::new("how-only"),
        DecidedBy::House { reason } => house_reason(*reason, names),
    }
}

/// Returns the message for why the house decided.
pub fn house_reason(reason: HouseReason, names: &Names<'_>) -> Message {
    match reason {
        HouseReason::Plays(seat) => {
            Message::new("how-house-plays").message("seat", (names.seat)(seat))
        }
        HouseReason::Late => Message::new("how-house-late"),
        HouseReason::NoVotes => Message::new("how-house-no-votes"),
        HouseReason::TieUnbroken => Message::new("how-house-tie-unbroken"),
        HouseReason::BreaksTie => Message::new("how-house-breaks-tie"),
    }
}

fn by_hand(key: &str, seat: Seat, by: UserId, names: &Names<'_>) -> Message {
    Message::new(key).message("seat", (names.seat)(seat)).label("user", (names.user)(by))
}

/// Counts the votes of each choice.
fn counted<'a>(votes: impl Iterator<Item = &'a String>) -> Vec<u32> {
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    for vote in votes {
        *counts.entry(vote).or_default() += 1;
    }
    counts.into_values().collect()
}

/// Formats the vote counts in descending order, without zeros.
fn score(mut counts: Vec<u32>) -> Message {
    counts.retain(|count| *count > 0);
    counts.sort_unstable_by(|a, b| b.cmp(a));
    match counts[..] {
        [] => Message::new("score-none"),
        [all] => Message::new("score-all").number("count", all),
        [most, least] => Message::new("score-two").number("most", most).number("least", least),
        _ => {
            let numbers: Vec<String> = counts.iter().map(u32::to_string).collect();
            Message::new("score-many").label("counts", numbers.join(" : "))
        }
    }
}
