//! What happened, in ids and numbers: one entry for every change of the board.
//!
//! May use: `ids`, `map`, `decision`, `state`. Deliberately absent: words, and who may
//! see an entry (`seen`).

mod seen;

use serde::{Deserialize, Serialize};

use super::decision::{Ask, Pick};
use super::ids::{
    Advisor, BuildingId, CardId, Kind, Loss, Meeple, Mood, OptionsId, Phase, Range, Resource, Seat,
    Stuff, TileId,
};
use super::map::{Cell, Space};
use super::state::{Place, Zone};

/// One change of the board, or one thing worth telling.
///
/// Fields are named alike everywhere: `by` is the change and `now` what it came to; the
/// others say what it was about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are named by their types, and above")]
pub enum Event {
    // ---- The round and those who play it.
    /// The Phase marker moved.
    Phase(Phase),
    /// The Round marker moved.
    Round(u8),
    /// The Leadership marker passed, or was given at random.
    Leader { seat: Seat, random: bool },
    /// It is a seat's turn.
    Turn(Seat),
    /// A question with a single possible answer was taken.
    Taken { ask: Box<Ask>, pick: Pick },
    /// An option was chosen; of a card, if it is one's.
    Chosen { options: OptionsId, option: u8, card: Option<CardId> },
    /// An Advisor was used.
    AdvisorUsed { advisor: Advisor },
    /// Call to Rise was used.
    CallToRise,

    // ---- Starting cards.
    /// A seat chose its starting card; which one only its owner is told.
    OpeningChosen { seat: Seat, card: Option<CardId> },
    /// Cards wanted the same thing: the winner's was picked at random and is paid, the
    /// others choose again.
    OpeningClash { winner: Seat, others: Vec<Seat> },
    /// A starting card was revealed; paid, or not.
    OpeningPaid { seat: Seat, card: CardId, paid: bool },

    // ---- Stores.
    /// Food.
    Food { by: i16, now: u8 },
    /// Hunger.
    Hunger { by: i16, now: u8 },
    /// A Resource of the supply.
    Supply { resource: Resource, by: i16, now: u16 },
    /// Resources on an open card.
    OnCard { card: CardId, resource: Resource, by: i16 },

    // ---- Citizens.
    /// A Citizen marker.
    Citizens { kind: Kind, by: i16, now: u8 },
    /// A Sickness marker moved.
    Sick { kind: Kind, by: i16, now: u8 },
    /// A Sickness marker was flipped; the Skull is up now, or not.
    Flipped { kind: Kind, skull: bool },
    /// A Citizen died.
    Died { kind: Kind },
    /// A Citizen card tells who it was; drawn, or discarded from a seat's hand.
    Mourned { card: CardId, kind: Kind, from: Option<Seat> },
    /// Corpse marker.
    Corpses { by: i16, now: u8 },

    // ---- Hope and Discontent.
    /// A token came onto a track.
    TokenPlaced { mood: Mood, active: bool },
    /// A token was flipped to this side.
    TokenFlipped { mood: Mood, active: bool },
    /// A token of this side went back to its bag.
    TokenRemoved { mood: Mood, active: bool },

    // ---- The Generator and the Storm.
    /// Heat marker.
    Heat { by: i16, now: u8 },
    /// Cold marker.
    Cold { now: u8 },
    /// A Heat Range indicator.
    RangeMoved { range: Range, now: u8 },
    /// Cubes were dropped into the tower, and so many came out.
    Tower { dropped: u8, fallen: u8 },
    /// Stress cubes.
    Stress { by: i16, now: u16 },
    /// The Generator broke down for the first time.
    Overheated,
    /// The tower upgrade was installed.
    TowerUpgraded,
    /// Storm marker; `None` is out of the game.
    StormMarker { now: Option<u8> },
    /// A Storm hits.
    StormHits,

