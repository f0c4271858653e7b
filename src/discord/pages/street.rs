//! The street: what people beside the table would do, as everybody reads it, and the way to say
//! it, for each alone.
//!
//! May use: `page`, `press`, `tongue`, `question`. Deliberately absent: who said what.

use super::question::{answer_line, option};
use crate::council::question::Escalation;
use crate::council::view::{QuestionView, StreetView};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::limits;
use crate::discord::localizer::Localizer;
use crate::discord::message::{
    ActionRow, Button, ButtonStyle, Embed, ICE, Menu, MenuOption, OutgoingMessage,
};
use crate::game::{Choice, Decision, Message};

/// Answers that are named, most wanted first.
const MOST: usize = 5;

/// The button that everybody has below a question the street is asked.
pub fn row(tongue: &Localizer, campaign: i64, asked: &QuestionView) -> Option<ActionRow> {
    asked.street.as_ref()?;
    let button = Button {
        id: custom_id::id(campaign, ButtonAction::Street { question: asked.number }),
        label: tongue.word("street-button"),
        look: ButtonStyle::Plain,
        grey: false,
    };
    Some(ActionRow::Buttons(vec![button]))
}

/// What everybody reads of it beside the question; nothing before somebody has spoken.
pub fn line(tongue: &Localizer, asked: &QuestionView, decision: &Decision) -> Option<String> {
    let voices = asked.street.as_ref().filter(|voices| voices.cast > 0)?;
    Some(match counted(voices, decision) {
        Some(tally) => said(tongue, &tally),
        None => tongue.say(&Message::new("street-hidden").number("cast", voices.cast as i64)),
    })
}

/// Voices for each answer, most first.
fn counted(voices: &StreetView, decision: &Decision) -> Option<Vec<(Message, u32)>> {
    let tally = voices.tally.as_ref()?;
    let count = |choice: &Choice| Some((choice.label.clone(), *tally.get(&choice.key)?));
    let mut counted: Vec<(Message, u32)> = decision.choices.iter().filter_map(count).collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Some(counted)
}

/// What the street says, in one line.
fn said(tongue: &Localizer, tally: &[(Message, u32)]) -> String {
    tongue.say(&Message::new("street-says").label("voices", named(tongue, tally)))
}

/// How something was decided, and what the street had said of it.
pub fn beside(tongue: &Localizer, how: &str, tally: &[(Message, u32)]) -> String {
    if tally.is_empty() {
        return how.to_owned();
    }
    let voices = named(tongue, tally);
    tongue.phrase(|_| Message::new("street-said").label("how", how).label("voices", voices))
}

fn named(tongue: &Localizer, tally: &[(Message, u32)]) -> String {
    let voice = |(label, count): &(Message, u32)| {
        let line = Message::new("street-voice").number("count", i64::from(*count));
        tongue.say(&line.label("what", tongue.of_game(label)))
    };
    tally.iter().take(MOST).map(voice).collect::<Vec<_>>().join(", ")
}

/// For an Advisor alone: what the street says, or that they vote first.
pub fn for_advisor(tongue: &Localizer, asked: &QuestionView) -> Option<OutgoingMessage> {
    let (voices, decision) = (asked.street.as_ref()?, asked.decision.as_ref()?);
    Some(OutgoingMessage::line(match counted(voices, decision) {
        None => tongue.word("street-vote-first"),
        Some(tally) if tally.is_empty() => tongue.word("street-silent"),
        Some(tally) => said(tongue, &tally),
    }))
}

/// For somebody beside the table: what they would do, and the menu to say so; what has just been
/// done comes first.
pub fn mine(
    tongue: &Localizer,
    campaign: i64,
    asked: &QuestionView,
    done: Option<&str>,
) -> Option<OutgoingMessage> {
    let (voices, decision) = (asked.street.as_ref()?, asked.decision.as_ref()?);
    let tied = match &asked.escalation {
        Some(Escalation::Tie(tied)) => Some(tied),
        Some(Escalation::Late) | None => None,
    };
    let can_be_taken = |choice: &&Choice| {
        choice.blocked.is_none() && tied.is_none_or(|tied| tied.contains(&choice.key))
    };
    let open: Vec<&Choice> = decision.choices.iter().filter(can_be_taken).collect();
    let own = open.iter().find(|choice| Some(&choice.key) == voices.mine.as_ref());
    let mut lines: Vec<String> = done.iter().map(|done| tongue.word(done)).collect();
    lines.extend(own.map(|choice| {
        tongue.say(&Message::new("street-yours").label("what", tongue.of_game(&choice.label)))
    }));
    lines.extend(line(tongue, asked, decision));
    lines.push(tongue.word("street-how"));
    let options = open.iter().take(limits::OPTIONS).map(|choice| {
        let picked = Some(&choice.key) == voices.mine.as_ref();
        MenuOption { picked, ..option(tongue, choice) }
    });
    let menu = Menu {
        id: custom_id::id(campaign, ButtonAction::Speak { question: asked.number }),
        hint: tongue.word("street-menu"),
        options: options.collect(),
    };
    let mut rows = vec![ActionRow::Menu(menu)];
    rows.extend(own.map(|_| ActionRow::Buttons(vec![unspeak(tongue, campaign, asked)])));
    let answers: Vec<String> =
        open.iter().take(limits::OPTIONS).map(|choice| answer_line(tongue, choice, None)).collect();
    let card = Embed {
        title: tongue.of_game(&decision.prompt),
        text: answers.join("\n"),
        colour: ICE,
        ..Embed::default()
    };
    Some(OutgoingMessage {
        text: lines.join("\n"),
        cards: vec![card],
        rows,
        ..OutgoingMessage::default()
    })
}

fn unspeak(tongue: &Localizer, campaign: i64, asked: &QuestionView) -> Button {
    Button {
        id: custom_id::id(campaign, ButtonAction::Unspeak { question: asked.number }),
        label: tongue.word("street-button-unspeak"),
        look: ButtonStyle::Plain,
        grey: false,
    }
}
