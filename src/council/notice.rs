//! Notices: what the table is told, as entries of the outbox.
//!
//! A notice is stored with the change it reports and delivered at least once, so a front end may
//! get it twice. It has no sentences, pictures or platform messages; the front end makes those.

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
    /// What it is about. A front end may show notices of one topic in one message.
    pub topic: String,
    /// Whether a later notice of the same topic supersedes it.
    #[serde(default)]
    pub fleeting: bool,
    /// Users to ping.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "call")]
    pub ping: Vec<UserId>,
    #[serde(rename = "news")]
    pub kind: NoticeKind,
}

/// Payload of a notice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// A lobby has opened, or its seats or settings have changed.
    #[serde(rename = "gathering")]
    Lobby {
        #[serde(rename = "chairs")]
        seats: Vec<SeatState>,
    },
    /// The campaign has begun.
    Began {
        /// Hash that commits to the seed.
        commitment: String,
        #[serde(rename = "chapter")]
        progress: Progress,
        /// Events of the setup.
        events: Vec<PublicEvent>,
    },
    /// A question is open. Its answers are in the [`CouncilView`](super::view::CouncilView).
    Asked {
        question: u32,
        /// Kind of question.
        ask: String,
        /// The only seat that may see it.
        private: Option<Seat>,
        due: Option<Timestamp>,
    },
    /// A player has voted or changed a vote.
    Voted { question: u32 },
    /// A question was escalated to the leader.
    #[serde(rename = "to_leader")]
    Escalated {
        question: u32,
        /// The tied answers. Empty if the deadline had passed.
        tied: Vec<String>,
        due: Option<Timestamp>,
    },
    /// The window of a seat's holder is over: any player may act for the seat.
    Relayed { question: u32, seat: Seat },
    /// A question was answered.
    Answered {
        question: u32,
        /// Kind of question.
        ask: String,
        /// Question and answer as text. `None` if they are a seat's secret.
        words: Option<(Message, Message)>,
        #[serde(rename = "how")]
        decided_by: DecidedBy,
        /// Progress after the answer.
        #[serde(rename = "chapter")]
        progress: Progress,
        /// What followed from the answer.
        events: Vec<PublicEvent>,
        /// Voices of the street by answer, most first.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        street: Vec<(Message, u32)>,
    },
    /// The street's voices on a question have changed.
    #[serde(rename = "street")]
    StreetSpoke { question: u32 },
    /// A question was closed without an answer.
    Withdrawn { question: u32 },
    /// Reminds the pinged users of a question that waits for them.
    Reminder { question: u32, due: Option<Timestamp> },
    /// An order could not be carried out; its seat is asked instead.
    OrderStopped {
        seat: Seat,
        /// The reason.
        why: Message,
    },
    /// A public ballot has opened: for a question, or ahead of one.
    #[serde(rename = "petition")]
    Ballot {
        edition: u32,
        /// When it closes. `None` if its question has not been asked.
        closes: Option<Timestamp>,
        /// Server role to ping.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<u64>,
    },
    /// A public ballot closes soon. Pings subscribers who have not voted.
    LastCall {
        edition: u32,
        closes: Timestamp,
        /// Server role to ping, if the quorum is not reached.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        role: Option<u64>,
    },
    /// A vote was struck from the public ballot.
    #[serde(rename = "struck")]
    VoteStruck {
        /// The moderator.
        by: UserId,
    },
    /// The tally of the public ballot has changed.
    #[serde(rename = "tally")]
    BallotTally { edition: u32 },
    /// A public ballot is over, or its tie was put to the leader.
    #[serde(rename = "returns")]
    BallotResult {
        edition: u32,
        #[serde(rename = "returns")]
        result: Box<BallotResult>,
    },
    /// The effect of an earlier public decision was seen or taken back.
    #[serde(rename = "fate")]
    DecisionOutcome {
        edition: u32,
        #[serde(rename = "fate")]
        outcome: Box<DecisionOutcome>,
    },
    /// A motion is open, or its votes have changed.
    #[serde(rename = "moved")]
    Motion {
        motion: u32,
        #[serde(rename = "what")]
        kind: MotionKind,
        due: Option<Timestamp>,
    },
    /// A motion has failed or lapsed.
    #[serde(rename = "failed")]
    MotionFailed { motion: u32 },
    /// Answers were taken back.
    Undone {
        /// Number of answers.
        answers: u32,
        /// Questions and answers as text, latest first, without secrets.
        words: Vec<(Message, Message)>,
        /// Who asked for it.
        by: UserId,
        /// Whether all players agreed, because something had been revealed.
        unanimous: bool,
        /// Progress after the undo.
        #[serde(rename = "chapter")]
        progress: Progress,
    },
    /// A seat has changed hands.
    #[serde(rename = "chair")]
    SeatChanged { seat: Seat, from: Holder, to: Holder },
    /// The settings have changed.
    Settings { settings: Box<Settings> },
    /// A user wants to see the table again.
    Shown,
    /// The campaign was paused.
    Paused {
        /// Who paused it. `None` if it paused because no user holds a seat.
        by: Option<UserId>,
    },
    /// The campaign was resumed.
    Resumed { by: UserId },
    /// The deadline of a question was extended.
    Extended {
        question: u32,
        /// The new deadline.
        due: Option<Timestamp>,
    },
    /// The campaign is over.
    Ended {
        /// `None` if it was given up.
        outcome: Option<Outcome>,
        /// The seed, published now that the campaign is over.
        seed: u64,
        /// Salt that was hashed with the seed.
        salt: String,
    },
}
