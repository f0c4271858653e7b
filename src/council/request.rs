//! What people may ask of a campaign, and what they are told in return.
//!
//! May use: the boundary. Deliberately absent: where a request came from; its
//! number is the front end's and is kept by the store.

use serde::{Deserialize, Serialize};

use super::orders::Order;
use super::refusal::Refusal;
use super::seating::UserId;
use super::settings::Settings;
use super::time::Span;
use crate::game::{Message, Seat};

/// What somebody wants done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Take a chair before it begins, leaving any other.
    Sit {
        /// The role of the chair.
        role: String,
        /// Keep the chairs held already: somebody may hold several.
        also: bool,
    },
    /// Leave all chairs; in a campaign that has begun the house takes them.
    Leave,
    /// Begin.
    Begin,
    /// Answer a question, or vote on it, or change the vote.
    Choose {
        /// The question.
        question: u32,
        /// The answer.
        choice: String,
        /// For this seat only; otherwise for all one's seats it concerns.
        seat: Option<Seat>,
    },
    /// Vote on a public matter; none takes the vote back.
    #[serde(rename = "sign")]
    VotePublic {
        /// Which edition of the ballot was looked at; whichever is open, if nobody looked.
        edition: Option<u32>,
        /// The answer.
        choice: Option<String>,
    },
    /// Say what one would do about an open question, from beside the table; none takes it back.
    Speak {
        /// The question.
        question: u32,
        /// The answer.
        choice: Option<String>,
    },
    /// Close the people's ballot early, as the leader.
    CloseBallot {
        /// Which edition of it.
        edition: u32,
    },
    /// Be called whenever a ballot opens, or no more.
    #[serde(rename = "call_me")]
    SetBallotPing {
        /// Be called?
        on: bool,
    },
    /// Strike somebody's vote from the people's ballot, as a moderator.
    #[serde(rename = "strike")]
    StrikeVote {
        /// Whose.
        user: UserId,
    },
    /// Orders for the coming turns of a seat, in place of those given before.
    Order {
        /// The seat.
        seat: Seat,
        /// One for each turn.
        orders: Vec<Order>,
    },
    /// What to answer to a kind of question while one is away; none is to be waited for.
    #[serde(rename = "away")]
    SetAwayAnswer {
        /// The seat.
        seat: Seat,
        /// The kind of question.
        ask: String,
        /// The answer.
        choice: Option<String>,
    },
    /// What an undo would take back.
    #[serde(rename = "ask_undo")]
    PreviewUndo {
        /// The first entry to take back; otherwise the last thing somebody did.
        back_to: Option<u64>,
    },
    /// Take it back: at once, or by a motion if something was revealed.
    Undo {
        /// The first entry to take back.
        back_to: u64,
        /// The last entry of the log that was shown; if there are more, nothing is done.
        seen: u64,
    },
    /// Move to give up, or give up at once as a moderator.
    Abandon,
    /// For or against a motion.
    #[serde(rename = "voice")]
    VoteMotion {
        /// The motion.
        motion: u32,
        /// For it?
        agree: bool,
    },
    /// Stop the clocks.
    Pause,
    /// Let the clocks go on.
    Resume,
    /// More time for a question.
    Extend {
        /// The question.
        question: u32,
        /// How much.
        span: Span,
    },
    /// Change the settings.
    #[serde(rename = "set")]
    ChangeSettings(Box<Settings>),
    /// Give a seat to somebody.
    #[serde(rename = "give")]
    HandOver {
        /// The seat.
        seat: Seat,
        /// To whom.
        to: UserId,
    },
    /// Show the table anew: nothing changes, but everybody sees it at the bottom again.
    Show,
    /// Give a seat to the house.
    Lend {
        /// The seat.
        seat: Seat,
    },
    /// Take a seat the house plays.
    Claim {
        /// The seat.
        seat: Seat,
    },
}

/// What a request came to. The same request is answered the same way again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Done.
    Done,
    /// The question is answered.
    Answered {
        /// The question.
        question: u32,
        /// The answer taken.
        choice: String,
    },
    /// The vote counts; the question is open.
    Voted {
        /// The question.
        question: u32,
        /// There was an earlier vote.
        changed: bool,
    },
    /// This is what would be taken back.
    WouldUndo(UndoPreview),
    /// A motion is open.
    Moved {
        /// Its number.
        motion: u32,
    },
    /// Nothing was done.
    Refused(Refusal),
}

/// What an undo would take back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoPreview {
    /// The first entry.
    pub back_to: u64,
    /// The last entry of the log.
    pub seen: u64,
    /// Questions and answers, latest first; other seats' secrets are left out.
    pub words: Vec<(Message, Message)>,
    /// How many answers.
    pub answers: u32,
    /// Something was revealed since: all must agree.
    pub unanimous: bool,
}

/// A turn played in thought, to plan it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rehearsal {
    /// This would be asked next.
    Asks(Box<crate::game::Decision>),
    /// The steps are a whole turn, or what follows is unknown.
    Complete,
}
