//! Checks of what can be written, but would never be played as written.
//!
//! May use: `read`. Deliberately absent: words that the files do not know at
//! all (an Expedition has no `instant`), which reading reports.

use crate::frostpunk::content::files::OptionFile;
use crate::frostpunk::content::problem::Found;
use crate::frostpunk::content::read::{CardFile, CardSource};
use crate::frostpunk::rules::ids::Action;
use crate::frostpunk::rules::program::Deck;

/// Numbered options an Event card has at most.
const OPTIONS: usize = 3;

pub(super) fn check_unplayable(card: &CardSource<'_>, found: &mut Found) {
    let message = match &card.source.body {
        Some(CardFile::Citizen(file)) => file.ability.actions.iter().find_map(|a| unfit(*a)),
        // Scenario cards are no Event cards.
        Some(CardFile::Event(file)) if card.deck != Deck::Scenario => {
            crowded(file.option.as_deref())
        }
        Some(CardFile::Consequence(file)) => crowded(file.option.as_deref()),
        _ => None,
    };
    if let Some(message) = message {
        found.push(card.source.place.problem(&(0..0), message));
    }
}

/// An ability stands in for the effect of its action: of these two
/// the effect is all there is, so the Scout or the card would be left alone.
fn unfit(action: Action) -> Option<String> {
    let instead = match action {
        Action::Special => "what the other card says",
        Action::Scout => "sending the Scout out",
        _ => return None,
    };
    let key = action.key();
    Some(format!("a main ability cannot replace {instead}: `{key}` is no action for it"))
}

fn crowded(options: Option<&[OptionFile]>) -> Option<String> {
    let count = options.map_or(0, <[OptionFile]>::len);
    (count > OPTIONS)
        .then(|| format!("an Event card has at most {OPTIONS} options, not {count} (R-23.1)"))
}
