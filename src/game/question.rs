//! What is asked: a decision, who answers it, its choices, and an answer.
//!
//! May use: the boundary's messages and seats, serde. Deliberately absent: votes and deadlines;
//! they are the hall's.

use serde::{Deserialize, Serialize};

use super::{Message, Seat};

/// What a game puts to the public: some kinds of questions, and what becomes of its word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicQuestion {
    /// Its stable word, for settings.
    pub id: String,
    /// What it is about, in the game's own words.
    pub name: Message,
    /// The kinds of questions.
    pub asks: Vec<String>,
    /// Does the word of the public count?
    pub effect: PublicVoteEffect,
}

/// What becomes of the public's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicVoteEffect {
    /// It decides: such a decision is the electorate's.
    Binding {
        /// People may vote before the question is asked: there is a petition for it.
        ahead: bool,
    },
    /// It is heard by those who decide, and binds nobody.
    Advisory,
}

/// Who answers a decision by the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answerer {
    /// The council, with the leader's final say.
    Council,
    /// The seat responsible for a field of the game.
    Responsible {
        /// The field, in the game's own words.
        field: String,
        /// The seat that holds it.
        seat: Seat,
    },
    /// The seat whose turn it is.
    Active(Seat),
    /// One named seat.
    Seat(Seat),
    /// All who may vote on public matters.
    Electorate,
}

/// A hint for the hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    /// Worth a vote.
    Vote,
    /// A small matter.
    Small,
}

/// Who may see a decision and its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody.
    Everybody,
    /// One seat only.
    Only(Seat),
}

/// One open decision: pick one of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Its number, a counter.
    pub id: u32,
    /// What kind of question it is; stable, for settings such as "who decides what".
    pub ask: String,
    /// Who answers by the rules.
    #[serde(rename = "by")]
    pub answerer: Answerer,
    /// Worth a vote, or a small matter.
    #[serde(rename = "weight")]
    pub importance: Importance,
    /// Who may see it.
    pub audience: Audience,
    /// The question.
    pub prompt: Message,
    /// The answers; what is not blocked is accepted, nothing else.
    pub choices: Vec<Choice>,
}

/// One answer on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Stable key.
    pub key: String,
    /// What it is.
    pub label: Message,
    /// What it costs and does, one message each.
    pub notes: Vec<Message>,
    /// Why it cannot be taken.
    pub blocked: Option<Message>,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The decision; may be left out where one is open.
    pub decision: Option<u32>,
    /// The key of the choice.
    pub choice: String,
}
