//! Open questions: who settles one, its votes and its deadline.
//!
//! Only the question is stored. Its answers are read from the game each time they are needed.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ballot_result::BallotResult;
use super::seating::UserId;
use super::settings::{Decider, PublicVoteMode, Settings};
use super::street::Street;
use super::time::Timestamp;
use crate::game::{Answerer, Audience, Decision, Seat};

/// An open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Number within the campaign. Unlike the game's number it is never reused after an undo, so
    /// a late click cannot hit another question.
    pub number: u32,
    /// The game's number for it.
    pub decision: u32,
    /// Kind of question, as the game's key.
    pub ask: String,
    /// The only seat that may see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub private: Option<Seat>,
    /// Who settles it.
    #[serde(rename = "way")]
    pub resolver: Resolver,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub votes: BTreeMap<Seat, String>,
    /// When it was asked, escalated to the leader, or passed to the players after a ballot
    /// without votes; moved forward by pauses.
    pub opened: Timestamp,
    /// Deadline. `None` if it is untimed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Timestamp>,
    /// Whether it has been announced.
    #[serde(default)]
    pub announced: bool,
    /// Edition of the public ballot that was counted or opened for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<u32>,
    /// The public tally, if it was tied. Later votes are not part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<BallotCount>,
    /// Result of its public ballot as counted, for the notices that report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "returns")]
    pub ballot_result: Option<Box<BallotResult>>,
    /// Voices of the street. `None` if the street is not asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<Box<Street>>,
    /// Whether votes are hidden until it closes; fixed when it opened.
    #[serde(default)]
    pub sealed: bool,
    /// When other players may answer for the responsible seat. `None` if they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "cover")]
    pub substitution: Option<Substitution>,
    /// Why it was escalated to the leader, if it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "leader")]
    pub escalation: Option<Escalation>,
    /// Number of reminder marks that each user has passed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reminded: BTreeMap<UserId, u8>,
}

/// A count of public votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BallotCount {
    /// Votes by answer.
    pub tally: BTreeMap<String, u32>,
    /// Whether only the players' votes counted, because the quorum was not reached.
    #[serde(rename = "advisors")]
    pub players_only: bool,
}

/// Time from which any player may answer for the responsible seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitution {
    pub from: Timestamp,
    /// Whether the other players have been told.
    #[serde(rename = "told")]
    pub announced: bool,
}

/// Who settles a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolver {
    /// A vote of all players.
    Vote,
    /// One seat; after its deadline the leader.
    #[serde(rename = "one")]
    Responsible(Seat),
    /// The active seat, or a player who may act for it under the
    /// [`TurnMode`](super::settings::TurnMode).
    Turn(Seat),
    /// Exactly one seat, for example because the question is its secret.
    #[serde(rename = "own")]
    Private(Seat),
    Leader,
    /// Any player.
    Anyone,
    /// The public, until the ballot closes.
    #[serde(rename = "people")]
    Public,
}

/// Why a question was escalated to the leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Escalation {
    /// The votes for these answers are tied.
    Tie(Vec<String>),
    /// Its deadline has passed.
    Late,
}

/// Returns who settles a decision under these settings.
pub fn resolver_of(decision: &Decision, settings: &Settings) -> Resolver {
    if let Audience::Only(seat) = decision.audience {
        // Other seats cannot see a secret. They can neither vote on it nor act for its seat,
        // whatever the turn mode.
        return Resolver::Private(seat);
    }
    let by_game = match decision.answerer {
        Answerer::Responsible { seat, .. } => Resolver::Responsible(seat),
        Answerer::Active(seat) => Resolver::Turn(seat),
        Answerer::Seat(seat) => Resolver::Private(seat),
        Answerer::Council | Answerer::Electorate => Resolver::Vote,
    };
    match settings.who.get(&decision.ask) {
        _ if matches!(decision.answerer, Answerer::Seat(_)) => by_game,
        None if decision.answerer == Answerer::Electorate => public_resolver(settings),
        None | Some(Decider::Seat) => by_game,
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
