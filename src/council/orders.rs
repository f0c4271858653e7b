//! Premoves: answers queued for a later turn and given if they are still possible.
//!
//! What the answers mean is the game's business: questions and answers appear as its keys.

use serde::{Deserialize, Serialize};

/// One queued answer, to the next question of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Kind of question.
    pub ask: String,
    pub choice: String,
}

/// The queued answers for one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The answers, in order.
    pub steps: Vec<Step>,
    /// Number of steps already taken. Above 0 the order is under way.
    #[serde(default)]
    pub taken: usize,
}

/// Maximum number of turns a seat may plan ahead.
pub const MOST_ORDERS: usize = 10;
/// Maximum number of steps in one turn.
pub const MOST_STEPS: usize = 40;
/// Maximum length of a key in a step, in bytes.
pub const LONGEST_WORD: usize = 80;

impl Order {
    /// Whether a new order is valid: no step taken yet, and steps and keys within the limits.
    pub fn is_sound(&self) -> bool {
        let valid_key = |key: &str| !key.is_empty() && key.len() <= LONGEST_WORD;
        let valid_step = |step: &Step| valid_key(&step.ask) && valid_key(&step.choice);
        (1..=MOST_STEPS).contains(&self.steps.len())
            && self.taken == 0
            && self.steps.iter().all(valid_step)
    }
}
