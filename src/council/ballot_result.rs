//! Public result of a ballot.
//!
//! Contains no votes of single members of the public; only seats are named with their votes.

use serde::{Deserialize, Serialize};

use super::log::DecidedBy;
use crate::game::{Message, Seat};

/// Result of a public ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotResult {
    /// The question. `None` if the game can no longer ask it.
    pub prompt: Option<Message>,
    /// Votes for each answer that got at least one, most first. Empty if the ballot was not
    /// counted.
    pub tally: Vec<(Message, u32)>,
    /// Number of votes.
    pub cast: u32,
    /// Minimum number of votes. With fewer, only the players' votes count.
    pub turnout: u32,
    /// Seats that voted, each with its answer. The answer is `None` if votes are sealed.
    #[serde(rename = "voices")]
    pub player_votes: Vec<(Seat, Option<Message>)>,
    /// The leader's seat, if the leader broke a tie.
    pub leader: Option<Seat>,
    pub end: BallotEnd,
}

/// How a ballot ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BallotEnd {
    /// Closed without a count: the question was withdrawn or never asked.
    #[default]
    Uncounted,
    /// Counted, but the question is not answered yet.
    Counted,
    /// Tied between these answers. The leader has to break the tie.
    Tied(Vec<Message>),
    /// The question is answered.
    Taken {
        /// The answer in words.
        label: Message,
        #[serde(rename = "how")]
        decided_by: DecidedBy,
    },
}
