//! Permanent changes, and when a standing effect acts.
//!
//! May use: `program`, the names. Deliberately absent: which are in force.

use crate::frostpunk::rules::ids::BlockId;
use crate::frostpunk::rules::program::{Hook, Modifier, Pack};
use crate::game::Message;

use super::super::names;
use super::inner;

fn counted(key: &str, count: u8) -> Message {
    Message::new(key).number("count", count)
}

/// A permanent change of a Law or Technology.
pub fn modifier(pack: &Pack, modifier: Modifier) -> Message {
    match modifier {
        Modifier::ChildrenGather => Message::new("modifier-children-gather"),
        Modifier::ChildrenUse(id, most) => {
            counted("modifier-children-use", most).message("building", names::building(pack, id))
        }
        Modifier::ExtraSlots(count) => counted("modifier-extra-slots", count),
        Modifier::RuinsShelter(count) => counted("modifier-ruins-shelter", count),
        Modifier::Shelters(id, kind, count) => Message::new("modifier-shelters")
            .message("building", names::building(pack, id))
            .message("who", names::count_kind(kind, count)),
        Modifier::Sleds(count) => counted("modifier-sleds", count),
        Modifier::HuntingPer(count) => counted("modifier-hunting-per", count),
        Modifier::HuntingSymbols(count) => counted("modifier-hunting-symbols", count),
        Modifier::Chainsaw(count) => counted("modifier-chainsaw", count),
        Modifier::SafetyValve(count) => counted("modifier-safety-valve", count),
        Modifier::ExtraStressRemoved(count) => counted("modifier-extra-stress-removed", count),
        Modifier::GatherMore(count) => counted("modifier-gather-more", count),
        Modifier::CureMore(count) => counted("modifier-cure-more", count),
        Modifier::FeedLess(count) => counted("modifier-feed-less", count),
        Modifier::AutomatonsFree => Message::new("modifier-automatons-free"),
        Modifier::Bonus(id, good, count) => Message::new("modifier-bonus")
            .message("building", names::building(pack, id))
            .message("what", names::some(good, count)),
        Modifier::Insulate(from, to) => Message::new("modifier-insulate")
            .message("from", names::insulation(from))
            .message("to", names::insulation(to)),
    }
}

/// A standing effect with the time it acts.
pub fn hook(pack: &Pack, hook: Hook, block: BlockId) -> Message {
    let when = match hook {
        Hook::Dawn => Message::new("hook-dawn"),
        Hook::Weather => Message::new("hook-weather"),
        Hook::Preparation => Message::new("hook-preparation"),
        Hook::Dusk => Message::new("hook-dusk"),
        Hook::EndOfNight => Message::new("hook-end-of-night"),
        Hook::Built(id) => {
            Message::new("hook-built").message("building", names::building(pack, id))
        }
        Hook::ScoutReturns(letter) => {
            Message::new("hook-scout-returns").message("letter", names::letter(letter))
        }
    };
    when.list("rules", inner(pack, block))
}
