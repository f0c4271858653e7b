//! Orders given before the turn comes: steps that are taken if they still can be.
//!
//! May use: serde. Deliberately absent: what the steps mean; they are the
//! game's own words for a kind of question and an answer to it.

use serde::{Deserialize, Serialize};

/// One step: the answer to the next question of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The kind of question.
    pub ask: String,
    /// The answer.
    pub choice: String,
}

/// The orders for one turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How many have been taken; more than none means it is under way.
    #[serde(default)]
    pub taken: usize,
}

/// Turns a seat may plan ahead.
pub const MOST_ORDERS: usize = 10;
/// Steps of one turn.
pub const MOST_STEPS: usize = 40;
/// The length of a word in a step.
pub const LONGEST_WORD: usize = 80;

impl Order {
    /// Within reason?
    pub fn is_sound(&self) -> bool {
        let word = |text: &str| !text.is_empty() && text.len() <= LONGEST_WORD;
        let sound = |step: &Step| word(&step.ask) && word(&step.choice);
        (1..=MOST_STEPS).contains(&self.steps.len())
            && self.taken == 0
            && self.steps.iter().all(sound)
    }
}
