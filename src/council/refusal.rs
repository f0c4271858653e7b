//! Refusals: why a request was not carried out.
//!
//! The sentences are in `data/hall/text`, one message per refusal.

use serde::{Deserialize, Serialize};

use super::seating::UserId;
use super::time::Timestamp;
use crate::game::{Message, Seat};

/// Why a request was not carried out. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[error("{self:?}")]
pub enum Refusal {
    /// The question is closed or never existed.
    Stale {
        /// Numbers of the open questions.
        open: Vec<u32>,
    },
    /// The question has no such answer.
    NoSuchChoice,
    /// The answer cannot be taken now, for this reason.
    Blocked(Message),
    /// The question, or the seat, belongs to others.
    NotYours {
        /// Seats that it is for.
        seats: Vec<Seat>,
        /// Users it waits for.
        users: Vec<UserId>,
    },
    /// The public votes on the question, not the players alone.
    #[serde(rename = "people_decide")]
    PublicDecides,
    /// The question is tied, and this is not one of the tied answers.
    NotTied,
    /// Only a seat holder may do that.
    #[serde(rename = "not_an_advisor")]
    NotSeated,
    /// Only a moderator of the server, or the user it concerns, may do that.
    NotAllowed,
    /// The campaign has not begun.
    NotBegun,
    /// The campaign has begun already.
    BegunAlready,
    /// The campaign is over.
    Over,
    /// The campaign is paused.
    Paused,
    /// The campaign is not paused.
    NotPaused,
    /// The question has no deadline to extend.
    NoDeadline,
    NoSuchRole,
    NoSuchSeat,
    /// This user holds the seat.
    Taken(UserId),
    /// The seat cannot be claimed: it is empty, the requester's own, or lent by another user.
    NotFree,
    /// No user holds a seat.
    #[serde(rename = "nobody_sits")]
    NoPlayers,
    /// The game cannot begin like this, for this reason.
    CannotBegin(String),
    /// A time is out of range: times go from a minute to a year.
    TimeOutOfRange,
    /// Quiet hours need two different minutes of a day.
    BadQuietHours,
    NothingToUndo,
    /// Only the seat that acted, or the leader, may undo that.
    UndoNotYours,
    /// The log has newer entries than the user saw.
    MovedOn,
    /// No motion with this number is open.
    NoSuchMotion,
    /// Another motion is open.
    MotionOpen,
    /// There is no public ballot.
    #[serde(rename = "no_petition")]
    NoBallot,
    /// The user lacks the server role that this ballot requires.
    NotAdmitted,
    BotsDoNotVote,
    /// The user has not been in the server for long enough to vote.
    TooNew {
        /// When the user may vote. `None` if it is unknown when they joined.
        from: Option<Timestamp>,
    },
    /// A moderator has struck the user's vote on this ballot.
    Struck,
    /// There is no vote of that user on this ballot to strike.
    NoSuchVote,
    /// The ballot is closed or does not offer that answer.
    NotOnOffer,
    /// Only the leader may close a ballot early.
    LeaderCloses,
    /// The ballot cannot be closed early yet.
    TooEarly {
        /// When it can be.
        from: Timestamp,
    },
    /// The ballot cannot be closed early before all players have voted.
    VotesMissing {
        /// Players who have not voted.
        users: Vec<UserId>,
    },
    /// Only a moderator may set which server role is pinged.
    ModeratorsCall,
    /// The user is not eligible to speak as the street.
    NotAsked,
    /// The street is not asked this question, or not any more.
    StreetOver,
    /// A seat holder is not part of the street.
    AtTheTable,
    /// A seat holder is pinged anyway.
    #[serde(rename = "called_anyway")]
    PingedAnyway,
    /// The list of users to ping is full.
    #[serde(rename = "too_many_called")]
    TooManySubscribers,
    /// An order has no steps, too many steps, or a step that does not fit.
    BadOrder,
    /// The seat has reached the limit of its orders or away answers.
    TooManyOrders,
    /// The turn cannot be simulated now, so it cannot be planned.
    CannotPlan,
    /// The channel already has a live campaign, with this number.
    ChannelTaken(i64),
    NoSuchCampaign,
    /// No game or content of this name is available.
    NoSuchGame(String),
    /// Too many requests at once. A retry may succeed.
    Busy,
    /// The change could not be stored. The cause is in the operator's log.
    NotStored,
    /// Internal error. The cause is in the operator's log.
    Internal,
}

impl Refusal {
    /// Whether it is a fault of the program or its storage, worth a line in the operator's log.
    pub fn is_internal(&self) -> bool {
        matches!(self, Refusal::NotStored | Refusal::Internal)
    }
}
