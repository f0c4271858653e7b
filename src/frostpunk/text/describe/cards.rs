//! Whole cards.
//!
//! May use: `program`, the names. Deliberately absent: titles and stories;
//! they are written by hand beside the card's labels.

use crate::frostpunk::rules::ids::{BuildingId, CardId, Kind, Range};
use crate::frostpunk::rules::program::{
    Body, Citizen, Expedition, Good, Hint, Law, Pack, Special, StartCost, Weather,
};
use crate::game::Message;

use super::super::names;
use super::{block, conditions, hook, inner, modifier, options, or_nothing};

/// Everything a card says, one message for each line.
pub fn card(pack: &Pack, id: CardId) -> Vec<Message> {
    let card = pack.card(id);
    let mut lines = Vec::new();
    if let Some(instant) = card.instant {
        lines.extend(block(pack, instant));
    }
    let triggers = card.triggers.iter();
    lines.extend(triggers.map(|(round, effects)| {
        Message::new("line-trigger").number("round", *round).list("rules", inner(pack, *effects))
    }));
    if let Some(list) = card.options {
        lines.extend(options(pack, list, Some(id)));
    }
    lines.extend(special(pack, id));
    lines.extend(card.hooks.iter().map(|(when, effects)| hook(pack, *when, *effects)));
    lines.extend(card.modifiers.iter().map(|change| modifier(pack, *change)));
    lines.extend(body(pack, id));
    if card.red {
        lines.push(Message::new("line-red"));
    }
    lines
}

fn body(pack: &Pack, id: CardId) -> Vec<Message> {
    match &pack.card(id).body {
        Body::Event => Vec::new(),
        Body::Citizen(citizen) => whole_citizen(pack, citizen),
        Body::Weather(numbers) => weather(*numbers),
        Body::Law(law) => of_law(pack, law),
        Body::Consequence(law) => {
            vec![Message::new("line-consequence").message("card", names::card(pack, *law))]
        }
        Body::Technology(rounds) => {
            vec![Message::new("line-technology").number("count", *rounds)]
        }
        Body::Expedition(expedition) => vec![path(*expedition)],
    }
}

/// The Special Action of a card, if it has one: who may take it, what it does.
pub fn special(pack: &Pack, id: CardId) -> Vec<Message> {
    let Some(special) = &pack.card(id).special else {
        return Vec::new();
    };
    let mut lines = vec![special_head(special)];
    lines.extend(options(pack, special.options, Some(id)));
    lines
}

fn special_head(special: &Special) -> Message {
    let key = match (special.once, special.cold) {
        (false, false) => "line-special",
        (true, false) => "line-special-once",
        (false, true) => "line-special-cold",
        (true, true) => "line-special-once-cold",
    };
    let who = special.meeples.iter().map(|meeple| names::meeple(*meeple)).collect();
    Message::new(key).list("who", who)
}

/// The starting cost of a Citizen card.
pub fn start_cost(cost: StartCost) -> Message {
    match cost {
        StartCost::Spend(resource, count) => Message::new("start-cost-spend")
            .message("what", names::some(Good::Resource(resource), count)),
        StartCost::FromMap(resource, count) => Message::new("start-cost-from-map")
            .message("what", names::some(Good::Resource(resource), count)),
        StartCost::Stress(count) => Message::new("start-cost-stress").number("count", count),
        StartCost::Hunger(count) => Message::new("start-cost-hunger").number("count", count),
        StartCost::Spent(kind, count) => Message::new("start-cost-spent")
            .message("kind", names::kind(kind))
            .number("count", count),
    }
}

/// The main ability of a Citizen card, if this is one.
pub fn ability(pack: &Pack, id: CardId) -> Vec<Message> {
    pack.citizen(id).map(|citizen| ability_of(pack, citizen)).unwrap_or_default()
}

fn ability_of(pack: &Pack, citizen: &Citizen) -> Vec<Message> {
    let mut lines = vec![when_played(pack, citizen)];
    if !citizen.only_if.is_empty() {
        let tests = conditions(pack, &citizen.only_if);
        lines.push(Message::new("rule-only-if").message("tests", tests));
    }
    lines.extend(block(pack, citizen.ability));
    if citizen.on_trees {
        lines.push(Message::new("line-on-trees"));
    }
    if citizen.heated {
        lines.push(Message::new("line-heated"));
    }
    lines
}

fn when_played(pack: &Pack, citizen: &Citizen) -> Message {
    let kind = names::a_kind(citizen.kind);
    if !citizen.buildings.is_empty() {
        return Message::new("line-ability-buildings")
            .message("kind", kind)
            .list("buildings", building_names(pack, &citizen.buildings));
    }
    let actions = citizen.actions.iter().map(|action| names::action(*action)).collect();
    Message::new("line-ability").message("kind", kind).list("actions", actions)
}

fn building_names(pack: &Pack, ids: &[BuildingId]) -> Vec<Message> {
    ids.iter().map(|id| names::building(pack, *id)).collect()
}

/// What a Citizen card does when one of this type has died.
pub fn death(pack: &Pack, id: CardId, kind: Kind) -> Vec<Message> {
    let effects = pack.citizen(id).map(|citizen| block(pack, citizen.death[kind.at()]));
    effects.map(or_nothing).unwrap_or_default()
}

fn whole_citizen(pack: &Pack, citizen: &Citizen) -> Vec<Message> {
    let mut lines = ability_of(pack, citizen);
    lines.extend(Kind::ALL.iter().map(|kind| {
        Message::new("line-death")
            .message("kind", names::a_kind(*kind))
            .list("rules", inner(pack, citizen.death[kind.at()]))
    }));
    let cost = start_cost(citizen.cost);
    lines.push(Message::new("line-start-cost").message("cost", cost));
    lines
}

/// The four sections of a Weather card.
pub fn weather(weather: Weather) -> Vec<Message> {
    let mut lines = Vec::new();
    if weather.cold > 0 {
        lines.push(Message::new("rule-cold-up").number("count", weather.cold));
    }
    let ranges = Range::ALL.iter().zip(weather.ranges).filter(|(_, steps)| *steps > 0);
    lines.extend(ranges.map(|(range, steps)| {
        Message::new("rule-range-up").message("what", names::range(*range)).number("count", steps)
    }));
    lines.push(Message::new("line-hunting"));
    lines.push(Message::new("rule-move-scouts").number("count", weather.scouts));
    if weather.storm > 0 {
        lines.push(Message::new("line-storm").number("count", weather.storm));
    }
    lines
}

fn of_law(pack: &Pack, law: &Law) -> Vec<Message> {
    let mut lines = Vec::new();
    if !law.unlocks.is_empty() {
        let buildings = building_names(pack, &law.unlocks);
        lines.push(Message::new("line-unlocks").list("buildings", buildings));
    }
    if let Some(pair) = law.pair {
        let card = names::card(pack, pair);
        lines.push(Message::new("line-pair").message("card", card));
    }
    lines
}

/// The white side of an Expedition card, if this is one; the black one stays hidden.
pub fn white_side(pack: &Pack, id: CardId) -> Option<Message> {
    pack.expedition(id).map(path)
}

fn path(expedition: Expedition) -> Message {
    let hint = match expedition.hint {
        Hint::Goods => Message::new("line-hint-goods"),
        Hint::People => Message::new("line-hint-people"),
        Hint::Mixed => Message::new("line-hint-mixed"),
    };
    Message::new("line-path")
        .message("letter", names::letter(expedition.letter))
        .number("count", expedition.path)
        .message("hint", hint)
}
