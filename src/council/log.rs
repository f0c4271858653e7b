//! The log of a campaign: what was answered, how it was decided, and what the
//! table did to itself. Entries are only ever added; an undo is an entry.
//!
//! May use: the boundary. Deliberately absent: the events. They follow from
//! the answers, and are told, not kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seating::{Holder, UserId};
use super::settings::Settings;
use super::time::{Span, Timestamp};
use crate::game::{Message, Outcome, Progress, Seat};

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it was made.
    pub at: Timestamp,
    /// Where the campaign stood.
    #[serde(rename = "chapter")]
    pub progress: Progress,
    /// What it says.
    #[serde(rename = "what")]
    pub kind: EntryKind,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    /// The campaign began.
    Began {
        /// The hash its seed is held to.
        commitment: String,
    },
    /// A question was answered.
    Answer(Answered),
    /// Everything from an entry on was taken back.
    Undo {
        /// The first entry that no longer counts.
        back_to: u64,
        /// How many answers that were.
        answers: u32,
        /// Who asked for it.
        by: UserId,
        /// Something had been revealed; all agreed.
        unanimous: bool,
    },
    /// A seat changed hands.
    #[serde(rename = "chair")]
    SeatChanged {
        /// The seat.
        seat: Seat,
        /// Who held it.
        from: Holder,
        /// Who holds it.
        to: Holder,
        /// Who did it.
        by: UserId,
    },
    /// The settings were changed.
    Settings {
        /// The new ones.
        settings: Box<Settings>,
        /// Who did it.
        by: UserId,
    },
    /// The clocks were stopped.
    Paused {
        /// Who did it.
        by: UserId,
    },
    /// The clocks go on.
    Resumed {
        /// Who did it.
        by: UserId,
    },
    /// A vote of the people was struck.
    #[serde(rename = "struck")]
    VoteStruck {
        /// From which edition of the ballot.
        edition: u32,
        /// Whose it was.
        user: UserId,
        /// The moderator who did it.
        by: UserId,
    },
    /// A question got more time.
    Extended {
        /// The question.
        question: u32,
        /// How much.
        span: Span,
        /// Who did it.
        by: UserId,
    },
    /// The campaign ended.
    Ended {
        /// How, if it was played to its end.
        outcome: Option<Outcome>,
        /// Who gave it up, if somebody did.
        by: Option<UserId>,
    },
}

/// An answered question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The hall's number of the question.
    pub question: u32,
    /// The game's number of it.
    pub decision: u32,
    /// What kind it was.
    pub ask: String,
    /// The answer: this and the order of the entries is all a replay needs.
    pub choice: String,
    /// The question in words.
    pub prompt: Message,
    /// The answer in words.
    pub label: Message,
    /// The only seat that may read question and answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Seat>,
    /// How it was decided.
    #[serde(rename = "how")]
    pub decided_by: DecidedBy,
    /// It revealed something hidden or random.
    #[serde(rename = "wall")]
    pub undo_barrier: bool,
}

/// How a question was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    /// By the votes of the advisors.
    Vote {
        /// What each seat voted.
        votes: BTreeMap<Seat, String>,
        /// The leader's vote or word broke a tie.
        tie: bool,
    },
    /// By a seat it was for.
    Seat {
        /// The seat.
        seat: Seat,
        /// Who clicked.
        by: UserId,
    },
    /// By an advisor, on behalf of a seat.
    OnBehalf {
        /// The seat it was for.
        seat: Seat,
        /// Who clicked.
        by: UserId,
    },
    /// By the leader.
    Leader {
        /// The leader's seat.
        seat: Seat,
        /// Who clicked.
        by: UserId,
    },
    /// By an order given before.
    Order {
        /// The seat whose order it was.
        seat: Seat,
    },
    /// By what a seat's holder had said to answer while away.
    Away {
        /// The seat.
        seat: Seat,
    },
    /// By itself: there was only one answer.
    Only,
    /// By the people.
    #[serde(rename = "people")]
    Public {
        /// Votes for each answer.
        tally: BTreeMap<String, u32>,
        /// Too few had voted: only the advisors' votes counted.
        #[serde(rename = "advisors")]
        players_only: bool,
        /// The leader broke a tie.
        tie: bool,
    },
    /// By the house.
    House {
        /// Why it was the house.
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
    /// Nobody answered in time.
    Late,
    /// Nobody voted.
    NoVotes,
    /// The leader did not break the tie in time.
    TieUnbroken,
    /// It plays the leader's seat, and broke the tie.
    BreaksTie,
}

/// The answers that still count, in order: an undo takes back all from its mark on.
pub fn effective_answers(entries: &[Entry]) -> Vec<(&Entry, &Answered)> {
    let mut counting: Vec<(&Entry, &Answered)> = Vec::new();
    for entry in entries {
        match &entry.kind {
            EntryKind::Answer(answered) => counting.push((entry, answered)),
            EntryKind::Undo { back_to, .. } => {
                counting.retain(|(earlier, _)| earlier.seq < *back_to)
            }
            _ => {}
        }
    }
    counting
}
