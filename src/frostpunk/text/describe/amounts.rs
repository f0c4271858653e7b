//! Numbers, what they count, and whom an effect hits.
//!
//! May use: `program`, the names. Deliberately absent: the counts themselves.

use crate::frostpunk::rules::program::{Amount, Count, Pack, Who};
use crate::game::Message;

use super::super::names;

/// A rule with its number: "gain 1 Food for each active Care".
pub(super) fn scaled(pack: &Pack, amount: Amount, rule: impl Fn(u8) -> Message) -> Message {
    if let Some(number) = fixed(amount) {
        return rule(number);
    }
    let per = count(pack, amount.per);
    if amount.plus == 0 {
        return Message::new("rule-each").message("rule", rule(amount.times)).message("per", per);
    }
    Message::new("rule-and-each")
        .message("rule", rule(amount.plus))
        .number("times", amount.times)
        .message("per", per)
}

/// The number alone: "2 plus 1 for each active Care".
pub(super) fn amount(pack: &Pack, amount: Amount) -> Message {
    if let Some(number) = fixed(amount) {
        return Message::new("rule-amount").number("count", number);
    }
    let key = if amount.plus == 0 { "rule-amount-each" } else { "rule-amount-and-each" };
    Message::new(key)
        .number("plus", amount.plus)
        .number("times", amount.times)
        .message("per", count(pack, amount.per))
}

/// The number, if nothing has to be counted.
pub(super) fn fixed(amount: Amount) -> Option<u8> {
    match amount.per {
        _ if amount.times == 0 => Some(amount.plus),
        Count::One => Some(amount.plus.saturating_add(amount.times)),
        _ => None,
    }
}

/// What is counted: "active Care".
pub(super) fn count(pack: &Pack, count: Count) -> Message {
    match count {
        Count::One => Message::new("per-one"),
        Count::Active(mood) => Message::new("per-active").message("what", names::mood(mood)),
        Count::ActiveOn(track) => {
            Message::new("per-active-on").message("what", names::track(track))
        }
        Count::Tokens(track) => Message::new("per-tokens").message("what", names::track(track)),
        Count::Corpses => Message::new("per-corpses"),
        Count::Sick(kind) => Message::new("per-sick").message("what", names::kind(kind)),
        Count::Citizens(kind) => Message::new("per-citizens").message("what", names::kind(kind)),
        Count::Used(kind) => Message::new("per-used").message("what", names::kind(kind)),
        Count::OnThis(resource) => {
            Message::new("per-on-this").message("what", names::resource(resource))
        }
        Count::Built(id) => Message::new("per-built").message("what", names::building(pack, id)),
        Count::Laws => Message::new("per-laws"),
        Count::It => Message::new("per-it"),
    }
}

/// Whom it hits, with the number: "2 Workers".
pub(super) fn who(who: Who, count: u8) -> Message {
    match who {
        Who::Kind(kind) => names::count_kind(kind, count),
        Who::Any => Message::new("who-any").number("count", count),
        Who::Round => Message::new("who-round").number("count", count),
    }
}
