//! Private messages of a player: the hands of their seats, and their private questions.
//!
//! The view passed in is the player's own, so it contains no secrets of others.

use super::question::{Leaf, leaf};
use crate::council::view::{CouncilView, QuestionView};
use crate::discord::localizer::Localizer;
use crate::discord::message::{Embed, ICE, OutgoingMessage};
use crate::game::{Message, Seat};

/// Hand of one seat.
pub struct Held {
    /// Seat that holds it.
    pub seat: Seat,
    /// Content of the hand, one line each.
    pub lines: Vec<String>,
}

/// Returns the message with a player's hands and their first private question.
pub fn page(
    localizer: &Localizer,
    campaign: i64,
    view: &CouncilView,
    hands: &[Held],
) -> OutgoingMessage {
    let mut embeds: Vec<Embed> = hands.iter().map(|held| hand(localizer, held)).collect();
    let mut rows = Vec::new();
    // One question at a time: the next is shown once this one is answered.
    if let Some((question, decision)) = asked(view).and_then(|q| Some((q, q.decision.as_ref()?))) {
        let Leaf { card: embed, rows: answers } = leaf(localizer, campaign, question, decision, 0);
        embeds.push(embed);
        rows = answers;
    }
    if embeds.is_empty() {
        return OutgoingMessage::line(localizer.word("hand-none"));
    }
    OutgoingMessage { embeds, rows, ..OutgoingMessage::default() }
}

/// Returns the viewer's first private question.
pub fn asked(view: &CouncilView) -> Option<&QuestionView> {
    let mine = |question: &&QuestionView| {
        question.private.is_some() && question.yours && question.decision.is_some()
    };
    view.questions.iter().find(mine)
}

/// Returns a private message with one page of the answers to a question. `None` if the viewer may
/// not see the question.
pub fn leaf_page(
    localizer: &Localizer,
    campaign: i64,
    question: &QuestionView,
    at: usize,
) -> Option<OutgoingMessage> {
    let Leaf { card: embed, rows } =
        leaf(localizer, campaign, question, question.decision.as_ref()?, at);
    Some(OutgoingMessage { embeds: vec![embed], rows, ..OutgoingMessage::default() })
}

fn hand(localizer: &Localizer, held: &Held) -> Embed {
    let title = Message::new("hand-title").message("seat", localizer.seat(held.seat));
    let text = match held.lines.as_slice() {
        [] => localizer.word("hand-empty"),
        lines => lines.join("\n"),
    };
    Embed { title: localizer.say(&title), text, colour: ICE, ..Embed::default() }
}
