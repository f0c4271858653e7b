//! `City`: the whole state of a campaign as plain serialisable data.
//!
//! May use: `ids`, `map`, `dice`, `frame`, `decision`. Deliberately absent:
//! rules (they are in `look`, `changes` and the phases) and anything that can
//! be computed from the rest. Lists are ordered, so equal cities serialise
//! equally. The top of a deck is the end of its list. Here is the whole; its
//! parts are in `pieces`, `cards` and `moment`.

mod cards;
mod moment;
mod pieces;

use serde::{Deserialize, Serialize};

use super::decision::Pending;
use super::dice::Dice;
use super::frame::Frame;
use super::ids::{
    Advisor, CardId, Kind, Letter, Meeple, Mood, Phase, Resource, Seat, Stuff, TileId, Track,
};
use super::map::Space;

pub use cards::{Decks, InPlay, Introduced, Leg, Stack, Technology, Zone};
pub use moment::{NightBook, Opening, Outcome, Turn};
pub use pieces::{Built, Figures, Generator, Place, Placed, Token, Trigger};

/// A campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct City {
    /// All randomness.
    pub dice: Dice,
    /// Position of the scenario in the pack.
    pub scenario: u8,
    /// Position of the Society card in the pack.
    pub society: u8,
    /// Starting cards nobody can pay are discarded at random (R-2.43, DE).
    pub random_discard: bool,
    /// Icons are counted on every step between Heat and Cold (U-1).
    pub icons_on_steps: bool,
    /// Round marker.
    pub round: u8,
    /// Phase marker.
    pub phase: Phase,
    /// The seats, clockwise.
    pub seats: Vec<Chair>,
    /// Who holds the Leadership marker.
    pub leader: Seat,
    /// Whose turn it is in the Action Phase.
    pub active: Seat,
    /// Citizen markers.
    pub citizens: [u8; 3],
    /// Sickness markers.
    pub sick: [u8; 3],
    /// Sickness markers that show the Skull.
    pub skull: [bool; 3],
    /// Food marker.
    pub food: u8,
    /// Hunger marker.
    pub hunger: u8,
    /// Corpse marker.
    pub corpses: u8,
    /// Resources in the supply, by `Resource`.
    pub supply: [u16; 4],
    /// Tokens on the tracks, by `Track`, left to right.
    pub tokens: [Vec<Token>; 2],
    /// Tokens in the bags, by `Mood`.
    pub bags: [u8; 6],
    /// Generator board.
    pub generator: Generator,
    /// Storm marker.
    pub storm: Option<u8>,
    /// Trigger tokens on the Round track, with the card that put them there.
    pub triggers: Vec<Trigger>,
    /// Tiles on the map, by cell.
    pub cells: Vec<Option<TileId>>,
    /// What lies on each space.
    pub piles: Vec<Option<(Stuff, u8)>>,
    /// Deposits on the Rim, by corner.
    pub deposits: [Option<Resource>; 6],
    /// Buildings on the map.
    pub built: Vec<Built>,
    /// Building tiles left, by kind.
    pub stock: Vec<u8>,
    /// Building tiles on the board that were turned to Ruins, by kind.
    pub ruined: Vec<u8>,
    /// Figures that are not placed anywhere.
    pub figures: Figures,
    /// Figures placed this round.
    pub placed: Vec<Placed>,
    /// Spent tokens in the supply, by `Kind`.
    pub spent: [u8; 3],
    /// Every deck and pile.
    pub decks: Decks,
    /// Cards lying open with an effect.
    pub in_play: Vec<InPlay>,
    /// Introduced Laws.
    pub laws: Vec<Introduced>,
    /// Technology display.
    pub technologies: Vec<Technology>,
    /// The Technology in development, and where its token lies.
    pub development: Option<(CardId, u8)>,
    /// Expedition stacks.
    pub stacks: Vec<Stack>,
    /// Scenario cards that were ever turned face up.
    pub revealed: Vec<CardId>,
    /// Call to Rise is still there (solo).
    pub call_to_rise: bool,
    /// The turn being taken.
    pub turn: Turn,
    /// Sleeping places of this Night.
    pub night: NightBook,
    /// Starting discards being chosen.
    pub opening: Vec<Opening>,
    /// Unfinished work; the end is done next.
    pub stack: Vec<Frame>,
    /// The open decisions.
    pub pending: Vec<Pending>,
    /// Number of the next decision.
    pub next_decision: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

/// One seat at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chair {
    /// Its Advisor.
    pub advisor: Advisor,
    /// Its hand of Citizen cards.
    pub hand: Vec<CardId>,
    /// The card played for its main ability this round.
    pub played: Option<CardId>,
}

impl City {
    /// Tokens of a track.
    pub fn track(&self, track: Track) -> &[Token] {
        &self.tokens[track.at()]
    }

    /// Active tokens of a type.
    pub fn active_of(&self, mood: Mood) -> u8 {
        self.count_tokens(mood, true)
    }

    /// Exhausted tokens of a type.
    pub fn exhausted_of(&self, mood: Mood) -> u8 {
        self.count_tokens(mood, false)
    }

    fn count_tokens(&self, mood: Mood, active: bool) -> u8 {
        let track = self.track(mood.track());
        track.iter().filter(|t| t.mood == mood && t.active == active).count() as u8
    }

    /// So much of a Resource in the supply.
    pub fn has(&self, resource: Resource) -> u16 {
        self.supply[resource.at()]
    }

    /// Resources of all types in the supply.
    pub fn resources(&self) -> u16 {
        self.supply.iter().sum()
    }

    /// What lies on a space.
    pub fn pile(&self, space: Space) -> Option<(Stuff, u8)> {
        self.piles.get(space.at()).copied().flatten()
    }

    /// The open card, wherever it lies.
    pub fn open_card(&self, card: CardId) -> Option<&InPlay> {
        self.in_play.iter().find(|open| open.card == card)
    }

    /// Citizen Meeples of a type that belong to the city, wherever they are.
    pub fn meeples_of(&self, kind: Kind) -> u8 {
        Meeple::ALL.iter().filter(|m| m.kind() == Some(kind)).map(|m| self.in_city(*m)).sum()
    }

    /// Figures of one sort that belong to the city, wherever they are.
    pub fn in_city(&self, meeple: Meeple) -> u8 {
        let at = meeple.at();
        let f = &self.figures;
        let placed = self.placed.iter().filter(|p| p.meeple == meeple).count() as u8;
        let parts = [f.ready[at], f.resting[at], f.spent[at], placed, self.scouts(meeple)];
        // Saturating, because a damaged save is counted before it is refused.
        parts.into_iter().fold(0, u8::saturating_add)
    }

    /// Scouts of one sort.
    pub fn scouts(&self, meeple: Meeple) -> u8 {
        let scouts = self.stacks.iter().filter_map(|s| s.scout);
        scouts.filter(|(m, _)| *m == meeple).count() as u8
    }

    /// The top card of a stack.
    pub fn top_leg(&self, stack: u8) -> Option<&Leg> {
        self.stacks.get(stack as usize).and_then(|s| s.legs.last())
    }

    /// Cards left in an Expedition deck.
    pub fn expedition_deck(&self, letter: Letter) -> &[CardId] {
        &self.decks.expeditions[letter.at()]
    }
}
