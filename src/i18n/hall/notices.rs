//! Notices of a campaign, one line each.
//!
//! Only the hall's part: the game's events have their own texts.

use super::Names;
use super::decided_by::decided_by;
use crate::council::log::DecidedBy;
use crate::council::motion::MotionKind;
use crate::council::notice::NoticeKind;
use crate::council::public_decision::DecisionOutcome;
use crate::council::seating::SeatState;
use crate::council::{Holder, Timestamp};
use crate::game::{Message, Outcome, Seat};

/// Returns the line for a notice. `None` if it needs no line: it only updates a view, or another
/// notice covers it.
pub fn notice(kind: &NoticeKind, names: &Names<'_>) -> Option<Message> {
    let line = match kind {
        NoticeKind::Voted { .. }
        | NoticeKind::BallotTally { .. }
        | NoticeKind::StreetSpoke { .. }
        | NoticeKind::Shown => return None,
        // The resulting answer has its own line.
        NoticeKind::BallotResult { .. } => return None,
        NoticeKind::Lobby { seats } => gathering(seats),
        NoticeKind::Began { commitment, .. } => {
            Message::new("news-began").label("commitment", commitment)
        }
        NoticeKind::Asked { question, private, due, .. } => asked(*question, *private, *due, names),
        NoticeKind::Escalated { question, tied, due } => {
            let key = if tied.is_empty() { "news-to-leader" } else { "news-to-leader-tied" };
            timed(key, *due, names).number("question", *question)
        }
        NoticeKind::Relayed { question, seat } => {
            of_seat("news-relayed", *seat, names).number("question", *question)
        }
        NoticeKind::Answered { words, decided_by, .. } => {
            answered(words.as_ref(), decided_by, names)
        }
        NoticeKind::Withdrawn { question } => numbered("news-withdrawn", *question),
        NoticeKind::Reminder { question, due } => {
            timed("news-reminder", *due, names).number("question", *question)
        }
        NoticeKind::OrderStopped { seat, why } => {
            of_seat("news-order-stopped", *seat, names).message("why", why.clone())
        }
        NoticeKind::Ballot { closes, .. } => timed("news-petition", *closes, names),
        NoticeKind::LastCall { closes, .. } => {
            Message::new("news-last-call").label("due", (names.timestamp)(*closes))
        }
        NoticeKind::DecisionOutcome { outcome, .. } => match outcome.as_ref() {
            DecisionOutcome::Seen { event, .. } => {
                Message::new("news-fate-seen").message("what", event.text.clone())
            }
            // An undo has its own line.
            DecisionOutcome::Unseen | DecisionOutcome::Undone => return None,
        },
        NoticeKind::Motion { motion, kind, due } => {
            timed(motion_key(*kind), *due, names).number("motion", *motion)
        }
        NoticeKind::MotionFailed { motion } => {
            Message::new("news-failed").number("motion", *motion)
        }
        NoticeKind::Undone { answers, by, unanimous, .. } => {
            let key = if *unanimous { "news-undone-unanimous" } else { "news-undone" };
            Message::new(key).number("answers", *answers).label("user", (names.user)(*by))
        }
        NoticeKind::SeatChanged { seat, from, to } => seat_changed(*seat, *from, *to, names),
        NoticeKind::Settings { .. } => Message::new("news-settings"),
        NoticeKind::VoteStruck { by } => {
            Message::new("news-struck").label("user", (names.user)(*by))
        }
        NoticeKind::Paused { by: None } => Message::new("news-paused-empty"),
        NoticeKind::Paused { by: Some(by) } => {
            Message::new("news-paused").label("user", (names.user)(*by))
        }
        NoticeKind::Resumed { by } => Message::new("news-resumed").label("user", (names.user)(*by)),
        NoticeKind::Extended { question, due } => {
            timed("news-extended", *due, names).number("question", *question)
        }
        NoticeKind::Ended { outcome, seed, salt } => {
            let line = ended(outcome.as_ref(), names);
            line.label("seed", seed.to_string()).label("salt", salt)
        }
    };
    Some(line)
}

/// Returns the message of a key, or its `-due` variant if there is a deadline.
fn timed(key: &str, due: Option<Timestamp>, names: &Names<'_>) -> Message {
    match due {
        None => Message::new(key),
        Some(due) => Message::new(format!("{key}-due")).label("due", (names.timestamp)(due)),
    }
}

fn numbered(key: &str, question: u32) -> Message {
    Message::new(key).number("question", question)
}

fn of_seat(key: &str, seat: Seat, names: &Names<'_>) -> Message {
    Message::new(key).message("seat", (names.seat)(seat))
}

fn gathering(seats: &[SeatState]) -> Message {
    let free = seats.iter().filter(|state| state.holder == Holder::Nobody).count();
    Message::new("news-gathering").number("free", free as i64)
}

fn asked(
    question: u32,
    private: Option<Seat>,
    due: Option<Timestamp>,
    names: &Names<'_>,
) -> Message {
    match private {
        None => timed("news-asked", due, names).number("question", question),
        Some(seat) => timed("news-asked-private", due, names)
            .number("question", question)
            .message("seat", (names.seat)(seat)),
    }
}

fn answered(words: Option<&(Message, Message)>, by: &DecidedBy, names: &Names<'_>) -> Message {
    let line = match words {
        None => Message::new("news-answered-private"),
        Some((prompt, label)) => Message::new("news-answered")
            .message("prompt", prompt.clone())
            .message("label", label.clone()),
    };
    line.message("how", decided_by(by, names))
}

fn motion_key(kind: MotionKind) -> &'static str {
    match kind {
        MotionKind::Undo { .. } => "news-moved-undo",
        MotionKind::Abandon => "news-moved-abandon",
    }
}

fn seat_changed(seat: Seat, from: Holder, to: Holder, names: &Names<'_>) -> Message {
    match (to, from.user()) {
        (Holder::Nobody, _) => of_seat("news-chair-free", seat, names),
        (Holder::User(user), _) => {
            of_seat("news-chair-user", seat, names).label("user", (names.user)(user))
        }
        (Holder::House { .. }, None) => of_seat("news-chair-house", seat, names),
        (Holder::House { .. }, Some(user)) => {
            of_seat("news-chair-lent", seat, names).label("user", (names.user)(user))
        }
    }
}

fn ended(outcome: Option<&Outcome>, names: &Names<'_>) -> Message {
    match outcome {
        None => Message::new("news-ended-given-up"),
        Some(Outcome::Won) => Message::new("news-ended-won"),
        // No cause: it is an id of the game, whose events describe it.
        Some(Outcome::Lost { .. }) => Message::new("news-ended-lost"),
        Some(Outcome::Ranking(places)) => {
            let first = places.first().map(Vec::as_slice).unwrap_or_default();
            Message::new("news-ended-ranking").list("first", names.seats(first))
        }
    }
}
