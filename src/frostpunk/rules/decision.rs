//! Questions and answers as types.
//!
//! May use: `ids`, `map`, `frame`, `program`. Deliberately absent: the list of answers,
//! which is computed from the state whenever it is needed (`choices`) and so
//! can never go stale, and any word of a language.

use serde::{Deserialize, Serialize};

use super::frame::Ctx;
use super::ids::{
    Action, Advisor, BuildingId, CardId, Kind, Meeple, Mood, OptionsId, Resource, Ring, Seat, Track,
};
use super::map::{Cell, Space};
use super::program::{Good, Test, Tokens};

/// An open decision. Saved with the city.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// Its number.
    pub id: u32,
    /// What is asked.
    pub ask: Ask,
}

/// A kind of question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// the Rim corner to start from.
    StartCorner,
    /// the starting card to pay.
    Opening(Seat),
    /// a card to give up because none can be paid.
    OpeningUnpaid(Seat),
    /// An option of a card, Building or Advisor.
    Option(OptionsId, Ctx),
    /// Which of several prices is paid.
    Price(OptionsId, u8, Ctx),
    /// A Resource: why, how many are left to choose.
    Resource(ResourceWhy, u8),
    /// Coal into the Generator, at least so much.
    Fuel(u8),
    /// A Citizen type: why, how many are left to choose.
    Kind(KindWhy, u8),
    /// A token: what is done to which tokens, how many are left.
    Token(TokenWhy, Tokens, u8),
    /// How Cure points are split.
    Cure(u8),
    /// Which markers are treated.
    Treat(u8),
    /// the active seat's turn.
    Turn,
    /// the council ends the Action Phase or goes on.
    EndActions,
    /// a Citizen card to play with the action.
    PlayCard(Seat),
    /// The figure that acts.
    Figure,
    /// two Near tiles or one Far tile.
    Snow,
    /// The cell of a tile.
    Cell(Ring),
    /// A space: why, and how far the choice was narrowed.
    Space(SpaceWhy, Within),
    /// sub-actions left, upgrade allowed.
    SubAction(u8, bool),
    /// a Building to build without cost.
    BuildFree,
    /// up to so many Resources.
    Take(u8),
    /// The card whose Special Action is taken.
    Special,
    /// A stack for a new Scout.
    Deploy,
    /// which Scout moves first (a bit each), steps.
    ScoutOrder(u8, u8),
    /// Skip or Explore; steps left.
    Reach(u8, u8),
    /// an option of an explored card; the stack and the card.
    Explore(u8, CardId),
    /// the Law to introduce.
    Law,
    /// the Technology to develop.
    Technology,
    /// the Advisor to use.
    Advisor,
    /// Call to Rise, or not now.
    Rise,
    /// equal Sickness markers (a bit each still to resolve).
    SickOrder(u8),
    /// the Dusk effect to resolve next.
    DuskOrder,
    /// a card to discard for a death; seats left to ask after this one.
    Mourn(Kind, Seat, u8),
    /// who stands in the cold next.
    Stand,
    /// C26: top or bottom for the Far tile looked at.
    TileFate(Seat),
    /// the Dusk card to discard.
    Keepers(Seat),
    /// A type of token: activate all or exhaust all of it.
    MoodType(Track),
    /// spaces the Corpse marker goes back, at most.
    Bury(u8, Option<super::ids::BlockId>, Ctx),
    /// Workshop effects left.
    Workshop(u8),
    /// A Spent token to take out of the supply.
    RemoveSpent,
}

/// Why a Resource is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResourceWhy {
    /// Lost or spent.
    Give,
    /// Put on a card: Resources (a bit each), more may follow, the minimum is done.
    PutOn(CardId, u8, bool, bool),
    /// Taken from a card.
    TakeFrom(CardId),
}

/// Why a type is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KindWhy {
    /// One falls ill.
    Sick,
    /// One gets well without a cure.
    Heal,
    /// A marker is flipped.
    Flip,
    /// One dies; without a Citizen card if set.
    Die(bool),
    /// One joins.
    Join,
    /// One leaves.
    Leave,
    /// A Spent token comes: types shown (a bit each).
    Spent(u8),
}

/// What is done to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokenWhy {
    ///
    Increase,
    /// remove only if set.
    Decrease(bool),
    ///
    Activate,
    ///
    Exhaust,
    /// Exhausted as a price.
    Price,
    ///
    Discard,
}

/// Why a space is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SpaceWhy {
    /// The action of the turn takes place there.
    Act,
    /// A Building is placed there; free of cost if set.
    Build(BuildingId, bool),
    /// A Building is dismantled: sub-actions left after it, upgrade allowed.
    Dismantle(u8, bool),
    /// A Building is destroyed.
    Destroy,
    /// A Building is upgraded, free of cost if set.
    Upgrade(bool),
    /// A Resource is removed from the map: which, how many, gained if missing, into the supply.
    FromMap(Option<Resource>, u8, Option<Resource>, bool),
    /// A Tree is felled by the Sawmill here, for so much Wood.
    Saw(Space, u8),
    /// Coal is put there: spaces left, cubes each, the Thumper.
    Thump(u8, u8, Space),
    /// One Resource is taken from there: how many left, the Gathering Post.
    TakeSome(u8, Space),
    /// A Building is used again, not the one here.
    Reuse(Option<Space>),
    /// A Worker's action is done again.
    ReuseWorker,
}

/// How far a choice of space was narrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Within {
    /// The whole map.
    Map,
    /// One ring.
    Ring(Ring),
    /// One tile.
    Cell(Cell),
    /// Buildings of one kind.
    Kind(BuildingId),
}

