//! Lessons: which of them a message tells, and how it looks there.
//!
//! May use: `page`, `tongue`, the looks of `council`. Deliberately absent:
//! what a game teaches; it offers lessons by kind of question. The hall adds what
//! is its own: voting, and taking an answer back.
//!
//! What was told is kept with the desk, beside the question it was told for. So a
//! message drawn again tells the same, also after a crash, and nothing is told twice.

use std::collections::BTreeMap;

use super::localizer::Localizer;
use super::message::{Embed, MOSS};
use super::rulebook;
use crate::council::question::Resolver;
use crate::council::settings::Lessons;
use crate::council::view::{CouncilView, QuestionView};
use crate::game::{Article, Message};

/// The lessons that were told, and beside what.
pub type LessonsShown = BTreeMap<String, String>;

/// A lesson of the hall: its id, its title, its text, and the matter that says more.
type OfHall = (&'static str, &'static str, &'static str, &'static str);

const VOTE: OfHall = ("hall:vote", "lesson-vote", "lesson-vote-text", "hall-votes");
const BACK: OfHall = ("hall:back", "lesson-back", "lesson-back-text", "hall-back");

/// The lesson the panel tells now; the one before stays until there is another, since not
/// everybody reads as fast as somebody answers.
pub fn of_panel(
    taught: &mut LessonsShown,
    tongue: &Localizer,
    panel: &CouncilView,
    before: Option<String>,
) -> Option<String> {
    if panel.settings.lessons == Lessons::Off {
        return None;
    }
    // What all can see comes first.
    let public = panel.questions.iter().filter(|asked| asked.private.is_none());
    let private = panel.questions.iter().filter(|asked| asked.private.is_some());
    let mut told = public
        .chain(private)
        .filter_map(|asked| choose(taught, &format!("q{}", asked.number), offered(tongue, asked)));
    told.next().or(before)
}

/// The lesson the people's ballot tells.
pub fn of_ballot(
    taught: &mut LessonsShown,
    tongue: &Localizer,
    panel: &CouncilView,
) -> Option<Embed> {
    let matter = panel.ballot.as_ref().filter(|_| panel.settings.lessons == Lessons::On)?;
    let lessons = tongue.game.lessons_for_ask(&matter.decision.ask);
    let id = choose(taught, &format!("b{}", matter.edition), lessons)?;
    card(tongue, &id)
}

/// What could be told beside a question: the game's lessons, then the hall's.
fn offered(tongue: &Localizer, asked: &QuestionView) -> Vec<String> {
    let mut lessons = tongue.game.lessons_for_ask(&asked.ask);
    match asked.resolver {
        Resolver::Vote => lessons.push(VOTE.0.to_owned()),
        Resolver::Turn(_) => lessons.push(BACK.0.to_owned()),
        _ => {}
    }
    lessons
}

/// What was told there already, or else the first that was told nowhere.
fn choose(taught: &mut LessonsShown, place: &str, lessons: Vec<String>) -> Option<String> {
    if let Some((told, _)) = taught.iter().find(|(_, at)| *at == place) {
        return Some(told.clone());
    }
    let fresh = lessons.into_iter().find(|id| !taught.contains_key(id))?;
    taught.insert(fresh.clone(), place.to_owned());
    Some(fresh)
}

/// A lesson as it is shown; none if there is no such lesson any more.
pub fn card(tongue: &Localizer, id: &str) -> Option<Embed> {
    let sheet = match [VOTE, BACK].into_iter().find(|(known, ..)| *known == id) {
        Some((_, title, text, more)) => Article {
            title: tongue.word(title),
            lines: vec![tongue.word(text)],
            more: vec![more.to_owned()],
            ..Article::default()
        },
        None => tongue.game.lesson(id, &tongue.language)?,
    };
    let title = Message::new("lesson-title").label("title", &sheet.title);
    let more = sheet.more.first().and_then(|id| rulebook::name(tongue, id));
    let foot = more.map(|topic| tongue.say(&Message::new("lesson-more").message("topic", topic)));
    Some(Embed {
        title: tongue.say(&title),
        text: sheet.lines.join("\n"),
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
