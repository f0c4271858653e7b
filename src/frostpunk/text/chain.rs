//! Where a piece comes from and what it leads to, in words; and the one sort of
//! piece nobody can look up at the table, the Society cards.
//!
//! May use: `atlas`, `program`, the names. Deliberately absent: the ways
//! themselves; the desk follows them.

use crate::frostpunk::atlas::{Part, Piece, option_of};
use crate::frostpunk::rules::ids::{Kind, Resource};
use crate::frostpunk::rules::program::{Good, Hook, Pack, Society};
use crate::game::{Article, Localize, Message};

use super::catalog::Catalog;
use super::{names, owner};

/// What happens to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It goes into the Dusk deck.
    Dusk,
    /// It is turned face up.
    Reveal,
    /// It is turned face up and carried out at once.
    Resolve,
    /// One of two that may go into the Dusk deck.
    Consequence,
    /// It may be built from then on.
    Unlock,
    /// It becomes Ruins.
    Ruin,
    /// It takes the place of what was there.
    Replace,
    /// It leaves the display.
    Remove,
    /// It is in its deck from the start.
    Deck,
    /// It may be built from the start.
    Offered,
    /// It stands there from the start.
    Stands,
    /// It is an Advisor of the table.
    Seat,
    /// It is picked before the start.
    Society,
}

/// What happens to a piece in one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum There {
    /// It lies face up from the start.
    First,
    /// It is carried out when a Storm hits.
    Storm,
    /// It stays in the box.
    Box,
}

/// What happens, in words.
pub fn way(way: Way) -> Message {
    Message::new(match way {
        Way::Dusk => "way-dusk",
        Way::Reveal => "way-reveal",
        Way::Resolve => "way-resolve",
        Way::Consequence => "way-consequence",
        Way::Unlock => "way-unlock",
        Way::Ruin => "way-ruin",
        Way::Replace => "way-replace",
        Way::Remove => "way-remove",
        Way::Deck => "way-deck",
        Way::Offered => "way-offered",
        Way::Stands => "way-stands",
        Way::Seat => "way-seat",
        Way::Society => "way-society",
    })
}

/// What happens in a scenario, in words.
pub fn there(there: There, scenario: &str) -> Message {
    let key = match there {
        There::First => "way-first",
        There::Storm => "way-storm",
        There::Box => "way-box",
    };
    Message::new(key).message("scenario", names::scenario(scenario))
}

/// By setting the game up.
pub fn setup() -> Message {
    Message::new("by-setup")
}

/// By what part of a piece.
pub fn by(pack: &Pack, piece: Piece, part: Part) -> Message {
    match part {
        Part::Instant if piece.card().is_some_and(|card| pack.law(card).is_some()) => introduced(),
        Part::Instant => Message::new("by-instant"),
        Part::Option(..) => label(pack, piece, part),
        Part::Special(..) => Message::new("by-special").message("label", label(pack, piece, part)),
        Part::Hook(hook) => by_hook(pack, hook),
        Part::Trigger(round) => Message::new("by-trigger").number("round", round),
        Part::Ability => Message::new("by-ability"),
        Part::Death(kind) => Message::new("by-death").message("kind", names::a_kind(kind)),
        Part::OnBuild => Message::new("by-on-build"),
        Part::Cure => Message::new("by-cure"),
    }
}

/// By introducing a Law.
pub fn introduced() -> Message {
    Message::new("by-introduced")
}

fn by_hook(pack: &Pack, hook: Hook) -> Message {
    match hook {
        Hook::Dawn => Message::new("by-dawn"),
        Hook::Weather => Message::new("by-weather"),
        Hook::Preparation => Message::new("by-preparation"),
        Hook::Dusk => Message::new("by-dusk"),
        Hook::EndOfNight => Message::new("by-end-of-night"),
        Hook::Built(id) => {
            Message::new("by-hook-built").message("building", names::building(pack, id))
        }
        Hook::ScoutReturns(letter) => {
            Message::new("by-scout-returns").message("letter", names::letter(letter))
        }
    }
}

