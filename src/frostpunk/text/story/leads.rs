//! How a scene opens: its Phase, the card turned over, what somebody did.
//!
//! May use: the names and labels of this layer. Deliberately absent: what came
//! of it (`parts`).

use crate::frostpunk::rules::frame::Ctx;
use crate::frostpunk::rules::ids::{CardId, OptionsId, Phase};
use crate::frostpunk::rules::program::Pack;
use crate::game::Message;

use super::super::owner::{self, Owner};
use super::super::{choices, names};

/// The Phase before what happened in it.
pub fn phase(phase: Phase) -> Message {
    Message::new("story-phase").message("phase", names::phase(phase))
}

/// What somebody did, step by step.
pub fn deeds(deeds: &[Message]) -> Message {
    let mut deeds = deeds.iter().cloned();
    let first = deeds.next().unwrap_or_else(|| Message::new("story-none"));
    deeds.fold(first, |so_far, next| {
        Message::new("story-then").message("first", so_far).message("next", next)
    })
}

/// The title of a card that was turned over.
pub fn title(pack: &Pack, card: CardId) -> Message {
    Message::new("story-card")
        .message("card", names::card(pack, card))
        .message("deck", names::deck(pack.card(card).deck))
}

/// The title of an explored card.
pub fn explored(pack: &Pack, stack: u8, card: CardId) -> Message {
    Message::new("story-explored")
        .message("card", names::card(pack, card))
        .message("stack", names::stack(stack))
}

/// The title of a Law that was introduced: by the people, or by those who sit at the table.
pub fn law(pack: &Pack, card: CardId, by_people: bool) -> Message {
    let key = if by_people { "story-law-people" } else { "story-law" };
    Message::new(key).message("card", names::card(pack, card))
}

/// The story of an open card.
pub fn tale(pack: &Pack, card: CardId) -> Message {
    let tale = Message::new(format!("{}.story", names::card(pack, card).key));
    Message::new("story-tale").message("tale", tale)
}

/// What was chosen, and of what.
pub fn chosen(pack: &Pack, options: OptionsId, option: u8, card: Option<CardId>) -> Message {
    let label = choices::option_label(pack, options, option, card.map(Ctx::of).unwrap_or_default());
    let of = match owner::of(pack, options, card) {
        Some(Owner::Card(id) | Owner::Special(id)) => names::card(pack, id),
        Some(Owner::Building(id)) => names::building(pack, id),
        // The Advisor who acts was just named.
        Some(Owner::Advisor(_)) | None => {
            return Message::new("story-chosen-plain").message("label", label);
        }
    };
    Message::new("story-chosen").message("of", of).message("label", label)
}
