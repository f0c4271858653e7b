//! Public decisions of a campaign: what was decided and by whose votes, one line each.
//!
//! The outcome of a decision is shown with its ballot.

use crate::council::log::DecidedBy;
use crate::council::public_decision::PublicDecision;
use crate::game::{Message, Seat};

/// Returns the line for a decision; `name` returns the name of a seat.
pub fn public_decision(public_decision: &PublicDecision, name: &dyn Fn(Seat) -> String) -> Message {
    let (key, votes, cast, voices) = match &public_decision.decided_by {
        DecidedBy::Public { tally, players_only, .. } => {
            let votes = tally.get(&public_decision.choice).copied().unwrap_or(0);
            let key = if *players_only { "decree-advisors" } else { "decree-people" };
            (key, votes, tally.values().sum(), String::new())
        }
        DecidedBy::Vote { votes, .. } => {
            let winning = votes.iter().filter(|(_, choice)| **choice == public_decision.choice);
            let voices: Vec<String> = winning.map(|(seat, _)| name(*seat)).collect();
            let key = match voices.is_empty() {
                true => "decree-leader",
                false if public_decision.sealed => "decree-advisors",
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
        .message("what", public_decision.label.clone())
        .number("round", i64::from(public_decision.round))
        .number("votes", i64::from(votes))
        .number("cast", i64::from(cast))
        .label("voices", voices)
}
