//! How the City stands and how it ended, in a few lines; a hand of cards; why
//! the house would choose so.
//!
//! May use: `program`, the names, the descriptions. Deliberately absent: the
//! view; the few numbers that matter come in as [`Standing`].

use crate::frostpunk::rules::ids::{CardId, Loss};
use crate::frostpunk::rules::program::Pack;
use crate::game::{Message, Outcome};

use super::{describe, names};

/// Tokens on a track.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// All of them.
    pub all: i64,
    /// Those with the light side up.
    pub active: i64,
}

/// What everybody asks first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Round marker.
    pub round: i64,
    /// Length of the Round track.
    pub rounds: i64,
    /// Heat marker.
    pub heat: i64,
    /// Cold marker.
    pub cold: i64,
    /// Food marker.
    pub food: i64,
    /// Hunger marker.
    pub hunger: i64,
    /// Hope track.
    pub hope: Tokens,
    /// Discontent track.
    pub discontent: Tokens,
    /// Sick Citizens of all types.
    pub sick: i64,
    /// Types with the Skull up.
    pub skulls: i64,
    /// Coal in the supply.
    pub coal: i64,
    /// Wood in the supply.
    pub wood: i64,
    /// Citizens of all types.
    pub citizens: i64,
    /// Corpse marker.
    pub corpses: i64,
    /// Laws introduced.
    pub laws: i64,
    /// Technologies developed.
    pub technologies: i64,
}

/// The line that answers "how are we doing?".
pub fn brief(now: &Standing) -> Message {
    Message::new("brief")
        .number("heat", now.heat)
        .number("cold", now.cold)
        .number("food", now.food)
        .number("hunger", now.hunger)
        .number("hope", now.hope.all)
        .number("hope_active", now.hope.active)
        .number("discontent", now.discontent.all)
        .number("discontent_active", now.discontent.active)
        .number("sick", now.sick)
        .number("skulls", now.skulls)
        .number("coal", now.coal)
        .number("wood", now.wood)
}

/// How it ended: the story, and a line of facts.
pub fn ending(outcome: &Outcome, now: &Standing) -> Vec<Message> {
    let facts = Message::new("ending-facts")
        .number("round", now.round)
        .number("rounds", now.rounds)
        .number("citizens", now.citizens)
        .number("sick", now.sick)
        .number("corpses", now.corpses)
        .number("laws", now.laws)
        .number("technologies", now.technologies);
    vec![story(outcome), facts]
}

fn story(outcome: &Outcome) -> Message {
    match outcome {
        Outcome::Won => Message::new("ending-won"),
        Outcome::Lost { cause } => Loss::from_key(cause).map_or_else(unknown_end, lost),
        Outcome::Ranking(_) => unknown_end(),
    }
}

fn lost(loss: Loss) -> Message {
    Message::new(format!("ending-lost-{}", loss.key()))
}

/// A cause of a later version of the game.
fn unknown_end() -> Message {
    Message::new("ending-unknown")
}

/// A Citizen card in a hand: what it can do, and what it does if it is given for a death.
/// Only the column of its own type counts there.
pub fn in_hand(pack: &Pack, id: CardId) -> Option<Message> {
    let kind = pack.citizen(id)?.kind;
    let line = Message::new("hand-card")
        .message("card", names::card(pack, id))
        .list("ability", describe::ability(pack, id))
        .message("kind", names::a_kind(kind))
        .list("death", describe::death(pack, id, kind));
    Some(line)
}

/// Reasons for a choice.
pub const WHYS: &[&str] = &[
    "only",
    "enough",
    "even",
    "fate",
    "hope",
    "discontent",
    "health",
    "deaths",
    "food",
    "stores",
    "warmth",
    "stress",
    "works",
];

/// Why the house would choose so.
pub fn why(reason: &str) -> Message {
    Message::new(format!("counsel-{reason}"))
}

/// Every key that is made from the ways to lose and the reasons for a choice.
pub fn all() -> Vec<String> {
    let ends = Loss::ALL.iter().map(|loss| lost(*loss).key);
    let whys = WHYS.iter().map(|reason| why(reason).key);
    ends.chain(whys).chain(["brief".to_owned()]).collect()
}
