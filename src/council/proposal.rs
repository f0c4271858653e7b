//! Motions that the whole table decides: undo past a reveal, or give up.
//!
//! May use: `people` and `time`. Deliberately absent: what carrying a motion
//! does; `campaign` knows.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::people::{Chairs, User};
use super::time::Moment;
use crate::game::Seat;

/// What a motion is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
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
pub struct Proposal {
    /// The hall's number of it; shares the counter of the questions.
    pub number: u32,
    /// What it is for.
    pub motion: Motion,
    /// Who moved it.
    pub by: User,
    /// The last entry of the log when it was moved: if the game goes on, it lapses.
    pub at: u64,
    /// For or against, by seat.
    pub voices: BTreeMap<Seat, bool>,
    /// When it lapses.
    pub due: Option<Moment>,
}

/// Where a motion stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Some are still to speak.
    Open,
    /// Carried.
    Carried,
    /// Failed.
    Failed,
}

impl Proposal {
    /// Where it stands; only seats held by people have a voice.
    pub fn standing(&self, chairs: &Chairs) -> Standing {
        let seats = chairs.peopled();
        let count =
            |voice: bool| seats.iter().filter(|seat| self.voices.get(seat) == Some(&voice)).count();
        let (yes, no, all) = (count(true), count(false), seats.len());
        let (carried, failed) = match self.motion {
            Motion::Undo { .. } => (yes == all, no > 0),
            Motion::Abandon => (yes * 2 > all, no * 2 >= all),
        };
        match (carried && all > 0, failed) {
            (true, _) => Standing::Carried,
            (_, true) => Standing::Failed,
            _ => Standing::Open,
        }
    }
}
