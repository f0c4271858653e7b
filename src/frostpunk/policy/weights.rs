//! What the greedy player cares about, in points.
//!
//! May use: nothing. Deliberately absent: what is counted with them (`value`, `works`).
//! The numbers were fitted by search over whole campaigns, not reasoned.

/// Points for things on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A step of Hope, in percent of the table.
    pub hope: i64,
    /// A step of Discontent, in percent of the table.
    pub discontent: i64,
    /// An active Discontent token.
    pub active: i64,
    /// A living Citizen.
    pub citizen: i64,
    /// A sick one.
    pub sick: i64,
    /// More for each sick one of the same type, in tenths.
    pub sick_square: i64,
    /// So many of a type ill that the marker flips every day, with Spent tokens, twice.
    pub ill: [i64; 3],
    /// A gravely ill one.
    pub skull: i64,
    /// A Spent token.
    pub spent: i64,
    /// A Corpse.
    pub corpse: i64,
    /// Hunger that cannot be answered.
    pub hunger: i64,
    /// A mouth without Food, in this Round and the next two.
    pub mouth: [i64; 3],
    /// Food beyond that.
    pub food: i64,
    /// Coal: as much as the cold asks for, as much again, more.
    pub coal: [i64; 3],
    /// Wood: the first six, the next six, more.
    pub wood: [i64; 3],
    /// A Steam Core.
    pub core: i64,
    /// Rounds before the last from which on stores are worth less.
    pub horizon: i64,
    /// A Citizen card in a hand.
    pub hand: i64,
    /// Wood, Coal and Steam Cores that lie on the map, in tenths.
    pub lying: [i64; 3],
    /// A Tree a Sawmill reaches, and one that none reaches.
    pub tree: [i64; 2],
    /// A placed tile.
    pub tile: i64,
    /// A tile where a Mine or Drill can stand.
    pub deposit: i64,
    /// Somebody who will sleep in the cold.
    pub sleeper: i64,
    /// An icon between Heat and Cold.
    pub icon: i64,
    /// A figure that can work in the warm.
    pub warm_work: i64,
    /// A slot that somebody needs in a red, an orange, another Shelter.
    pub slot: [i64; 3],
    /// A Law.
    pub law: i64,
    /// A Building a Law allows.
    pub unlocked: i64,
    /// What Laws and Technologies change, in percent.
    pub change: i64,
    /// A Technology.
    pub technology: i64,
    /// A Round until the next Technology.
    pub waiting: i64,
    /// The Beacon, for each Expedition it sends.
    pub beacon: i64,
    /// A Scout on the way, and each space walked.
    pub scout: [i64; 2],
    /// A Hunting symbol.
    pub hunting: i64,
    /// An Automaton.
    pub automaton: i64,
    /// A Workshop.
    pub workshop: i64,
    /// What a Building can gain each round, in percent.
    pub works: i64,
    /// A Building's action that gains Food, Resources, health, mood: for each piece.
    pub yields: [i64; 4],
    /// A Resource on a Scenario card that asks for it.
    pub goal: i64,
    /// A Resource on any other card.
    pub on_card: i64,
    /// Expected Stress.
    pub stress: i64,
    /// Expected overflow.
    pub overflow: i64,
}

/// The weights in use.
pub const WEIGHTS: Weights = Weights {
    hope: 100,
    discontent: 132,
    active: 6,
    citizen: 8,
    sick: 15,
    sick_square: 3,
    ill: [43, 12, 54],
    skull: 37,
    spent: 15,
    corpse: 22,
    hunger: 14,
    mouth: [4, 6, 2],
    food: 5,
    coal: [24, 12, 2],
    wood: [21, 5, 4],
    core: 15,
    horizon: 6,
    hand: 2,
    lying: [23, 35, 36],
    tree: [9, 2],
    tile: 3,
    deposit: 13,
    sleeper: 16,
    icon: 40,
    warm_work: 16,
    slot: [41, 38, 23],
    law: 10,
    unlocked: 38,
    change: 335,
    technology: 39,
    waiting: 3,
    beacon: 200,
    scout: [30, 8],
    hunting: 21,
    automaton: 11,
    workshop: 8,
    works: 165,
    yields: [6, 6, 9, 28],
    goal: 150,
    on_card: 7,
    stress: 8,
    overflow: 5,
};
