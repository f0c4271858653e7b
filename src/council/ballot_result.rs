//! What came of a ballot of the people, as everybody may know it once it is counted.
//!
//! May use: the boundary. Deliberately absent: who of the public voted for what; only the
//! Advisors stand by name for what they decided.

use serde::{Deserialize, Serialize};

use super::log::DecidedBy;
use crate::game::{Message, Seat};

/// What came of a ballot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotResult {
    /// The question; none if it can be asked no more.
    pub prompt: Option<Message>,
    /// Votes for each answer that had some, most first; none where nobody may know them.
    pub tally: Vec<(Message, u32)>,
    /// How many voted.
    pub cast: u32,
    /// With fewer votes the advisors' alone count.
    pub turnout: u32,
    /// The advisors whose votes decided, and what for, unless those votes are sealed.
    #[serde(rename = "voices")]
    pub player_votes: Vec<(Seat, Option<Message>)>,
    /// The seat that broke a tie.
    pub leader: Option<Seat>,
    /// How it ended.
    pub end: BallotEnd,
}

/// How a ballot ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BallotEnd {
    /// It closed before anybody asked for the people's word.
    #[default]
    Uncounted,
    /// It was counted, and the table has not decided yet.
    Counted,
    /// These had as many votes as each other, and the leader has to decide.
    Tied(Vec<Message>),
    /// This was taken.
    Taken {
        /// The answer.
        label: Message,
        /// How it was decided.
        #[serde(rename = "how")]
        decided_by: DecidedBy,
    },
}