    // ---- The map.
    /// A Deposit, or none, was put on a Rim corner.
    Wall { corner: u8, deposit: Option<Resource> },
    /// A tile was revealed.
    TileRevealed { cell: Cell, tile: TileId },
    /// Far tiles were looked at; which ones only one seat is told.
    TilesSeen { seat: Seat, tiles: Vec<TileId> },
    /// A Far tile was put on top or at the bottom.
    TilePut { top: bool },
    /// What lies on a space changed.
    Pile { space: Space, stuff: Stuff, by: i16, now: u8 },
    /// A Building was built.
    Built { building: BuildingId, space: Space },
    /// A Building left the map: destroyed, or dismantled.
    Unbuilt { building: BuildingId, space: Space, destroyed: bool },
    /// A Building was upgraded.
    Upgraded { building: BuildingId, space: Space },
    /// A Building on the map became Ruins.
    Ruined { building: BuildingId, space: Space },
    /// Building tiles on the board became Ruins.
    BoardRuined { building: BuildingId, count: u8 },

    // ---- Figures.
    /// Figures came from or went to the bank.
    Figures { meeple: Meeple, by: i16 },
    /// A figure was placed for an action, which takes place in the cold or not.
    Placed { meeple: Meeple, place: Place, cold: bool },
    /// Figures placed this round came home.
    FiguresHome { count: u8 },
    /// A figure came back from somewhere, not available this round.
    Resting { meeple: Meeple },
    /// Spent tokens in the supply.
    Spent { kind: Kind, by: i16, now: u8 },
    /// Meeples were laid on Spent tokens.
    Exhausted { kind: Kind, count: u8 },
    /// Warm places were counted: Meeples in the warm, and left standing.
    Slept { warm: u8, standing: u8 },

    // ---- Cards.
    /// A card was revealed.
    Revealed { card: CardId },
    /// An open card moved.
    CardMoved { card: CardId, to: CardTo },
    /// No option was available.
    NoOption { card: CardId },
    /// A Trigger token was put on a Round, or taken off and carried out.
    Trigger { round: u8, card: CardId, placed: bool },
    /// A card was put into the Dusk deck.
    DuskAdded { card: CardId },
    /// The Dusk deck was shuffled, with its discard pile or without.
    DuskShuffled { discard: bool },
    /// Dusk cards were looked at; everybody may see them.
    DuskSeen { cards: Vec<CardId> },
    /// The next Social Dispute is in the deck; its text is known.
    DisputeAdded { card: CardId },
    /// A seat drew a Citizen card; which one only its owner is told.
    Drew { seat: Seat, card: Option<CardId> },
    /// A seat played a Citizen card.
    Played { seat: Seat, card: CardId },
    /// A Citizen card played this round went to the discard pile.
    PlayedAway { card: CardId },
    /// The Citizen deck was made anew from its discard pile.
    CitizensReshuffled,

    // ---- Laws and Technologies.
    /// A Law was introduced.
    LawPassed { card: CardId },
    /// A Law left the Future Law pile for good.
    LawGone { card: CardId },
    /// A Law is covered, or free again.
    LawCovered { law: CardId, covered: bool },
    /// A development began, or its token moved to this Round.
    Development { card: CardId, round: u8 },
    /// A Technology works now.
    Developed { card: CardId },
    /// The last Workshop is gone: progress is lost.
    DevelopmentLost { card: CardId },

    // ---- Expeditions.
    /// A Scout set out.
    ScoutOut { stack: u8, meeple: Meeple },
    /// A Scout moved to this space.
    ScoutMoved { stack: u8, now: u8 },
    /// A Scout came home.
    ScoutHome { stack: u8, meeple: Meeple },
    /// An Expedition card was laid on a stack, white side up.
    Trail { stack: u8, card: CardId },
    /// An Expedition card was explored.
    Explored { stack: u8, card: CardId },
    /// An Expedition stack left the game.
    StackGone { stack: u8 },

    // ---- The end.
    /// The goal is reached.
    Won,
    /// The city fell.
    Lost(Loss),
}

/// Where an open card goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardTo {
    /// Out of the game.
    Removed,
    /// The Dusk discard pile.
    DuskDiscard,
    /// The Weather discard pile.
    WeatherDiscard,
    /// Face down again beside the Weather deck.
    FaceDown,
    /// A display.
    Zone(Zone),
}
