//! Who may see what of an entry, and where undo stops.
//!
//! May use: `ids`, `decision`. Deliberately absent: what is hidden in a city (`view`); an
//! entry tells by itself.

use super::Event;
use crate::frostpunk::rules::decision::Ask;
use crate::frostpunk::rules::ids::Seat;

impl Event {
    /// Did it reveal something hidden or random? Undo stops there.
    pub fn is_wall(&self) -> bool {
        match self {
            Event::Leader { random, .. } => *random,
            Event::OpeningClash { .. }
            | Event::Wall { .. }
            | Event::TokenPlaced { .. }
            | Event::Tower { .. }
            | Event::TileRevealed { .. }
            | Event::Revealed { .. }
            | Event::Drew { .. }
            | Event::Explored { .. }
            | Event::Trail { .. }
            | Event::TilesSeen { .. }
            | Event::DuskSeen { .. }
            | Event::DuskShuffled { .. }
            | Event::DisputeAdded { .. }
            | Event::OpeningPaid { .. }
            | Event::CitizensReshuffled => true,
            Event::Mourned { from, .. } => from.is_none(),
            _ => false,
        }
    }

    /// The seat that may see more of it than everybody.
    pub fn owner(&self) -> Option<Seat> {
        match self {
            Event::OpeningChosen { seat, .. }
            | Event::Drew { seat, .. }
            | Event::TilesSeen { seat, .. } => Some(*seat),
            Event::Taken { ask, .. } => match **ask {
                Ask::Opening(seat)
                | Ask::OpeningUnpaid(seat)
                | Ask::PlayCard(seat)
                | Ask::TileFate(seat)
                | Ask::Mourn(_, seat, _) => Some(seat),
                _ => None,
            },
            _ => None,
        }
    }

    /// What everybody may see of it; `None` if nothing.
    pub fn public(&self) -> Option<Event> {
        match self {
            Event::OpeningChosen { seat, .. } => {
                Some(Event::OpeningChosen { seat: *seat, card: None })
            }
            Event::Drew { seat, .. } => Some(Event::Drew { seat: *seat, card: None }),
            Event::TilesSeen { seat, .. } => {
                Some(Event::TilesSeen { seat: *seat, tiles: Vec::new() })
            }
            Event::Taken { .. } if self.owner().is_some() => None,
            _ => Some(self.clone()),
        }
    }
}
