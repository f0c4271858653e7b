//! How a question was decided, as a phrase to stand behind its answer.
//!
//! May use: the log of `council`, the boundary. Deliberately absent: what was
//! decided, and who voted for what; a ballot may be a secret one.

use super::Names;
use crate::council::UserId;
use crate::council::log::{DecidedBy, HouseReason};
use crate::game::{Message, Seat};

/// How it was decided.
pub fn how(how: &DecidedBy, names: &Names<'_>) -> Message {
    match how {
        DecidedBy::Vote { votes, tie } => {
            let key = if *tie { "how-vote-tie" } else { "how-vote" };
            Message::new(key).message("score", score(counted(votes.values())))
        }
        DecidedBy::Seat { seat, by } => by_hand("how-seat", *seat, *by, names),
        DecidedBy::OnBehalf { seat, by } => by_hand("how-on-behalf", *seat, *by, names),
        DecidedBy::Leader { seat, by } => by_hand("how-leader", *seat, *by, names),
        DecidedBy::Away { seat } => Message::new("how-away").message("seat", (names.seat)(*seat)),
        DecidedBy::Order { seat } => Message::new("how-order").message("seat", (names.seat)(*seat)),
        DecidedBy::Public { tally, players_only: advisors, tie } => {
            let key = match (advisors, tie) {
                (false, false) => "how-people",
                (false, true) => "how-people-tie",
                (true, false) => "how-people-advisors",
                (true, true) => "how-people-advisors-tie",
            };
            Message::new(key).message("score", score(tally.values().copied().collect()))
        }
        DecidedBy::Only => Message::new("how-only"),
        DecidedBy::House { reason } => why(*reason, names),
    }
}

/// Why it was the house.
pub fn why(why: HouseReason, names: &Names<'_>) -> Message {
    match why {
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

/// How often each answer was given.
fn counted<'a>(votes: impl Iterator<Item = &'a String>) -> Vec<u32> {
    let mut counts = std::collections::BTreeMap::<&str, u32>::new();
    for vote in votes {
        *counts.entry(vote).or_default() += 1;
    }
    counts.into_values().collect()
}

/// Votes for each answer, most first; answers nobody wanted are not worth a number.
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
