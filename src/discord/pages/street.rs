//! The street: the public line with the tally of opinions, and the private message with which a
//! member without a seat gives one.
//!
//! Never shows who said what.

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

/// Most answers listed in a tally.
const MOST: usize = 5;

/// Returns the street's button, or `None` if the street is not asked this question.
pub fn row(localizer: &Localizer, campaign: i64, question: &QuestionView) -> Option<ActionRow> {
    question.street.as_ref()?;
    let button = Button {
        id: custom_id::id(campaign, ButtonAction::Street { question: question.number }),
        label: localizer.word("street-button"),
        style: ButtonStyle::Plain,
        grey: false,
    };
    Some(ActionRow::Buttons(vec![button]))
}

/// Returns the public line below the question, or `None` while there are no opinions.
pub fn line(localizer: &Localizer, question: &QuestionView, decision: &Decision) -> Option<String> {
    let street = question.street.as_ref().filter(|street| street.cast > 0)?;
    Some(match counted(street, decision) {
        Some(tally) => said(localizer, &tally),
        None => localizer.say(&Message::new("street-hidden").number("cast", street.cast as i64)),
    })
}

/// Returns the voices for each answer, most first. `None` if the viewer may not see them.
fn counted(street: &StreetView, decision: &Decision) -> Option<Vec<(Message, u32)>> {
    let tally = street.tally.as_ref()?;
    let count = |choice: &Choice| Some((choice.label.clone(), *tally.get(&choice.key)?));
    let mut counted: Vec<(Message, u32)> = decision.choices.iter().filter_map(count).collect();
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    Some(counted)
}

fn said(localizer: &Localizer, tally: &[(Message, u32)]) -> String {
    localizer.say(&Message::new("street-says").label("voices", named(localizer, tally)))
}

/// Returns how a question was decided, followed by the tally of the street, if there is one.
pub fn beside(localizer: &Localizer, decided_by: &str, tally: &[(Message, u32)]) -> String {
    if tally.is_empty() {
        return decided_by.to_owned();
    }
    let voices = named(localizer, tally);
    localizer
        .phrase(|_| Message::new("street-said").label("how", decided_by).label("voices", voices))
}

fn named(localizer: &Localizer, tally: &[(Message, u32)]) -> String {
    let voice = |(label, count): &(Message, u32)| {
        let line = Message::new("street-voice").number("count", i64::from(*count));
        localizer.say(&line.label("what", localizer.of_game(label)))
    };
    tally.iter().take(MOST).map(voice).collect::<Vec<_>>().join(", ")
}

/// Returns the private message for a player: the tally, or a note that it is visible only after
/// their vote. `None` if the street is not asked this question.
pub fn for_advisor(localizer: &Localizer, question: &QuestionView) -> Option<OutgoingMessage> {
    let (street, decision) = (question.street.as_ref()?, question.decision.as_ref()?);
    Some(OutgoingMessage::line(match counted(street, decision) {
        None => localizer.word("street-vote-first"),
        Some(tally) if tally.is_empty() => localizer.word("street-silent"),
        Some(tally) => said(localizer, &tally),
    }))
}

/// Returns the private message for a member without a seat: their opinion, the public line and
/// the menu to change it. `done` is the key of a sentence that confirms a change and comes first.
pub fn mine(
    localizer: &Localizer,
    campaign: i64,
    question: &QuestionView,
    done: Option<&str>,
) -> Option<OutgoingMessage> {
    let (street, decision) = (question.street.as_ref()?, question.decision.as_ref()?);
    let tied = match &question.escalation {
        Some(Escalation::Tie(tied)) => Some(tied),
        Some(Escalation::Late) | None => None,
    };
    let can_be_taken = |choice: &&Choice| {
        choice.blocked.is_none() && tied.is_none_or(|tied| tied.contains(&choice.key))
    };
    let choices: Vec<&Choice> = decision.choices.iter().filter(can_be_taken).collect();
    let own = choices.iter().find(|choice| Some(&choice.key) == street.mine.as_ref());
    let mut lines: Vec<String> = done.iter().map(|done| localizer.word(done)).collect();
    lines.extend(own.map(|choice| {
        localizer.say(&Message::new("street-yours").label("what", localizer.of_game(&choice.label)))
    }));
    lines.extend(line(localizer, question, decision));
    lines.push(localizer.word("street-how"));
    let options = choices.iter().take(limits::OPTIONS).map(|choice| {
        let picked = Some(&choice.key) == street.mine.as_ref();
        MenuOption { picked, ..option(localizer, choice) }
    });
    let menu = Menu {
        id: custom_id::id(campaign, ButtonAction::Speak { question: question.number }),
        hint: localizer.word("street-menu"),
        options: options.collect(),
    };
    let mut rows = vec![ActionRow::Menu(menu)];
    rows.extend(
        own.map(|_| ActionRow::Buttons(vec![unspeak_button(localizer, campaign, question)])),
    );
    let answers: Vec<String> = choices
        .iter()
        .take(limits::OPTIONS)
        .map(|choice| answer_line(localizer, choice, None))
        .collect();
    let embed = Embed {
        title: localizer.of_game(&decision.prompt),
        text: answers.join("\n"),
        colour: ICE,
        ..Embed::default()
    };
    Some(OutgoingMessage {
        text: lines.join("\n"),
        embeds: vec![embed],
        rows,
        ..OutgoingMessage::default()
    })
}

fn unspeak_button(localizer: &Localizer, campaign: i64, question: &QuestionView) -> Button {
    Button {
        id: custom_id::id(campaign, ButtonAction::Unspeak { question: question.number }),
        label: localizer.word("street-button-unspeak"),
        style: ButtonStyle::Plain,
        grey: false,
    }
}
