//! One card file for each kind of deck, and the options they share.
//!
//! May use: serde, `ids`. Deliberately absent: the card's id and deck; the
//! path says them, so they cannot disagree with the file.

use serde::Deserialize;

use super::Ref;
use super::effects::Effect;
use super::values::{CostFile, GoodFile, TestFile};
use crate::frostpunk::rules::ids::{Action, Insulation, Kind, Letter, Meeple, Mood, Resource};

/// A Morning, Dusk, Dispute or Scenario card.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EventFile {
    /// Red discard icon.
    pub red: bool,
    /// Effects when it is revealed.
    pub instant: Vec<Effect>,
    /// Numbered options.
    pub option: Option<Vec<OptionFile>>,
    /// Special Action.
    pub special: Option<SpecialFile>,
    /// Standing effects.
    pub hook: Vec<HookFile>,
    /// Rounds with a Trigger token.
    pub trigger: Vec<TriggerFile>,
}

/// A Law Consequence.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConsequenceFile {
    /// Its Law.
    pub law: Ref,
    /// Red discard icon.
    #[serde(default)]
    pub red: bool,
    /// Effects when it is revealed.
    #[serde(default)]
    pub instant: Vec<Effect>,
    /// Numbered options.
    pub option: Option<Vec<OptionFile>>,
    /// Standing effects.
    #[serde(default)]
    pub hook: Vec<HookFile>,
}

/// A Law.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawFile {
    /// The Law it excludes.
    pub pair: Option<Ref>,
    /// Always in the Future Law pile.
    #[serde(default)]
    pub always: bool,
    /// Hope and Discontent when it is introduced.
    #[serde(default)]
    pub instant: Vec<Effect>,
    /// Buildings that may be built from then on.
    #[serde(default)]
    pub unlocks: Vec<Ref>,
    /// Permanent changes.
    #[serde(default)]
    pub modifiers: Vec<ModifierFile>,
    /// Standing effects.
    #[serde(default)]
    pub hook: Vec<HookFile>,
}

/// A Technology.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechnologyFile {
    /// Its cost.
    pub rounds: u8,
    /// Permanent changes.
    #[serde(default)]
    pub modifiers: Vec<ModifierFile>,
}

/// A Citizen card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitizenFile {
    /// Type of the Citizen.
    pub kind: Kind,
    /// Starting cost.
    pub cost: StartCostFile,
    /// Main ability.
    pub ability: AbilityFile,
    /// Death effects.
    pub death: DeathsFile,
}

/// The main ability of a Citizen card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilityFile {
    /// Actions it applies to.
    pub actions: Vec<Action>,
    /// Buildings it applies to.
    #[serde(default)]
    pub buildings: Vec<Ref>,
    /// Gather among Trees.
    #[serde(default)]
    pub on_trees: bool,
    /// Counts as heated.
    #[serde(default)]
    pub heated: bool,
    /// What it needs.
    #[serde(default)]
    pub only_if: Vec<TestFile>,
    /// What is done instead of the normal effect.
    pub effects: Vec<Effect>,
}

/// The three columns of a Citizen card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeathsFile {
    /// A Worker dies.
    pub worker: DeathFile,
    /// An Engineer dies.
    pub engineer: DeathFile,
    /// A Child dies.
    pub child: DeathFile,
}

/// One column: `{ exhaust = "care", hope = 1 }`; the token first, then Hope.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeathFile {
    /// A token that is activated.
    pub activate: Option<Mood>,
    /// A token that is exhausted.
    pub exhaust: Option<Mood>,
    /// How often Hope decreases.
    pub hope: u8,
}

/// What a Citizen card costs in setup.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StartCostFile {
    /// From the supply.
    Spend { what: Resource, count: u8 },
    /// From the map.
    FromMap { what: Resource, count: u8 },
    /// Stress cubes.
    Stress(u8),
    /// Hunger.
    Hunger(u8),
    /// Spent tokens.
    Spent { of: Kind, count: u8 },
}

