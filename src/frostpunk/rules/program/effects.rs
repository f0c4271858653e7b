//! The closed vocabulary: effects, conditions, prices and numbers.

use serde::{Deserialize, Serialize};

use crate::frostpunk::rules::ids::{
    BlockId, BuildingId, CardId, Kind, Loss, Meeple, Mood, OptionsId, Range, Resource, Track,
};

/// A price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// So much of a good.
    Spend(Good, u8),
    /// So many Resources of the group's choice.
    SpendAny(u8),
    /// One active token of this type.
    Exhaust(Mood),
    /// One active Hope or Discontent token of choice.
    ExhaustAny(Track),
}

/// What can be gained, lost and spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Good {
    /// Food.
    Food,
    /// A Resource.
    Resource(Resource),
    /// An Automaton.
    Automaton,
}

/// Whom an effect hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// This type.
    Kind(Kind),
    /// The group chooses, for each one anew.
    Any,
    /// The type shown for the current Round.
    Round,
}

/// A number: `plus + times * count`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Fixed part.
    pub plus: u8,
    /// Factor.
    pub times: u8,
    /// What is counted when the sentence is resolved.
    pub per: Count,
}

impl Amount {
    /// A fixed number.
    pub const fn fixed(n: u8) -> Self {
        Amount { plus: n, times: 0, per: Count::One }
    }
}

/// Things that can be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Always 1.
    One,
    /// Active tokens of a type.
    Active(Mood),
    /// Active tokens of a track.
    ActiveOn(Track),
    /// Tokens of a track.
    Tokens(Track),
    /// The Corpse marker.
    Corpses,
    /// Sick Citizens of a type.
    Sick(Kind),
    /// Citizens of a type.
    Citizens(Kind),
    /// Figures used for an action this round that count as this type.
    Used(Kind),
    /// Cubes of a Resource on this card.
    OnThis(Resource),
    /// Built Buildings of a kind.
    Built(BuildingId),
    /// Introduced Laws.
    Laws,
    /// The number fixed by the surrounding effect (`most_active`, `for_each`).
    It,
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// An active token of this type lies on its track.
    Active(Mood),
    /// At least so many tokens, active or not.
    Tokens(Track, u8),
    /// At least so many active tokens.
    ActiveOn(Track, u8),
    /// At least so much of a good in the supply.
    Have(Good, u8),
    /// At least so many Resources of any type in the supply.
    HaveResources(u8),
    /// At least so many Citizens of a type.
    Citizens(Kind, u8),
    /// At least so many sick Citizens of a type.
    Sick(Kind, u8),
    /// At least so many sick Citizens of all types together.
    SickInAll(u8),
    /// Hunger is at least so high.
    Hunger(u8),
    /// The Corpse marker is at least there.
    Corpses(u8),
    /// It is this Round or later.
    RoundFrom(u8),
    /// At least so many of a Building stand on the map.
    Built(BuildingId, u8),
    /// A figure of this type is on this card.
    OnThis(Kind),
    /// At least so much of a Resource lies on this card.
    GoodsOnThis(Resource, u8),
    /// At least so many Resources lie on this card.
    AnyOnThis(u8),
    /// At least so many Resources lie on that card in the Event display.
    GoodsOn(CardId, u8),
    /// This Scenario card was turned face up in this game.
    Revealed(CardId),
    /// This card is in the Event or Scenario display.
    InPlay(CardId),
    /// This Law is introduced and not covered, or this Technology is developed.
    InForce(CardId),
    /// A Law can be introduced.
    LawLeft,
    /// Somebody had no warm place to sleep this Night.
    SleptCold,
    /// A Tree stands where the Building in use can reach it.
    TreeInReach,
    /// An Automaton is left in the bank.
    AutomatonLeft,
    /// A Spent token lies in the supply.
    SpentToken,
    /// The opposite.
    Not(Box<Test>),
    /// At least one of them.
    AnyOf(Vec<Test>),
}

/// An untyped or typed target of a mood effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tokens {
    /// Any token of the track.
    Any(Track),
    /// Only this type.
    Of(Mood),
}

impl Tokens {
    /// The track concerned.
    pub const fn track(self) -> Track {
        match self {
            Tokens::Any(track) => track,
            Tokens::Of(mood) => mood.track(),
        }
    }
}

