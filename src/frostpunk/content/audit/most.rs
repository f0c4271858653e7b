//! How much of a thing there can be at most.
//!
//! May use: `atlas`, `reach`, `program`. Deliberately absent: what a campaign is
//! likely to have; a bound that is too high hides a mistake, one that is too low
//! invents one, so every bound here is one of the rules.

use super::reach::Reached;
use super::things::Thing;
use crate::frostpunk::atlas::{self, Part, Piece};
use crate::frostpunk::rules::ids::{BuildingId, CardId, Kind, Meeple, Resource, Track};
use crate::frostpunk::rules::program::{Count, Op, Pack};

/// Citizens, Food and Hunger.
const TRACK: u16 = 50;
///
const STEEL: u16 = 8;
/// the sixth Discontent token ends the campaign before anything is asked.
const HOPE: u16 = 6;
const DISCONTENT: u16 = 5;
/// Wood, Coal and Steam Cores have no limit.
const NO_LIMIT: u16 = u16::MAX;

/// A pack seen from one of its pieces.
pub(super) struct Most<'a> {
    pub(super) pack: &'a Pack,
    pub(super) reached: &'a Reached,
    pub(super) piece: Piece,
}

impl Most<'_> {
    /// The most there can be of it.
    pub(super) fn of(&self, thing: Thing) -> u16 {
        let tables = &self.pack.tables;
        match thing {
            Thing::Active(mood) => u16::from(tables.tokens_each).min(on_track(mood.track())),
            Thing::ActiveOn(track) | Thing::Tokens(track) => on_track(track),
            Thing::Food | Thing::Hunger | Thing::Citizens(_) | Thing::Sick(_) => TRACK,
            Thing::SickInAll => TRACK * 3,
            Thing::Resource(Resource::Steel) => STEEL,
            Thing::Resource(_) | Thing::Resources => NO_LIMIT,
            Thing::Automatons => u16::from(tables.figures[Meeple::Automaton.at()]),
            Thing::Corpses => u16::from(tables.corpse_last),
            Thing::Round => tables.fed.len() as u16,
            Thing::Built(building) => self.built(building),
            Thing::OnThis(kind) => u16::from(self.can_stand(kind)),
            Thing::GoodsOnThis(resource) => self.on_this(Some(resource)),
            Thing::AnyOnThis => self.on_this(None),
            Thing::GoodsOn(card) if self.shown(card) => self.put_on(card, None),
            Thing::GoodsOn(_) => 0,
            Thing::Revealed(card) => u16::from(self.reached.has(Piece::Card(card))),
            Thing::InPlay(card) => u16::from(self.shown(card)),
            Thing::InForce(card) => u16::from(self.reached.has(Piece::Card(card))),
            Thing::Word("tree_in_reach") => u16::from(self.has_place()),
            Thing::Word(_) => 1,
        }
    }

    /// A card is open while its own effects run.
    fn shown(&self, card: CardId) -> bool {
        self.piece == Piece::Card(card) || self.reached.is_shown(card)
    }

    fn built(&self, id: BuildingId) -> u16 {
        let building = self.pack.building(id);
        if !self.reached.has(Piece::Building(id)) {
            return 0;
        }
        if building.ruins {
            let backs = self.pack.buildings.iter().filter(|building| building.ruinable);
            return backs.map(|building| u16::from(building.count)).sum();
        }
        u16::from(building.count).max(u16::from(building.part.is_some()))
    }

    /// Only a Special Action puts a figure on a card; a Child can act for its elders.
    fn can_stand(&self, kind: Kind) -> bool {
        let special = self.piece.card().and_then(|card| self.pack.card(card).special.as_ref());
        special.is_some_and(|special| {
            let named = special.meeples.iter().any(|meeple| meeple.kind() == Some(kind));
            named || (kind == Kind::Child && special.meeples.iter().any(|m| m.kind().is_some()))
        })
    }

    /// Only a Building, and a Citizen card played there, know a place.
    fn has_place(&self) -> bool {
        let citizen = |card| self.pack.citizen(card).is_some();
        matches!(self.piece, Piece::Building(_)) || self.piece.card().is_some_and(citizen)
    }

    fn on_this(&self, of: Option<Resource>) -> u16 {
        self.piece.card().map_or(0, |card| self.put_on(card, of))
    }

    /// What the effects of a card can put on it.
    fn put_on(&self, card: CardId, of: Option<Resource>) -> u16 {
        let parts = atlas::parts(self.pack, Piece::Card(card));
        let each = parts.into_iter().map(|(part, block)| {
            let again = matches!(part, Part::Special(..) | Part::Hook(_));
            let ops = atlas::effects(self.pack, block);
            let looped = ops.iter().any(|op| matches!(op, Op::ForEach(..)));
            let put = ops.iter().map(|op| put_by(op, of)).fold(0, u16::saturating_add);
            if put > 0 && (again || looped) { NO_LIMIT } else { put }
        });
        each.fold(0, u16::saturating_add)
    }
}

fn put_by(op: &Op, of: Option<Resource>) -> u16 {
    match op {
        Op::PutOnThis { only, .. }
            if of.is_some_and(|of| !only.is_empty() && !only.contains(&of)) =>
        {
            0
        }
        Op::PutOnThis { or_more: true, .. } => NO_LIMIT,
        Op::PutOnThis { count, .. } if count.per == Count::One => {
            u16::from(count.plus) + u16::from(count.times)
        }
        Op::PutOnThis { .. } => NO_LIMIT,
        _ => 0,
    }
}

fn on_track(track: Track) -> u16 {
    match track {
        Track::Hope => HOPE,
        Track::Discontent => DISCONTENT,
    }
}
