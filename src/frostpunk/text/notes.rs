//! Beside a choice: what it costs, what it does, what it means here and now.
//!
//! May use: `decision`, `program`, the descriptions. Deliberately absent:
//! stories. What is known only from the state comes in as hints.

use crate::frostpunk::rules::decision::{Ask, Hint, Pick, SpaceWhy};
use crate::frostpunk::rules::ids::{Advisor, BuildingId, CardId, OptionsId};
use crate::frostpunk::rules::program::{Cost, Pack};
use crate::game::Message;

use super::choices::in_label;
use super::{describe, names};

/// What a choice costs and does, one message each; nothing is said twice.
pub fn notes(pack: &Pack, ask: &Ask, pick: Pick, hints: &[Hint]) -> Vec<Message> {
    let mut notes = printed(pack, ask, pick);
    // That a Building is upgraded its name does not tell.
    let label = in_label(pick, hints).filter(|hint| !matches!(hint, Hint::Stands(_, true)));
    let unsaid = hints.iter().filter(|hint| Some(**hint) != label);
    for hint in unsaid.map(|one| hint(pack, *one)) {
        if !notes.contains(&hint) {
            notes.push(hint);
        }
    }
    notes
}

/// What an Advisor's ability costs and does.
pub fn advisor_notes(pack: &Pack, advisor: Advisor) -> Vec<Message> {
    let card = pack.advisors.iter().find(|card| card.advisor == advisor);
    card.map(|card| describe::options(pack, card.options, None)).unwrap_or_default()
}

fn printed(pack: &Pack, ask: &Ask, pick: Pick) -> Vec<Message> {
    match pick {
        Pick::Option(at) => option(pack, ask, at),
        Pick::Card(id) => card(pack, ask, id),
        Pick::Building(id) => building(pack, ask, id),
        Pick::Rise => rise(pack),
        _ => Vec::new(),
    }
}

/// The label of a price is the price itself, so only options have notes.
fn option(pack: &Pack, ask: &Ask, at: u8) -> Vec<Message> {
    let options = match ask {
        Ask::Option(options, _) => Some(*options),
        Ask::Explore(_, card) => pack.card(*card).options,
        _ => None,
    };
    options.map(|options| option_notes(pack, options, at)).unwrap_or_default()
}

/// What one option of a list costs and does.
pub fn option_notes(pack: &Pack, options: OptionsId, at: u8) -> Vec<Message> {
    let def = pack.option_list(options).get(usize::from(at));
    def.map(|def| describe::option(pack, def)).unwrap_or_default()
}

/// What of a card matters for the question; otherwise all of it.
fn card(pack: &Pack, ask: &Ask, id: CardId) -> Vec<Message> {
    if let Ask::Law = ask {
        return law(pack, id);
    }
    if let Ask::Opening(_) = ask {
        return opening(pack, id);
    }
    if let Ask::OpeningUnpaid(_) = ask {
        return unpaid(pack, id);
    }
    if let Ask::PlayCard(_) = ask {
        return describe::ability(pack, id);
    }
    if let Ask::Mourn(kind, _, _) = ask {
        return describe::death(pack, id, *kind);
    }
    if let Ask::Special = ask {
        return describe::special(pack, id);
    }
    describe::card(pack, id)
}

/// A Law with the Buildings it unlocks, so that nobody has to look them up.
fn law(pack: &Pack, id: CardId) -> Vec<Message> {
    let mut lines = describe::card(pack, id);
    let unlocked = pack.law(id).map(|law| law.unlocks.clone()).unwrap_or_default();
    lines.extend(unlocked.into_iter().map(|building| {
        let mut rules = describe::build_cost(pack, building);
        rules.extend(describe::building(pack, building, false));
        Message::new("note-unlocked")
            .message("building", names::building(pack, building))
            .list("rules", rules)
    }));
    lines
}

/// A starting card: its price, and what is given up with it.
fn opening(pack: &Pack, id: CardId) -> Vec<Message> {
    let cost = pack.citizen(id).map(|citizen| describe::start_cost(citizen.cost));
    let ability = Message::new("note-gives-up").list("rules", describe::ability(pack, id));
    cost.into_iter().chain([ability]).collect()
}

fn unpaid(pack: &Pack, id: CardId) -> Vec<Message> {
    let kind = pack.citizen(id).map(|citizen| names::a_kind(citizen.kind));
    kind.into_iter().map(|who| Message::new("note-unpaid").message("who", who)).collect()
}

/// A kind of Building: its price where it is paid, and the side that would be up.
fn building(pack: &Pack, ask: &Ask, id: BuildingId) -> Vec<Message> {
    let mut lines = Vec::new();
    if let Ask::SubAction(..) = ask {
        lines.extend(describe::build_cost(pack, id));
    }
    if let Ask::Space(SpaceWhy::Upgrade(false), _) = ask {
        lines.extend(describe::upgrade_cost(pack, id));
    }
    let upgraded = matches!(ask, Ask::Space(SpaceWhy::Upgrade(_), _));
    lines.extend(describe::building(pack, id, upgraded));
    lines
}

/// Call to Rise: cards by the Hope on the track.
fn rise(pack: &Pack) -> Vec<Message> {
    let steps = pack.tables.call_to_rise.iter().zip(1_u8..);
    let steps = steps.map(|(hope, cards)| {
        Message::new("note-rise").number("cards", cards).number("hope", *hope)
    });
    steps.collect()
}

/// What a choice means here and now.
pub fn hint(pack: &Pack, hint: Hint) -> Message {
    match hint {
        Hint::Cold(None) => Message::new("note-cold"),
        Hint::Cold(Some(kind)) => {
            Message::new("note-cold-kind").message("who", names::a_kind(kind))
        }
        Hint::Heated => Message::new("note-heated"),
        Hint::Cost(good, count) => costs(Cost::Spend(good, count)),
        Hint::CostAny(count) => costs(Cost::SpendAny(count)),
        Hint::CostExhaust(mood) => costs(Cost::Exhaust(mood)),
        Hint::CostExhaustAny(track) => costs(Cost::ExhaustAny(track)),
        Hint::Holds(stuff, count) => {
            Message::new("note-holds").message("what", names::some_stuff(stuff, count))
        }
        Hint::Stands(id, upgraded) => {
            let key = if upgraded { "note-stands-upgraded" } else { "note-stands" };
            Message::new(key).message("building", names::building(pack, id))
        }
        Hint::Now(count) => Message::new("note-now").number("count", count),
        Hint::ReadyIn(round) => Message::new("note-ready").number("round", round),
        Hint::StressAt(count) => Message::new("note-stress").number("count", count),
    }
}

/// Worded like a printed cost, so that the same cost is recognised.
fn costs(cost: Cost) -> Message {
    Message::new("cost-line").message("what", describe::cost(cost))
}
