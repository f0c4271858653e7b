//! Requests to a campaign, and the replies to them.
//!
//! A request does not say where it came from. Its id is the front end's; the store keeps it with
//! the reply, so that a repeated request is idempotent.

use serde::{Deserialize, Serialize};

use super::orders::Order;
use super::refusal::Refusal;
use super::seating::UserId;
use super::settings::Settings;
use super::time::Span;
use crate::game::{Message, Seat};

/// Command of a user to the campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Take a seat in the lobby.
    Sit {
        role: String,
        /// Whether to keep the seats already held: a user may hold several.
        also: bool,
    },
    /// Leave all seats. In a campaign that has begun, the house takes them over.
    Leave,
    /// Begin the campaign. Seats without a holder are removed.
    Begin,
    /// Answer a question, or cast or change a vote on it.
    Choose {
        question: u32,
        choice: String,
        /// Seat to vote for. `None` votes for all seats of the user.
        seat: Option<Seat>,
    },
    /// Vote on the public ballot.
    #[serde(rename = "sign")]
    VotePublic {
        /// Edition of the ballot the user saw. `None` accepts the open one.
        edition: Option<u32>,
        /// Answer, or `None` to take the vote back.
        choice: Option<String>,
    },
    /// Say, as one of the street, what one would do about an open question.
    Speak {
        question: u32,
        /// Answer, or `None` to take it back.
        choice: Option<String>,
    },
    /// Close the public ballot early. Only for the leader.
    CloseBallot { edition: u32 },
    /// Subscribe to pings for public ballots, or unsubscribe.
    #[serde(rename = "call_me")]
    SetBallotPing { on: bool },
    /// Strike a user's vote from the public ballot. Only for moderators.
    #[serde(rename = "strike")]
    StrikeVote {
        /// The voter.
        user: UserId,
    },
    /// Replace the orders for the coming turns of a seat.
    Order {
        seat: Seat,
        /// One per turn.
        orders: Vec<Order>,
    },
    /// Set the answer to a kind of question for while the holder of a seat is away.
    #[serde(rename = "away")]
    SetAwayAnswer {
        seat: Seat,
        /// Kind of question.
        ask: String,
        /// Answer, or `None` to have the question wait for the holder.
        choice: Option<String>,
    },
    /// Ask what an undo would take back.
    #[serde(rename = "ask_undo")]
    PreviewUndo {
        /// First log entry to take back. `None` means the last answer that was not automatic.
        back_to: Option<u64>,
    },
    /// Undo: at once, or by a motion if something was revealed.
    Undo {
        /// First log entry to take back.
        back_to: u64,
        /// Last log entry the user saw. The undo is refused if there are newer ones.
        seen: u64,
    },
    /// Give the campaign up: by a motion, or at once in the lobby or by a moderator.
    Abandon,
    /// Vote on a motion.
    #[serde(rename = "voice")]
    VoteMotion { motion: u32, agree: bool },
    /// Pause the campaign, and with it all deadlines.
    Pause,
    /// Resume the campaign.
    Resume,
    /// Extend the deadline of a question.
    Extend {
        question: u32,
        /// Time to add.
        span: Span,
    },
    /// Replace the settings.
    #[serde(rename = "set")]
    ChangeSettings(Box<Settings>),
    /// Give a seat to another user.
    #[serde(rename = "give")]
    HandOver { seat: Seat, to: UserId },
    /// Show the table again as the newest message. The game does not change.
    Show,
    /// Lend a seat to the house.
    Lend { seat: Seat },
    /// Take a seat that the house plays.
    Claim { seat: Seat },
}

/// Result of a request. A repeated request gets the stored reply; only internal errors are not
/// stored, so that a retry may succeed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    Done,
    /// The question is answered.
    Answered {
        question: u32,
        /// The answer taken.
        choice: String,
    },
    /// The vote counts; the question is still open.
    Voted {
        question: u32,
        /// Whether it replaced an earlier vote.
        changed: bool,
    },
    /// What an undo would take back. Nothing has changed.
    WouldUndo(UndoPreview),
    /// A motion is open.
    Moved {
        motion: u32,
    },
    /// The request was refused. Nothing has changed.
    Refused(Refusal),
}

/// What an undo would take back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoPreview {
    /// First log entry to take back.
    pub back_to: u64,
    /// Last log entry at the time of the preview.
    pub seen: u64,
    /// Questions and answers as text, latest first, without other seats' secrets.
    pub words: Vec<(Message, Message)>,
    /// Number of answers.
    pub answers: u32,
    /// Whether all players must agree, because something was revealed.
    pub unanimous: bool,
}

/// Result of simulating a turn in order to plan it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rehearsal {
    /// The question that would be asked next.
    Asks(Box<crate::game::Decision>),
    /// The steps are a whole turn, or what follows is unknown.
    Complete,
}
