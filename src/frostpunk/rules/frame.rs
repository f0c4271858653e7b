//! What is unfinished: a stack of places and small steps, never of effects.
//!
//! May use: `ids`, `map`, `program`. Deliberately absent: closures, threads, copies of
//! cards. A new effect adds a `Step` where the rules must stop for an answer;
//! three kinds of frame are enough for everything.

use serde::{Deserialize, Serialize};

use super::ids::{BlockId, CardId, Kind, Meeple, OptionsId, Resource, Seat, Track};
use super::map::Space;
use super::program::Tokens;

/// One piece of unfinished work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Frame {
    /// One step of the rules.
    Do(Step),
    /// A block of effects, from `next` on.
    Run(BlockId, u8, Ctx),
    /// A block to be run so many times more.
    Repeat(BlockId, u8, Ctx),
}

/// Whose effects are running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ctx {
    /// The card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub me: Option<CardId>,
    /// The space of the Building or figure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Space>,
    /// The figure that acts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Meeple>,
    /// The number fixed by a surrounding effect.
    #[serde(default)]
    pub it: u8,
}

impl Ctx {
    /// The effects of a card.
    pub fn of(card: CardId) -> Ctx {
        Ctx { me: Some(card), ..Ctx::default() }
    }
}

/// A place in the round (section 6 to 16), one line of the rules each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// the first corner was chosen.
    Setup,
    /// all starting discards are chosen.
    Openings,
    ///
    Dawn,
    /// after the development.
    Triggers,
    ///
    Morning,
    ///
    Generator,
    ///
    ColdSickness,
    ///
    Stress,
    ///
    Weather,
    ///
    Scouts,
    ///
    Storm,
    ///
    Preparation,
    ///
    Sickness,
    ///
    Action,
    /// the next turn.
    Turn,
    /// the turn of the active seat, after fuelling too.
    Act,
    ///
    Dusk,
    ///
    DuskCard,
    ///
    Hunger,
    ///
    Feed,
    ///
    Night,
    ///
    Shelter,
    ///
    EndOfNight,
    ///
    EndOfRound,
}

/// One step of the rules that may have to stop for an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// A place in the round.
    Go(Mark),
    /// A seat reveals and pays its starting card.
    PayOpening(Seat),
    /// Remove Resources from the map: Resource or any, how many, what is gained for each
    /// missing; into the supply if set.
    FromMap(Option<Resource>, u8, Option<Resource>, bool),
    ///
    Increase(Tokens, u8),
    /// the flag is.
    Decrease(Tokens, u8, bool),
    /// `true` activates, `false` exhausts.
    FlipTokens(Tokens, bool, u8),
    /// type or free, how many, the type preferred while it lasts.
    Sick(Option<Kind>, u8, Option<Kind>),
    /// lose sick Citizens of any type.
    Heal(u8),
    ///
    Cure(u8),
    ///
    Treat(u8),
    /// flip markers of choice.
    Flip(u8),
    /// flip this marker so often.
    FlipKind(Kind, u8),
    /// type or free, how many, without a Citizen card.
    Die(Option<Kind>, u8, bool),
    /// a seat from here on may discard a card; how many seats are left to ask.
    Mourn(Kind, Seat, u8),
    /// Citizens of a free type.
    Settle(u8),
    /// lose Citizens of a free type.
    Leave(u8),
    /// types shown (a bit each), how many.
    Spent(u8, u8),
    /// Resources of choice from the supply to the bank.
    LoseAny(u8),
    /// Resources of choice from the supply onto a card: how many, more may follow, Resources (a bit each).
    PutOn(CardId, u8, bool, u8),
    /// Resources of choice from a card to the supply.
    TakeFrom(CardId, u8),
    /// markers still to resolve (a bit each).
    SickOrder(u8),
    /// the icons of one marker.
    SickMarker(Kind),
    /// the next Dusk effect of the queue.
    DuskQueue,
    /// The options of a card that was just revealed.
    Options(CardId),
    /// Where a resolved card goes.
    PutAway(CardId),
    /// A card leaves the table: out of the game, or to the Dusk discard pile if set.
    Clear(CardId, bool),
    ///
    NextDispute,
    /// Lay Near and Far tiles; Far instead if the flag is set; then flip them.
    Tiles(u8, u8, bool),
    /// flip what was laid.
    FlipTiles,
    /// Sub-actions left; upgrade allowed (C10); free of cost.
    Construct(u8, bool, bool),
    /// Place this Building; free of cost if set.
    PlaceBuilding(super::ids::BuildingId, bool),
    /// Workshop effects left.
    Workshop(u8),
    /// Start the next development.
    Develop,
    /// Introduce a Law.
    Law,
    /// Coal Thumper: spaces left, cubes each, its space.
    Thump(u8, u8, Space),
    /// Gathering Post limited to so many.
    TakeSome(u8, Space),
    /// Far tiles looked at (C26).
    LookAtTiles,
    /// Scouts still to move (a bit each), steps.
    MoveScouts(u8, u8),
    /// A Scout moves on: stack, steps.
    Walk(u8, u8),
    /// The end of a path is reached: stack, steps left.
    Reach(u8, u8),
    /// After the price of a Continue option of a stack was paid.
    Onward(u8, u8),
    /// After the Return option of a stack: the others' rewards, then the arrow.
    Homecoming(u8, u8),
    /// The action of the turn, after the cold was felt.
    Perform,
    /// The action of the turn is over.
    TurnOver,
    /// somebody stands in the cold.
    Stand,
    /// Run an option of a list: list, option, context.
    Option(OptionsId, u8, Ctx),
    /// Ask one of the options of a list.
    Choose(OptionsId, Ctx),
    /// Pay a price of an option, then run it.
    Pay(OptionsId, u8, u8, Ctx),
    /// Exhaust a token of choice as a price.
    ExhaustAny(Track),
    /// Draw Citizen cards into a hand.
    Draw(Seat, u8),
    /// Destroy a Building of choice.
    Destroy,
    /// Upgrade a Building of choice, free of cost if the flag is set.
    Upgrade(bool),
    /// Use a Building again, but not the one here; a Worker's action if set.
    Reuse(Option<Space>, bool),
    /// Fuel, if possible.
    Fuel,
    /// The goal is reached, once the effect that says so is over.
    Win,
    ///
    Rise,
}
