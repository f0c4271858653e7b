//! Why something was not done, and what to do instead.
//!
//! May use: the boundary. Deliberately absent: sentences; every refusal is a
//! message whose words are in `data/hall/text`.

use serde::{Deserialize, Serialize};

use super::seating::UserId;
use super::time::Timestamp;
use crate::game::{Message, Seat};

/// Why something was not done. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
#[error("{self:?}")]
pub enum Refusal {
    /// That question is over, or never was; these are open.
    Stale {
        /// The open questions.
        open: Vec<u32>,
    },
    /// There is no such answer.
    NoSuchChoice,
    /// That answer cannot be taken now.
    Blocked(Message),
    /// The question is for these seats.
    NotYours {
        /// Who may answer.
        seats: Vec<Seat>,
        /// Their holders.
        users: Vec<UserId>,
    },
    /// The people vote on it, not the advisors alone.
    #[serde(rename = "people_decide")]
    PublicDecides,
    /// Only one of the tied answers can be taken.
    NotTied,
    /// Only an advisor may do that.
    #[serde(rename = "not_an_advisor")]
    NotSeated,
    /// Only a moderator of the server, or whom it concerns, may do that.
    NotAllowed,
    /// Not before it has begun.
    NotBegun,
    /// It has begun already.
    BegunAlready,
    /// It is over.
    Over,
    /// It is paused.
    Paused,
    /// It is not paused.
    NotPaused,
    /// It has no deadline that could be extended.
    NoDeadline,
    /// There is no such role at this table.
    NoSuchRole,
    /// There is no such seat.
    NoSuchSeat,
    /// Somebody else holds it.
    Taken(UserId),
    /// The seat is held already, or is not the house's.
    NotFree,
    /// Nobody sits at the table yet.
    #[serde(rename = "nobody_sits")]
    NoPlayers,
    /// The game refuses to begin like this.
    CannotBegin(String),
    /// Times go from a minute to a year.
    TimeOutOfRange,
    /// Quiet hours need two different minutes of a day.
    BadQuietHours,
    /// There is nothing to undo.
    NothingToUndo,
    /// That is the seat's that acted, or the leader's, to undo.
    UndoNotYours,
    /// The table has moved on since; look again.
    MovedOn,
    /// There is no such motion.
    NoSuchMotion,
    /// A motion is open already.
    MotionOpen,
    /// The people may not vote on anything in this campaign.
    #[serde(rename = "no_petition")]
    NoBallot,
    /// You are not admitted to this vote.
    NotAdmitted,
    /// Programs have no vote.
    BotsDoNotVote,
    /// You have not been in the server for long enough; from then on you may vote.
    TooNew {
        /// From when on, if it is known since when you are here.
        from: Option<Timestamp>,
    },
    /// Your vote on this ballot was struck.
    Struck,
    /// They have no vote on this ballot.
    NoSuchVote,
    /// That is not on offer.
    NotOnOffer,
    /// Only the leader may close a ballot early.
    LeaderCloses,
    /// A ballot may be closed early from then on.
    TooEarly {
        /// From when on.
        from: Timestamp,
    },
    /// A ballot may be closed early once these have voted, too.
    VotesMissing {
        /// The advisors who have not.
        users: Vec<UserId>,
    },
    /// Only a moderator may set which role is called.
    ModeratorsCall,
    /// Not everybody is asked as the street.
    NotAsked,
    /// The street is asked that no more.
    StreetOver,
    /// Who sits at the table decides, and is not the street.
    AtTheTable,
    /// An advisor is called anyway.
    #[serde(rename = "called_anyway")]
    PingedAnyway,
    /// The list of people to call is full.
    #[serde(rename = "too_many_called")]
    TooManySubscribers,
    /// The order has too many steps, or none.
    BadOrder,
    /// No more orders can be kept.
    TooManyOrders,
    /// It cannot be planned now.
    CannotPlan,
    /// A live campaign is in this channel already.
    ChannelTaken(i64),
    /// There is no campaign of that number.
    NoSuchCampaign,
    /// There is no game or content by that name here.
    NoSuchGame(String),
    /// Too much at once; try again.
    Busy,
    /// It could not be stored; nothing has changed; the operator finds why in the log.
    NotStored,
    /// Something went wrong inside; nothing has changed; the operator finds why in the log.
    Internal,
}

impl Refusal {
    /// Is it the hall's own trouble, worth a line in the operator's log?
    pub fn is_internal(&self) -> bool {
        matches!(self, Refusal::NotStored | Refusal::Internal)
    }
}
