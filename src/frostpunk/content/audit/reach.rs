//! Which pieces can come into play, and which of them into a display.
//!
//! May use: `atlas`, `program`. Deliberately absent: how likely it is; a policy
//! that plays tells that (`simulate --coverage`).

use std::collections::BTreeSet;

use super::Desk;
use crate::frostpunk::atlas::{self, Piece};
use crate::frostpunk::content::problem::{Found, Problem};
use crate::frostpunk::rules::ids::{BuildingId, CardId};
use crate::frostpunk::rules::program::{After, Body, Deck, Law, Op, Pack};

/// Everything that can come into play.
pub(super) struct Reached {
    pieces: BTreeSet<Piece>,
    shown: BTreeSet<CardId>,
}

impl Reached {
    /// Follows every effect from what is there at the start.
    pub(super) fn of(pack: &Pack) -> Self {
        let mut reached = Reached { pieces: BTreeSet::new(), shown: BTreeSet::new() };
        let mut open: Vec<Piece> = atlas::pieces(pack);
        open.retain(|piece| is_there(pack, *piece));
        for scenario in &pack.scenarios {
            open.extend([scenario.first, scenario.storm_card].map(Piece::Card));
            reached.shown.insert(scenario.first);
        }
        while let Some(piece) = open.pop() {
            if reached.pieces.insert(piece) {
                open.extend(brought_by(pack, piece));
                reached.shown.extend(shown_by(pack, piece));
            }
        }
        reached
    }

    /// Can it come into play?
    pub(super) fn has(&self, piece: Piece) -> bool {
        self.pieces.contains(&piece)
    }

    /// Can it lie in a display?
    pub(super) fn is_shown(&self, card: CardId) -> bool {
        self.shown.contains(&card) && self.has(Piece::Card(card))
    }
}

/// Is it in the game from the start, if only in a deck?
fn is_there(pack: &Pack, piece: Piece) -> bool {
    match piece {
        Piece::Advisor(_) => true,
        Piece::Building(id) => {
            let building = pack.building(id);
            let tiles = building.count > 0 || building.part.is_some();
            !building.below && !building.ruins && tiles
        }
        Piece::Card(id) => match pack.card(id).deck {
            Deck::Dusk | Deck::Scenario | Deck::Consequence => false,
            Deck::Technology => pack.scenarios.iter().any(|s| !s.without.contains(&id)),
            _ => true,
        },
    }
}

/// What a piece brings into play.
fn brought_by(pack: &Pack, piece: Piece) -> Vec<Piece> {
    let mut brought = Vec::new();
    for op in effects_of(pack, piece) {
        match op {
            Op::AddDusk(card) | Op::Reveal(card, _) => brought.push(Piece::Card(*card)),
            Op::Ruin(_) => brought.extend(ruins(pack).map(Piece::Building)),
            _ => {}
        }
    }
    if let Some(card) = piece.card() {
        let own = |id: &CardId| matches!(pack.card(*id).body, Body::Consequence(l) if l == card);
        brought.extend(pack.deck(Deck::Consequence).filter(own).map(Piece::Card));
        let unlocks = pack.law(card).map_or(&[][..], |law: &Law| &law.unlocks);
        let tiles = unlocks.iter().filter(|id| pack.building(**id).count > 0);
        brought.extend(tiles.map(|id| Piece::Building(*id)));
    }
    brought
}

fn ruins(pack: &Pack) -> impl Iterator<Item = BuildingId> + '_ {
    pack.building_ids().filter(|id| pack.building(*id).ruins)
}

/// The cards a piece puts into a display, itself among them.
fn shown_by(pack: &Pack, piece: Piece) -> Vec<CardId> {
    let mut shown = Vec::new();
    for op in effects_of(pack, piece) {
        match op {
            Op::Reveal(card, false) => shown.push(*card),
            Op::ToEvent | Op::CoverLaw => shown.extend(piece.card()),
            _ => {}
        }
    }
    let lists = atlas::lists(pack, piece).into_iter();
    let mut icons = lists.flat_map(|(list, _)| pack.option_list(list)).map(|def| def.after);
    if icons.any(|after| after == After::Event) {
        shown.extend(piece.card());
    }
    shown
}

fn effects_of(pack: &Pack, piece: Piece) -> impl Iterator<Item = &Op> {
    let parts = atlas::parts(pack, piece).into_iter();
    parts.flat_map(move |(_, block)| atlas::effects(pack, block))
}

/// What nobody can ever see, and what is unlocked for nothing.
pub(super) fn check(desk: &Desk<'_>, reached: &Reached, found: &mut Found) {
    for piece in atlas::pieces(desk.pack) {
        if !reached.has(piece)
            && let Some(why) = why_unreached(desk.pack, piece)
        {
            let message = format!("nobody can reach `{}`: {why}", desk.name(piece));
            found.push(desk.at(piece, None, message));
        }
        if let Some(card) = piece.card() {
            found.extend(odd_card(desk, card));
        }
        if found.is_full() {
            return;
        }
    }
}

fn why_unreached(pack: &Pack, piece: Piece) -> Option<&'static str> {
    match piece {
        Piece::Advisor(_) => None,
        Piece::Building(id) => {
            let building = pack.building(id);
            Some(match (building.ruins, building.count, building.below) {
                (true, ..) => "no card that can come up has `ruin`",
                (false, 0, _) => "it has no tile (`count`) and no `part`",
                (.., true) => "it waits `below` the board, and no Law `unlocks` it",
                (.., false) => "nothing offers it",
            })
        }
        Piece::Card(id) => match pack.card(id).deck {
            Deck::Dusk => Some("no card that can come up has an `add_dusk` for it"),
            Deck::Scenario => Some("no card that can come up has a `reveal` for it"),
            // A scenario that leaves a Technology in the box says so itself.
            _ => None,
        },
    }
}

/// Laws and Scenario cards that do not fit what is around them.
fn odd_card(desk: &Desk<'_>, id: CardId) -> Vec<Problem> {
    let pack = desk.pack;
    let mut found = Vec::new();
    let mut odd = |word: Option<&str>, message: String| {
        found.push(desk.at(Piece::Card(id), word, message));
    };
    if let Some(law) = pack.law(id) {
        if law.pair == Some(id) {
            odd(None, "a Law cannot be its own `pair`".to_owned());
        }
        if law.always != law.pair.is_some() {
            let message =
                "a Law that is `always` in the pile has a `pair`, and no other has (R-25.4)";
            odd(None, message.to_owned());
        }
        for building in law.unlocks.iter().filter(|b| !pack.building(**b).below) {
            let name = &pack.building(*building).id;
            let message = format!("`unlocks` names `{name}`, which is not `below` the board");
            odd(Some(name), message);
        }
    }
    let listed =
        |scenario: &crate::frostpunk::rules::program::Scenario| scenario.cards.contains(&id);
    if pack.card(id).deck == Deck::Scenario && !pack.scenarios.iter().any(listed) {
        odd(None, "no scenario has it among its `cards`".to_owned());
    }
    found
}
