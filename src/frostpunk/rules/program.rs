//! Content as the rules run it: cards, Buildings, tables, and the closed
//! vocabulary of effects. Built by `content`, never changed afterwards.
//!
//! May use: `ids`. Deliberately absent: texts, file formats, state. Nested
//! effects are flattened into numbered blocks so that an unfinished card is a
//! place (block, position), never a copy of its effects.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ids::{
    Action, Advisor, BlockId, BuildingId, CardId, Insulation, Kind, Letter, Loss, Meeple, Mood,
    OptionsId, Range, Resource, Stuff, TileId, Track,
};

/// Everything a campaign is played with; immutable, named by its hash.
#[derive(Clone, Debug, Default)]
pub struct Pack {
    /// Hash of the content files (hexadecimal).
    pub hash: String,
    /// Every physical card.
    pub cards: Vec<Card>,
    /// Every kind of Building.
    pub buildings: Vec<Building>,
    /// Every map tile.
    pub tiles: Vec<TileFace>,
    /// Every Society card.
    pub societies: Vec<Society>,
    /// The printed tables (U-1 to U-9).
    pub tables: Tables,
    /// The scenarios that can be played.
    pub scenarios: Vec<Scenario>,
    /// The Advisors' abilities, in the order of `Advisor::ALL`.
    pub advisors: Vec<AdvisorCard>,
    /// Every list of effects.
    pub blocks: Vec<Vec<Op>>,
    /// Every list of options.
    pub options: Vec<Vec<OptionDef>>,
    /// First copy of each card id.
    pub faces: BTreeMap<String, CardId>,
}

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
        Deck::ALL
            .iter()
            .find(|(deck, _)| *deck == self)
            .map_or("", |(_, key)| key)
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
        Amount {
            plus: n,
            times: 0,
            per: Count::One,
        }
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
    /// Every player, or the active one, draws Citizen cards.
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

/// A kind of Building (section 29).
#[derive(Clone, Debug)]
pub struct Building {
    /// Stable key.
    pub id: String,
    /// Fills both spaces of a tile.
    pub large: bool,
    /// Engineers only.
    pub engineer: bool,
    /// Build cost: Wood, Steam Cores.
    pub wood: u8,
    /// Build cost: Steam Cores.
    pub cores: u8,
    /// Upgrade cost, if it can be upgraded.
    pub upgrade: Option<(Resource, u8)>,
    /// Tiles in the game.
    pub count: u8,
    /// Printed on the Generator tile or placed there in setup: its part.
    pub part: Option<u8>,
    /// Printed: can never be removed.
    pub printed: bool,
    /// Below the board until a Law unlocks it.
    pub below: bool,
    /// Only on a tile adjacent to this Deposit.
    pub deposit: Option<Resource>,
    /// Not on the Generator tile.
    pub off_generator: bool,
    /// Red Dismantle icon.
    pub keep: bool,
    /// Starts a development when built.
    pub workshop: bool,
    /// Turns to Ruins: a Shelter tile with the Ruins back.
    pub ruinable: bool,
    /// Is the Ruins tile itself.
    pub ruins: bool,
    /// Everything on its tile is heated.
    pub kitchen: bool,
    /// Its Meeple stays for the night.
    pub prison: bool,
    /// Effects when it is built.
    pub on_build: Option<BlockId>,
    /// Basic side, upgraded side.
    pub sides: [Side; 2],
}

/// One side of a Building tile.
#[derive(Clone, Debug)]
pub struct Side {
    /// Insulation colour.
    pub insulation: Insulation,
    /// Sleeping slots.
    pub slots: u8,
    /// Only for this type.
    pub slots_for: Option<Kind>,
    /// Hunting symbols.
    pub hunting: u8,
    /// Active Expeditions it allows.
    pub expeditions: u8,
    /// Its action.
    pub action: Option<OptionsId>,
    /// The Cure part of its action (C12).
    pub cure: Option<BlockId>,
    /// How far its action reaches for Trees: adjacent spaces too.
    pub reach: bool,
}

/// A map tile (U-11).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileFace {
    /// Stable key.
    pub id: String,
    /// Near or Far.
    pub far: bool,
    /// What each space shows.
    pub spaces: [Option<(Stuff, u8)>; 2],
    /// Food bonus.
    pub food: u8,
}

/// A Society card (U-20).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Society {
    /// Stable key, such as `1-normal`.
    pub id: String,
    /// Citizens by type.
    pub citizens: [u8; 3],
    /// Sick by type.
    pub sick: [u8; 3],
    /// Food.
    pub food: u8,
    /// Wood, Coal, Steam Cores.
    pub resources: [u8; 3],
    /// Automatons.
    pub automatons: u8,
    /// Discontent tokens, and how many are active.
    pub discontent: [u8; 2],
    /// Hope tokens, and how many are active.
    pub hope: [u8; 2],
    /// Corpse marker.
    pub corpses: u8,
}

/// The scenario's own data.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// Stable key.
    pub id: String,
    /// Face up at the start.
    pub first: CardId,
    /// The Storm card.
    pub storm_card: CardId,
    /// Where the Storm marker starts.
    pub storm: u8,
    /// Every Scenario card of it.
    pub cards: Vec<CardId>,
    /// Technologies left in the box.
    pub without: Vec<CardId>,
}

/// An Advisor's ability.
#[derive(Clone, Debug)]
pub struct AdvisorCard {
    /// Whose it is.
    pub advisor: Advisor,
    /// Its options; each names the Hope it exhausts as a cost.
    pub options: OptionsId,
}

