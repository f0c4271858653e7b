//! Why a choice cannot be taken, and what would open it.
//!
//! May use: `decision`, `program`, the names. Deliberately absent: the state.

use crate::frostpunk::rules::decision::Blocked;
use crate::frostpunk::rules::program::Pack;
use crate::game::Message;

use super::{describe, names};

/// The reason as a sentence.
pub fn blocked(pack: &Pack, blocked: &Blocked) -> Message {
    match blocked {
        Blocked::Lacks(good, count) => {
            Message::new("blocked-lacks").message("what", names::some(*good, *count))
        }
        Blocked::LacksResources(count) => {
            Message::new("blocked-lacks-resources").number("count", *count)
        }
        Blocked::Needs(test) => {
            Message::new("blocked-needs").message("test", describe::condition(pack, test))
        }
        Blocked::NoneActive(mood) => {
            Message::new("blocked-none-active").message("what", names::mood(*mood))
        }
        Blocked::NoneActiveOn(track) => {
            Message::new("blocked-none-active-on").message("what", names::track(*track))
        }
        Blocked::NoFigure => Message::new("blocked-no-figure"),
        Blocked::NoTarget => Message::new("blocked-no-target"),
        Blocked::NoBeacon => Message::new("blocked-no-beacon"),
        Blocked::TooManyScouts => Message::new("blocked-too-many-scouts"),
        Blocked::NoStack => Message::new("blocked-no-stack"),
        Blocked::NoTile => Message::new("blocked-no-tile"),
        Blocked::NoSpecial => Message::new("blocked-no-special"),
        Blocked::HeatAtCold => Message::new("blocked-heat-at-cold"),
        Blocked::CouncilGoesOn => Message::new("blocked-council-goes-on"),
        Blocked::CardOnly => Message::new("blocked-card-only"),
        Blocked::NoneLeft => Message::new("blocked-none-left"),
        Blocked::Locked => Message::new("blocked-locked"),
        Blocked::NoSpace => Message::new("blocked-no-space"),
        Blocked::NoDeposit => Message::new("blocked-no-deposit"),
        Blocked::CannotPay => Message::new("blocked-cannot-pay"),
        Blocked::Barred => Message::new("blocked-barred"),
        Blocked::NoSkip => Message::new("blocked-no-skip"),
        Blocked::DeckEmpty => Message::new("blocked-deck-empty"),
        Blocked::Skull => Message::new("blocked-skull"),
        Blocked::Nobody => Message::new("blocked-nobody"),
        Blocked::Red => Message::new("blocked-red"),
        Blocked::NoDevelopment => Message::new("blocked-no-development"),
    }
}
