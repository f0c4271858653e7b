//! Council state: everything stored about a campaign besides the game itself.
//!
//! Plain data, stored whole with every change. What happens to it is in
//! [`campaign`](super::campaign).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::motion::Motion;
use super::orders::Order;
use super::public_decision::PublicDecision;
use super::question::Question;
use super::seating::{Seating, UserId};
use super::settings::{BallotSecrecy, Settings, VoterEligibility};
use super::street::StreetRecord;
use super::time::Timestamp;
use crate::game::{Progress, Seat};

/// Maximum size of [`Council::ping_subscribers`]: each subscriber is pinged by name. A larger group
/// can be pinged by a role.
pub const MAX_SUBSCRIBERS: usize = 200;

/// Lifecycle state of a campaign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStatus {
    /// A lobby: players take seats.
    #[default]
    #[serde(rename = "gathering")]
    Lobby,
    /// Being played.
    Running,
    /// Won, lost or given up.
    Over,
}

/// Council state of one campaign. A field that an older version did not store has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Council {
    #[serde(rename = "stage")]
    pub status: CampaignStatus,
    pub settings: Settings,
    #[serde(rename = "chairs")]
    pub seating: Seating,
    /// Number of the last log entry.
    pub seq: u64,
    /// Number of the last log entry that the stored snapshot of the game includes.
    #[serde(rename = "kept")]
    pub snapshot_seq: u64,
    /// Progress of the game at that snapshot.
    #[serde(rename = "kept_at")]
    pub snapshot_progress: Progress,
    /// Counter for the numbers of questions and motions.
    pub numbers: u32,
    /// Open questions, in the order they were opened.
    pub questions: Vec<Question>,
    #[serde(rename = "chapter")]
    pub progress: Progress,
    /// Start of the current round, moved forward by pauses.
    pub round_since: Timestamp,
    /// Last activity of each seat's holder.
    #[serde(rename = "seen")]
    pub last_active: BTreeMap<Seat, Timestamp>,
    /// The active seat, and until when its holder has priority.
    pub turn: Option<Turn>,
    /// Orders for coming turns.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<Seat, Vec<Order>>,
    /// Answers to give while the holder of a seat is away, by kind of question.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<Seat, BTreeMap<String, String>>,
    /// Start of the current pause.
    pub paused: Option<Timestamp>,
    /// Whether it is paused because no user holds a seat.
    pub deserted: bool,
    /// The open motion.
    #[serde(rename = "proposal")]
    pub motion: Option<Motion>,
    /// Number of public ballots opened so far.
    pub editions: u32,
    /// Whether automatic answers are left for the next wake: one wake applies a limited number.
    pub unfinished: bool,
    /// The public ballot. A closed one can stay, with its votes, until the next one replaces it.
    #[serde(rename = "petition")]
    pub public_ballot: Option<PublicBallot>,
    /// Users to ping when a ballot opens. Seat holders are pinged by the question instead.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "callers")]
    pub ping_subscribers: BTreeSet<UserId>,
    /// Decided public questions, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "decrees")]
    pub public_decisions: Vec<PublicDecision>,
    /// Answered questions to which the street had spoken, oldest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "heard")]
    pub street_records: Vec<StreetRecord>,
}

/// The turn of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub seat: Seat,
    /// End of the window in which its holder has priority.
    pub until: Timestamp,
    /// Whether the other players have been told that they may act.
    #[serde(rename = "told")]
    pub announced: bool,
}

/// The public ballot. Its votes are stored row by row, apart from the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PublicBallot {
    /// Number of the ballot within the campaign, from 1.
    pub edition: u32,
    /// Who may vote besides the seat holders; fixed when the ballot opened.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// Whether the tally is visible; fixed when the ballot opened.
    #[serde(rename = "sealed")]
    pub secrecy: BallotSecrecy,
    /// Quorum, fixed when the ballot opened: with fewer votes only the players' votes count.
    pub turnout: u32,
    /// Keys of the answers on offer.
    pub offers: Vec<String>,
    /// When its question was put to the public. Version 0.1 did not store it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<Timestamp>,
    /// When it closes. `None` while its question has not been asked.
    pub closes: Option<Timestamp>,
    /// Whether the reminder before it closes is done.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reminded: bool,
    /// Days a member must have been in the server; fixed when the ballot opened.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// Users whose vote a moderator struck. They cannot vote on this ballot again.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub struck: BTreeSet<UserId>,
    /// Whether its result has been announced. What is on offer next gets a ballot of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
    /// Votes by user, stored row by row.
    #[serde(skip)]
    pub votes: Arc<BTreeMap<UserId, String>>,
}

impl PublicBallot {
    /// Whether it was open for a question and takes no more votes.
    pub(super) fn is_closed(&self) -> bool {
        self.counted && self.closes.is_some()
    }

    /// Returns the middle of its time, or `None` if its start or end is unknown.
    pub(super) fn half_time(&self) -> Option<Timestamp> {
        let (opened, closes) = (self.opened?, self.closes?);
        Some(opened + (closes - opened).part(1, 2))
    }
}
