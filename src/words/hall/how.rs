//! How a question was decided, as a phrase to stand behind its answer.
//!
//! May use: the log of `council`, the boundary. Deliberately absent: what was
//! decided, and who voted for what; a ballot may be a secret one.

use super::Names;
use crate::council::User;
use crate::council::log::{How, Why};
use crate::game::{Message, Seat};

/// How it was decided.
pub fn how(how: &How, names: &Names<'_>) -> Message {
    match how {
        How::Vote { votes, tie } => {
            let key = if *tie { "how-vote-tie" } else { "how-vote" };
            Message::new(key).message("score", score(counted(votes.values())))
        }
        How::Seat { seat, by } => by_hand("how-seat", *seat, *by, names),
        How::OnBehalf { seat, by } => by_hand("how-on-behalf", *seat, *by, names),
        How::Leader { seat, by } => by_hand("how-leader", *seat, *by, names),
        How::Away { seat } => Message::new("how-away").message("seat", (names.seat)(*seat)),
        How::Order { seat } => Message::new("how-order").message("seat", (names.seat)(*seat)),
        How::People { tally, advisors, tie } => {
            let key = match (advisors, tie) {
                (false, false) => "how-people",
                (false, true) => "how-people-tie",
                (true, false) => "how-people-advisors",
                (true, true) => "how-people-advisors-tie",
            };
            Message::new(key).message("score", score(tally.values().copied().collect()))
        }
        How::Only => Message::new("how-only"),
        How::House { why: reason } => why(*reason, names),
    }
}

/// Why it was the house.
pub fn why(why: Why, names: &Names<'_>) -> Message {
    match why {
        Why::Plays(seat) => Message::new("how-house-plays").message("seat", (names.seat)(seat)),
        Why::Late => Message::new("how-house-late"),
        Why::NoVotes => Message::new("how-house-no-votes"),
        Why::TieUnbroken => Message::new("how-house-tie-unbroken"),
        Why::BreaksTie => Message::new("how-house-breaks-tie"),
    }
}

fn by_hand(key: &str, seat: Seat, by: User, names: &Names<'_>) -> Message {
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
