//! The panel: the story, the board and the open questions of a campaign.
//!
//! There is one message for each phase or turn. Once the next is posted, it loses its buttons and
//! keeps the decisions. When a new one is due is decided in `message_plan`.

use super::question::{Leaf, leaf};
use super::street;
use crate::council::UserId;
use crate::council::view::{CouncilView, QuestionView};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::{Localizer, mentions};
use crate::discord::message::{
    ASH, ActionRow, AttachedFile, Button, ButtonStyle, Embed, ICE, OutgoingMessage,
};
use crate::game::Message;

/// Content of the panel that is not in the campaign's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    /// Lines on what happened before the panel was posted.
    pub story: Vec<String>,
    /// Lines on what was decided since.
    pub decided: Vec<String>,
    /// Users pinged by the panel.
    pub call: Vec<UserId>,
    /// State of the game in one line.
    pub brief: String,
    /// Footer of the embed.
    pub foot: String,
    /// Phase in which the panel was posted.
    pub heading: String,
    /// Lesson for new players.
    pub lesson: Option<Embed>,
}

/// Returns the current panel, with questions and buttons.
pub fn open(
    localizer: &Localizer,
    campaign: i64,
    view: &CouncilView,
    content: &Telling,
    picture: Option<AttachedFile>,
) -> OutgoingMessage {
    let mut embeds = vec![report(content, ICE)];
    embeds.extend(content.lesson.clone());
    let mut rows = Vec::new();
    let public = view.questions.iter().find(|question| question.private.is_none());
    if let Some((question, decision)) = public.and_then(|q| Some((q, q.decision.as_ref()?))) {
        // Discord's countdown would go on although the deadlines are paused.
        let due = question.due.filter(|_| view.paused.is_none());
        let question = QuestionView { due, ..question.clone() };
        let Leaf { card: mut embed, rows: answers } =
            leaf(localizer, campaign, &question, decision, 0);
        if let Some(line) = street::line(localizer, &question, decision) {
            embed.text = format!("{}\n{line}", embed.text);
        }
        embeds.push(embed);
        rows.extend(answers);
        rows.extend(street::row(localizer, campaign, &question));
    }
    embeds.extend(private_notice(localizer, view));
    if view.paused.is_some() {
        embeds.push(Embed {
            text: localizer.word("table-is-paused"),
            colour: ASH,
            ..Embed::default()
        });
    }
    rows.push(standard_buttons(localizer, campaign, public, view, content.lesson.is_some()));
    let (text, call) = (mentions(&content.call), content.call.clone());
    OutgoingMessage { text, pings: call, embeds, rows, file: picture, ..OutgoingMessage::default() }
}

/// Returns a past panel, without buttons.
pub fn closed(content: &Telling) -> OutgoingMessage {
    OutgoingMessage { embeds: vec![report(content, ASH)], ..OutgoingMessage::default() }
}

/// Returns the embed with the story and the decisions.
fn report(content: &Telling, colour: u32) -> Embed {
    let mut lines = content.story.clone();
    if !content.decided.is_empty() {
        lines.push(String::new());
        lines.extend(content.decided.iter().cloned());
    }
    if !content.brief.is_empty() {
        lines.push(String::new());
        lines.push(content.brief.clone());
    }
    let text = lines.join("\n").trim().to_owned();
    Embed { title: content.heading.clone(), text, foot: content.foot.clone(), colour }
}

/// Returns an embed that names the seats with a private question. `None` if there are none.
fn private_notice(localizer: &Localizer, view: &CouncilView) -> Option<Embed> {
    let line = |question: &QuestionView| {
        let seat = question.private?;
        let line = Message::new("table-private").label("seat", localizer.seat_held(seat));
        Some(localizer.say(&line))
    };
    let lines: Vec<String> = view.questions.iter().filter_map(line).collect();
    if lines.is_empty() {
        return None;
    }
    Some(Embed {
        text: lines.join("\n"),
        colour: crate::discord::message::EMBER,
        ..Embed::default()
    })
}

/// Returns the last row of buttons, which does not belong to a question.
fn standard_buttons(
    localizer: &Localizer,
    campaign: i64,
    public: Option<&QuestionView>,
    view: &CouncilView,
    has_lesson: bool,
) -> ActionRow {
    let secret = view.questions.iter().any(|question| question.private.is_some());
    let button = |action: ButtonAction, key: &str, look: ButtonStyle| Button {
        id: custom_id::id(campaign, action),
        label: localizer.word(key),
        style: look,
        grey: false,
    };
    let hand = if secret { ButtonStyle::Bright } else { ButtonStyle::Plain };
    let mut buttons = vec![button(ButtonAction::Hand, "table-button-hand", hand)];
    buttons.push(button(ButtonAction::Back, "table-button-back", ButtonStyle::Plain));
    if let Some(question) = public {
        let advise = ButtonAction::Advise { question: question.number };
        buttons.push(button(advise, "table-button-advise", ButtonStyle::Plain));
    }
    if view.subject.is_some() {
        buttons.push(button(ButtonAction::Piece, "table-button-piece", ButtonStyle::Plain));
    }
    if has_lesson {
        buttons.push(button(ButtonAction::Skip, "lesson-button-skip", ButtonStyle::Plain));
    }
    ActionRow::Buttons(buttons)
}
