//! The rules line: effects, prices, conditions and permanent changes as
//! messages, made from what the rules run.
//!
//! May use: `program`, the names. Deliberately absent: stories and titles of
//! cards other than those an effect names, and the state: a line says what
//! will be counted, never the count. No match here has a catch-all arm, so
//! the compiler lists every effect that has no sentence yet.

mod amounts;
mod buildings;
mod cards;
mod conditions;
mod costs;
mod modifiers;
mod ops;

use crate::frostpunk::rules::ids::{BlockId, CardId, OptionsId};
use crate::frostpunk::rules::program::{After, Arrow, OptionDef, Pack};
use crate::game::Message;

pub use buildings::{build_cost, building, upgrade_cost};
pub use cards::{ability, card, death, special, start_cost, weather, white_side};
pub use conditions::{all as conditions, condition};
pub use costs::{cost, price, prices};
pub use modifiers::{hook, modifier};
pub use ops::op;

use super::{names, owner};

/// The effects of a block, one message each.
pub fn block(pack: &Pack, id: BlockId) -> Vec<Message> {
    said_once(pack.block(id).iter().map(|one| op(pack, one)).collect())
}

/// The same several times in a row is said once.
fn said_once(lines: Vec<Message>) -> Vec<Message> {
    let runs = lines.chunk_by(|one, next| one == next);
    let lines = runs.filter_map(|run| match run {
        [] => None,
        [one] => Some(one.clone()),
        [one, ..] => {
            let again = Message::new("rule-again").number("count", run.len() as u8);
            Some(again.message("rule", one.clone()))
        }
    });
    lines.collect()
}

/// What an option needs, costs and does, and where its card goes.
pub fn option(pack: &Pack, def: &OptionDef) -> Vec<Message> {
    let mut lines = Vec::new();
    if !def.only_if.is_empty() {
        lines.push(Message::new("rule-only-if").message("tests", conditions(pack, &def.only_if)));
    }
    lines.extend(prices(&def.costs));
    lines.extend(block(pack, def.block));
    lines.extend(after(def.after));
    lines.extend(def.arrow.map(arrow));
    lines
}

/// The options of a list, one line each with its label.
pub fn options(pack: &Pack, list: OptionsId, me: Option<CardId>) -> Vec<Message> {
    let defs = pack.option_list(list).iter();
    defs.map(|def| option_line(pack, list, def, me)).collect()
}

fn option_line(pack: &Pack, list: OptionsId, def: &OptionDef, me: Option<CardId>) -> Message {
    let label = owner::label(pack, list, def, me);
    let rules = or_nothing(grouped(pack, def));
    let line = Message::new("rule-option").message("label", label).list("rules", rules);
    if def.when.is_empty() {
        return line;
    }
    Message::new("rule-option-when")
        .message("tests", conditions(pack, &def.when))
        .message("option", line)
}

/// An option inside a sentence: what follows a compound effect must not seem a part of it.
fn grouped(pack: &Pack, def: &OptionDef) -> Vec<Message> {
    let lines = option(pack, def);
    if lines.len() < 2 {
        return lines;
    }
    let compound: Vec<Message> = pack
        .block(def.block)
        .iter()
        .filter(|one| ops::is_compound(one))
        .map(|one| op(pack, one))
        .collect();
    let group = |line: Message| {
        if compound.contains(&line) {
            Message::new("rule-group").message("rule", line)
        } else {
            line
        }
    };
    lines.into_iter().map(group).collect()
}

/// The effects of a block inside a sentence: compound ones in brackets if others follow.
fn inner(pack: &Pack, id: BlockId) -> Vec<Message> {
    let effects = pack.block(id);
    let alone = effects.len() < 2;
    let lines = effects.iter().map(|one| match op(pack, one) {
        line if alone || !ops::is_compound(one) => line,
        line => Message::new("rule-group").message("rule", line),
    });
    or_nothing(said_once(lines.collect()))
}

fn or_nothing(lines: Vec<Message>) -> Vec<Message> {
    if lines.is_empty() { vec![Message::new("rule-nothing")] } else { lines }
}

fn after(after: After) -> Option<Message> {
    match after {
        After::None => None,
        After::Remove => Some(Message::new("rule-after-remove")),
        After::Event => Some(Message::new("rule-after-event")),
        After::Discard => Some(Message::new("rule-after-discard")),
    }
}

fn arrow(arrow: Arrow) -> Message {
    match arrow {
        Arrow::Continue(letter) => {
            Message::new("rule-arrow-continue").message("letter", names::letter(letter))
        }
        Arrow::Return(letter) => {
            Message::new("rule-arrow-return").message("letter", names::letter(letter))
        }
        Arrow::NewA => Message::new("rule-arrow-new"),
    }
}
