//! Names of seats and cards, as far as the terminal and the line protocol need them.
//!
//! May use: the boundary. By agreement every game's view lists `seats`, each
//! with its `role` and, for its holder, its `hand` of ids; and its word lists
//! name a role `advisor-<role>`, a card `card-<id>` and a cause of defeat
//! `loss-<cause>`. A game that keeps to none of it is still playable.

use serde_json::Value;

use super::sitting::Sitting;
use crate::game::{Answerer, Localize, Message, Seat, Viewer};

/// A seat by its role and number.
pub(super) fn seat(sitting: &Sitting, words: &dyn Localize, seat: Seat) -> String {
    let number = u16::from(seat.0) + 1;
    let view = sitting.table().view(Viewer::Public);
    match seat_entry(&view, seat).and_then(|entry| entry.get("role")).and_then(Value::as_str) {
        Some(role) => {
            format!("{} (seat {number})", words.localize(&Message::new(format!("advisor-{role}"))))
        }
        None => format!("seat {number}"),
    }
}

/// How many seats the table has; as many as there are roles, if its view does not say.
pub(super) fn seats(sitting: &Sitting) -> usize {
    let view = sitting.table().view(Viewer::Public);
    let listed = view.get("seats").and_then(Value::as_array).map(Vec::len);
    listed.unwrap_or_else(|| sitting.game().roles().len())
}

fn seat_entry(view: &Value, seat: Seat) -> Option<&Value> {
    view.get("seats")?.get(usize::from(seat.0))
}

/// Who is asked, as a sentence.
pub(super) fn asked(sitting: &Sitting, words: &dyn Localize, by: &Answerer) -> String {
    let named = |at: Seat| seat(sitting, words, at);
    match by {
        Answerer::Council => {
            format!("The council decides; {} has the final say.", named(sitting.table().leader()))
        }
        Answerer::Responsible { seat, .. } | Answerer::Seat(seat) => {
            format!("{} decides.", named(*seat))
        }
        Answerer::Active(seat) => format!("It is the turn of {}.", named(*seat)),
        Answerer::Electorate => "All who may vote decide together.".to_owned(),
    }
}

/// The seat whose hand concerns the question.
pub(super) fn seat_asked(sitting: &Sitting, by: &Answerer) -> Seat {
    match by {
        Answerer::Council | Answerer::Electorate => sitting.table().leader(),
        Answerer::Responsible { seat, .. } | Answerer::Active(seat) | Answerer::Seat(seat) => *seat,
    }
}

/// The titles of the cards in a hand; none if the game has no hands.
pub(super) fn hand(sitting: &Sitting, words: &dyn Localize, seat: Seat) -> Option<Vec<String>> {
    let view = sitting.table().view(Viewer::Seat(seat));
    let cards = seat_entry(&view, seat)?.get("hand")?.as_array()?;
    // Copies of a card (`C01.2`) share the title of the first.
    let face = |id: &str| id.split('.').next().unwrap_or(id).to_owned();
    let title = |id: &str| words.localize(&Message::new(format!("card-{}", face(id))));
    Some(cards.iter().filter_map(Value::as_str).map(title).collect())
}

/// How a campaign was lost, in words.
pub(super) fn loss(words: &dyn Localize, cause: &str) -> String {
    words.localize(&Message::new(format!("loss-{cause}")))
}
