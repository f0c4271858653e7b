//! What happened, in ids and numbers: one entry for every change of the board.
//!
//! May use: `ids`, `map`, `decision`. Deliberately absent: words. Each entry
//! knows whether it revealed something hidden or random, because undo stops
//! there, and what everybody may see of it.

use serde::{Deserialize, Serialize};

use super::decision::{Ask, Pick};
use super::ids::{
    Advisor, BuildingId, CardId, Kind, Loss, Meeple, Mood, OptionsId, Phase, Range, Resource, Seat,
    Stuff, TileId,
};
use super::map::{Cell, Space};
use super::state::{Place, Zone};

/// One change of the board, or one thing worth telling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// The Phase marker moved.
    Phase(Phase),
    /// The Round marker moved.
    Round(u8),
    /// The Leadership marker passed (or was given at random).
    Leader {
        /// To whom.
        seat: Seat,
        /// At random.
        random: bool,
    },
    /// It is a seat's turn.
    Turn(Seat),
    /// A question with a single possible answer was taken.
    Taken {
        /// The question.
        ask: Box<Ask>,
        /// The answer.
        pick: Pick,
    },
    /// A seat chose its starting card; which one is secret.
    OpeningChosen {
        /// The seat.
        seat: Seat,
        /// The card, for its owner only.
        card: Option<CardId>,
    },
    /// Cards wanted the same thing; this one was picked at random and is paid.
    OpeningClash {
        /// The seat that pays.
        winner: Seat,
        /// Those who choose again.
        others: Vec<Seat>,
    },
    /// A starting card was revealed; paid or not.
    OpeningPaid {
        /// The seat.
        seat: Seat,
        /// The card.
        card: CardId,
        /// Its cost was paid.
        paid: bool,
    },
    /// A Deposit (or none) was put on a Rim corner.
    Wall {
        /// The corner.
        corner: u8,
        /// The Deposit.
        deposit: Option<Resource>,
    },
    /// Food.
    Food {
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// Hunger.
    Hunger {
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// Corpse marker.
    Corpses {
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// A Resource of the supply.
    Supply {
        /// Which.
        resource: Resource,
        /// Change.
        by: i16,
        /// Now.
        now: u16,
    },
    /// A Citizen marker.
    Citizens {
        /// Type.
        kind: Kind,
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// A Sickness marker moved.
    Sick {
        /// Type.
        kind: Kind,
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// A Sickness marker was flipped.
    Flipped {
        /// Type.
        kind: Kind,
        /// The Skull is up now.
        skull: bool,
    },
    /// A Citizen died.
    Died {
        /// Type.
        kind: Kind,
    },
    /// A Citizen card tells who it was; drawn, or discarded from a hand.
    Mourned {
        /// The card.
        card: CardId,
        /// The type that died.
        kind: Kind,
        /// The seat that discarded it.
        from: Option<Seat>,
    },
    /// A token came onto a track.
    TokenPlaced {
        /// Type.
        mood: Mood,
        /// Light side up.
        active: bool,
    },
    /// A token was flipped.
    TokenFlipped {
        /// Type.
        mood: Mood,
        /// Light side up now.
        active: bool,
    },
    /// A token went back to its bag.
    TokenRemoved {
        /// Type.
        mood: Mood,
        /// It was active.
        active: bool,
    },
    /// Heat marker.
    Heat {
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// Cold marker.
    Cold {
        /// Now.
        now: u8,
    },
    /// A Heat Range indicator.
    RangeMoved {
        /// Which.
        range: Range,
        /// Now.
        now: u8,
    },
    /// Cubes were dropped into the tower and so many came out.
    Tower {
        /// Dropped.
        dropped: u8,
        /// Came out.
        fallen: u8,
    },
    /// Stress cubes.
    Stress {
        /// Change.
        by: i16,
        /// Now.
        now: u16,
    },
    /// The Generator broke down for the first time.
    Overheated,
    /// The tower upgrade was installed.
    TowerUpgraded,
    /// Storm marker; `None` is out of the game.
    StormMarker {
        /// Now.
        now: Option<u8>,
    },
    /// A Storm hits.
    StormHits,
    /// A Trigger token was put on a Round (or taken off).
    Trigger {
        /// Round.
        round: u8,
        /// The card.
        card: CardId,
        /// Put there, or carried out.
        placed: bool,
    },
    /// A tile was revealed.
    TileRevealed {
        /// Where.
        cell: Cell,
        /// Which.
        tile: TileId,
    },
    /// What lies on a space changed.
    Pile {
        /// Where.
        space: Space,
        /// What.
        stuff: Stuff,
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// A Building was built.
    Built {
        /// What.
        building: BuildingId,
        /// Where.
        space: Space,
    },
    /// A Building left the map.
    Unbuilt {
        /// What.
        building: BuildingId,
        /// Where.
        space: Space,
        /// Destroyed, not dismantled.
        destroyed: bool,
    },
    /// A Building was upgraded.
    Upgraded {
        /// What.
        building: BuildingId,
        /// Where.
        space: Space,
    },
    /// A Building on the map became Ruins.
    Ruined {
        /// What.
        building: BuildingId,
        /// Where.
        space: Space,
    },
    /// Building tiles on the board became Ruins.
    BoardRuined {
        /// What.
        building: BuildingId,
        /// How many.
        count: u8,
    },
    /// Figures came from or went to the bank.
    Figures {
        /// Which.
        meeple: Meeple,
        /// Change.
        by: i16,
    },
    /// A figure was placed for an action.
    Placed {
        /// Which.
        meeple: Meeple,
        /// Where.
        place: Place,
        /// The action takes place in the cold.
        cold: bool,
    },
    /// All figures placed this round came home.
    FiguresHome {
        /// How many.
        count: u8,
    },
    /// Figures came back from somewhere, not available this round.
    Resting {
        /// Which.
        meeple: Meeple,
    },
    /// Spent tokens in the supply.
    Spent {
        /// Type.
        kind: Kind,
        /// Change.
        by: i16,
        /// Now.
        now: u8,
    },
    /// Meeples were laid on Spent tokens.
    Exhausted {
        /// Type.
        kind: Kind,
        /// How many.
        count: u8,
    },
    /// A card was revealed.
    Revealed {
        /// Which.
        card: CardId,
    },
    /// An open card moved; `None` is out of the game.
    CardMoved {
        /// Which.
        card: CardId,
        /// Where to.
        to: CardTo,
    },
    /// Resources on an open card.
    OnCard {
        /// Which card.
        card: CardId,
        /// Which Resource.
        resource: Resource,
        /// Change.
        by: i16,
    },
    /// An option was chosen.
    Chosen {
        /// Of this list.
        options: OptionsId,
        /// Which one.
        option: u8,
        /// The card, if it is one.
        card: Option<CardId>,
    },
    /// No option was available.
    NoOption {
        /// The card.
        card: CardId,
    },
    /// A card was put into the Dusk deck.
    DuskAdded {
        /// Which.
        card: CardId,
    },
    /// The Dusk deck was shuffled, with its discard pile if so.
    DuskShuffled {
        /// The discard pile came in.
        discard: bool,
    },
    /// The next Social Dispute is in the deck; its text is known.
    DisputeAdded {
        /// Which.
        card: CardId,
    },
    /// A seat drew a Citizen card; which one is secret.
    Drew {
        /// The seat.
        seat: Seat,
        /// The card, for its owner only.
        card: Option<CardId>,
    },
    /// A seat played a Citizen card.
    Played {
        /// The seat.
        seat: Seat,
        /// The card.
        card: CardId,
    },
    /// Citizen cards played this round went to the discard pile.
    PlayedAway {
        /// The card.
        card: CardId,
    },
    /// The Citizen deck was made anew from its discard pile.
    CitizensReshuffled,
    /// A Law was introduced.
    LawPassed {
        /// Which.
        card: CardId,
    },
    /// A Law left the Future Law pile for good.
    LawGone {
        /// Which.
        card: CardId,
    },
    /// A Law is covered, or free again.
    LawCovered {
        /// Which.
        law: CardId,
        /// Covered now.
        covered: bool,
    },
    /// A development began, or its token moved.
    Development {
        /// The Technology.
        card: CardId,
        /// The token's Round.
        round: u8,
    },
    /// A Technology works now.
    Developed {
        /// Which.
        card: CardId,
    },
    /// The last Workshop is gone: progress is lost.
    DevelopmentLost {
        /// Which.
        card: CardId,
    },
    /// A Scout set out.
    ScoutOut {
        /// The stack.
        stack: u8,
        /// Which figure.
        meeple: Meeple,
    },
    /// A Scout moved.
    ScoutMoved {
        /// The stack.
        stack: u8,
        /// Its space now.
        now: u8,
    },
    /// A Scout came home.
    ScoutHome {
        /// The stack.
        stack: u8,
        /// Which figure.
        meeple: Meeple,
    },
    /// An Expedition card was laid on a stack, white side up.
    Trail {
        /// The stack.
        stack: u8,
        /// The card.
        card: CardId,
    },
    /// An Expedition card was explored.
    Explored {
        /// The stack.
        stack: u8,
        /// The card.
        card: CardId,
    },
    /// An Expedition stack left the game.
    StackGone {
        /// The stack.
        stack: u8,
    },
    /// An Advisor was used.
    AdvisorUsed {
        /// Whose.
        advisor: Advisor,
    },
    /// Call to Rise was used.
    CallToRise,
    /// Warm places were counted.
    Slept {
        /// Meeples in the warm.
        warm: u8,
        /// Meeples left standing.
        standing: u8,
    },
    /// Far tiles were looked at; which ones is for one seat only.
    TilesSeen {
        /// The seat.
        seat: Seat,
        /// The tiles, for it only.
        tiles: Vec<TileId>,
    },
    /// A Far tile was put on top or at the bottom.
    TilePut {
        /// On top.
        top: bool,
    },
    /// Dusk cards were looked at; everybody may see them.
    DuskSeen {
        /// The cards.
        cards: Vec<CardId>,
    },
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

impl Event {
    /// Did it reveal something hidden or random? Undo stops there.
    pub fn is_wall(&self) -> bool {
        match self {
            Event::Leader { random, .. } => *random,
            Event::OpeningClash { .. }
            | Event::Wall { .. }
            | Event::TokenPlaced { .. }
            | Event::Tower { .. }
            | Event::TileRevealed { .. }
            | Event::Revealed { .. }
            | Event::Drew { .. }
            | Event::Explored { .. }
            | Event::Trail { .. }
            | Event::TilesSeen { .. }
            | Event::DuskSeen { .. }
            | Event::DuskShuffled { .. }
            | Event::DisputeAdded { .. }
            | Event::OpeningPaid { .. }
            | Event::CitizensReshuffled => true,
            Event::Mourned { from, .. } => from.is_none(),
            _ => false,
        }
    }

    /// The seat that may see more of it than everybody.
    pub fn owner(&self) -> Option<Seat> {
        match self {
            Event::OpeningChosen { seat, .. }
            | Event::Drew { seat, .. }
            | Event::TilesSeen { seat, .. } => Some(*seat),
            Event::Taken { ask, .. } => match **ask {
                Ask::Opening(seat)
                | Ask::OpeningUnpaid(seat)
                | Ask::PlayCard(seat)
                | Ask::TileFate(seat)
                | Ask::Mourn(_, seat, _) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }

    /// What everybody may see of it; `None` if nothing.
    pub fn public(&self) -> Option<Event> {
        match self {
            Event::OpeningChosen { seat, .. } => {
                Some(Event::OpeningChosen { seat: *seat, card: None })
            }
            Event::Drew { seat, .. } => Some(Event::Drew { seat: *seat, card: None }),
            Event::TilesSeen { seat, .. } => {
                Some(Event::TilesSeen { seat: *seat, tiles: Vec::new() })
            }
            Event::Taken { .. } if self.owner().is_some() => None,
            _ => Some(self.clone()),
        }
    }
}