/// The closed vocabulary of effects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Op {
    /// Increase Hope, Discontent or a type.
    Increase(Tokens, Amount),
    /// Decrease; `remove_only` is.
    Decrease {
        /// What goes down.
        tokens: Tokens,
        /// How often.
        count: Amount,
        /// Exhausting is not allowed.
        remove_only: bool,
    },
    /// Activate so many tokens.
    Activate(Tokens, Amount),
    /// Exhaust so many tokens.
    Exhaust(Tokens, Amount),
    /// Activate or exhaust all tokens of one type of choice (Temple, Agitator).
    FlipAll(Track),
    /// Draw a Hope token and place it active.
    DrawActiveHope,
    /// Discard an active token of choice.
    DiscardActive(Track),
    /// Gain sick Citizens.
    Sick(Who, Amount),
    /// Lose sick Citizens.
    Heal(Who, Amount),
    /// Cure.
    Cure(Amount),
    /// Treat.
    Treat(Amount),
    /// Flip Sickness markers of choice.
    Flip(Amount),
    /// Flip every marker that shows the Skull (D000).
    FlipSkulls,
    /// Citizens die; `silent` draws no Citizen card.
    Die {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// No Citizen card.
        silent: bool,
    },
    /// Gain Citizens.
    GainCitizens(Who, Amount),
    /// Lose Citizens.
    LoseCitizens(Who, Amount),
    /// Put Spent tokens of one of these types into the supply.
    Spent(Vec<Kind>, Amount),
    /// Take one Spent token of choice out of the supply.
    RemoveSpent,
    /// Move the Corpse marker back by 1 to n; then, if it moved, the block.
    Bury(u8, Option<BlockId>),
    /// Gain a good.
    Gain(Good, Amount),
    /// Lose a good.
    Lose(Good, Amount),
    /// Lose Resources of choice.
    LoseAny(Amount),
    /// All Resources of the supply to the bank.
    LoseAllResources,
    /// Raise Hunger.
    HungerUp(Amount),
    /// Lower Hunger.
    HungerDown(Amount),
    /// Cubes from the bank on the Stress track.
    AddStress(Amount),
    /// Remove Stress cubes; the flag adds what Technologies give.
    RemoveStress(Amount, bool),
    /// Remove all Stress cubes and install the tower upgrade.
    PurgeStress,
    /// Take Resources from the map; what is missing is gained from the bank.
    TakeFromMap {
        /// How many.
        count: Amount,
        /// Only this Resource.
        only: Option<Resource>,
        /// Gained instead for each that cannot be taken.
        missing: Option<Resource>,
    },
    /// Put a Dusk card from the box into the Dusk deck.
    AddDusk(CardId),
    /// This card goes to the Event display.
    ToEvent,
    /// This card leaves the game.
    RemoveThis,
    /// Remove that card from the Event or Scenario display.
    RemoveCard(CardId),
    /// Move Resources of choice from the supply onto this card.
    PutOnThis {
        /// How many at least, as far as the supply goes.
        count: Amount,
        /// More may follow.
        or_more: bool,
        /// Only these.
        only: Vec<Resource>,
    },
    /// Move Resources of choice from a card in the Event display to the supply.
    TakeFromCard(CardId, Amount),
    /// This card covers its Law until the end of the Night (L05A).
    CoverLaw,
    /// This card goes to the Dusk discard pile.
    DiscardThis,
    /// The active player draws Citizen cards; outside of turns that is the Leader.
    DrawCitizens(Amount),
    /// Turn a Scenario card face up: into the display, or resolve it at once.
    Reveal(CardId, bool),
    /// Put the Storm marker on a Round, or out of the game.
    Storm(Option<u8>),
    /// Flip all Buildings of a kind to Ruins, on the map and on the board.
    Ruin(BuildingId),
    /// Move the Cold marker up.
    ColdUp(Amount),
    /// Move a Heat Range indicator up.
    RangeUp(Range, Amount),
    /// The group may fuel the Generator now.
    Fuel,
    /// Move every Scout forward.
    MoveScouts(Amount),
    /// Place tiles as in Remove Snow.
    PlaceTiles {
        /// Near tiles.
        near: u8,
        /// Far tiles.
        far: u8,
        /// Far tiles instead of Near tiles that find no place (C09).
        far_instead: bool,
    },
    /// The normal choice of Remove Snow: two Near tiles or one Far tile.
    RemoveSnow,
    /// Look at the top Far tiles, put each on top or at the bottom (C26).
    ScoutTiles(u8),
    /// Gather from the space of the figure: up to so many.
    Gather(u8),
    /// Fell one Tree on the space of the figure for so much Wood.
    FellTree(u8),
    /// Remove a Tree in reach of the Building for so much Wood.
    Saw(u8),
    /// Take 1 Resource from each adjacent space.
    TakeAdjacent,
    /// Put Coal on adjacent spaces: spaces, cubes on each.
    Thump(u8, u8),
    /// So many Build or Dismantle sub-actions; two may upgrade a Building if the flag is set.
    Construct(u8, bool),
    /// Build a Building of choice without cost.
    BuildFree,
    /// Destroy a Building of choice.
    Destroy,
    /// Upgrade a Building of choice; the flag makes it free.
    Upgrade(bool),
    /// So many Workshop effects.
    Workshop(u8),
    /// Introduce a Law.
    IntroduceLaw,
    /// The Cure effect of the Building in use (C12).
    BuildingCure,
    /// Perform another Building's action, heated.
    ReuseBuilding,
    /// Perform a Worker's action again, heated.
    ReuseWorker,
    /// Look at Dusk cards, one may be discarded.
    FaithKeepers(u8),
    /// Gain the Child Worker or Child Engineer.
    GainSpecialist(Meeple),
    /// The goal is reached.
    Win,
    /// The campaign is lost.
    LoseGame(Loss),
    /// A condition.
    If {
        /// All must hold.
        tests: Vec<Test>,
        /// If they do.
        then: BlockId,
        /// If they do not.
        otherwise: Option<BlockId>,
    },
    /// Repeat a block so often, counted once.
    ForEach(Amount, BlockId),
    /// Run a block with the number fixed now.
    With(Amount, BlockId),
    /// For each type with the most active tokens run its block; `it` is their number (SD01).
    MostActive([Option<BlockId>; 6]),
    /// One of several options.
    Choose(OptionsId),
}
