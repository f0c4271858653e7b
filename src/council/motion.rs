//! Motions that the whole table votes on: an undo past a reveal, or giving up.
//!
//! Carrying out a motion lives in [`campaign`](super::campaign).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seating::{Seating, UserId};
use super::time::Timestamp;
use crate::game::Seat;

/// Purpose of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MotionKind {
    /// Takes back every answer from an entry on, although something was revealed. Must be
    /// unanimous.
    Undo {
        /// First log entry to take back.
        back_to: u64,
    },
    /// Gives up the campaign. Needs more than half of the votes.
    Abandon,
}

/// Open motion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Motion {
    /// Number, from the counter that questions use.
    pub number: u32,
    #[serde(rename = "motion")]
    pub kind: MotionKind,
    /// User who moved it.
    pub by: UserId,
    /// Last log entry when it was moved. An undo lapses when the game goes on.
    #[serde(rename = "at")]
    pub seq: u64,
    /// Votes by seat: `true` is for, `false` against.
    #[serde(rename = "voices")]
    pub votes: BTreeMap<Seat, bool>,
    /// When the motion lapses.
    pub due: Option<Timestamp>,
}

/// Status of a motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionStatus {
    /// Votes are missing.
    Open,
    Carried,
    Failed,
}

impl Motion {
    /// Returns the status. Only seats held by users have a vote.
    pub fn status(&self, seating: &Seating) -> MotionStatus {
        let seats = seating.held_by_users();
        let count =
            |vote: bool| seats.iter().filter(|seat| self.votes.get(seat) == Some(&vote)).count();
        let (yes, no, all) = (count(true), count(false), seats.len());
        let (carried, failed) = match self.kind {
            MotionKind::Undo { .. } => (yes == all, no > 0),
            MotionKind::Abandon => (yes * 2 > all, no * 2 >= all),
        };
        match (carried && all > 0, failed) {
            (true, _) => MotionStatus::Carried,
            (_, true) => MotionStatus::Failed,
            _ => MotionStatus::Open,
        }
    }
}
