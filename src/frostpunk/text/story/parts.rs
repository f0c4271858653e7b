//! The sums as phrases.
//!
//! May use: the names and sentences of this layer. Deliberately absent: lines
//! and their length (`fit`).

use crate::frostpunk::rules::ids::{Kind, Resource, Seat, Stuff, Track};
use crate::frostpunk::rules::program::{Deck, Good, Pack};
use crate::game::Message;

use super::super::names;
use super::sums::{Change, Death, Moved, Sums};
use super::weight;

/// A phrase and how much it matters.
pub type Part = (u8, Message);

/// What is set apart, and what is told together.
pub fn parts(pack: &Pack, sums: &Sums, deed: bool) -> (Vec<Message>, Vec<Part>) {
    let apart = deaths(pack, sums);
    let mut together = Vec::new();
    let mut add = |weight: u8, parts: Vec<Message>| {
        together.extend(parts.into_iter().map(|part| (weight, part)));
    };
    add(weight::PEOPLE, people(sums));
    add(weight::GOODS, goods(sums));
    add(weight::PEOPLE, mood(sums));
    add(weight::GOODS, generator(sums));
    add(weight::NOTE, ground(pack, sums));
    add(weight::NOTE, if deed { Vec::new() } else { gathered(sums) });
    add(weight::NOTE, sums.notes.clone());
    add(weight::NOTE, sums.storm.iter().cloned().collect());
    add(weight::NOTE, cards(pack, sums));
    add(weight::MINOR, figures(sums));
    add(weight::MINOR, sums.minor.clone());
    (apart, together)
}

/// "a, b and c".
pub fn and(mut parts: Vec<Message>) -> Message {
    let Some(last) = parts.pop() else {
        return Message::new("story-none");
    };
    if parts.is_empty() {
        return last;
    }
    Message::new("story-and").list("first", parts).message("last", last)
}

fn deaths(pack: &Pack, sums: &Sums) -> Vec<Message> {
    // The names of those who died before come first.
    let named = sums.deaths.iter().filter(|death| death.only_name);
    let mut lines: Vec<Message> = named.filter_map(|death| mourned(pack, death)).collect();
    let dead: Vec<&Death> = sums.deaths.iter().filter(|death| !death.only_name).collect();
    if !dead.is_empty() {
        lines.push(died(pack, &dead, sums.corpses));
    }
    lines
}

fn mourned(pack: &Pack, death: &Death) -> Option<Message> {
    let line = Message::new("story-mourned").message("kind", names::kind(death.kind));
    Some(line.message("who", name(pack, death)?))
}

fn died(pack: &Pack, dead: &[&Death], corpses: Option<Moved>) -> Message {
    let kinds = Kind::ALL.iter().map(|kind| (*kind, dead.iter().filter(|d| d.kind == *kind)));
    let kinds = kinds.map(|(kind, of)| (kind, of.count() as u8)).filter(|(_, count)| *count > 0);
    let who = and(kinds.map(|(kind, count)| names::count_kind(kind, count)).collect());
    let names: Vec<Message> = dead.iter().filter_map(|death| name(pack, death)).collect();
    let key = if names.is_empty() { "story-died" } else { "story-died-named" };
    let now = corpses.map_or(0, |marker| marker.now);
    let line = Message::new(key).message("who", who).number("count", dead.len() as i64);
    let line = if names.is_empty() { line } else { line.message("names", and(names)) };
    line.number("corpses", now)
}

fn name(pack: &Pack, death: &Death) -> Option<Message> {
    let card = names::card(pack, death.card?);
    Some(match death.from {
        None => card,
        Some(seat) => Message::new("story-remembered")
            .message("card", card)
            .message("seat", names::seat(seat)),
    })
}

fn people(sums: &Sums) -> Vec<Message> {
    let mut parts = Vec::new();
    parts.extend(moved(&sums.citizens, 1, "story-join"));
    parts.extend(moved(&sums.citizens, -1, "story-leave"));
    parts.extend(moved(&sums.sick, 1, "story-sick"));
    parts.extend(moved(&sums.sick, -1, "story-well"));
    parts.extend(flipped(sums, true, "story-skulls"));
    parts.extend(flipped(sums, false, "story-treated"));
    parts.extend(moved(&sums.spent, 1, "story-spent"));
    parts.extend(moved(&sums.spent, -1, "story-rested"));
    let buried = sums.corpses.filter(|marker| marker.by != 0 && sums.deaths.is_empty());
    parts.extend(buried.map(|moved| marker("story-corpses", moved)));
    parts
}

