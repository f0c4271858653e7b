//! A question before the table: who settles it, who has voted, until when it waits.
//!
//! May use: the boundary. Deliberately absent: the list of answers. What is
//! asked is stored; what can be answered is asked of the game each time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ballot_result::BallotResult;
use super::seating::UserId;
use super::settings::{Decider, PublicVoteMode, Settings};
use super::street::Street;
use super::time::Timestamp;
use crate::game::{Answerer, Audience, Decision, Seat};

/// One open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// The hall's own number. The game counts its decisions back when an answer
    /// is undone; this number is never used twice, so a late click cannot hit
    /// another question.
    pub number: u32,
    /// The game's number of it.
    pub decision: u32,
    /// What kind of question it is, in the game's own words.
    pub ask: String,
    /// The only seat that may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Seat>,
    /// Who settles it.
    #[serde(rename = "way")]
    pub resolver: Resolver,
    /// What each seat voted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub votes: BTreeMap<Seat, String>,
    /// When it was asked, or passed to the leader.
    pub opened: Timestamp,
    /// Until when it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// Has the table heard of it?
    #[serde(default)]
    pub announced: bool,
    /// The ballot of the people that was counted or opened for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<u32>,
    /// The people's tally that was tied: what comes in later is not part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<BallotCount>,
    /// What is to be told of the people's votes once it is answered, as they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "returns")]
    pub ballot_result: Option<Box<BallotResult>>,
    /// What people beside the table would do, if they are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<Box<Street>>,
    /// Votes are not shown before it closes: as it was set when it opened.
    #[serde(default)]
    pub sealed: bool,
    /// When somebody else may answer for the seat responsible, if at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "cover")]
    pub substitution: Option<Substitution>,
    /// Has it passed to the leader?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "leader")]
    pub escalation: Option<Escalation>,
    /// How often each user was reminded of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reminded: BTreeMap<UserId, u8>,
}

/// A count of the people's votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotCount {
    /// Votes for each answer.
    pub tally: BTreeMap<String, u32>,
    /// Too few had voted: only the advisors' votes counted.
    #[serde(rename = "advisors")]
    pub players_only: bool,
}

/// Any advisor may answer for the seat responsible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitution {
    /// From this moment on.
    pub from: Timestamp,
    /// Have the others been told?
    pub told: bool,
}

/// Who settles a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolver {
    /// A vote of all advisors.
    Vote,
    /// One seat; the leader after its deadline.
    #[serde(rename = "one")]
    Responsible(Seat),
    /// The seat whose turn it is, or whoever may click for it.
    Turn(Seat),
    /// One seat and nobody else: it is that seat's own secret.
    #[serde(rename = "own")]
    Private(Seat),
    /// The leader.
    Leader,
    /// Any advisor.
    Anyone,
    /// The people, until the ballot closes.
    #[serde(rename = "people")]
    Public,
}

/// Why a question has passed to the leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escalation {
    /// The votes are tied among these.
    Tie(Vec<String>),
    /// It waited longer than its deadline.
    Late,
}

/// Who settles a decision under these settings.
pub fn resolver_of(decision: &Decision, settings: &Settings) -> Resolver {
    if let Audience::Only(seat) = decision.audience {
        // A secret cannot be voted on. Whose turn it is may still be helped with it
        // only by its holder, whatever the mode.
        return Resolver::Private(seat);
    }
    let named = match decision.answerer {
        Answerer::Responsible { seat, .. } => Resolver::Responsible(seat),
        Answerer::Active(seat) => Resolver::Turn(seat),
        Answerer::Seat(seat) => Resolver::Private(seat),
        Answerer::Council | Answerer::Electorate => Resolver::Vote,
    };
    match settings.who.get(&decision.ask) {
        _ if matches!(decision.answerer, Answerer::Seat(_)) => named,
        None if decision.answerer == Answerer::Electorate => public_resolver(settings),
        None | Some(Decider::Seat) => named,
        Some(Decider::Vote) => Resolver::Vote,
        Some(Decider::Leader) => Resolver::Leader,
        Some(Decider::Anyone) => Resolver::Anyone,
        Some(Decider::Public) => public_resolver(settings),
    }
}

fn public_resolver(settings: &Settings) -> Resolver {
    match settings.public_vote.mode {
        PublicVoteMode::Off => Resolver::Vote,
        PublicVoteMode::Standing | PublicVoteMode::OnDemand => Resolver::Public,
    }
}
