//! Numbers, conditions and prices as authors write them.
//!
//! May use: serde, `ids`. Deliberately absent: effects.

use std::fmt;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};

use super::Ref;
use crate::frostpunk::rules::ids::{Kind, Mood, Resource, Track};

/// A plain number, or `{ plus = 1, times = 2, per = { active = "anger" } }`.
#[derive(Debug)]
pub struct Amount {
    /// Fixed part.
    pub plus: u8,
    /// Factor of what is counted.
    pub times: u8,
    /// What is counted, if anything is.
    pub per: Option<CountFile>,
}

/// The table form of an `Amount`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AmountTable {
    #[serde(default)]
    plus: u8,
    #[serde(default = "one")]
    times: u8,
    per: CountFile,
}

/// The usual default: once, one of it.
pub fn one() -> u8 {
    1
}

impl Amount {
    /// The number 1, where an author leaves the count out.
    pub fn one() -> Self {
        Amount { plus: 1, times: 0, per: None }
    }
}

/// Reads a number or a table; written by hand because `untagged` loses the place of a mistake.
struct AmountVisitor;

impl<'de> Visitor<'de> for AmountVisitor {
    type Value = Amount;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a number from 0 to 255 or a table such as { times = 2, per = \"corpses\" }")
    }

    fn visit_i64<E: Error>(self, n: i64) -> Result<Amount, E> {
        let plus = u8::try_from(n).map_err(|_| E::invalid_value(Unexpected::Signed(n), &self))?;
        Ok(Amount { plus, times: 0, per: None })
    }

    fn visit_u64<E: Error>(self, n: u64) -> Result<Amount, E> {
        let plus = u8::try_from(n).map_err(|_| E::invalid_value(Unexpected::Unsigned(n), &self))?;
        Ok(Amount { plus, times: 0, per: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Amount, A::Error> {
        let table = AmountTable::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Amount { plus: table.plus, times: table.times, per: Some(table.per) })
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AmountVisitor)
    }
}

/// What can be counted.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CountFile {
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
    /// Figures of a type used this round.
    Used(Kind),
    /// Cubes of a Resource on this card.
    OnThis(Resource),
    /// Built Buildings of a kind.
    Built(Ref),
    /// Introduced Laws.
    Laws,
    /// The number fixed by the surrounding effect.
    It,
}

/// A good of the supply.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoodFile {
    /// Food.
    Food,
    /// Wood.
    Wood,
    /// Coal.
    Coal,
    /// Steam Cores.
    SteamCore,
    /// Steel.
    Steel,
    /// Automatons.
    Automaton,
}

/// Whom an effect hits.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoFile {
    /// Workers.
    Worker,
    /// Engineers.
    Engineer,
    /// Children.
    Child,
    /// The group chooses each one.
    Any,
    /// The type of the current Round.
    Round,
}

/// A track or one type of token.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TokensFile {
    /// Any Hope token.
    Hope,
    /// Any Discontent token.
    Discontent,
    /// Discontent of this type.
    Greed,
    /// Discontent of this type.
    Apathy,
    /// Discontent of this type.
    Anger,
    /// Hope of this type.
    Motivation,
    /// Hope of this type.
    Care,
    /// Hope of this type.
    Justice,
}

/// A condition.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum TestFile {
    /// An active token of this type.
    Active(Mood),
    /// At least so many tokens of a track.
    Tokens { of: Track, at_least: u8 },
    /// At least so many active tokens of a track.
    ActiveOn { of: Track, at_least: u8 },
    /// At least so much of a good.
    Have { what: GoodFile, at_least: u8 },
    /// At least so many Resources of any type.
    HaveResources(u8),
    /// At least so many Citizens.
    Citizens { of: Kind, at_least: u8 },
    /// At least so many sick.
    Sick { of: Kind, at_least: u8 },
    /// At least so many sick of all types.
    SickInAll(u8),
    /// Hunger at least so high.
    Hunger(u8),
    /// The Corpse marker at least there.
    Corpses(u8),
    /// This Round or later.
    RoundFrom(u8),
    /// A Building stands.
    Built {
        what: Ref,
        #[serde(default = "one")]
        at_least: u8,
    },
    /// A figure of this type is on this card.
    OnThis(Kind),
    /// At least so much of a Resource on this card.
    GoodsOnThis { what: Resource, at_least: u8 },
    /// At least so many Resources on this card.
    AnyOnThis(u8),
    /// At least so many Resources on that card.
    GoodsOn { card: Ref, at_least: u8 },
    /// That Scenario card was turned face up.
    Revealed(Ref),
    /// That card lies in a display.
    InPlay(Ref),
    /// That Law or Technology works.
    InForce(Ref),
    /// A Law can be introduced.
    LawLeft,
    /// Somebody slept in the cold.
    SleptCold,
    /// A Tree is in reach of the Building.
    TreeInReach,
    /// An Automaton is left in the bank.
    AutomatonLeft,
    /// A Spent token lies in the supply.
    SpentToken,
    /// The opposite.
    Not(Box<TestFile>),
    /// At least one of them.
    AnyOf(Vec<TestFile>),
}

/// A price.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CostFile {
    /// So much of a good.
    Spend { what: GoodFile, count: u8 },
    /// So many Resources of choice.
    SpendAny(u8),
    /// An active token of this type.
    Exhaust(Mood),
    /// An active token of this track.
    ExhaustAny(Track),
}
