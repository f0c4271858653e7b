//! Content as the rules run it: cards, Buildings, tables, and the closed
//! vocabulary of effects. Built by `content`, never changed afterwards.
//!
//! May use: `ids`. Deliberately absent: texts, file formats, state. Nested
//! effects are flattened into numbered blocks so that an unfinished card is a
//! place (block, position), never a copy of its effects.

mod board;
mod cards;
mod effects;

use std::collections::BTreeMap;

pub use board::{AdvisorCard, Building, Scenario, Side, Society, Tables, TileFace, TowerTable};
pub use cards::{
    After, Arrow, Body, Card, Citizen, Deck, Expedition, Hint, Hook, Law, Modifier, OptionDef,
    Special, StartCost, Weather,
};
pub use effects::{Amount, Cost, Count, Good, Op, Test, Tokens, Who};

use super::ids::{BlockId, BuildingId, CardId, OptionsId, TileId};

/// Everything a campaign is played with; immutable, named by its hash.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Hash of the content files (hexadecimal).
    pub hash: String,
    /// Every physical card.
    pub cards: Vec<Card>,
    /// Every kind of Building.
    pub buildings: Vec<Building>,
    /// Every map tile.
    pub tiles: Vec<TileFace>,
    /// Every Society card.
    pub societies: Vec<Society>,
    /// The printed tables (U-1 to U-9).
    pub tables: Tables,
    /// The scenarios that can be played.
    pub scenarios: Vec<Scenario>,
    /// The Advisors' abilities, in the order of `Advisor::ALL`.
    pub advisors: Vec<AdvisorCard>,
    /// Every list of effects.
    pub blocks: Vec<Vec<Op>>,
    /// Every list of options.
    pub options: Vec<Vec<OptionDef>>,
    /// First copy of each card id.
    pub faces: BTreeMap<String, CardId>,
}

impl Pack {
    /// The card with this number. Ids come from this pack, so the number exists.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// The kind of Building with this number.
    pub fn building(&self, id: BuildingId) -> &Building {
        &self.buildings[id.0 as usize]
    }

    /// The tile with this number.
    pub fn tile(&self, id: TileId) -> &TileFace {
        &self.tiles[id.0 as usize]
    }

    /// The first copy of a card.
    pub fn face(&self, id: CardId) -> CardId {
        self.card(id).face
    }

    /// The effects of a block.
    pub fn block(&self, id: BlockId) -> &[Op] {
        self.blocks.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The options of a list.
    pub fn option_list(&self, id: OptionsId) -> &[OptionDef] {
        self.options.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The first copy of the card with this id.
    pub fn find(&self, id: &str) -> Option<CardId> {
        self.faces.get(id).copied()
    }

    /// The kind of Building with this key.
    pub fn find_building(&self, id: &str) -> Option<BuildingId> {
        self.buildings.iter().position(|b| b.id == id).map(|at| BuildingId(at as u8))
    }

    /// Every card of a deck, copies included.
    pub fn deck(&self, deck: Deck) -> impl Iterator<Item = CardId> + '_ {
        (0..self.cards.len() as u16).map(CardId).filter(move |id| self.card(*id).deck == deck)
    }

    /// Every kind of Building.
    pub fn building_ids(&self) -> impl Iterator<Item = BuildingId> + use<> {
        (0..self.buildings.len() as u8).map(BuildingId)
    }

    /// What a Citizen card says, if this is one.
    pub fn citizen(&self, id: CardId) -> Option<&Citizen> {
        match &self.card(id).body {
            Body::Citizen(citizen) => Some(citizen),
            _ => None,
        }
    }

    /// What an Expedition card says, if this is one.
    pub fn expedition(&self, id: CardId) -> Option<Expedition> {
        match self.card(id).body {
            Body::Expedition(expedition) => Some(expedition),
            _ => None,
        }
    }

    /// What a Law says, if this is one.
    pub fn law(&self, id: CardId) -> Option<&Law> {
        match &self.card(id).body {
            Body::Law(law) => Some(law),
            _ => None,
        }
    }
}
