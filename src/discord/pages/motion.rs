//! A motion before the table: agree or not.
//!
//! May use: `page`, `press`, `tongue`. Deliberately absent: what it leads to.

use crate::council::motion::{Motion, MotionKind};
use crate::council::{Holder, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::{Localizer, countdown, mention, mentions};
use crate::discord::message::{ASH, ActionRow, Button, ButtonStyle, EMBER, Embed, OutgoingMessage};
use crate::game::Message;

/// So many answers are told that would be taken back.
const MOST_UNDONE: usize = 12;

/// A question and the answer it was given.
pub type Words = (Message, Message);

/// The motion while it is open: what it would take back (nothing is said of secrets), and
/// who is called to it.
pub fn open(
    tongue: &Localizer,
    campaign: i64,
    proposal: &Motion,
    (undone, call): (&[Option<Words>], &[UserId]),
) -> OutgoingMessage {
    let key = match proposal.kind {
        MotionKind::Undo { .. } => "motion-undo",
        MotionKind::Abandon => "motion-abandon",
    };
    let mut lines = vec![tongue.say(&Message::new(key).label("user", mention(proposal.by)))];
    let taken = undone.iter().map(|words| undone_line(tongue, words.as_ref())).collect();
    lines.extend(not_too_many(tongue, taken));
    if !undone.is_empty() {
        lines.push(String::new());
    }
    lines.extend(voices(tongue, proposal));
    if let Some(due) = proposal.due {
        lines.push(tongue.say(&Message::new("table-due").label("due", countdown(due))));
    }
    let button = |agree: bool, key: &str, look: ButtonStyle| Button {
        id: custom_id::id(campaign, ButtonAction::Voice { motion: proposal.number, agree }),
        label: tongue.word(key),
        look,
        grey: false,
    };
    let buttons = vec![
        button(true, "motion-button-agree", ButtonStyle::Good),
        button(false, "motion-button-disagree", ButtonStyle::Grave),
    ];
    let title = tongue.word("motion-title");
    let card = Embed { title, text: lines.join("\n"), colour: EMBER, ..Embed::default() };
    OutgoingMessage {
        text: mentions(call),
        call: call.to_vec(),
        cards: vec![card],
        rows: vec![ActionRow::Buttons(buttons)],
        ..OutgoingMessage::default()
    }
}

/// The first of many answers that would be taken back; of the others only how many they are:
/// the house may have given hundreds.
pub fn not_too_many(tongue: &Localizer, mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_UNDONE);
    if more > 0 {
        lines.truncate(MOST_UNDONE);
        lines.push(tongue.say(&Message::new("undo-more").number("answers", more as i64)));
    }
    lines
}

/// An answer that would be taken back.
fn undone_line(tongue: &Localizer, words: Option<&Words>) -> String {
    let Some((prompt, label)) = words else {
        return format!("↩️ {}", tongue.word("undo-secret"));
    };
    let line =
        Message::new("undo-line").message("prompt", prompt.clone()).message("label", label.clone());
    format!("↩️ {}", tongue.say(&line))
}

fn voices(tongue: &Localizer, proposal: &Motion) -> Vec<String> {
    let voice = |(at, chair): (usize, &crate::council::seating::SeatState)| {
        let seat = crate::game::Seat(at as u8);
        if !matches!(chair.holder, Holder::User(_)) {
            return None;
        }
        let mark = match proposal.votes.get(&seat) {
            Some(true) => "✅",
            Some(false) => "❌",
            None => "▫️",
        };
        Some(format!("{mark} {}", tongue.seat_held(seat)))
    };
    tongue.chairs.iter().enumerate().filter_map(voice).collect()
}

/// A motion that is settled.
pub fn closed(tongue: &Localizer, how: &str) -> OutgoingMessage {
    let title = tongue.word("motion-title");
    let text = tongue.word(how);
    OutgoingMessage {
        cards: vec![Embed { title, text, colour: ASH, ..Embed::default() }],
        ..OutgoingMessage::default()
    }
}
