//! The table itself: what happened, the board, and what is asked. One message
//! for each phase or turn; when the next one comes, it loses its buttons and
//! keeps what was decided.
//!
//! May use: `page`, `press`, `tongue`, `question`. Deliberately absent: which
//! messages there are; `desk` knows.

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

/// What is known of the message beside the table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Telling {
    /// What happened before it.
    pub story: Vec<String>,
    /// What was decided since.
    pub decided: Vec<String>,
    /// Who is called by it.
    pub call: Vec<UserId>,
    /// How the table stands, in one line.
    pub brief: String,
    /// What stands small below.
    pub foot: String,
    /// The phase it was posted in.
    pub heading: String,
    /// What newcomers are told.
    pub lesson: Option<Embed>,
}

/// The message while something may be asked.
pub fn open(
    tongue: &Localizer,
    campaign: i64,
    panel: &CouncilView,
    telling: &Telling,
    picture: Option<AttachedFile>,
) -> OutgoingMessage {
    let mut cards = vec![told(telling, ICE)];
    cards.extend(telling.lesson.clone());
    let mut rows = Vec::new();
    let public = panel.questions.iter().find(|asked| asked.private.is_none());
    if let Some((asked, decision)) = public.and_then(|q| Some((q, q.decision.as_ref()?))) {
        // Discord would count down although the clocks stand.
        let due = asked.due.filter(|_| panel.paused.is_none());
        let asked = QuestionView { due, ..asked.clone() };
        let Leaf { mut card, rows: answers } = leaf(tongue, campaign, &asked, decision, 0);
        if let Some(line) = street::line(tongue, &asked, decision) {
            card.text = format!("{}\n{line}", card.text);
        }
        cards.push(card);
        rows.extend(answers);
        rows.extend(street::row(tongue, campaign, &asked));
    }
    cards.extend(private(tongue, panel));
    if panel.paused.is_some() {
        cards.push(Embed { text: tongue.word("table-is-paused"), colour: ASH, ..Embed::default() });
    }
    rows.push(always(tongue, campaign, public, panel, telling.lesson.is_some()));
    let (text, call) = (mentions(&telling.call), telling.call.clone());
    OutgoingMessage { text, call, cards, rows, file: picture, ..OutgoingMessage::default() }
}

/// The message when it is past.
pub fn closed(telling: &Telling) -> OutgoingMessage {
    OutgoingMessage { cards: vec![told(telling, ASH)], ..OutgoingMessage::default() }
}

/// What happened and what was decided.
fn told(telling: &Telling, colour: u32) -> Embed {
    let mut lines = telling.story.clone();
    if !telling.decided.is_empty() {
        lines.push(String::new());
        lines.extend(telling.decided.iter().cloned());
    }
    if !telling.brief.is_empty() {
        lines.push(String::new());
        lines.push(telling.brief.clone());
    }
    let text = lines.join("\n").trim().to_owned();
    Embed { title: telling.heading.clone(), text, foot: telling.foot.clone(), colour }
}

/// Who has something to answer that others may not see.
fn private(tongue: &Localizer, panel: &CouncilView) -> Option<Embed> {
    let line = |asked: &QuestionView| {
        let seat = asked.private?;
        let line = Message::new("table-private").label("seat", tongue.seat_held(seat));
        Some(tongue.say(&line))
    };
    let lines: Vec<String> = panel.questions.iter().filter_map(line).collect();
    if lines.is_empty() {
        return None;
    }
    Some(Embed {
        text: lines.join("\n"),
        colour: crate::discord::message::EMBER,
        ..Embed::default()
    })
}

/// The buttons that are always there.
fn always(
    tongue: &Localizer,
    campaign: i64,
    public: Option<&QuestionView>,
    panel: &CouncilView,
    taught: bool,
) -> ActionRow {
    let secret = panel.questions.iter().any(|asked| asked.private.is_some());
    let button = |what: ButtonAction, key: &str, look: ButtonStyle| Button {
        id: custom_id::id(campaign, what),
        label: tongue.word(key),
        look,
        grey: false,
    };
    let hand = if secret { ButtonStyle::Bright } else { ButtonStyle::Plain };
    let mut buttons = vec![button(ButtonAction::Hand, "table-button-hand", hand)];
    buttons.push(button(ButtonAction::Back, "table-button-back", ButtonStyle::Plain));
    if let Some(asked) = public {
        let advise = ButtonAction::Advise { question: asked.number };
        buttons.push(button(advise, "table-button-advise", ButtonStyle::Plain));
    }
    if panel.subject.is_some() {
        buttons.push(button(ButtonAction::Piece, "table-button-piece", ButtonStyle::Plain));
    }
    if taught {
        buttons.push(button(ButtonAction::Skip, "lesson-button-skip", ButtonStyle::Plain));
    }
    ActionRow::Buttons(buttons)
}
