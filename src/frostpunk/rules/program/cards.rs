//! Cards as the rules read them: what every card has, and what only its deck has.

use super::effects::{Cost, Good, Test};
use crate::frostpunk::rules::ids::{
    Action, BlockId, BuildingId, CardId, Insulation, Kind, Letter, Meeple, OptionsId, Resource,
};

/// One card.
#[derive(Clone, Debug)]
pub struct Card {
    /// Its id, unique: `M001`, or `M001.2` for the second copy.
    pub id: String,
    /// The first copy of the same card: what other cards refer to.
    pub face: CardId,
    /// Where it belongs.
    pub deck: Deck,
    /// Red discard icon.
    pub red: bool,
    /// Effects when it is revealed or introduced.
    pub instant: Option<BlockId>,
    /// Numbered options.
    pub options: Option<OptionsId>,
    /// Special Action.
    pub special: Option<Special>,
    /// Standing effects while it is in play.
    pub hooks: Vec<(Hook, BlockId)>,
    /// Rounds on which it puts a Trigger token, and what happens then.
    pub triggers: Vec<(u8, BlockId)>,
    /// Permanent changes of a Law or Technology.
    pub modifiers: Vec<Modifier>,
    /// What only its own deck has.
    pub body: Body,
}

/// The decks of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Deck {
    /// Morning cards.
    Morning,
    /// The starting Dusk card.
    DuskStart,
    /// Normal Dusk cards.
    Dusk,
    /// Social Disputes.
    Dispute,
    /// Law Consequences.
    Consequence,
    /// Laws.
    Law,
    /// Technologies.
    Technology,
    /// Citizen cards.
    Citizen,
    /// Weather cards.
    Weather,
    /// Expedition cards.
    Expedition,
    /// Scenario cards.
    Scenario,
}

impl Deck {
    /// Every deck with its stable key, which is also its content folder.
    pub const ALL: &'static [(Deck, &'static str)] = &[
        (Deck::Morning, "morning"),
        (Deck::DuskStart, "dusk_start"),
        (Deck::Dusk, "dusk"),
        (Deck::Dispute, "dispute"),
        (Deck::Consequence, "consequence"),
        (Deck::Law, "law"),
        (Deck::Technology, "technology"),
        (Deck::Citizen, "citizen"),
        (Deck::Weather, "weather"),
        (Deck::Expedition, "expedition"),
        (Deck::Scenario, "scenario"),
    ];

    /// The stable key of the deck.
    pub fn key(self) -> &'static str {
        Deck::ALL.iter().find(|(deck, _)| *deck == self).map_or("", |(_, key)| key)
    }
}

/// What only one deck's cards have.
#[derive(Clone, Debug)]
pub enum Body {
    /// Morning, Dusk, Dispute and Scenario cards need nothing more.
    Event,
    /// A Citizen card.
    Citizen(Citizen),
    /// A Weather card.
    Weather(Weather),
    /// A Law.
    Law(Law),
    /// A Law Consequence: its Law.
    Consequence(CardId),
    /// A Technology: its cost in Rounds.
    Technology(u8),
    /// An Expedition card.
    Expedition(Expedition),
}

/// A Citizen card.
#[derive(Clone, Debug)]
pub struct Citizen {
    /// Type of the Citizen.
    pub kind: Kind,
    /// Starting cost.
    pub cost: StartCost,
    /// The actions the main ability applies to.
    pub actions: Vec<Action>,
    /// The Buildings it applies to, if the action is Use a Building.
    pub buildings: Vec<BuildingId>,
    /// Gather on a space with Trees instead of Resources (C04).
    pub on_trees: bool,
    /// The action counts as heated.
    pub heated: bool,
    /// What the main ability needs to be played at all.
    pub only_if: Vec<Test>,
    /// What is done instead of the action's normal effect.
    pub ability: BlockId,
    /// Death effects by the type that died.
    pub death: [BlockId; 3],
}

/// What a Citizen card costs in setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartCost {
    /// From the supply.
    Spend(Resource, u8),
    /// From revealed tile spaces.
    FromMap(Resource, u8),
    /// Cubes from the bank on the Stress track.
    Stress(u8),
    /// Hunger goes up.
    Hunger(u8),
    /// Spent tokens into the supply.
    Spent(Kind, u8),
}