/// One answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// Nothing, no, enough.
    Done,
    /// A Rim corner.
    Corner(u8),
    /// A card.
    Card(CardId),
    /// An option by its place in the list.
    Option(u8),
    /// A Resource.
    Resource(Resource),
    /// A number.
    Amount(u8),
    /// A Citizen type.
    Kind(Kind),
    /// The same type for all that are left.
    All(Kind),
    /// Draw a token from the bag.
    Draw,
    /// Flip a token of this type to its active side.
    Activate(Mood),
    /// Flip a token of this type to its exhausted side.
    Exhaust(Mood),
    /// Take an exhausted token of this type off the track.
    Remove(Mood),
    /// Take an active token of this type off the track.
    RemoveActive(Mood),
    /// So many for Workers, Engineers, Children.
    Split([u8; 3]),
    /// Fuel first.
    Fuel,
    /// A Main action.
    Action(Action),
    /// End the Action Phase.
    End,
    /// A figure.
    Meeple(Meeple),
    /// A ring.
    Ring(Ring),
    /// A cell.
    Cell(Cell),
    /// A space.
    Space(Space),
    /// A kind of Building.
    Building(BuildingId),
    /// Dismantle something.
    Dismantle,
    /// Upgrade something.
    Upgrade,
    /// Move the Development token.
    Develop,
    /// An Expedition stack.
    Stack(u8),
    /// Walk on.
    Skip,
    /// Look what is there.
    Explore,
    /// Use the Advisor of a seat.
    Advisor(Seat),
    /// Use Call to Rise.
    Rise,
    /// On top.
    Top,
    /// At the bottom.
    Bottom,
    /// A type of token.
    Mood(Mood),
}

/// A pick, and why it cannot be taken if it cannot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The answer.
    pub pick: Pick,
    /// Why it is blocked.
    pub blocked: Option<Blocked>,
}

/// Why a choice cannot be taken; `text` turns it into a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocked {
    /// Not enough of a good.
    Lacks(Good, u8),
    /// Not enough Resources of any type.
    LacksResources(u8),
    /// A condition does not hold.
    Needs(Test),
    /// No active token of this type.
    NoneActive(Mood),
    /// No active token on this track.
    NoneActiveOn(Track),
    /// No figure that may do it is left.
    NoFigure,
    /// Nothing on the map it could be done to.
    NoTarget,
    /// No Beacon stands.
    NoBeacon,
    /// No more Expeditions at once.
    TooManyScouts,
    /// No Expedition stack is free.
    NoStack,
    /// No tile is left or none fits.
    NoTile,
    /// No card offers it.
    NoSpecial,
    /// Heat is already at Cold.
    HeatAtCold,
    /// The council has just decided to go on.
    CouncilGoesOn,
    /// It needs a Citizen card.
    CardOnly,
    /// No such Building is left.
    NoneLeft,
    /// Its Law is not introduced.
    Locked,
    /// No space for it.
    NoSpace,
    /// No Deposit with a free tile.
    NoDeposit,
    /// The starting cost cannot be paid.
    CannotPay,
    /// Taken back, another must be chosen.
    Barred,
    /// Never skipped.
    NoSkip,
    /// The deck is empty.
    DeckEmpty,
    /// The Skull must be treated first.
    Skull,
    /// Nobody of this type.
    Nobody,
    /// Cannot be discarded.
    Red,
    /// Nothing is being developed.
    NoDevelopment,
}

/// Who answers by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The group, with the leader's final say.
    Council,
    /// The Advisor responsible for the field, in the seat that holds it.
    Responsible(Advisor, Seat),
    /// The seat whose turn it is.
    Active(Seat),
    /// One named seat.
    Seat(Seat),
    /// All who may vote on Laws.
    Electorate,
}

/// Why an answer was not taken. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejected {
    /// The campaign is over.
    #[error("the campaign is over; nothing is asked any more")]
    Over,
    /// No such decision is open.
    #[error("decision {given} is not open; open: {open}")]
    NotOpen {
        /// What was answered.
        given: u32,
        /// What is open.
        open: String,
    },
    /// The decision's number is needed because several are open.
    #[error("several decisions are open ({0}); say which one is answered")]
    Which(String),
    /// Not listed.
    #[error("'{key}' is not a choice of decision {decision}; the choices are: {choices}")]
    NoSuchChoice {
        /// The decision.
        decision: u32,
        /// What was answered.
        key: String,
        /// What is listed.
        choices: String,
    },
    /// Listed, but blocked.
    #[error("'{key}' is blocked: {reason}")]
    Blocked {
        /// What was answered.
        key: String,
        /// The reason's key.
        reason: String,
    },
    /// A broken card; the city is as it was.
    #[error("the rules stopped inside a card ({0}); nothing was changed")]
    Broken(String),
}

/// What a choice costs and means here and now; `text` turns it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// In the cold: one of the figure's type falls ill (of this type, if it is known).
    Cold(Option<Kind>),
    /// Warm enough.
    Heated,
    /// It costs so much.
    Cost(Good, u8),
    /// So many Resources of choice.
    CostAny(u8),
    /// A token of this type is exhausted.
    CostExhaust(Mood),
    /// Any active token of this track is exhausted.
    CostExhaustAny(Track),
    /// So much lies there.
    Holds(super::ids::Stuff, u8),
    /// This Building stands there; upgraded if set.
    Stands(BuildingId, bool),
    /// So many are there now.
    Now(u16),
    /// It would be developed in this Round.
    ReadyIn(u8),
    /// The Stress cubes the Heat marker would bring.
    StressAt(u8),
}
