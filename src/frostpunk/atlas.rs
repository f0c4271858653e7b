//! Where effects are written: every piece of the box with its parts, and all
//! that is nested in them.
//!
//! May use: `rules::ids`, `rules::program`. Deliberately absent: files, words and
//! the state; whoever asks what a pack can do at all starts here.

use super::rules::ids::{Advisor, BlockId, BuildingId, CardId, Kind, OptionsId};
use super::rules::program::{Body, Hook, Op, OptionDef, Pack};

/// A piece that has effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Piece {
    /// A card, by its first copy.
    Card(CardId),
    /// A kind of Building.
    Building(BuildingId),
    /// An Advisor.
    Advisor(Advisor),
}

/// Where on a piece an effect stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// When it is revealed or introduced.
    Instant,
    /// One of its options, or of its uses.
    Option(OptionsId, u8),
    /// One of the options of its Special Action.
    Special(OptionsId, u8),
    /// A standing effect.
    Hook(Hook),
    /// On this Round.
    Trigger(u8),
    /// The main ability of a Citizen card.
    Ability,
    /// When one of this type has died.
    Death(Kind),
    /// When it is built.
    OnBuild,
    /// The Cure part of a Building's action.
    Cure,
}

impl Piece {
    /// The card, if it is one.
    pub fn card(self) -> Option<CardId> {
        match self {
            Piece::Card(card) => Some(card),
            Piece::Building(_) | Piece::Advisor(_) => None,
        }
    }
}

/// Every piece, each once: cards, Buildings, Advisors.
pub fn pieces(pack: &Pack) -> Vec<Piece> {
    let cards = (0..pack.cards.len()).map(|at| CardId(at as u16));
    let faces = cards.filter(|id| pack.face(*id) == *id).map(Piece::Card);
    let buildings = pack.building_ids().map(Piece::Building);
    let advisors = pack.advisors.iter().map(|card| Piece::Advisor(card.advisor));
    faces.chain(buildings).chain(advisors).collect()
}

/// The parts of a piece, each with its effects.
pub fn parts(pack: &Pack, piece: Piece) -> Vec<(Part, BlockId)> {
    match piece {
        Piece::Card(card) => parts_of_card(pack, card),
        Piece::Building(building) => parts_of_building(pack, building),
        Piece::Advisor(advisor) => {
            let cards = pack.advisors.iter().filter(|card| card.advisor == advisor);
            cards.flat_map(|card| options(pack, card.options, Part::Option)).collect()
        }
    }
}

fn parts_of_card(pack: &Pack, id: CardId) -> Vec<(Part, BlockId)> {
    let card = pack.card(id);
    let mut parts: Vec<(Part, BlockId)> =
        card.instant.iter().map(|block| (Part::Instant, *block)).collect();
    parts.extend(card.triggers.iter().map(|(round, block)| (Part::Trigger(*round), *block)));
    parts.extend(card.options.iter().flat_map(|list| options(pack, *list, Part::Option)));
    let special = card.special.iter();
    parts.extend(special.flat_map(|special| options(pack, special.options, Part::Special)));
    parts.extend(card.hooks.iter().map(|(hook, block)| (Part::Hook(*hook), *block)));
    if let Body::Citizen(citizen) = &card.body {
        parts.push((Part::Ability, citizen.ability));
        let deaths = Kind::ALL.iter().zip(citizen.death);
        parts.extend(deaths.map(|(kind, block)| (Part::Death(*kind), block)));
    }
    parts
}

fn parts_of_building(pack: &Pack, id: BuildingId) -> Vec<(Part, BlockId)> {
    let building = pack.building(id);
    let mut parts: Vec<(Part, BlockId)> =
        building.on_build.iter().map(|block| (Part::OnBuild, *block)).collect();
    for side in &building.sides {
        parts.extend(side.action.iter().flat_map(|list| options(pack, *list, Part::Option)));
        parts.extend(side.cure.iter().map(|block| (Part::Cure, *block)));
    }
    parts
}

fn options(pack: &Pack, list: OptionsId, part: fn(OptionsId, u8) -> Part) -> Vec<(Part, BlockId)> {
    let defs = pack.option_list(list).iter().enumerate();
    defs.map(|(at, def)| (part(list, at as u8), def.block)).collect()
}

/// The option a part is, if it is one.
pub fn option_of(pack: &Pack, part: Part) -> Option<&OptionDef> {
    match part {
        Part::Option(list, at) | Part::Special(list, at) => {
            pack.option_list(list).get(usize::from(at))
        }
        _ => None,
    }
}

/// Every effect of a block, those inside others and inside options included.
pub fn effects(pack: &Pack, block: BlockId) -> Vec<&Op> {
    let mut found = Vec::new();
    // A block met before ends the walk: no card needs it, a broken one must not hang.
    let (mut seen, mut open) = (vec![block], vec![block]);
    while let Some(block) = open.pop() {
        for op in pack.block(block) {
            found.push(op);
            let inside = inside(op).into_iter();
            let chosen = lists_in(op).flat_map(|list| pack.option_list(list));
            for next in inside.chain(chosen.map(|def| def.block)) {
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
    }
    found
}

/// The lists of options a block leads to.
pub fn choices(pack: &Pack, block: BlockId) -> Vec<OptionsId> {
    effects(pack, block).into_iter().flat_map(lists_in).collect()
}

fn lists_in(op: &Op) -> impl Iterator<Item = OptionsId> + use<> {
    let list = if let Op::Choose(list) = op { Some(*list) } else { None };
    list.into_iter()
}

/// The blocks an effect holds: the few that have any.
fn inside(op: &Op) -> Vec<BlockId> {
    match op {
        Op::If { then, otherwise, .. } => std::iter::once(*then).chain(*otherwise).collect(),
        Op::MostActive(blocks) => blocks.iter().flatten().copied().collect(),
        Op::ForEach(_, block) | Op::With(_, block) | Op::Bury(_, Some(block)) => vec![*block],
        _ => Vec::new(),
    }
}

/// Every list of options of a piece, nested ones included; set if it is a Special Action's.
pub fn lists(pack: &Pack, piece: Piece) -> Vec<(OptionsId, bool)> {
    let mut found: Vec<(OptionsId, bool)> = Vec::new();
    for (part, block) in parts(pack, piece) {
        let own = match part {
            Part::Option(list, _) => Some((list, false)),
            Part::Special(list, _) => Some((list, true)),
            _ => None,
        };
        let nested = choices(pack, block).into_iter().map(|list| (list, false));
        for list in own.into_iter().chain(nested) {
            if !found.contains(&list) {
                found.push(list);
            }
        }
    }
    found
}
