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
use crate::discord::page::{ASH, Attached, Button, Card, ICE, Look, Page, Row};
use crate::discord::press::{self, What};
use crate::discord::tongue::{Tongue, mentions};
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
    pub lesson: Option<Card>,
}

/// The message while something may be asked.
pub fn open(
    tongue: &Tongue,
    campaign: i64,
    panel: &CouncilView,
    telling: &Telling,
    picture: Option<Attached>,
) -> Page {
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
        cards.push(Card { text: tongue.word("table-is-paused"), colour: ASH, ..Card::default() });
    }
    rows.push(always(tongue, campaign, public, panel, telling.lesson.is_some()));
    let (text, call) = (mentions(&telling.call), telling.call.clone());
    Page { text, call, cards, rows, file: picture, ..Page::default() }
}

/// The message when it is past.
pub fn closed(telling: &Telling) -> Page {
    Page { cards: vec![told(telling, ASH)], ..Page::default() }
}

/// What happened and what was decided.
fn told(telling: &Telling, colour: u32) -> Card {
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
    Card { title: telling.heading.clone(), text, foot: telling.foot.clone(), colour }
}

/// Who has something to answer that others may not see.
fn private(tongue: &Tongue, panel: &CouncilView) -> Option<Card> {
    let line = |asked: &QuestionView| {
        let seat = asked.private?;
        let line = Message::new("table-private").label("seat", tongue.seat_held(seat));
        Some(tongue.say(&line))
    };
    let lines: Vec<String> = panel.questions.iter().filter_map(line).collect();
    if lines.is_empty() {
        return None;
    }
    Some(Card { text: lines.join("\n"), colour: crate::discord::page::EMBER, ..Card::default() })
}

/// The buttons that are always there.
fn always(
    tongue: &Tongue,
    campaign: i64,
    public: Option<&QuestionView>,
    panel: &CouncilView,
    taught: bool,
) -> Row {
    let secret = panel.questions.iter().any(|asked| asked.private.is_some());
    let button = |what: What, key: &str, look: Look| Button {
        id: press::id(campaign, what),
        label: tongue.word(key),
        look,
        grey: false,
    };
    let hand = if secret { Look::Bright } else { Look::Plain };
    let mut buttons = vec![button(What::Hand, "table-button-hand", hand)];
    buttons.push(button(What::Back, "table-button-back", Look::Plain));
    if let Some(asked) = public {
        let advise = What::Advise { question: asked.number };
        buttons.push(button(advise, "table-button-advise", Look::Plain));
    }
    if panel.subject.is_some() {
        buttons.push(button(What::Piece, "table-button-piece", Look::Plain));
    }
    if taught {
        buttons.push(button(What::Skip, "lesson-button-skip", Look::Plain));
    }
    Row::Buttons(buttons)
}