/// The printed tables, and the switches of the rulings.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// U-1: cubes by Heat index; its length is the track.
    pub heat_cubes: Vec<u8>,
    /// U-1: icon by Heat index.
    pub heat_icons: Vec<Option<Kind>>,
    /// U-1: icons are counted on every step, or strictly between the markers.
    pub icons_on_steps: bool,
    /// where Cold starts.
    pub cold_start: u8,
    /// U-2: last level of the Generator track.
    pub range_last: u8,
    /// U-2: where Red, Orange, Yellow start.
    pub range_start: [u8; 3],
    /// U-2: offset of the Building symbol by indicator.
    pub building_offset: [u8; 3],
    /// U-2: offset of the zone symbol by indicator.
    pub zone_offset: [u8; 3],
    /// U-3: single spaces of the Stress track.
    pub stress_spaces: u8,
    /// U-4: the tower, basic and upgraded.
    pub tower: [TowerTable; 2],
    /// U-5: Meeples by number of Citizens (0-50).
    pub meeples: Vec<u8>,
    /// U-6: (from, Spent, flips), ascending.
    pub sickness: Vec<(u8, u8, u8)>,
    /// U-6: loss from here.
    pub sickness_loss: u8,
    /// U-7: (from, Discontent, deaths), ascending.
    pub hunger: Vec<(u8, u8, u8)>,
    /// U-7: loss from here.
    pub hunger_loss: u8,
    /// U-8: the last space of the Corpse track.
    pub corpse_last: u8,
    /// U-9: who is fed, by Round; its length is the Round track.
    pub fed: Vec<Kind>,
    /// what the Generator tile's free parts hold: part, Stuff, number.
    pub generator_stuff: Vec<(u8, Stuff, u8)>,
    /// U-10: the drawer's part.
    pub drawer: u8,
    /// wall tiles; `None` is blank.
    pub walls: Vec<Option<Resource>>,
    /// Deposits that end the drawing of wall tiles.
    pub deposits: u8,
    /// U-17: tokens of each type.
    pub tokens_each: u8,
    /// hand size by number of players.
    pub hands: [u8; 4],
    /// discard at random instead of by choice.
    pub unpayable_at_random: bool,
    /// Hope needed for the first, second, ... card of Call to Rise.
    pub call_to_rise: Vec<u8>,
    /// figures in the box, by `Meeple::ALL`.
    pub figures: [u8; 6],
    /// Spent tokens of each type.
    pub spent_each: u8,
    ///
    pub trees: u8,
    ///
    pub per_space: u8,
    ///
    pub laws_most: u8,
    /// Laws added at random.
    pub laws_random: u8,
    /// Technologies in the display.
    pub technologies: u8,
    /// Expedition stacks.
    pub stacks: u8,
    /// what one Gather takes.
    pub gather: u8,
    /// alive after the last Night counts as won when no card decides.
    pub alive_is_won: bool,
}

/// The tower's chances per 1000 (U-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TowerTable {
    /// A dropped cube falls through.
    pub through: u16,
    /// A stuck cube is knocked loose by dropped ones.
    pub dislodge: u16,
    /// A stuck cube falls when the drawer is pulled.
    pub pull: u16,
    /// A stuck cube falls when the drawer is pushed in.
    pub push: u16,
    /// Cubes that can be stuck.
    pub cap: u8,
}

impl Pack {
    /// The card with this number. Ids come from this pack, so the number exists.
    pub fn card(&self, id: CardId) -> &Card {
        &self.cards[id.0 as usize]
    }

    /// The kind of Building with this number.
    pub fn building(&self, id: BuildingId) -> &Building {
        &self.buildings[id.0 as usize]
    }

    /// The tile with this number.
    pub fn tile(&self, id: TileId) -> &TileFace {
        &self.tiles[id.0 as usize]
    }

    /// The first copy of a card.
    pub fn face(&self, id: CardId) -> CardId {
        self.card(id).face
    }

    /// The effects of a block.
    pub fn block(&self, id: BlockId) -> &[Op] {
        self.blocks.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The options of a list.
    pub fn option_list(&self, id: OptionsId) -> &[OptionDef] {
        self.options.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The first copy of the card with this id.
    pub fn find(&self, id: &str) -> Option<CardId> {
        self.faces.get(id).copied()
    }

    /// The kind of Building with this key.
    pub fn find_building(&self, id: &str) -> Option<BuildingId> {
        self.buildings
            .iter()
            .position(|b| b.id == id)
            .map(|at| BuildingId(at as u8))
    }

    /// Every card of a deck, copies included.
    pub fn deck(&self, deck: Deck) -> impl Iterator<Item = CardId> + '_ {
        (0..self.cards.len() as u16)
            .map(CardId)
            .filter(move |id| self.card(*id).deck == deck)
    }

    /// Every kind of Building.
    pub fn building_ids(&self) -> impl Iterator<Item = BuildingId> + use<> {
        (0..self.buildings.len() as u8).map(BuildingId)
    }

    /// What a Citizen card says, if this is one.
    pub fn citizen(&self, id: CardId) -> Option<&Citizen> {
        match &self.card(id).body {
            Body::Citizen(citizen) => Some(citizen),
            _ => None,
        }
    }

    /// What an Expedition card says, if this is one.
    pub fn expedition(&self, id: CardId) -> Option<Expedition> {
        match self.card(id).body {
            Body::Expedition(expedition) => Some(expedition),
            _ => None,
        }
    }

    /// What a Law says, if this is one.
    pub fn law(&self, id: CardId) -> Option<&Law> {
        match &self.card(id).body {
            Body::Law(law) => Some(law),
            _ => None,
        }
    }
}
