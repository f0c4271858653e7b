//! Lessons: what newcomers are told in their first campaign, each beside the
//! first question it helps with.
//!
//! May use: the word lists. Deliberately absent: the text itself (it is data),
//! and what was told already; whoever shows it keeps that.

use crate::game::{Message, Sheet, Words};

use super::catalog::words;

/// A lesson.
struct Lesson {
    /// Its stable word.
    id: &'static str,
    /// The matter of the rules that says more.
    topic: &'static str,
    /// The kinds of questions it helps with.
    asks: &'static [&'static str],
}

/// The lessons. Of several for one kind of question the first is told first.
const LESSONS: &[Lesson] = &[
    Lesson { id: "goal", topic: "losing", asks: &["start_corner"] },
    Lesson { id: "hand", topic: "citizens", asks: &["opening", "opening_unpaid", "play_card"] },
    Lesson { id: "turn", topic: "actions", asks: &["turn"] },
    Lesson { id: "illness", topic: "sickness", asks: &["turn", "kind_sick", "stand"] },
    Lesson { id: "food", topic: "food", asks: &["turn"] },
    Lesson { id: "generator", topic: "fuel", asks: &["fuel"] },
    Lesson { id: "morning", topic: "morning", asks: &["option_morning"] },
    Lesson {
        id: "dusk",
        topic: "dusk",
        asks: &[
            "option_dusk",
            "option_dusk_start",
            "option_dispute",
            "option_consequence",
            "dusk_order",
        ],
    },
    Lesson {
        id: "mood",
        topic: "hope",
        asks: &[
            "token_increase",
            "token_decrease",
            "token_activate",
            "token_exhaust",
            "token_price",
            "token_discard",
            "advisor",
        ],
    },
    Lesson { id: "law", topic: "laws", asks: &["law"] },
];

/// The lessons for a kind of question, in order.
pub fn of_ask(ask: &str) -> Vec<String> {
    let fits = LESSONS.iter().filter(|lesson| lesson.asks.contains(&ask));
    fits.map(|lesson| lesson.id.to_owned()).collect()
}

/// One of them.
pub fn lesson(id: &str, language: &str) -> Option<Sheet> {
    let lesson = LESSONS.iter().find(|lesson| lesson.id == id)?;
    let list = words(language);
    Some(Sheet {
        title: list.say(&title(id)),
        lines: vec![list.say(&text(id))],
        more: vec![lesson.topic.to_owned()],
        ..Sheet::default()
    })
}

/// Everything the lessons say, as messages: for checks that read them all.
pub fn messages() -> Vec<Message> {
    LESSONS.iter().flat_map(|lesson| [title(lesson.id), text(lesson.id)]).collect()
}

/// Every key a list must have for the lessons.
pub fn all() -> Vec<String> {
    messages().into_iter().map(|message| message.key).collect()
}

fn title(id: &str) -> Message {
    Message::new(format!("lesson-{id}"))
}

fn text(id: &str) -> Message {
    Message::new(format!("lesson-{id}.text"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LESSONS, lesson};
    use crate::frostpunk::rules::program::Deck;
    use crate::frostpunk::text::asks::kind;
    use crate::frostpunk::text::samples;
    use crate::frostpunk::text::topics;

    #[test]
    fn every_lesson_is_told_beside_a_question_that_exists_and_names_a_topic_that_exists() {
        let pack = samples::pack();
        let mut known: BTreeSet<String> =
            samples::asks().iter().map(|(ask, _)| kind(&pack, ask)).collect();
        // Options are called by the deck of their card.
        let decks = Deck::ALL.iter().map(|(deck, _)| format!("option_{}", deck.key()));
        known.extend(decks);
        for lesson in LESSONS {
            assert!(topics::also(lesson.topic).is_some(), "{}", lesson.topic);
            assert!(!lesson.asks.is_empty(), "{}", lesson.id);
            for ask in lesson.asks {
                assert!(known.contains(*ask), "{ask}: {known:?}");
            }
        }
    }

    #[test]
    fn a_lesson_is_two_to_four_short_sentences() {
        for known in LESSONS {
            let said = lesson(known.id, "en").unwrap().lines.join(" ");
            let sentences = said.split_inclusive(['.', '?', '!']).count();
            assert!((2..=4).contains(&sentences), "{}: {said}", known.id);
            assert!(said.chars().count() <= 420, "{}: {}", known.id, said.chars().count());
        }
    }
}