fn label(pack: &Pack, piece: Piece, part: Part) -> Message {
    let (Part::Option(list, _) | Part::Special(list, _)) = part else {
        return Message::new("by-instant");
    };
    match option_of(pack, part) {
        Some(def) => owner::label(pack, list, def, piece.card()),
        None => Message::new("by-instant"),
    }
}

/// What a piece is called.
pub fn name(pack: &Pack, piece: Piece) -> Message {
    match piece {
        Piece::Card(card) => names::card(pack, card),
        Piece::Building(building) => names::building(pack, building),
        Piece::Advisor(advisor) => names::advisor(advisor),
    }
}

/// A Society card: what a city begins with.
pub fn society(society: &Society, list: &Catalog) -> Article {
    Article {
        title: list.localize(&names::society(&society.id)),
        kind: list.localize(&Message::new("sheet-society")),
        story: None,
        lines: society_lines(society).iter().map(|line| list.localize(line)).collect(),
        more: Vec::new(),
    }
}

fn society_lines(society: &Society) -> Vec<Message> {
    let [wood, coal, cores] = society.resources;
    let goods = [
        (Good::Food, society.food),
        (Good::Resource(Resource::Wood), wood),
        (Good::Resource(Resource::Coal), coal),
        (Good::Resource(Resource::Core), cores),
        (Good::Automaton, society.automatons),
    ];
    let goods = goods.iter().filter(|(_, n)| *n > 0).map(|(good, n)| names::some(*good, *n));
    let mut lines = vec![Message::new("society-people").list("people", people(society.citizens))];
    if society.sick.iter().any(|n| *n > 0) {
        lines.push(Message::new("society-sick").list("people", people(society.sick)));
    }
    lines.push(Message::new("society-goods").list("goods", goods.collect()));
    lines.push(
        Message::new("society-mood")
            .number("hope", society.hope[0])
            .number("hope_active", society.hope[1])
            .number("discontent", society.discontent[0])
            .number("discontent_active", society.discontent[1]),
    );
    lines.push(Message::new("society-corpses").number("count", society.corpses));
    lines
}

fn people(counts: [u8; 3]) -> Vec<Message> {
    let all = Kind::ALL.iter().zip(counts).filter(|(_, n)| *n > 0);
    all.map(|(kind, n)| names::count_kind(*kind, n)).collect()
}

/// Everything that can be said here, for checks that read it all.
#[cfg(test)]
pub(super) fn messages(pack: &Pack) -> Vec<Message> {
    use crate::frostpunk::rules::ids::{BuildingId, Letter};
    let ways = [
        Way::Dusk,
        Way::Reveal,
        Way::Resolve,
        Way::Consequence,
        Way::Unlock,
        Way::Ruin,
        Way::Replace,
        Way::Remove,
        Way::Deck,
        Way::Offered,
        Way::Stands,
        Way::Seat,
        Way::Society,
    ];
    let mut said: Vec<Message> = ways.into_iter().map(way).collect();
    said.extend([There::First, There::Storm, There::Box].map(|one| there(one, "crater")));
    let hooks = [Hook::Dawn, Hook::Weather, Hook::Preparation, Hook::Dusk, Hook::EndOfNight];
    said.extend(hooks.map(|hook| by_hook(pack, hook)));
    said.push(by_hook(pack, Hook::Built(BuildingId(0))));
    said.push(by_hook(pack, Hook::ScoutReturns(Letter::B)));
    for piece in crate::frostpunk::atlas::pieces(pack) {
        let parts = crate::frostpunk::atlas::parts(pack, piece);
        said.extend(parts.into_iter().map(|(part, _)| by(pack, piece, part)));
        let others = [Part::Ability, Part::OnBuild, Part::Cure, Part::Trigger(3), Part::Instant];
        said.extend(others.map(|part| by(pack, piece, part)));
    }
    said.extend([introduced(), setup(), Message::new("sheet-society")]);
    let society = Society {
        id: "1-normal".to_owned(),
        citizens: [22, 12, 8],
        sick: [1, 0, 0],
        food: 8,
        resources: [4, 5, 1],
        automatons: 1,
        discontent: [2, 1],
        hope: [2, 2],
        corpses: 1,
    };
    said.extend(society_lines(&society));
    said
}
