//! Decisions: what a game asks, who answers by its rules, the choices, and an answer.
//!
//! Votes and deadlines are added by [`council`](crate::council).

use serde::{Deserialize, Serialize};

use super::{Message, Seat};

/// Kind of decision that a game puts to a public vote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicQuestion {
    /// Stable id, for settings.
    pub id: String,
    /// Display name.
    pub name: Message,
    /// Asks that belong to it; see [`Decision::ask`].
    pub asks: Vec<String>,
    /// Whether the vote decides.
    pub effect: PublicVoteEffect,
}

/// Effect of a public vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicVoteEffect {
    /// The vote decides; such a decision has the answerer [`Answerer::Electorate`].
    Binding {
        /// Whether people may vote before the question is asked; see
        /// [`Table::standing_ballot`](super::Table::standing_ballot).
        ahead: bool,
    },
    /// The vote is shown to the players, who decide.
    Advisory,
}

/// Who answers a decision, by the rules of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answerer {
    /// All seats by vote; the leader breaks ties.
    Council,
    /// The seat responsible for a field of the game.
    Responsible {
        /// Id of the field.
        field: String,
        /// Seat that is responsible.
        seat: Seat,
    },
    /// Seat whose turn it is.
    Active(Seat),
    /// One seat and no other.
    Seat(Seat),
    /// Everybody who may vote on public questions.
    Electorate,
}

/// Hint for the hall: whether a decision deserves a vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    /// Worth a vote.
    Vote,
    /// Small: one player may decide it.
    Small,
}

/// Who may see a decision and its choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Everybody, also people who hold no seat.
    Everybody,
    /// Holder of this seat only.
    Only(Seat),
}

/// Open decision: one choice of a list has to be picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Number of the decision, a counter of the game.
    pub id: u32,
    /// Stable kind of question, for settings such as "who decides what".
    pub ask: String,
    /// Who answers it, by the rules.
    #[serde(rename = "by")]
    pub answerer: Answerer,
    /// Whether it deserves a vote.
    #[serde(rename = "weight")]
    pub importance: Importance,
    /// Who may see it and its choices.
    pub audience: Audience,
    /// Question in words.
    pub prompt: Message,
    /// Choices. Exactly those that are not blocked are accepted.
    pub choices: Vec<Choice>,
}

/// Choice of a [`Decision`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// Stable key.
    pub key: String,
    /// Choice in words.
    pub label: Message,
    /// Costs and effects, one message each.
    pub notes: Vec<Message>,
    /// Reason why it cannot be chosen; `None` if it can.
    pub blocked: Option<Message>,
}

/// Answer to a [`Decision`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Number of the decision; `None` means the only open one.
    pub decision: Option<u32>,
    /// Key of the choice.
    pub choice: String,
}
