//! The log of a campaign: what was answered, how it was decided, and what the
//! table did to itself. Entries are only ever added; an undo is an entry.
//!
//! May use: the boundary. Deliberately absent: the events. They follow from
//! the answers, and are told, not kept.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::people::{Holder, User};
use super::settings::Settings;
use super::time::{Moment, Span};
use crate::game::{Message, Outcome, Progress, Seat};

/// One entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1, without gaps.
    pub seq: u64,
    /// When it was made.
    pub at: Moment,
    /// Where the campaign stood.
    pub chapter: Progress,
    /// What it says.
    pub what: What,
}

/// What an entry says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum What {
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
        by: User,
        /// Something had been revealed; all agreed.
        unanimous: bool,
    },
    /// A seat changed hands.
    Chair {
        /// The seat.
        seat: Seat,
        /// Who held it.
        from: Holder,
        /// Who holds it.
        to: Holder,
        /// Who did it.
        by: User,
    },
    /// The settings were changed.
    Settings {
        /// The new ones.
        settings: Box<Settings>,
        /// Who did it.
        by: User,
    },
    /// The clocks were stopped.
    Paused {
        /// Who did it.
        by: User,
    },
    /// The clocks go on.
    Resumed {
        /// Who did it.
        by: User,
    },
    /// A vote of the people was struck.
    Struck {
        /// From which edition of the ballot.
        edition: u32,
        /// Whose it was.
        user: User,
        /// The moderator who did it.
        by: User,
    },
    /// A question got more time.
    Extended {
        /// The question.
        question: u32,
        /// How much.
        span: Span,
        /// Who did it.
        by: User,
    },
    /// The campaign ended.
    Ended {
        /// How, if it was played to its end.
        outcome: Option<Outcome>,
        /// Who gave it up, if somebody did.
        by: Option<User>,
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
    pub how: How,
    /// It revealed something hidden or random.
    pub wall: bool,
}

/// How a question was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
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
        by: User,
    },
    /// By an advisor, on behalf of a seat.
    OnBehalf {
        /// The seat it was for.
        seat: Seat,
        /// Who clicked.
        by: User,
    },
    /// By the leader.
    Leader {
        /// The leader's seat.
        seat: Seat,
        /// Who clicked.
        by: User,
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
    People {
        /// Votes for each answer.
        tally: BTreeMap<String, u32>,
        /// Too few had voted: only the advisors' votes counted.
        advisors: bool,
        /// The leader broke a tie.
        tie: bool,
    },
    /// By the house.
    House {
        /// Why it was the house.
        why: Why,
    },
}

/// Why the house decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
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
pub fn effective(entries: &[Entry]) -> Vec<(&Entry, &Answered)> {
    let mut counting: Vec<(&Entry, &Answered)> = Vec::new();
    for entry in entries {
        match &entry.what {
            What::Answer(answered) => counting.push((entry, answered)),
            What::Undo { back_to, .. } => counting.retain(|(earlier, _)| earlier.seq < *back_to),
            _ => {}
        }
    }
    counting
}
