//! A motion before the table: agree or not.
//!
//! May use: `page`, `press`, `tongue`. Deliberately absent: what it leads to.

use crate::council::motion::{Motion, MotionKind};
use crate::council::{Holder, UserId};
use crate::discord::page::{ASH, Button, Card, EMBER, Look, Page, Row};
use crate::discord::press::{self, What};
use crate::discord::tongue::{Tongue, countdown, mention, mentions};
use crate::game::Message;

/// So many answers are told that would be taken back.
const MOST_UNDONE: usize = 12;

/// A question and the answer it was given.
pub type Words = (Message, Message);

/// The motion while it is open: what it would take back (nothing is said of secrets), and
/// who is called to it.
pub fn open(
    tongue: &Tongue,
    campaign: i64,
    proposal: &Motion,
    (undone, call): (&[Option<Words>], &[UserId]),
) -> Page {
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
    let button = |agree: bool, key: &str, look: Look| Button {
        id: press::id(campaign, What::Voice { motion: proposal.number, agree }),
        label: tongue.word(key),
        look,
        grey: false,
    };
    let buttons = vec![
        button(true, "motion-button-agree", Look::Good),
        button(false, "motion-button-disagree", Look::Grave),
    ];
    let title = tongue.word("motion-title");
    let card = Card { title, text: lines.join("\n"), colour: EMBER, ..Card::default() };
    Page {
        text: mentions(call),
        call: call.to_vec(),
        cards: vec![card],
        rows: vec![Row::Buttons(buttons)],
        ..Page::default()
    }
}

/// The first of many answers that would be taken back; of the others only how many they are:
/// the house may have given hundreds.
pub fn not_too_many(tongue: &Tongue, mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_UNDONE);
    if more > 0 {
        lines.truncate(MOST_UNDONE);
        lines.push(tongue.say(&Message::new("undo-more").number("answers", more as i64)));
    }
    lines
}

/// An answer that would be taken back.
fn undone_line(tongue: &Tongue, words: Option<&Words>) -> String {
    let Some((prompt, label)) = words else {
        return format!("↩️ {}", tongue.word("undo-secret"));
    };
    let line =
        Message::new("undo-line").message("prompt", prompt.clone()).message("label", label.clone());
    format!("↩️ {}", tongue.say(&line))
}

fn voices(tongue: &Tongue, proposal: &Motion) -> Vec<String> {
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
pub fn closed(tongue: &Tongue, how: &str) -> Page {
    let title = tongue.word("motion-title");
    let text = tongue.word(how);
    Page { cards: vec![Card { title, text, colour: ASH, ..Card::default() }], ..Page::default() }
}
