//! Lessons: which one a message shows, and its embed.
//!
//! A game offers lessons by kind of question. The hall adds two of its own: voting and undo.
//!
//! [`MessageState`](super::MessageState) stores each shown lesson with the question it was shown
//! for. A message rendered again, also after a crash, therefore shows the same lesson, and no
//! lesson is shown for two questions.

use std::collections::BTreeMap;

use super::localizer::Localizer;
use super::message::{Embed, MOSS};
use super::rulebook;
use crate::council::question::Resolver;
use crate::council::settings::Lessons;
use crate::council::view::{CouncilView, QuestionView};
use crate::game::{Article, Message};

/// Shown lessons, each with the question or ballot it was shown for.
pub type LessonsShown = BTreeMap<String, String>;

/// Lesson of the hall: id, key of the title, key of the text, and related topic.
type HallLesson = (&'static str, &'static str, &'static str, &'static str);

const VOTE: HallLesson = ("hall:vote", "lesson-vote", "lesson-vote-text", "hall-votes");
const BACK: HallLesson = ("hall:back", "lesson-back", "lesson-back-text", "hall-back");

/// Returns the lesson the panel shows now and marks it as shown. Returns `before` if no lesson is
/// left for the open questions: a player may answer faster than the others read.
pub fn of_panel(
    shown: &mut LessonsShown,
    localizer: &Localizer,
    view: &CouncilView,
    before: Option<String>,
) -> Option<String> {
    if view.settings.lessons == Lessons::Off {
        return None;
    }
    // Public questions come first: all players see them.
    let public = view.questions.iter().filter(|question| question.private.is_none());
    let private = view.questions.iter().filter(|question| question.private.is_some());
    let mut lessons = public.chain(private).filter_map(|question| {
        choose(shown, &format!("q{}", question.number), candidates(localizer, question))
    });
    lessons.next().or(before)
}

/// Returns the lesson of the public ballot and marks it as shown.
pub fn of_ballot(
    shown: &mut LessonsShown,
    localizer: &Localizer,
    view: &CouncilView,
) -> Option<Embed> {
    let ballot = view.ballot.as_ref().filter(|_| view.settings.lessons == Lessons::On)?;
    let lessons = localizer.game.lessons_for_ask(&ballot.decision.ask);
    let id = choose(shown, &format!("b{}", ballot.edition), lessons)?;
    card(localizer, &id)
}

/// Returns the lessons that fit a question: those of the game, then those of the hall.
fn candidates(localizer: &Localizer, question: &QuestionView) -> Vec<String> {
    let mut lessons = localizer.game.lessons_for_ask(&question.ask);
    match question.resolver {
        Resolver::Vote => lessons.push(VOTE.0.to_owned()),
        Resolver::Turn(_) => lessons.push(BACK.0.to_owned()),
        _ => {}
    }
    lessons
}

/// Returns the lesson already shown at `place`, or marks and returns the first of `lessons` that
/// was shown nowhere. Returns `None` if all were.
fn choose(shown: &mut LessonsShown, place: &str, lessons: Vec<String>) -> Option<String> {
    if let Some((id, _)) = shown.iter().find(|(_, at)| *at == place) {
        return Some(id.clone());
    }
    let id = lessons.into_iter().find(|id| !shown.contains_key(id))?;
    shown.insert(id.clone(), place.to_owned());
    Some(id)
}

/// Returns the embed of a lesson. Returns `None` if the lesson no longer exists.
pub fn card(localizer: &Localizer, id: &str) -> Option<Embed> {
    let article = match [VOTE, BACK].into_iter().find(|(known, ..)| *known == id) {
        Some((_, title, text, more)) => Article {
            title: localizer.word(title),
            lines: vec![localizer.word(text)],
            more: vec![more.to_owned()],
            ..Article::default()
        },
        None => localizer.game.lesson(id, &localizer.language)?,
    };
    let title = Message::new("lesson-title").label("title", &article.title);
    let more = article.more.first().and_then(|id| rulebook::name(localizer, id));
    let foot =
        more.map(|topic| localizer.say(&Message::new("lesson-more").message("topic", topic)));
    Some(Embed {
        title: localizer.say(&title),
        text: article.lines.join("\n"),
        foot: foot.unwrap_or_default(),
        colour: MOSS,
    })
}

#[cfg(test)]
mod tests {
    use super::choose;
    use crate::discord::message_plan::MessageState;

    #[test]
    fn each_lesson_is_told_once_and_what_is_drawn_again_tells_the_same() {
        let mut desk = MessageState::default();
        let offered = || vec!["turn".to_owned(), "food".to_owned()];
        assert_eq!(choose(&mut desk.taught, "q1", offered()).as_deref(), Some("turn"));
        assert_eq!(choose(&mut desk.taught, "q1", offered()).as_deref(), Some("turn"));
        assert_eq!(choose(&mut desk.taught, "q2", offered()).as_deref(), Some("food"));
        assert_eq!(choose(&mut desk.taught, "q3", offered()), None);
        let kept = serde_json::to_value(&desk).unwrap();
        let mut after: MessageState = serde_json::from_value(kept).unwrap();
        assert_eq!(choose(&mut after.taught, "q2", offered()).as_deref(), Some("food"));
        assert_eq!(choose(&mut after.taught, "q4", offered()), None);
    }
}
