//! Whose options these are: a list of options knows its effects, not its owner.
//!
//! May use: `program`. Deliberately absent: sentences; only the key of an
//! option's label is made here.

use crate::frostpunk::rules::ids::{Advisor, BlockId, BuildingId, CardId, OptionsId};
use crate::frostpunk::rules::program::{Body, Building, Card, Op, OptionDef, Pack};
use crate::game::Message;

use super::names;

/// Whose options these are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// A card's, as options or inside an effect.
    Card(CardId),
    /// A card's Special Action.
    Special(CardId),
    /// A kind of Building's.
    Building(BuildingId),
    /// An Advisor's.
    Advisor(Advisor),
}

/// Finds the owner; the card whose effects are running is asked first.
pub(super) fn of(pack: &Pack, options: OptionsId, me: Option<CardId>) -> Option<Owner> {
    me.and_then(|id| in_card(pack, id, options))
        .or_else(|| in_buildings(pack, options))
        .or_else(|| in_advisors(pack, options))
        .or_else(|| faces(pack).find_map(|id| in_card(pack, id, options)))
        .or(me.map(Owner::Card))
}

/// The label of one option of a list.
pub(super) fn label(
    pack: &Pack,
    options: OptionsId,
    def: &OptionDef,
    me: Option<CardId>,
) -> Message {
    match of(pack, options, me) {
        Some(owner) => Message::new(label_key(pack, owner, &def.key)),
        None => Message::new("pick-option").label("key", &def.key),
    }
}

/// The key under which an owner's option is written.
pub(super) fn label_key(pack: &Pack, owner: Owner, key: &str) -> String {
    match owner {
        Owner::Card(id) => format!("card-{}.option-{key}", names::face_id(pack, id)),
        Owner::Special(id) => format!("card-{}.special-{key}", names::face_id(pack, id)),
        Owner::Building(id) => format!("building-{}-{key}", pack.building(id).id),
        Owner::Advisor(advisor) => format!("advisor-{}-{key}", advisor.key()),
    }
}

/// The first copy of every card.
pub(super) fn faces(pack: &Pack) -> impl Iterator<Item = CardId> + '_ {
    (0..pack.cards.len()).map(|at| CardId(at as u16)).filter(|id| pack.face(*id) == *id)
}

/// Every list of options of a card with its owner, nested ones included.
pub(super) fn lists_of_card(pack: &Pack, id: CardId) -> Vec<(OptionsId, Owner)> {
    let card = pack.card(id);
    let mut lists = Vec::new();
    if let Some(special) = &card.special {
        collect(pack, special.options, Owner::Special(id), Owner::Card(id), &mut lists);
    }
    if let Some(options) = card.options {
        collect(pack, options, Owner::Card(id), Owner::Card(id), &mut lists);
    }
    for block in blocks_of_card(card) {
        collect_in(pack, block, Owner::Card(id), &mut lists);
    }
    lists
}

/// Every list of options of a kind of Building, nested ones included.
pub(super) fn lists_of_building(pack: &Pack, id: BuildingId) -> Vec<(OptionsId, Owner)> {
    let building: &Building = pack.building(id);
    let owner = Owner::Building(id);
    let mut lists = Vec::new();
    for options in building.sides.iter().filter_map(|side| side.action) {
        collect(pack, options, owner, owner, &mut lists);
    }
    let cures = building.sides.iter().filter_map(|side| side.cure);
    for block in cures.chain(building.on_build) {
        collect_in(pack, block, owner, &mut lists);
    }
    lists
}

/// Every list of options of an Advisor, nested ones included.
pub(super) fn lists_of_advisor(
    pack: &Pack,
    advisor: Advisor,
    options: OptionsId,
) -> Vec<(OptionsId, Owner)> {
    let owner = Owner::Advisor(advisor);
    let mut lists = Vec::new();
    collect(pack, options, owner, owner, &mut lists);
    lists
}

fn in_card(pack: &Pack, id: CardId, options: OptionsId) -> Option<Owner> {
    find(lists_of_card(pack, id), options)
}

fn in_buildings(pack: &Pack, options: OptionsId) -> Option<Owner> {
    pack.building_ids().find_map(|id| find(lists_of_building(pack, id), options))
}

fn in_advisors(pack: &Pack, options: OptionsId) -> Option<Owner> {
    let mut cards = pack.advisors.iter();
    cards.find_map(|card| find(lists_of_advisor(pack, card.advisor, card.options), options))
}

fn find(lists: Vec<(OptionsId, Owner)>, options: OptionsId) -> Option<Owner> {
    lists.into_iter().find(|(list, _)| *list == options).map(|(_, owner)| owner)
}

fn blocks_of_card(card: &Card) -> Vec<BlockId> {
    let mut blocks: Vec<BlockId> = card.instant.into_iter().collect();
    blocks.extend(card.hooks.iter().map(|(_, block)| *block));
    blocks.extend(card.triggers.iter().map(|(_, block)| *block));
    if let Body::Citizen(citizen) = &card.body {
        blocks.push(citizen.ability);
        blocks.extend(citizen.death);
    }
    blocks
}

/// Adds a list and what is nested in it; a list met before ends the walk.
fn collect(
    pack: &Pack,
    options: OptionsId,
    owner: Owner,
    inner: Owner,
    lists: &mut Vec<(OptionsId, Owner)>,
) {
    if lists.iter().any(|(known, _)| *known == options) {
        return;
    }
    lists.push((options, owner));
    for def in pack.option_list(options) {
        collect_in(pack, def.block, inner, lists);
    }
}

fn collect_in(pack: &Pack, block: BlockId, owner: Owner, lists: &mut Vec<(OptionsId, Owner)>) {
    for op in pack.block(block) {
        if let Op::Choose(options) = op {
            collect(pack, *options, owner, owner, lists);
        }
        for inner in blocks_inside(op) {
            collect_in(pack, inner, owner, lists);
        }
    }
}

/// The blocks an effect holds. Not a list of effects: the few that have blocks.
fn blocks_inside(op: &Op) -> Vec<BlockId> {
    if let Op::If { then, otherwise, .. } = op {
        return std::iter::once(*then).chain(*otherwise).collect();
    }
    if let Op::MostActive(blocks) = op {
        return blocks.iter().flatten().copied().collect();
    }
    if let Op::ForEach(_, block) | Op::With(_, block) | Op::Bury(_, Some(block)) = op {
        return vec![*block];
    }
    Vec::new()
}
