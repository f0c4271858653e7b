//! `City`: the whole state of a campaign as plain serialisable data.
//!
//! May use: `ids`, `map`, `dice`, `frame`, `decision`. Deliberately absent:
//! rules (they are in `look`, `changes` and the phases) and anything that can
//! be computed from the rest. Lists are ordered, so equal cities serialise
//! equally. The top of a deck is the end of its list.

use serde::{Deserialize, Serialize};

use super::decision::Pending;
use super::dice::Dice;
use super::frame::Frame;
use super::ids::{
    Action, Advisor, BuildingId, CardId, Kind, Letter, Loss, Meeple, Mood, Phase, Resource, Seat,
    Stuff, TileId, Track,
};
use super::map::{Cell, Space};

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

/// A token on a track.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Token {
    /// Its type.
    pub mood: Mood,
    /// Light side up.
    pub active: bool,
}

/// The Generator board and the tower.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// Heat marker.
    pub heat: u8,
    /// Its Overheated side is up.
    pub overheated: bool,
    /// Cold marker.
    pub cold: u8,
    /// Heat Range indicators.
    pub ranges: [u8; 3],
    /// Cubes on the Stress track, overflow included.
    pub stress: u16,
    /// Cubes stuck in the tower (hidden).
    pub stuck: u8,
    /// Cubes waiting in the closed drawer (hidden).
    pub drawer: u8,
    /// The upgrade insert is installed.
    pub upgraded: bool,
}

/// A Trigger token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trigger {
    /// Its Round space.
    pub round: u8,
    /// The card that put it there.
    pub card: CardId,
}

/// A Building on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Built {
    /// What it is.
    pub building: BuildingId,
    /// Its space; of a Large Building the first of the two.
    pub space: Space,
    /// Its upgraded side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub upgraded: bool,
    /// Its Ruins side is up.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ruins: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_false(value: &bool) -> bool {
    !*value
}

/// Figures by `Meeple`, where they are not placed on something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    /// In the supply, available.
    pub ready: [u8; 6],
    /// In the supply, not available again this round.
    pub resting: [u8; 6],
    /// On Spent tokens.
    pub spent: [u8; 6],
    /// In the bank.
    pub bank: [u8; 6],
    /// Used for an action this round (a count, not a place).
    pub used: [u8; 6],
    /// The Child Worker and Child Engineer are in the game only once gained.
    pub specialists: [bool; 2],
}

/// A figure placed this round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The figure.
    pub meeple: Meeple,
    /// Where it stands.
    pub place: Place,
}

/// Where a figure can be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// Remove Snow space of the Supply board.
    Snow,
    /// Construction space of the Supply board.
    Construct,
    /// A space of the map; of a Large Building its first.
    Space(Space),
    /// The action area of a card.
    Card(CardId),
}

/// Every deck and pile, by card number; the end of a list is the top.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decks {
    /// Morning deck.
    pub morning: Vec<CardId>,
    /// Dusk deck.
    pub dusk: Vec<CardId>,
    /// Dusk discard pile.
    pub dusk_discard: Vec<CardId>,
    /// Dusk cards still in the box.
    pub dusk_box: Vec<CardId>,
    /// Social Disputes to come; the last is the next.
    pub disputes: Vec<CardId>,
    /// Law Consequences, unseen.
    pub consequences: Vec<CardId>,
    /// Weather deck.
    pub weather: Vec<CardId>,
    /// Weather discard pile.
    pub weather_discard: Vec<CardId>,
    /// Citizen deck.
    pub citizens: Vec<CardId>,
    /// Citizen discard pile.
    pub citizen_discard: Vec<CardId>,
    /// Expedition decks by letter.
    pub expeditions: [Vec<CardId>; 3],
    /// Future Laws.
    pub future_laws: Vec<CardId>,
    /// Scenario cards, face down.
    pub scenario: Vec<CardId>,
    /// Near tiles.
    pub near: Vec<TileId>,
    /// Far tiles.
    pub far: Vec<TileId>,
    /// Cards out of the game.
    pub removed: Vec<CardId>,
}

/// A card lying open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InPlay {
    /// The card.
    pub card: CardId,
    /// Where it lies.
    pub zone: Zone,
    /// Resources on it.
    #[serde(default)]
    pub goods: [u8; 4],
    /// Its Special Action was taken this round, or ever if it works once.
    #[serde(default)]
    pub used: bool,
}

/// Where an open card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zone {
    /// Being resolved.
    Resolving,
    /// Event display.
    Event,
    /// Scenario display.
    Scenario,
    /// On its Law (L05A).
    Law,
}

/// An introduced Law.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Introduced {
    /// The Law.
    pub card: CardId,
    /// The Consequence that covers it.
    pub covered: Option<CardId>,
}

/// A Technology in the display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Technology {
    /// The card.
    pub card: CardId,
    /// It works.
    pub developed: bool,
}

/// An Expedition stack, bottom card first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Its cards.
    pub legs: Vec<Leg>,
    /// The Scout on it, and the space of the path where it stands.
    pub scout: Option<(Meeple, u8)>,
}

/// A card of an Expedition stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leg {
    /// The card.
    pub card: CardId,
    /// The Continue option taken, if it lies black side up.
    pub taken: Option<u8>,
}

/// The turn being taken in the Action Phase.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The action chosen.
    pub action: Option<Action>,
    /// The Citizen card played with it.
    pub card: Option<CardId>,
    /// Whether a card is played was settled.
    pub card_settled: bool,
    /// The figure chosen.
    pub meeple: Option<Meeple>,
    /// The space chosen.
    pub space: Option<Space>,
    /// The card whose Special Action is taken.
    pub special: Option<CardId>,
    /// The stack a Scout sets out on.
    pub stack: Option<u8>,
    /// The council has just decided to go on, so ending is not asked again.
    pub go_on: bool,
    /// Tiles placed face down, to be flipped together.
    pub laid: Vec<Cell>,
    /// Spaces already chosen by a running effect (Thumper, Gathering Post).
    pub chosen: Vec<Space>,
    /// Dusk cards being looked at; they are still in the deck.
    pub looked: Vec<CardId>,
    /// Far tiles being looked at, taken off their stack.
    pub tiles: Vec<TileId>,
    /// Cards whose Dusk effects are still to come.
    pub queue: Vec<CardId>,
}

/// Who sleeps where this Night.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NightBook {
    /// Warm slots for anyone.
    pub slots: u8,
    /// Warm slots for one type only.
    pub own: [u8; 3],
    /// Meeples that still need a place, by type.
    pub restless: [u8; 3],
    /// Meeples that stay standing.
    pub standing: u8,
    /// Somebody slept in the cold this Night.
    pub cold: bool,
}

/// One seat's starting discard.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The card chosen, not yet revealed.
    pub chosen: Option<CardId>,
    /// Chosen because nothing could be paid.
    pub unpaid: bool,
    /// A card taken back, which may not be chosen again.
    pub barred: Vec<CardId>,
    /// Paid and discarded.
    pub done: bool,
}

/// How a campaign ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The goal of the scenario.
    Won,
    /// The city fell.
    Lost(Loss),
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
