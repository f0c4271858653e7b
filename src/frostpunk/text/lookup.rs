//! Cards and other pieces that can be looked up: what is printed on them.
//!
//! May use: `program`, the names, the descriptions. Deliberately absent: where
//! a card is. What a card says is no secret, where it lies may be one; so this
//! knows the box and no campaign.

use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::rules::ids::{Advisor, BuildingId};
use crate::frostpunk::rules::program::{Building, Pack};
use crate::game::{Article, ListItem, Localize, Message};

use super::catalog::Catalog;
use super::{chain, describe, names, notes};

/// Everything that can be looked up, each once: cards, Buildings, Advisors.
pub fn cards(pack: &Pack) -> Vec<ListItem> {
    let all = atlas::pieces(pack).into_iter();
    all.map(|piece| ListItem { id: id(pack, piece), name: entry_of(pack, piece) }).collect()
}

/// One of them; a copy is the card it copies.
pub fn card(pack: &Pack, wanted: &str, list: &Catalog) -> Option<Article> {
    let face = wanted.split('.').next().unwrap_or(wanted);
    find(pack, face).map(|piece| sheet(pack, piece, list))
}

/// What is printed on a piece.
pub fn sheet(pack: &Pack, piece: Piece, list: &Catalog) -> Article {
    let lines = rules(pack, piece);
    Article {
        title: list.localize(&chain::name(pack, piece)),
        kind: list.localize(&kind(pack, piece)),
        story: story(pack, piece, list),
        lines: lines.iter().map(|line| list.localize(line)).collect(),
        more: Vec::new(),
    }
}

/// The deck of one of them, or what else it is, as a stable word.
pub fn deck(pack: &Pack, wanted: &str) -> &'static str {
    let face = wanted.split('.').next().unwrap_or(wanted);
    match find(pack, face) {
        Some(Piece::Card(card)) => pack.card(card).deck.key(),
        Some(Piece::Advisor(_)) => "advisor",
        Some(Piece::Building(_)) | None => "building",
    }
}

/// Everything a sheet says, as messages: for checks that read them all.
pub fn messages(pack: &Pack, wanted: &str) -> Vec<Message> {
    let piece = find(pack, wanted);
    let head = piece.iter().map(|piece| entry_of(pack, *piece));
    head.chain(piece.iter().flat_map(|piece| rules(pack, *piece))).collect()
}

/// The word under which a piece is looked up.
pub fn id(pack: &Pack, piece: Piece) -> String {
    match piece {
        Piece::Card(card) => names::face_id(pack, card).to_owned(),
        Piece::Building(building) => format!("building-{}", pack.building(building).id),
        Piece::Advisor(advisor) => format!("advisor-{}", advisor.key()),
    }
}

/// The piece of such a word.
pub fn find(pack: &Pack, wanted: &str) -> Option<Piece> {
    if let Some(building) = wanted.strip_prefix("building-") {
        return pack.find_building(building).map(Piece::Building);
    }
    if let Some(advisor) = wanted.strip_prefix("advisor-") {
        return Advisor::from_key(advisor).map(Piece::Advisor);
    }
    pack.find(wanted).map(Piece::Card)
}

/// In a list the kind stands beside the name: a Law and its Building can share one.
pub fn entry_of(pack: &Pack, piece: Piece) -> Message {
    Message::new("sheet-entry")
        .message("name", chain::name(pack, piece))
        .message("kind", kind(pack, piece))
}

fn kind(pack: &Pack, piece: Piece) -> Message {
    match piece {
        Piece::Card(card) => names::deck(pack.card(card).deck),
        Piece::Building(_) => Message::new("sheet-building"),
        Piece::Advisor(_) => Message::new("sheet-advisor"),
    }
}

fn story(pack: &Pack, piece: Piece, list: &Catalog) -> Option<String> {
    let Piece::Card(card) = piece else {
        return None;
    };
    Some(list.localize(&Message::new(format!("{}.story", names::card(pack, card).key))))
}

fn rules(pack: &Pack, piece: Piece) -> Vec<Message> {
    match piece {
        Piece::Card(card) => describe::card(pack, card),
        Piece::Building(building) => building_rules(pack, building),
        Piece::Advisor(advisor) => {
            let mut lines = notes::advisor_notes(pack, advisor);
            lines.push(Message::new(format!("duty-{}", advisor.key())));
            lines
        }
    }
}

/// What it costs, what it does, and what the upgrade changes.
fn building_rules(pack: &Pack, id: BuildingId) -> Vec<Message> {
    let mut lines = describe::build_cost(pack, id);
    let basic = describe::building(pack, id, false);
    let upgraded = describe::building(pack, id, true);
    let new: Vec<Message> = upgraded.into_iter().filter(|line| !basic.contains(line)).collect();
    lines.extend(basic);
    if let Some(cost) = describe::upgrade_cost(pack, id) {
        lines.push(cost);
        lines.extend((!new.is_empty()).then(|| Message::new("sheet-upgraded").list("rules", new)));
    }
    lines.extend(tiles(pack.building(id)));
    lines
}

/// Ruins are the backs of other tiles, and what is printed needs none.
fn tiles(building: &Building) -> Option<Message> {
    let counted = building.count > 0 && !building.printed && !building.ruins;
    counted.then(|| Message::new("sheet-tiles").number("count", building.count))
}
