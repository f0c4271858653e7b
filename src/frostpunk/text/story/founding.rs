//! The first page: eighty events of setup become a few lines.
//!
//! May use: the sums and phrases of a story. Deliberately absent: what everybody
//! can look up on the board at any time, such as the twelve Laws.

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{Kind, Mood, Resource, Track};
use crate::frostpunk::rules::program::{Deck, Good, Pack};
use crate::game::{Localize, Message};

use super::super::names;
use super::fit::{self, Line};
use super::parts::{self, Part};
use super::scenes;
use super::sums::{Change, Sums};
use super::{Heard, leads, weight};

/// Only setup puts Deposits into the wall.
pub fn is_founding(heard: &[Heard]) -> bool {
    heard.iter().any(|one| matches!(one.event, Some(Event::Wall { .. })))
}

/// The lines of the first page.
pub fn lines(pack: &Pack, heard: &[Heard], words: &dyn Localize) -> Vec<Line> {
    let sums = sums(heard);
    let mut lines =
        vec![Line::new(weight::HEADING, words.localize(&Message::new("story-founded")))];
    for card in sums.listed.iter().filter(|card| pack.card(**card).deck == Deck::Scenario) {
        lines.push(Line::new(weight::CARD, words.localize(&leads::title(pack, *card))));
        lines.push(Line::new(weight::TALE, words.localize(&leads::tale(pack, *card))));
    }
    for group in [people(&sums), mood(&sums), ground(pack, &sums), cards(pack, &sums)] {
        lines.extend(fit::packed(None, false, &group, words));
    }
    lines
}

/// Everything of setup in one sum; open Scenario cards are listed, not told by a scene.
fn sums(heard: &[Heard]) -> Sums {
    let mut sums = Sums::default();
    for one in heard {
        match &one.event {
            Some(Event::Built { .. } | Event::Trail { .. }) => {}
            Some(event) => sums.hear(event, one.text),
            None if scenes::is_silent(one.text) => {}
            None => sums.note(one.text.clone()),
        }
    }
    sums
}

fn people(sums: &Sums) -> Vec<Part> {
    let kinds = Kind::ALL.iter().map(|kind| (*kind, sums.citizens[kind.at()].by as u8));
    let who = kinds.map(|(kind, count)| names::count_kind(kind, count)).collect();
    let sick: i32 = sums.sick.iter().map(|moved| moved.by).sum();
    let supply = Resource::ALL.iter().map(|one| (Good::Resource(*one), sums.supply[one.at()]));
    let goods = [(Good::Food, sums.food)].into_iter().chain(supply).filter(|(_, by)| *by > 0);
    let goods = goods.map(|(good, by)| names::some(good, by)).collect();
    let line = Message::new("story-founders")
        .message("who", parts::and(who))
        .number("sick", sick)
        .message("goods", parts::and(goods));
    let dead =
        sums.corpses.map(|marker| Message::new("story-dead-before").number("now", marker.now));
    let dead = dead.map(|line| (weight::NOTE, line));
    [(weight::PEOPLE, line)].into_iter().chain(dead).collect()
}

fn mood(sums: &Sums) -> Vec<Part> {
    let tracks = Track::ALL.iter().map(|track| {
        let on = sums.tokens.iter().filter(|(mood, _)| mood.track() == *track);
        let tokens = on.map(|(mood, change)| token(*mood, *change)).collect();
        Message::new("story-track-first")
            .message("track", names::track(*track))
            .list("tokens", tokens)
    });
    tracks.map(|line| (weight::PEOPLE, line)).collect()
}

fn token(mood: Mood, change: Change) -> Message {
    match change {
        Change::Drawn(false) => Message::new("story-token-dark").message("what", names::mood(mood)),
        Change::Drawn(true) | Change::Flipped(_) | Change::Gone(_) => names::mood(mood),
    }
}

fn ground(pack: &Pack, sums: &Sums) -> Vec<Part> {
    let walls = sums.walls.iter().map(|(corner, what)| {
        Message::new("story-deposit")
            .message("what", names::resource(*what))
            .message("corner", names::corner(*corner))
    });
    let walls = Message::new("story-wall").list("deposits", walls.collect());
    let tiles = Message::new("story-cleared").list("tiles", parts::tiles(pack, sums));
    [walls, tiles].into_iter().map(|line| (weight::NOTE, line)).collect()
}

fn cards(pack: &Pack, sums: &Sums) -> Vec<Part> {
    let technologies = parts::of_deck(pack, sums, Deck::Technology);
    let technologies = Message::new("story-technologies").list("cards", technologies);
    let all = [technologies].into_iter().chain(sums.notes.iter().chain(&sums.storm).cloned());
    let all = all.chain(parts::drew(sums));
    all.map(|line| (weight::NOTE, line)).collect()
}
