//! Prices: what is paid before an option does anything.
//!
//! May use: `program`, the names. Deliberately absent: whether it can be paid.

use crate::frostpunk::rules::program::Cost;
use crate::game::Message;

use super::super::names;

/// The price lines of an option: one for each part, or one for all alternatives.
pub fn prices(costs: &[Vec<Cost>]) -> Vec<Message> {
    match costs {
        [] => Vec::new(),
        [only] => only.iter().map(|part| line(cost(*part))).collect(),
        several => vec![line(either(several))],
    }
}

/// One price in all its parts.
pub fn price(parts: &[Cost]) -> Message {
    let parts: Vec<Message> = parts.iter().map(|part| cost(*part)).collect();
    if parts.is_empty() {
        return Message::new("cost-nothing");
    }
    Message::new("cost-all").list("parts", parts)
}

/// One part of a price.
pub fn cost(cost: Cost) -> Message {
    match cost {
        Cost::Spend(good, count) => names::some(good, count),
        Cost::SpendAny(count) => Message::new("cost-any").number("count", count),
        Cost::Exhaust(mood) => Message::new("cost-exhaust").message("what", names::mood(mood)),
        Cost::ExhaustAny(track) => {
            Message::new("cost-exhaust-any").message("what", names::track(track))
        }
    }
}

/// The line that names a cost.
pub(super) fn line(what: Message) -> Message {
    Message::new("cost-line").message("what", what)
}

fn either(costs: &[Vec<Cost>]) -> Message {
    let prices = costs.iter().map(|parts| price(parts));
    let joined = prices.reduce(|a, b| Message::new("cost-or").message("a", a).message("b", b));
    joined.unwrap_or_else(|| Message::new("cost-nothing"))
}
