//! Names of seats and cards for the terminal and the line protocol.
//!
//! Relies on a convention: the view of a game lists `seats`, each with its `role` and, for its
//! holder, its `hand` of ids; its catalogs name a role `advisor-<role>`, a card `card-<id>` and a
//! cause of defeat `loss-<cause>`. A game that does not follow the convention is still playable.

use serde_json::Value;

use super::local_game::LocalGame;
use crate::game::{Answerer, Localize, Message, Seat, Viewer};

/// Returns the role and number of a seat, or the number alone if the view names no role.
pub(super) fn seat(local: &LocalGame, localizer: &dyn Localize, seat: Seat) -> String {
    let number = u16::from(seat.0) + 1;
    let view = local.table().view(Viewer::Public);
    match seat_entry(&view, seat).and_then(|entry| entry.get("role")).and_then(Value::as_str) {
        Some(role) => {
            format!(
                "{} (seat {number})",
                localizer.localize(&Message::new(format!("advisor-{role}")))
            )
        }
        None => format!("seat {number}"),
    }
}

/// Returns the number of seats: that of the view, or the number of roles if the view lists none.
pub(super) fn seats(local: &LocalGame) -> usize {
    let view = local.table().view(Viewer::Public);
    let listed = view.get("seats").and_then(Value::as_array).map(Vec::len);
    listed.unwrap_or_else(|| local.game().roles().len())
}

fn seat_entry(view: &Value, seat: Seat) -> Option<&Value> {
    view.get("seats")?.get(usize::from(seat.0))
}

/// Returns a sentence that says who answers.
pub(super) fn answerer_sentence(
    local: &LocalGame,
    localizer: &dyn Localize,
    answerer: &Answerer,
) -> String {
    let name = |at: Seat| seat(local, localizer, at);
    match answerer {
        Answerer::Council => {
            format!("The council decides; {} has the final say.", name(local.table().leader()))
        }
        Answerer::Responsible { seat, .. } | Answerer::Seat(seat) => {
            format!("{} decides.", name(*seat))
        }
        Answerer::Active(seat) => format!("It is the turn of {}.", name(*seat)),
        Answerer::Electorate => "All who may vote decide together.".to_owned(),
    }
}

/// Returns the seat whose hand is shown with the question.
pub(super) fn hand_seat(local: &LocalGame, answerer: &Answerer) -> Seat {
    match answerer {
        Answerer::Council | Answerer::Electorate => local.table().leader(),
        Answerer::Responsible { seat, .. } | Answerer::Active(seat) | Answerer::Seat(seat) => *seat,
    }
}

/// Returns the titles of the cards in a seat's hand, or `None` if the view lists no hand.
pub(super) fn hand(local: &LocalGame, localizer: &dyn Localize, seat: Seat) -> Option<Vec<String>> {
    let view = local.table().view(Viewer::Seat(seat));
    let cards = seat_entry(&view, seat)?.get("hand")?.as_array()?;
    // Copies of a card (`C01.2`) share the title of the first.
    let base_id = |id: &str| id.split('.').next().unwrap_or(id).to_owned();
    let title = |id: &str| localizer.localize(&Message::new(format!("card-{}", base_id(id))));
    Some(cards.iter().filter_map(Value::as_str).map(title).collect())
}

/// Returns the text for a cause of defeat.
pub(super) fn loss(localizer: &dyn Localize, cause: &str) -> String {
    localizer.localize(&Message::new(format!("loss-{cause}")))
}
