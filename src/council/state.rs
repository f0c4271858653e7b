//! Everything the hall knows of a campaign beside the game itself: plain data,
//! stored whole with every change.
//!
//! May use: the other words of this folder. Deliberately absent: the state of
//! the game, and what any of this leads to.

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

/// More people than this are not called one by one: a role can be.
pub const MAX_SUBSCRIBERS: usize = 200;

/// How far a campaign has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStatus {
    /// A lobby: people take chairs.
    #[default]
    Gathering,
    /// It is being played.
    Running,
    /// It is over: won, lost or given up.
    Over,
}

/// The hall's own state of one campaign. What an older hall did not store yet has its default.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Council {
    /// How far it has come.
    #[serde(rename = "stage")]
    pub status: CampaignStatus,
    /// What is set.
    pub settings: Settings,
    /// Who sits where.
    #[serde(rename = "chairs")]
    pub seating: Seating,
    /// The last entry of the log.
    pub seq: u64,
    /// The last entry a copy of the game was kept at.
    #[serde(rename = "kept")]
    pub snapshot_seq: u64,
    /// Where the game stood then.
    #[serde(rename = "kept_at")]
    pub snapshot_progress: Progress,
    /// Numbers given to questions and motions so far.
    pub numbers: u32,
    /// The open questions, in the game's order.
    pub questions: Vec<Question>,
    /// Where the campaign stands.
    #[serde(rename = "chapter")]
    pub progress: Progress,
    /// When this round began.
    pub round_since: Timestamp,
    /// When the holder of each seat last did something.
    #[serde(rename = "seen")]
    pub last_active: BTreeMap<Seat, Timestamp>,
    /// Whose turn it is, and how long its holder comes first.
    pub turn: Option<Turn>,
    /// Orders for coming turns.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub orders: BTreeMap<Seat, Vec<Order>>,
    /// What each seat answers to a kind of question while its holder is away.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<Seat, BTreeMap<String, String>>,
    /// Since when the clocks stand.
    pub paused: Option<Timestamp>,
    /// They stand because no person held a seat.
    pub deserted: bool,
    /// The motion before the table.
    #[serde(rename = "proposal")]
    pub motion: Option<Motion>,
    /// Ballots of the people so far.
    pub editions: u32,
    /// More follows by itself, but not all at once.
    pub unfinished: bool,
    /// The people's ballot.
    #[serde(rename = "petition")]
    pub public_ballot: Option<PublicBallot>,
    /// Those beside the table who want to be called when a ballot opens.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    #[serde(rename = "callers")]
    pub ping_subscribers: BTreeSet<UserId>,
    /// What the people were asked and what was decided, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "decrees")]
    pub public_decisions: Vec<PublicDecision>,
    /// Answered questions the street had spoken to, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "heard")]
    pub street_records: Vec<StreetRecord>,
}

/// The turn of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The seat.
    pub seat: Seat,
    /// Until when its holder comes first.
    pub until: Timestamp,
    /// Have the others been told that they may act?
    pub told: bool,
}

/// The people's ballot. Its votes are kept one by one, apart from the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PublicBallot {
    /// Counts the ballots of a campaign.
    pub edition: u32,
    /// Who may vote: as it was when this ballot opened.
    #[serde(rename = "admit")]
    pub eligibility: VoterEligibility,
    /// Whether the tally is seen: as it was when this ballot opened.
    #[serde(rename = "sealed")]
    pub secrecy: BallotSecrecy,
    /// With fewer votes than this the advisors' alone count: as it was then.
    pub turnout: u32,
    /// What is on offer.
    pub offers: Vec<String>,
    /// Since when the question is asked. Version 0.1 did not note it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened: Option<Timestamp>,
    /// When it closes, if the question is asked.
    pub closes: Option<Timestamp>,
    /// Those who want to be called were reminded of it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reminded: bool,
    /// How many days somebody must have been in the server: as it was then.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[serde(rename = "days")]
    pub membership_days: Option<u16>,
    /// Whose votes a moderator has struck: they vote no more on this one.
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub struck: BTreeSet<UserId>,
    /// It was told what came of it; whatever is on offer next is another ballot.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub counted: bool,
    /// The votes: stored row by row, not with the rest.
    #[serde(skip)]
    pub votes: Arc<BTreeMap<UserId, String>>,
}

impl PublicBallot {
    /// It was open for a question and takes no more votes.
    pub(super) fn is_closed(&self) -> bool {
        self.counted && self.closes.is_some()
    }

    /// When half of its time is over; none if it closes at no set time.
    pub(super) fn half(&self) -> Option<Timestamp> {
        let (opened, closes) = (self.opened?, self.closes?);
        Some(opened + (closes - opened).part(1, 2))
    }
}
