//! Event log of a campaign: what was answered, how it was decided, and what else the table
//! changed. Append-only: an undo adds an entry.
//!
//! The game's events are not stored: they follow from the answers.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seating::{Holder, UserId};
use super::settings::Settings;
use super::time::{Span, Timestamp};
use crate::game::{Message, Outcome, Progress, Seat};

/// One entry of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Number, from 1, without gaps.
    pub seq: u64,
    /// When it was logged.
    pub at: Timestamp,
    /// Progress of the game when it was logged.
    #[serde(rename = "chapter")]
    pub progress: Progress,
    #[serde(rename = "what")]
    pub kind: EntryKind,
}

/// Payload of a log entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// The campaign has begun.
    Began {
        /// Hash that commits to the seed.
        commitment: String,
    },
    /// A question was answered.
    Answer(Answered),
    /// All answers from an entry on were taken back.
    Undo {
        /// First entry that no longer counts.
        back_to: u64,
        /// Number of answers taken back.
        answers: u32,
        /// Who asked for it.
        by: UserId,
        /// Whether all players agreed, because something had been revealed.
        unanimous: bool,
    },
    /// A seat has changed hands.
    #[serde(rename = "chair")]
    SeatChanged { seat: Seat, from: Holder, to: Holder, by: UserId },
    /// The settings have changed.
    Settings { settings: Box<Settings>, by: UserId },
    /// The campaign was paused.
    Paused { by: UserId },
    /// The campaign was resumed.
    Resumed { by: UserId },
    /// A vote was struck from the public ballot.
    #[serde(rename = "struck")]
    VoteStruck {
        /// Edition of the ballot.
        edition: u32,
        /// The voter.
        user: UserId,
        /// The moderator.
        by: UserId,
    },
    /// The deadline of a question was extended.
    Extended {
        question: u32,
        /// Time added.
        span: Span,
        by: UserId,
    },
    /// The campaign is over.
    Ended {
        /// Outcome, if it was played to its end.
        outcome: Option<Outcome>,
        /// Who gave it up. `None` if it was played to its end.
        by: Option<UserId>,
    },
}

/// An answered question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// Number of the question within the campaign.
    pub question: u32,
    /// The game's number for it.
    pub decision: u32,
    /// Kind of question.
    pub ask: String,
    /// The answer. Together with `decision` and the order of the entries, all a replay needs.
    pub choice: String,
    /// The question as text.
    pub prompt: Message,
    /// The answer as text.
    pub label: Message,
    /// The only seat that may read question and answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Seat>,
    #[serde(rename = "how")]
    pub decided_by: DecidedBy,
    /// Whether it revealed something hidden or random. All players must agree to undo it.
    #[serde(rename = "wall")]
    pub undo_barrier: bool,
}

/// How a question was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// By a vote of the players.
    Vote {
        votes: BTreeMap<Seat, String>,
        /// Whether the leader broke a tie.
        tie: bool,
    },
    /// By a seat it was for.
    Seat {
        seat: Seat,
        /// The player who answered.
        by: UserId,
    },
    /// By a player on behalf of a seat.
    OnBehalf {
        /// The seat it was for.
        seat: Seat,
        /// The player who answered.
        by: UserId,
    },
    /// By the leader.
    Leader {
        /// The leader's seat.
        seat: Seat,
        /// The player who answered.
        by: UserId,
    },
    /// By an order given ahead.
    Order {
        /// The seat that gave the order.
        seat: Seat,
    },
    /// By the answer that a seat had set for while its holder is away.
    Away { seat: Seat },
    /// Automatically: there was only one answer.
    Only,
    /// By the public ballot.
    #[serde(rename = "people")]
    Public {
        /// Votes by answer.
        tally: BTreeMap<String, u32>,
        /// Whether only the players' votes counted, because the quorum was not reached.
        #[serde(rename = "advisors")]
        players_only: bool,
        /// Whether the leader broke a tie.
        tie: bool,
    },
    /// By the house.
    House {
        #[serde(rename = "why")]
        reason: HouseReason,
    },
}

/// Why the house decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HouseReason {
    /// It plays this seat.
    Plays(Seat),
    /// There was no answer before the deadline.
    Late,
    /// There were no votes.
    NoVotes,
    /// The leader did not break the tie before the deadline.
    TieUnbroken,
    /// It plays the leader's seat and broke the tie.
    BreaksTie,
}

/// Returns the answers that still count, in order. An undo drops all answers from its `back_to`
/// on.
pub fn effective_answers(entries: &[Entry]) -> Vec<(&Entry, &Answered)> {
    let mut effective: Vec<(&Entry, &Answered)> = Vec::new();
    for entry in entries {
        match &entry.kind {
            EntryKind::Answer(answered) => effective.push((entry, answered)),
            EntryKind::Undo { back_to, .. } => {
                effective.retain(|(earlier, _)| earlier.seq < *back_to);
            }
            _ => {}
        }
    }
    effective
}
