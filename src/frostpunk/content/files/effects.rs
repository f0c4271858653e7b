//! The effects as authors write them, nested; one variant for each `Op`.
//!
//! May use: serde, `ids`. Deliberately absent: what an effect does.

use serde::Deserialize;

use super::Ref;
use super::cards::OptionFile;
use super::values::{Amount, GoodFile, TestFile, TokensFile, WhoFile};
use crate::frostpunk::rules::ids::{Kind, Loss, Meeple, Range, Resource, Track};

/// One effect; the words are explained in `data/README.md`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    Increase {
        what: TokensFile,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    Decrease {
        what: TokensFile,
        #[serde(default = "Amount::one")]
        count: Amount,
        #[serde(default)]
        remove_only: bool,
    },
    Activate {
        what: TokensFile,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    Exhaust {
        what: TokensFile,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    FlipAll(Track),
    DrawActiveHope,
    DiscardActive(Track),
    Sick {
        who: WhoFile,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    Heal {
        who: WhoFile,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    Cure(Amount),
    Treat(Amount),
    Flip(Amount),
    FlipSkulls,
    Die {
        who: WhoFile,
        #[serde(default = "Amount::one")]
        count: Amount,
        #[serde(default)]
        silent: bool,
    },
    GainCitizens {
        who: WhoFile,
        count: Amount,
    },
    LoseCitizens {
        who: WhoFile,
        count: Amount,
    },
    Spent {
        of: Vec<Kind>,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    RemoveSpent,
    Bury {
        up_to: u8,
        #[serde(default)]
        then: Vec<Effect>,
    },
    Gain {
        what: GoodFile,
        count: Amount,
    },
    Lose {
        what: GoodFile,
        count: Amount,
    },
    LoseAny(Amount),
    LoseAllResources,
    HungerUp(Amount),
    HungerDown(Amount),
    AddStress(Amount),
    RemoveStress {
        count: Amount,
        #[serde(default)]
        technology: bool,
    },
    PurgeStress,
    TakeFromMap {
        count: Amount,
        only: Option<Resource>,
        missing: Option<Resource>,
    },
    AddDusk(Ref),
    ToEvent,
    RemoveThis,
    RemoveCard(Ref),
    PutOnThis {
        count: Amount,
        #[serde(default)]
        or_more: bool,
        #[serde(default)]
        only: Vec<Resource>,
    },
    TakeFromCard {
        card: Ref,
        count: Amount,
    },
    CoverLaw,
    DiscardThis,
    DrawCitizens(Amount),
    Reveal {
        card: Ref,
        #[serde(default)]
        resolve: bool,
    },
    StormTo(u8),
    StormAway,
    Ruin(Ref),
    ColdUp(Amount),
    RangeUp {
        which: Range,
        #[serde(default = "Amount::one")]
        count: Amount,
    },
    Fuel,
    MoveScouts(Amount),
    PlaceTiles {
        #[serde(default)]
        near: u8,
        #[serde(default)]
        far: u8,
        #[serde(default)]
        far_instead: bool,
    },
    RemoveSnow,
    ScoutTiles(u8),
    Gather(u8),
    FellTree(u8),
    Saw(u8),
    TakeAdjacent,
    Thump {
        spaces: u8,
        cubes: u8,
    },
    Construct {
        times: u8,
        #[serde(default)]
        upgrade: bool,
    },
    BuildFree,
    Destroy,
    Upgrade {
        free: bool,
    },
    Workshop(u8),
    IntroduceLaw,
    BuildingCure,
    ReuseBuilding,
    ReuseWorker,
    FaithKeepers(u8),
    GainSpecialist(Meeple),
    Win,
    LoseGame(Loss),
    If {
        test: Vec<TestFile>,
        then: Vec<Effect>,
        #[serde(rename = "else")]
        otherwise: Option<Vec<Effect>>,
    },
    ForEach {
        count: Amount,
        #[serde(rename = "do")]
        body: Vec<Effect>,
    },
    With {
        count: Amount,
        #[serde(rename = "do")]
        body: Vec<Effect>,
    },
    MostActive {
        greed: Option<Vec<Effect>>,
        apathy: Option<Vec<Effect>>,
        anger: Option<Vec<Effect>>,
        motivation: Option<Vec<Effect>>,
        care: Option<Vec<Effect>>,
        justice: Option<Vec<Effect>>,
    },
    Choose(Vec<OptionFile>),
}