/// A Weather card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weather {
    /// Steps of the Cold marker.
    pub cold: u8,
    /// Steps of Red, Orange, Yellow.
    pub ranges: [u8; 3],
    /// Steps of every Scout.
    pub scouts: u8,
    /// Steps of the Storm marker, backward.
    pub storm: u8,
}

/// A Law (section 25).
#[derive(Clone, Debug)]
pub struct Law {
    /// The Law it excludes.
    pub pair: Option<CardId>,
    /// Always in the Future Law pile.
    pub always: bool,
    /// Buildings that may be built once it is introduced.
    pub unlocks: Vec<BuildingId>,
}

/// An Expedition card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expedition {
    /// Its deck.
    pub letter: Letter,
    /// Spaces of its path, the first included.
    pub path: u8,
    /// What its white side promises (no rules effect, R-24.3).
    pub hint: Hint,
}

/// Reward hint on the white side of an Expedition card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Food or Resources.
    Goods,
    /// Citizens.
    People,
    /// Both.
    Mixed,
}

/// A Special Action printed on a card.
#[derive(Clone, Debug)]
pub struct Special {
    /// Figures that may take it.
    pub meeples: Vec<Meeple>,
    /// Only once per game instead of once per round.
    pub once: bool,
    /// The action takes place in the cold.
    pub cold: bool,
    /// What it does: one list of options.
    pub options: OptionsId,
}

/// When a standing effect acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hook {
    /// Every Dawn, after the triggers.
    Dawn,
    /// Every Weather Phase, before the Storm is checked.
    Weather,
    /// Every Preparation Phase, before sickness.
    Preparation,
    /// Every Dusk Phase, before the Dusk card.
    Dusk,
    /// Every Night, after those without a warm place fell ill.
    EndOfNight,
    /// When this Building is built.
    Built(BuildingId),
    /// When a Scout returns from a card of this letter.
    ScoutReturns(Letter),
}

/// Permanent changes by Laws and Technologies. Questions, never writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modifier {
    /// Children may gather Resources (L01).
    ChildrenGather,
    /// Children may use this Building; it yields at most so many to them (L01).
    ChildrenUse(BuildingId, u8),
    /// Heated Shelters have more slots (L05).
    ExtraSlots(u8),
    /// Heated Ruins shelter so many.
    RuinsShelter(u8),
    /// This Building, heated, also shelters so many of a type.
    Shelters(BuildingId, Kind, u8),
    /// Scouts move at once when they set out or go on (T01).
    Sleds(u8),
    /// 1 more Food for so many Hunting symbols (T02).
    HuntingPer(u8),
    /// So many Hunting symbols on the card itself.
    HuntingSymbols(u8),
    /// Workers and Automatons may fell a Tree for so much Wood (T04).
    Chainsaw(u8),
    /// Overflow of up to so many cubes is harmless (T06).
    SafetyValve(u8),
    /// The Generator action removes so many more Stress cubes (T06).
    ExtraStressRemoved(u8),
    /// Gather takes up to so many more.
    GatherMore(u8),
    /// Cure is stronger by so much.
    CureMore(u8),
    /// Feeding a type costs so much less Food.
    FeedLess(u8),
    /// Automatons cost no Coal.
    AutomatonsFree,
    /// Using this Building also gains something.
    Bonus(BuildingId, Good, u8),
    /// Buildings of this colour count as the other colour.
    Insulate(Insulation, Insulation),
}

/// One option of a card or a Building.
#[derive(Clone, Debug)]
pub struct OptionDef {
    /// Stable key, unique in its list.
    pub key: String,
    /// The option exists only if these hold.
    pub when: Vec<Test>,
    /// The option is blocked unless these hold: red text, nothing is paid.
    pub only_if: Vec<Test>,
    /// Alternative prices; one is paid in full when the option is chosen.
    pub costs: Vec<Vec<Cost>>,
    /// What it does.
    pub block: BlockId,
    /// Where the card goes afterwards.
    pub after: After,
    /// On Expedition cards: what the arrow says.
    pub arrow: Option<Arrow>,
}

/// The icon beside an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The deck's own rule decides.
    None,
    /// Out of the game.
    Remove,
    /// Into the Event display.
    Event,
    /// On the Dusk discard pile.
    Discard,
}

/// The arrow of an Expedition option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Continue to this deck.
    Continue(Letter),
    /// Return, then lay this card on top.
    Return(Letter),
    /// Return, then start a new stack.
    NewA,
}
