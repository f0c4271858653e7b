//! Lessons: what newcomers are told in their first campaign, each beside the
//! first question it helps with.
//!
//! May use: the word lists, `topics`. Deliberately absent: the text itself (it is data),
//! and what was told already; whoever shows it keeps that.

use crate::game::{Article, Localize, Message};

use super::catalog::words;
use super::topics;

/// A lesson.
struct Lesson {
    /// Its stable word.
    id: &'static str,
    /// The matter of the rules that says more.
    topic: &'static str,
    /// It helps with every question of that matter.
    all: bool,
    /// The kinds of questions it helps with beside those.
    asks: &'static [&'static str],
}

/// A lesson for these questions.
const fn of(id: &'static str, topic: &'static str, asks: &'static [&'static str]) -> Lesson {
    Lesson { id, topic, all: false, asks }
}

/// A lesson for all questions of its matter, and these.
const fn of_all(id: &'static str, topic: &'static str, asks: &'static [&'static str]) -> Lesson {
    Lesson { id, topic, all: true, asks }
}

impl Lesson {
    fn asks(&self) -> impl Iterator<Item = &'static str> {
        let of_topic = if self.all { topics::asks(self.topic) } else { &[] };
        of_topic.iter().chain(self.asks).copied()
    }
}

/// The lessons. Of several for one kind of question the first is told first.
const LESSONS: &[Lesson] = &[
    of("goal", "losing", &["start_corner"]),
    of("hand", "citizens", &["opening", "opening_unpaid", "play_card"]),
    of("turn", "actions", &["turn"]),
    of("illness", "sickness", &["turn", "kind_sick", "stand"]),
    of("food", "food", &["turn"]),
    of_all("generator", "fuel", &[]),
    of("morning", "morning", &["option_morning"]),
    of_all("dusk", "dusk", &[]),
    of_all("mood", "hope", &["advisor"]),
    of("law", "laws", &["law"]),
];

/// The lessons for a kind of question, in order.
pub fn of_ask(ask: &str) -> Vec<String> {
    let fits = LESSONS.iter().filter(|lesson| lesson.asks().any(|kind| kind == ask));
    fits.map(|lesson| lesson.id.to_owned()).collect()
}

/// One of them.
pub fn lesson(id: &str, language: &str) -> Option<Article> {
    let lesson = LESSONS.iter().find(|lesson| lesson.id == id)?;
    let list = words(language);
    Some(Article {
        title: list.localize(&title(id)),
        lines: vec![list.localize(&text(id))],
        more: vec![lesson.topic.to_owned()],
        ..Article::default()
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
            assert!(lesson.asks().next().is_some(), "{}", lesson.id);
            for ask in lesson.asks() {
                assert!(known.contains(ask), "{ask}: {known:?}");
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