/// A Weather card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeatherFile {
    /// Steps of the Cold marker.
    pub cold: u8,
    /// Steps of the Red indicator.
    pub red: u8,
    /// Steps of the Orange indicator.
    pub orange: u8,
    /// Steps of the Yellow indicator.
    pub yellow: u8,
    /// Steps of every Scout.
    pub scouts: u8,
    /// Steps of the Storm marker.
    pub storm: u8,
}

/// An Expedition card.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpeditionFile {
    /// Its deck.
    pub letter: Letter,
    /// Spaces of its path.
    pub path: u8,
    /// Reward hint.
    pub hint: HintFile,
    /// Its options, each with an arrow.
    pub option: Option<Vec<OptionFile>>,
}

/// Reward hint.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintFile {
    /// Food or Resources.
    Goods,
    /// Citizens.
    People,
    /// Both.
    Mixed,
}

/// One option of a card, a Building or an Advisor.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionFile {
    /// Stable key; names the button text.
    pub key: Ref,
    /// The option exists only then.
    #[serde(default)]
    pub when: Vec<TestFile>,
    /// Red text: it can be chosen only then.
    #[serde(default)]
    pub only_if: Vec<TestFile>,
    /// The price.
    #[serde(default)]
    pub cost: Vec<CostFile>,
    /// Alternative prices, one is paid.
    #[serde(default)]
    pub any_cost: Vec<Vec<CostFile>>,
    /// What it does.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// Icon: where the card goes.
    pub after: Option<AfterFile>,
    /// Arrow of an Expedition card.
    pub arrow: Option<ArrowFile>,
}

/// The icon beside an option.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AfterFile {
    /// Out of the game.
    Remove,
    /// Into the Event display.
    Event,
    /// On the Dusk discard pile.
    Discard,
}

/// The arrow of an Expedition option.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ArrowFile {
    /// Go on to this deck.
    Continue(Letter),
    /// Return, then this deck.
    Return(Letter),
    /// Return, then a new stack.
    NewA,
}

/// A Special Action.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpecialFile {
    /// Figures that may take it.
    pub meeples: Vec<Meeple>,
    /// Once per game.
    #[serde(default)]
    pub once: bool,
    /// In the cold.
    #[serde(default)]
    pub cold: bool,
    /// What it does.
    pub option: Vec<OptionFile>,
}

/// A standing effect.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HookFile {
    /// When it acts.
    pub when: WhenFile,
    /// What it does.
    pub effects: Vec<Effect>,
}

/// When a standing effect acts.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum WhenFile {
    /// Every Dawn.
    Dawn,
    /// Every Weather Phase.
    Weather,
    /// Every Preparation Phase.
    Preparation,
    /// Every Dusk Phase.
    Dusk,
    /// Every Night.
    EndOfNight,
    /// When this Building is built.
    Built(Ref),
    /// When a Scout returns from this letter.
    ScoutReturns(Letter),
}

/// A Round with a Trigger token.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TriggerFile {
    /// The Round.
    pub round: u8,
    /// What happens then.
    pub effects: Vec<Effect>,
}

/// A permanent change.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum ModifierFile {
    ChildrenGather,
    ChildrenUse {
        building: Ref,
        most: u8,
    },
    ExtraSlots(u8),
    RuinsShelter(u8),
    Shelters {
        building: Ref,
        of: Kind,
        count: u8,
    },
    Sleds(u8),
    HuntingPer(u8),
    /// Hunting symbols on the card itself.
    HuntingSymbols(u8),
    Chainsaw(u8),
    SafetyValve(u8),
    ExtraStressRemoved(u8),
    GatherMore(u8),
    CureMore(u8),
    FeedLess(u8),
    AutomatonsFree,
    Bonus {
        building: Ref,
        what: GoodFile,
        count: u8,
    },
    Insulate {
        from: Insulation,
        to: Insulation,
    },
}
