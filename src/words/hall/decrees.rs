//! What the public was asked in a campaign, what was decided, and who wanted it: a line each.
//!
//! May use: the words of `council`, the boundary. Deliberately absent: what became of it; that
//! stands where its ballot stood.

use crate::council::log::DecidedBy;
use crate::council::public_decision::PublicDecision;
use crate::game::{Message, Seat};

/// A decision; `name` says how a seat is called.
pub fn decree(decree: &PublicDecision, name: &dyn Fn(Seat) -> String) -> Message {
    let (key, votes, cast, voices) = match &decree.decided_by {
        DecidedBy::Public { tally, players_only: advisors, .. } => {
            let votes = tally.get(&decree.choice).copied().unwrap_or(0);
            let key = if *advisors { "decree-advisors" } else { "decree-people" };
            (key, votes, tally.values().sum(), String::new())
        }
        DecidedBy::Vote { votes, .. } => {
            let wanted = votes.iter().filter(|(_, choice)| **choice == decree.choice);
            let voices: Vec<String> = wanted.map(|(seat, _)| name(*seat)).collect();
            let key = match voices.is_empty() {
                true => "decree-leader",
                false if decree.sealed => "decree-advisors",
                false => "decree-voices",
            };
            (key, voices.len() as u32, votes.len() as u32, voices.join(", "))
        }
        DecidedBy::Leader { seat, .. }
        | DecidedBy::Seat { seat, .. }
        | DecidedBy::OnBehalf { seat, .. } => ("decree-voices", 1, 1, name(*seat)),
        DecidedBy::House { .. } => ("decree-house", 0, 0, String::new()),
        DecidedBy::Only | DecidedBy::Order { .. } | DecidedBy::Away { .. } => {
            ("decree-other", 0, 0, String::new())
        }
    };
    Message::new(key)
        .message("what", decree.label.clone())
        .number("round", i64::from(decree.round))
        .number("votes", i64::from(votes))
        .number("cast", i64::from(cast))
        .label("voices", voices)
}
