//! The rules of *Frostpunk: The Board Game*: pure, deterministic, resumable.
//!
//! Values in, values out. May use: std, serde, `rand_chacha`, thiserror.
//! Deliberately absent: I/O, clock, threads, async, logging, hash maps, floats,
//! languages, Discord, votes. Rules are cited as R-x.y where they are kept.
//!
//! * [`start`] begins a campaign; [`choices()`] lists the answers to a question;
//!   [`apply`] takes one. Everything listed and not blocked is accepted, nothing
//!   else; a rejected answer changes nothing.
//! * `City` stores what is asked and what is unfinished (`frame`), never a list
//!   of answers and never an effect.
//! * `changes` writes the board, and reports each change as an `Event`. What only one
//!   phase or effect ever touches is written, and told, there.

pub mod answer;
pub mod changes;
pub mod check;
pub mod choices;
pub mod decision;
pub mod dice;
pub mod event;
pub mod exec;
pub mod frame;
pub mod ground;
pub mod hints;
pub mod ids;
pub mod keys;
pub mod look;
pub mod map;
pub mod owner;
pub mod phases;
pub mod program;
mod purse;
pub mod referee;
pub mod remedy;
pub mod save;
pub mod setup;
pub mod state;
pub mod steps;

pub use setup::{Setup, SetupError, start};

use decision::{Ask, Choice, Pick, Rejected};
use event::Event;
use look::Look;
use program::Pack;
use referee::Referee;
use state::City;

/// The answers to an open question.
pub fn choices(pack: &Pack, city: &City, ask: &Ask) -> Vec<Choice> {
    choices::list(Look::new(pack, city), ask)
}

/// Takes an answer by its key. Checks first, then writes; what is rejected changes nothing.
pub fn apply(
    pack: &Pack,
    city: &mut City,
    decision: Option<u32>,
    key: &str,
) -> Result<Vec<Event>, Rejected> {
    let id = which(city, decision)?;
    let pick = accepted(Look::new(pack, city), id, key)?;
    apply_pick(pack, city, id, pick)
}

/// Takes an answer that was listed. The city is untouched if a card breaks.
pub fn apply_pick(
    pack: &Pack,
    city: &mut City,
    decision: u32,
    pick: Pick,
) -> Result<Vec<Event>, Rejected> {
    let mut next = city.clone();
    let mut events = Vec::new();
    Referee::new(pack, &mut next, &mut events).take(decision, pick).map_err(Rejected::Broken)?;
    *city = next;
    Ok(events)
}

/// The decision that is answered.
fn which(city: &City, decision: Option<u32>) -> Result<u32, Rejected> {
    let open = || city.pending.iter().map(|p| p.id.to_string()).collect::<Vec<_>>().join(", ");
    match (decision, city.pending.as_slice()) {
        (_, []) => Err(Rejected::Over),
        (None, [only]) => Ok(only.id),
        (None, _) => Err(Rejected::Which(open())),
        (Some(given), list) if list.iter().any(|p| p.id == given) => Ok(given),
        (Some(given), _) => Err(Rejected::NotOpen { given, open: open() }),
    }
}

/// The listed answer with this key.
fn accepted(look: Look, decision: u32, key: &str) -> Result<Pick, Rejected> {
    let Some(pending) = look.city.pending.iter().find(|p| p.id == decision) else {
        return Err(Rejected::Over);
    };
    let listed = choices::list(look, &pending.ask);
    let found = listed.iter().find(|choice| keys::key(look, &pending.ask, choice.pick) == key);
    match found {
        Some(Choice { pick, blocked: None }) => Ok(*pick),
        Some(Choice { blocked: Some(why), .. }) => {
            Err(Rejected::Blocked { key: key.to_owned(), reason: keys::reason(why).to_owned() })
        }
        None => {
            let open = listed.iter().filter(|choice| choice.blocked.is_none());
            let choices: Vec<_> = open.map(|c| keys::key(look, &pending.ask, c.pick)).collect();
            let choices = choices.join(", ");
            Err(Rejected::NoSuchChoice { decision, key: shortened(key), choices })
        }
    }
}

/// What a stranger sent is not repeated at full length.
fn shortened(key: &str) -> String {
    key.chars().take(40).collect()
}
