//! What a person alone may see: the hand of their seats, and the questions
//! that are theirs alone.
//!
//! May use: `page`, `tongue`, `question`. Deliberately absent: other people's
//! secrets; what comes in is the look of that person.

use super::question::{Leaf, leaf};
use crate::council::view::{CouncilView, QuestionView};
use crate::discord::localizer::Localizer;
use crate::discord::message::{Embed, ICE, OutgoingMessage};
use crate::game::{Message, Seat};

/// The hand of one seat, in lines.
pub struct Held {
    /// The seat.
    pub seat: Seat,
    /// What it holds.
    pub lines: Vec<String>,
}

/// Hands and private questions of one person.
pub fn page(
    tongue: &Localizer,
    campaign: i64,
    panel: &CouncilView,
    hands: &[Held],
) -> OutgoingMessage {
    let mut cards: Vec<Embed> = hands.iter().map(|held| hand(tongue, held)).collect();
    let mut rows = Vec::new();
    // One at a time: the next comes with the answer to this one.
    if let Some((asked, decision)) = asked(panel).and_then(|q| Some((q, q.decision.as_ref()?))) {
        let Leaf { card, rows: answers } = leaf(tongue, campaign, asked, decision, 0);
        cards.push(card);
        rows = answers;
    }
    if cards.is_empty() {
        return OutgoingMessage::line(tongue.word("hand-none"));
    }
    OutgoingMessage { cards, rows, ..OutgoingMessage::default() }
}

/// The private question that somebody is asked first.
pub fn asked(panel: &CouncilView) -> Option<&QuestionView> {
    let mine =
        |asked: &&QuestionView| asked.private.is_some() && asked.yours && asked.decision.is_some();
    panel.questions.iter().find(mine)
}

/// One page of the answers to a question, for one person.
pub fn leaf_page(
    tongue: &Localizer,
    campaign: i64,
    asked: &QuestionView,
    at: usize,
) -> Option<OutgoingMessage> {
    let Leaf { card, rows } = leaf(tongue, campaign, asked, asked.decision.as_ref()?, at);
    Some(OutgoingMessage { cards: vec![card], rows, ..OutgoingMessage::default() })
}

fn hand(tongue: &Localizer, held: &Held) -> Embed {
    let title = Message::new("hand-title").message("seat", tongue.seat(held.seat));
    let text = match held.lines.as_slice() {
        [] => tongue.word("hand-empty"),
        lines => lines.join("\n"),
    };
    Embed { title: tongue.say(&title), text, colour: ICE, ..Embed::default() }
}
