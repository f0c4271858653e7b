//! A question before the table: who settles it, who has voted, until when it waits.
//!
//! May use: the boundary. Deliberately absent: the list of answers. What is
//! asked is stored; what can be answered is asked of the game each time.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::people::User;
use super::returns::Returns;
use super::settings::{Decider, Petition, Settings};
use super::street::Street;
use super::time::Moment;
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
    pub way: Way,
    /// What each seat voted.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub votes: BTreeMap<Seat, String>,
    /// When it was asked, or passed to the leader.
    pub opened: Moment,
    /// Until when it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due: Option<Moment>,
    /// Has the table heard of it?
    #[serde(default)]
    pub announced: bool,
    /// The ballot of the people that was counted or opened for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<u32>,
    /// The people's tally that was tied: what comes in later is not part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<Counted>,
    /// What is to be told of the people's votes once it is answered, as they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returns: Option<Box<Returns>>,
    /// What people beside the table would do, if they are asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub street: Option<Box<Street>>,
    /// Votes are not shown before it closes: as it was set when it opened.
    #[serde(default)]
    pub sealed: bool,
    /// When somebody else may answer for the seat responsible, if at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// Has it passed to the leader?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<ToLeader>,
    /// How often each user was reminded of it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reminded: BTreeMap<User, u8>,
}

/// A count of the people's votes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    /// Votes for each answer.
    pub tally: BTreeMap<String, u32>,
    /// Too few had voted: only the advisors' votes counted.
    pub advisors: bool,
}

/// Any advisor may answer for the seat responsible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cover {
    /// From this moment on.
    pub from: Moment,
    /// Have the others been told?
    pub told: bool,
}

/// Who settles a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A vote of all advisors.
    Vote,
    /// One seat; the leader after its deadline.
    One(Seat),
    /// The seat whose turn it is, or whoever may click for it.
    Turn(Seat),
    /// One seat and nobody else: it is that seat's own secret.
    Own(Seat),
    /// The leader.
    Leader,
    /// Any advisor.
    Anyone,
    /// The people, until the ballot closes.
    People,
}

/// Why a question has passed to the leader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToLeader {
    /// The votes are tied among these.
    Tie(Vec<String>),
    /// It waited longer than its deadline.
    Late,
}

/// Who settles a decision under these settings.
pub fn way(decision: &Decision, settings: &Settings) -> Way {
    if let Audience::Only(seat) = decision.audience {
        // A secret cannot be voted on. Whose turn it is may still be helped with it
        // only by its holder, whatever the mode.
        return Way::Own(seat);
    }
    let named = match decision.answerer {
        Answerer::Responsible { seat, .. } => Way::One(seat),
        Answerer::Active(seat) => Way::Turn(seat),
        Answerer::Seat(seat) => Way::Own(seat),
        Answerer::Council | Answerer::Electorate => Way::Vote,
    };
    match settings.who.get(&decision.ask) {
        _ if matches!(decision.answerer, Answerer::Seat(_)) => named,
        None if decision.answerer == Answerer::Electorate => people(settings),
        None | Some(Decider::Seat) => named,
        Some(Decider::Vote) => Way::Vote,
        Some(Decider::Leader) => Way::Leader,
        Some(Decider::Anyone) => Way::Anyone,
        Some(Decider::People) => people(settings),
    }
}

fn people(settings: &Settings) -> Way {
    match settings.people.mode {
        Petition::Off => Way::Vote,
        Petition::Standing | Petition::OnDemand => Way::People,
    }
}
