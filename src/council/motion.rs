//! Motions that the whole table decides: undo past a reveal, or give up.
//!
//! May use: `people` and `time`. Deliberately absent: what carrying a motion
//! does; `campaign` knows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seating::{Seating, UserId};
use super::time::Timestamp;
use crate::game::Seat;

/// What a motion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MotionKind {
    /// Take back everything from an entry on, though something was revealed. All must agree.
    Undo {
        /// The first entry to take back.
        back_to: u64,
    },
    /// Give the campaign up. More than half must agree.
    Abandon,
}

/// A motion before the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Motion {
    /// The hall's number of it; shares the counter of the questions.
    pub number: u32,
    /// What it is for.
    #[serde(rename = "motion")]
    pub kind: MotionKind,
    /// Who moved it.
    pub by: UserId,
    /// The last entry of the log when it was moved: if the game goes on, it lapses.
    #[serde(rename = "at")]
    pub seq: u64,
    /// For or against, by seat.
    #[serde(rename = "voices")]
    pub votes: BTreeMap<Seat, bool>,
    /// When it lapses.
    pub due: Option<Timestamp>,
}

/// Where a motion stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionStatus {
    /// Some are still to speak.
    Open,
    /// Carried.
    Carried,
    /// Failed.
    Failed,
}

impl Motion {
    /// Where it stands; only seats held by people have a voice.
    pub fn status(&self, chairs: &Seating) -> MotionStatus {
        let seats = chairs.held_by_people();
        let count =
            |voice: bool| seats.iter().filter(|seat| self.votes.get(seat) == Some(&voice)).count();
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
