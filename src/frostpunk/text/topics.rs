//! Matters of the rules that can be looked up: what a first evening asks.
//!
//! May use: the word lists. Deliberately absent: the text itself (it is data)
//! and any rule; each line names the rules it sums up.

use crate::game::{Message, Named, Sheet, Words};

use super::catalog::words;

/// The topics, in the order in which a newcomer meets them.
pub const TOPICS: &[&str] = &[
    "round",
    "winning",
    "losing",
    "setup",
    "leadership",
    "advisors",
    "actions",
    "heat",
    "fuel",
    "cold",
    "stress",
    "weather",
    "storm",
    "figures",
    "children",
    "snow",
    "gather",
    "construct",
    "buildings",
    "special",
    "scouts",
    "shelter",
    "food",
    "hunger",
    "sickness",
    "cure",
    "death",
    "corpses",
    "spent",
    "hope",
    "tokens",
    "laws",
    "technologies",
    "morning",
    "dusk",
    "citizens",
    "automatons",
    "map",
    "solo",
];

/// A topic has so many lines at least.
const LEAST: usize = 3;
/// And so many at most.
const MOST: usize = 8;

/// Every topic by its name.
pub fn topics() -> Vec<Named> {
    TOPICS.iter().map(|id| Named { id: (*id).to_owned(), name: name(id) }).collect()
}

/// One of them.
pub fn topic(id: &str, language: &str) -> Option<Sheet> {
    let id = TOPICS.iter().find(|known| **known == id)?;
    let list = words(language);
    // English has every line; another language may lack some.
    let lines = (1..=MOST).map(|at| line(id, at)).filter(|line| words("en").has(&line.key));
    Some(Sheet {
        title: list.say(&name(id)),
        kind: list.say(&kind()),
        story: None,
        lines: lines.map(|line| list.say(&line)).collect(),
        more: Vec::new(),
    })
}

/// Everything the topics say, as messages: for checks that read them all.
pub fn messages() -> Vec<Message> {
    let lines = TOPICS.iter().flat_map(|id| (1..=MOST).map(|at| line(id, at)));
    let lines = lines.filter(|line| words("en").has(&line.key));
    let heads = TOPICS.iter().map(|id| name(id)).chain([kind()]);
    heads.chain(lines).collect()
}

fn kind() -> Message {
    Message::new("sheet-topic")
}

fn name(id: &str) -> Message {
    Message::new(format!("topic-{id}"))
}

fn line(id: &str, at: usize) -> Message {
    Message::new(format!("topic-{id}.line{at}"))
}

/// Every key a list must have for the topics.
pub fn all() -> Vec<String> {
    let lines = TOPICS.iter().flat_map(|id| (1..=LEAST).map(|at| line(id, at).key));
    TOPICS.iter().map(|id| name(id).key).chain(lines).collect()
}

/// A line that a topic may have.
pub fn is_line(key: &str) -> bool {
    let spare = |id: &&str| (LEAST + 1..=MOST).any(|at| line(id, at).key == key);
    TOPICS.iter().any(spare)
}
