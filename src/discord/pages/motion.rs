//! A motion that the players vote on: to take answers back, or to give up the campaign.

use crate::council::motion::{Motion, MotionKind};
use crate::council::{Holder, UserId};
use crate::discord::custom_id::{self, ButtonAction};
use crate::discord::localizer::{Localizer, countdown, mention, mentions};
use crate::discord::message::{ASH, ActionRow, Button, ButtonStyle, EMBER, Embed, OutgoingMessage};
use crate::game::Message;

/// Most answers listed that an undo would take back.
const MOST_UNDONE: usize = 12;

/// Question and its answer, in words.
pub type Words = (Message, Message);

/// Returns the message of an open motion. `undone` lists the answers it would take back, `None`
/// for a secret one; `pinged` are the users to ping.
pub fn open(
    localizer: &Localizer,
    campaign: i64,
    motion: &Motion,
    (undone, pinged): (&[Option<Words>], &[UserId]),
) -> OutgoingMessage {
    let key = match motion.kind {
        MotionKind::Undo { .. } => "motion-undo",
        MotionKind::Abandon => "motion-abandon",
    };
    let mut lines = vec![localizer.say(&Message::new(key).label("user", mention(motion.by)))];
    let taken = undone.iter().map(|words| undone_line(localizer, words.as_ref())).collect();
    lines.extend(not_too_many(localizer, taken));
    if !undone.is_empty() {
        lines.push(String::new());
    }
    lines.extend(vote_lines(localizer, motion));
    if let Some(due) = motion.due {
        lines.push(localizer.say(&Message::new("table-due").label("due", countdown(due))));
    }
    let button = |agree: bool, key: &str, look: ButtonStyle| Button {
        id: custom_id::id(campaign, ButtonAction::Voice { motion: motion.number, agree }),
        label: localizer.word(key),
        style: look,
        grey: false,
    };
    let buttons = vec![
        button(true, "motion-button-agree", ButtonStyle::Good),
        button(false, "motion-button-disagree", ButtonStyle::Grave),
    ];
    let title = localizer.word("motion-title");
    let embed = Embed { title, text: lines.join("\n"), colour: EMBER, ..Embed::default() };
    OutgoingMessage {
        text: mentions(pinged),
        pings: pinged.to_vec(),
        embeds: vec![embed],
        rows: vec![ActionRow::Buttons(buttons)],
        ..OutgoingMessage::default()
    }
}

/// Cuts the list of answers that would be taken back and adds the number of the others: the
/// house may have given hundreds.
pub fn not_too_many(localizer: &Localizer, mut lines: Vec<String>) -> Vec<String> {
    let more = lines.len().saturating_sub(MOST_UNDONE);
    if more > 0 {
        lines.truncate(MOST_UNDONE);
        lines.push(localizer.say(&Message::new("undo-more").number("answers", more as i64)));
    }
    lines
}

/// Returns the line of an answer that would be taken back.
fn undone_line(localizer: &Localizer, words: Option<&Words>) -> String {
    let Some((prompt, label)) = words else {
        return format!("↩️ {}", localizer.word("undo-secret"));
    };
    let line =
        Message::new("undo-line").message("prompt", prompt.clone()).message("label", label.clone());
    format!("↩️ {}", localizer.say(&line))
}

fn vote_lines(localizer: &Localizer, motion: &Motion) -> Vec<String> {
    let vote_line = |(at, state): (usize, &crate::council::seating::SeatState)| {
        let seat = crate::game::Seat(at as u8);
        if !matches!(state.holder, Holder::User(_)) {
            return None;
        }
        let mark = match motion.votes.get(&seat) {
            Some(true) => "✅",
            Some(false) => "❌",
            None => "▫️",
        };
        Some(format!("{mark} {}", localizer.seat_held(seat)))
    };
    localizer.chairs.iter().enumerate().filter_map(vote_line).collect()
}

/// Returns the message of a closed motion. `key` is the sentence that says how it ended.
pub fn closed(localizer: &Localizer, key: &str) -> OutgoingMessage {
    let title = localizer.word("motion-title");
    let text = localizer.word(key);
    OutgoingMessage {
        embeds: vec![Embed { title, text, colour: ASH, ..Embed::default() }],
        ..OutgoingMessage::default()
    }
}