/// Types with a Skull now, or without one again.
fn flipped(sums: &Sums, skull: bool, key: &str) -> Option<Message> {
    let kinds = sums.flips.iter().filter(|(_, up)| *up == skull);
    let kinds: Vec<Message> = kinds.map(|(kind, _)| names::kinds(*kind)).collect();
    (!kinds.is_empty()).then(|| Message::new(key).message("kinds", and(kinds)))
}

/// Those of the three types that went this way: "2 Workers and 1 Child fall ill".
fn moved(kinds: &[Moved; 3], way: i32, key: &str) -> Option<Message> {
    let with = Kind::ALL.iter().zip(kinds).filter(|(_, moved)| moved.by * way > 0);
    let with: Vec<(&Kind, &Moved)> = with.collect();
    if with.is_empty() {
        return None;
    }
    let count = |moved: &Moved| moved.by.unsigned_abs() as u8;
    let who = with.iter().map(|(kind, moved)| names::count_kind(**kind, count(moved)));
    let total: i64 = with.iter().map(|(_, moved)| i64::from(count(moved))).sum();
    let now = with.iter().map(|(_, moved)| number(moved.now)).collect();
    Some(
        Message::new(key)
            .message("who", and(who.collect()))
            .number("count", total)
            .message("now", and(now)),
    )
}

fn number(value: i32) -> Message {
    Message::new("story-number").number("number", value)
}

/// "+2 Wood, −1 Coal, +3 Food": one phrase for everything in the stores.
fn goods(sums: &Sums) -> Vec<Message> {
    let supply = Resource::ALL.iter().map(|one| (Good::Resource(*one), sums.supply[one.at()]));
    let all = supply.chain([(Good::Food, sums.food)]).filter(|(_, by)| *by != 0);
    let mut all: Vec<Message> =
        all.map(|(good, by)| signed(by, names::some(good, by.abs()))).collect();
    if sums.hunger.by != 0 {
        all.push(marker("story-hunger", sums.hunger));
    }
    listed(all)
}

fn signed(by: i32, what: Message) -> Message {
    Message::new(if by < 0 { "story-minus" } else { "story-plus" }).message("what", what)
}

fn listed(parts: Vec<Message>) -> Vec<Message> {
    if parts.is_empty() { parts } else { vec![Message::new("story-list").list("parts", parts)] }
}

/// A marker that moved: "Heat +2 (now 5)".
fn marker(key: &str, moved: Moved) -> Message {
    Message::new(key)
        .message("by", signed(moved.by, number(moved.by.abs())))
        .number("now", moved.now)
}

/// Tokens summed for each track: "Hope +1 (Care drawn)".
fn mood(sums: &Sums) -> Vec<Message> {
    let tracks = Track::ALL.iter().filter_map(|track| on_track(sums, *track));
    listed(tracks.collect())
}

fn on_track(sums: &Sums, track: Track) -> Option<Message> {
    let tokens = sums.tokens.iter().filter(|(mood, _)| mood.track() == track);
    let steps: i32 = tokens.clone().map(|(_, change)| steps(*change)).sum();
    let said: Vec<Message> = tokens
        .map(|(mood, change)| Message::new(token(*change)).message("what", names::mood(*mood)))
        .collect();
    let sum =
        if steps == 0 { Message::new("story-even") } else { signed(steps, number(steps.abs())) };
    let line = Message::new("story-track").message("track", names::track(track));
    (!said.is_empty()).then(|| line.message("by", sum).list("tokens", said))
}

/// An active token is two decreases from leaving.
fn steps(change: Change) -> i32 {
    match change {
        Change::Drawn(active) => 1 + i32::from(active),
        Change::Flipped(true) => 1,
        Change::Flipped(false) => -1,
        Change::Gone(active) => -1 - i32::from(active),
    }
}

fn token(change: Change) -> &'static str {
    match change {
        Change::Drawn(false) => "story-token-drawn",
        Change::Drawn(true) => "story-token-drawn-active",
        Change::Flipped(true) => "story-token-active",
        Change::Flipped(false) => "story-token-exhausted",
        Change::Gone(_) => "story-token-gone",
    }
}

fn generator(sums: &Sums) -> Vec<Message> {
    let mut parts = Vec::new();
    if let Some((dropped, fallen)) = sums.tower {
        let tower = Message::new("story-tower").number("dropped", dropped);
        parts.push(tower.number("fallen", fallen));
    }
    parts.extend(sums.stress.filter(|s| s.by != 0).map(|moved| marker("story-stress", moved)));
    parts.extend(sums.heat.filter(|h| h.by != 0).map(|moved| marker("story-heat", moved)));
    parts.extend(sums.cold.map(|now| Message::new("story-cold").number("now", now)));
    parts.extend(sums.ranges.iter().map(|(range, now)| {
        Message::new("story-range").message("what", names::range(*range)).number("now", *now)
    }));
    listed(parts)
}

