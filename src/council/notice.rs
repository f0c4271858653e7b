//! What the table is told. A notice is stored before anybody hears of it.
//!
//! May use: the boundary. Deliberately absent: sentences, pictures, messages
//! of a platform. A front end makes those; the same notice may reach it twice.

use serde::{Deserialize, Serialize};

use super::ballot_result::BallotResult;
use super::log::DecidedBy;
use super::motion::MotionKind;
use super::public_decision::DecisionOutcome;
use super::seating::{Holder, SeatState, UserId};
use super::settings::Settings;
use super::time::Timestamp;
use crate::game::{Message, Outcome, Progress, Seat};
pub use crate::game::{PublicEvent, public_events};

/// One notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// What it is about: notices of one topic share a message where that makes sense.
    pub topic: String,
    /// A later notice of the same topic makes this one pointless.
    #[serde(default)]
    pub fleeting: bool,
    /// Who is to be called by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "call")]
    pub ping: Vec<UserId>,
    /// What it says.
    #[serde(rename = "news")]
    pub kind: NoticeKind,
}

/// What a notice says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A lobby is open, or its chairs or settings have changed.
    #[serde(rename = "gathering")]
    Lobby {
        /// The chairs.
        #[serde(rename = "chairs")]
        seats: Vec<SeatState>,
    },
    /// The campaign has begun.
    Began {
        /// The hash the seed is held to.
        commitment: String,
        /// Where it begins.
        #[serde(rename = "chapter")]
        progress: Progress,
        /// What happened in the setup.
        events: Vec<PublicEvent>,
    },
    /// A question is open: look at the table for what can be answered.
    Asked {
        /// Its number.
        question: u32,
        /// Its kind.
        ask: String,
        /// The only seat that may see it.
        private: Option<Seat>,
        /// Until when.
        due: Option<Timestamp>,
    },
    /// Somebody voted, or changed their mind.
    Voted {
        /// The question.
        question: u32,
    },
    /// A question has passed to the leader.
    #[serde(rename = "to_leader")]
    Escalated {
        /// The question.
        question: u32,
        /// The tied answers; none if it was late.
        tied: Vec<String>,
        /// Until when.
        due: Option<Timestamp>,
    },
    /// The holder of the active seat had time enough: any advisor may act for it.
    Relayed {
        /// The question.
        question: u32,
        /// The seat.
        seat: Seat,
    },
    /// A question was answered, and this came of it.
    Answered {
        /// The question.
        question: u32,
        /// Its kind.
        ask: String,
        /// Question and answer in words, unless they are a seat's secret.
        words: Option<(Message, Message)>,
        /// How it was decided.
        #[serde(rename = "how")]
        decided_by: DecidedBy,
        /// Where the campaign stands now.
        chapter: Progress,
        /// What happened.
        events: Vec<PublicEvent>,
        /// What the street had said of it, most first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        street: Vec<(Message, u32)>,
    },
    /// Somebody of the street says what they would do, or changed their mind.
    #[serde(rename = "street")]
    StreetSpoke {
        /// The question.
        question: u32,
    },
    /// A question is no longer asked, without an answer.
    Withdrawn {
        /// The question.
        question: u32,
    },
    /// A question waits for those who are called.
    Reminder {
        /// The question.
        question: u32,
        /// Until when.
        due: Option<Timestamp>,
    },
    /// An order could not be carried out; its seat is asked instead.
    OrderStopped {
        /// The seat.
        seat: Seat,
        /// Why.
        why: Message,
    },
    /// The matters the people may vote on have changed, or the question is asked.
    #[serde(rename = "petition")]
    Ballot {
        /// Which edition of the ballot this is.
        edition: u32,
        /// When it closes, if it does.
        closes: Option<Timestamp>,
        /// The server role that is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<u64>,
    },
    /// A ballot closes soon: those who want to be called and have not voted are.
    LastCall {
        /// Which edition of the ballot.
        edition: u32,
        /// When it closes.
        closes: Timestamp,
        /// The server role that is called: too few have voted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<u64>,
    },
    /// A vote of the people was struck.
    #[serde(rename = "struck")]
    VoteStruck {
        /// The moderator who did it.
        by: UserId,
    },
    /// The people's tally has changed.
    #[serde(rename = "tally")]
    BallotTally {
        /// Which edition of the ballot.
        edition: u32,
    },
    /// A ballot of the people is over, or its tie is put to the leader.
    #[serde(rename = "returns")]
    BallotResult {
        /// Which edition of the ballot.
        edition: u32,
        /// What came of it.
        #[serde(rename = "returns")]
        result: Box<BallotResult>,
    },
    /// What became of something the people had decided.
    #[serde(rename = "fate")]
    DecisionOutcome {
        /// Which edition of the ballot it was.
        edition: u32,
        /// What became of it.
        #[serde(rename = "fate")]
        outcome: Box<DecisionOutcome>,
    },
    /// A motion is before the table, or its votes have changed.
    #[serde(rename = "moved")]
    Motion {
        /// Its number.
        motion: u32,
        /// What it is for.
        what: MotionKind,
        /// Until when.
        due: Option<Timestamp>,
    },
    /// A motion has failed.
    #[serde(rename = "failed")]
    MotionFailed {
        /// Its number.
        motion: u32,
    },
    /// Answers were taken back.
    Undone {
        /// How many.
        answers: u32,
        /// What they were, latest first; secrets are left out.
        words: Vec<(Message, Message)>,
        /// Who asked for it.
        by: UserId,
        /// All agreed, since something had been revealed.
        unanimous: bool,
        /// Where the campaign stands again.
        chapter: Progress,
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
    },
    /// The settings have changed.
    Settings {
        /// The new ones.
        settings: Box<Settings>,
    },
    /// Somebody wants to see the table again.
    Shown,
    /// The clocks were stopped.
    Paused {
        /// Who did it; nobody if no person holds a seat.
        by: Option<UserId>,
    },
    /// The clocks go on.
    Resumed {
        /// Who did it.
        by: UserId,
    },
    /// A question got more time.
    Extended {
        /// The question.
        question: u32,
        /// Until when.
        due: Option<Timestamp>,
    },
    /// The campaign is over.
    Ended {
        /// How; none if it was given up.
        outcome: Option<Outcome>,
        /// The seed, now that it is over.
        seed: u64,
        /// What was hashed with it.
        salt: String,
    },
}