/// Was this pile taken into the supply?
fn is_gathered(sums: &Sums, stuff: Stuff, by: i32) -> bool {
    by < 0 && stuff.resource().is_some_and(|what| sums.supply[what.at()] > 0)
}

/// Where Resources came from, unless the deed has just said where it was done.
fn gathered(sums: &Sums) -> Vec<Message> {
    let from = sums.piles.iter().filter(|(_, stuff, by)| is_gathered(sums, *stuff, *by));
    let from: Vec<Message> = from.map(|(space, _, _)| names::space(*space)).collect();
    if from.is_empty() {
        from
    } else {
        vec![Message::new("story-from").message("spaces", and(from))]
    }
}

fn ground(pack: &Pack, sums: &Sums) -> Vec<Message> {
    let mut parts = Vec::new();
    if !sums.tiles.is_empty() {
        parts.push(Message::new("story-cleared").list("tiles", tiles(pack, sums)));
    }
    let lying = sums.piles.iter().filter(|(space, stuff, by)| {
        let of_tile = sums.tiles.iter().any(|(cell, _)| space.cell() == Some(*cell));
        !of_tile && !is_gathered(sums, *stuff, *by)
    });
    let lying = lying.map(|(space, stuff, by)| {
        let what = signed(*by, names::some_stuff(*stuff, by.abs()));
        Message::new("story-lying").label("space", space.label()).message("what", what)
    });
    parts.extend(listed(lying.collect()));
    parts.extend(sums.ruined.iter().map(|(building, count)| {
        Message::new("story-ruined")
            .number("count", *count)
            .message("building", names::building(pack, *building))
    }));
    parts
}

/// Tiles with what they show.
pub fn tiles(pack: &Pack, sums: &Sums) -> Vec<Message> {
    let tile = |(cell, tile): &(crate::frostpunk::rules::map::Cell, _)| {
        Message::new("story-tile")
            .label("cell", cell.label())
            .message("shows", names::tile(pack, *tile))
    };
    sums.tiles.iter().map(tile).collect()
}

fn cards(pack: &Pack, sums: &Sums) -> Vec<Message> {
    let mut parts = drew(sums);
    parts.extend(sums.on_cards.iter().filter(|(_, by)| **by != 0).map(|((card, what), by)| {
        let goods = names::some(Good::Resource(*what), by.abs());
        Message::new("story-on-card")
            .message("card", names::card(pack, *card))
            .message("what", signed(*by, goods))
    }));
    parts.extend(sums.scouts.iter().map(|(stack, now)| {
        Message::new("event-scout-moved").message("stack", names::stack(*stack)).number("now", *now)
    }));
    let listed = sums
        .listed
        .iter()
        .map(|card| Message::new("event-revealed").message("card", names::card(pack, *card)));
    parts.extend(listed);
    parts
}

/// Who drew how many Citizen cards; one phrase where several drew the same.
pub fn drew(sums: &Sums) -> Vec<Message> {
    let counts: Vec<u8> = sums.drew.values().copied().collect();
    match counts.as_slice() {
        [first, rest @ ..] if !rest.is_empty() && rest.iter().all(|count| count == first) => {
            vec![Message::new("story-drew-each").number("count", *first)]
        }
        _ => sums.drew.iter().map(|(seat, count)| seat_drew(*seat, *count)).collect(),
    }
}

fn seat_drew(seat: Seat, count: u8) -> Message {
    Message::new("story-drew").message("seat", names::seat(seat)).number("count", count)
}

fn figures(sums: &Sums) -> Vec<Message> {
    let changed = sums.figures.iter().filter(|(_, by)| **by != 0);
    let parts = changed.map(|(meeple, by)| {
        let key = if *by < 0 { "event-figures-down" } else { "event-figures-up" };
        Message::new(key).message("meeple", names::meeple(*meeple)).number("count", by.abs())
    });
    parts.collect()
}

/// The cards of a deck among those laid open.
pub fn of_deck(pack: &Pack, sums: &Sums, deck: Deck) -> Vec<Message> {
    let cards = sums.listed.iter().filter(|card| pack.card(**card).deck == deck);
    cards.map(|card| names::card(pack, *card)).collect()
}
