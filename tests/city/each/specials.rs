//! Every Special Action can be taken by the figures it names, and by no other.

use super::arrange::{arrange, show};
use super::play::{Guide, act};
use super::ways::needs_of;
use super::{every_card, id, lively};
use crate::table::Table;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::{Action, CardId, Kind, Meeple};
use emberhall::frostpunk::rules::program::{OptionDef, Special};
use emberhall::frostpunk::rules::state::Place;

/// The card lies open, and the option can be chosen.
fn laid(card: CardId, def: &OptionDef) -> Table {
    let mut t = lively();
    show(&mut t, card);
    arrange(&mut t, card, &needs_of(def));
    t
}

/// The same, and one such figure is all there is.
fn only(card: CardId, def: &OptionDef, meeple: Meeple) -> Table {
    let mut t = laid(card, def);
    for other in Meeple::ALL {
        t.ready(*other, u8::from(*other == meeple));
    }
    t
}

/// a Child specialist acts as a Child and as what it has learnt.
fn may(special: &Special, meeple: Meeple) -> bool {
    let learnt = match meeple {
        Meeple::ChildWorker => Some(Meeple::Worker),
        Meeple::ChildEngineer => Some(Meeple::Engineer),
        _ => None,
    };
    let child = meeple.kind() == Some(Kind::Child) && special.meeples.contains(&Meeple::Child);
    child
        || special.meeples.contains(&meeple)
        || learnt.is_some_and(|m| special.meeples.contains(&m))
}

/// the figure stays on the card, in the cold if the card says so.
fn takes(card: CardId, special: &Special, at: usize, def: &OptionDef, meeple: Meeple) {
    let name = format!("{} {} {}", id(&lively(), card), def.key, meeple.key());
    assert_eq!(only(card, def, meeple).look().special_figures(card).count(), 1, "{name}");
    let mut t = laid(card, def);
    t.ready(meeple, 1);
    let picks = vec![(special.options, at as u8)];
    let guide = Guide { picks, meeple: Some(meeple), card: Some(card), ..Guide::default() };
    act(&mut t, Action::Special, &guide);
    let put = Event::Placed { meeple, place: Place::Card(card), cold: special.cold };
    assert!(t.events.contains(&put), "{name}: nobody was placed");
    let (options, option) = (special.options, at as u8);
    let chosen = Event::Chosen { options, option, card: Some(card) };
    assert!(t.events.contains(&chosen), "{name}: it was not chosen");
    assert!(!t.look().usable_specials().any(|c| c == card), "{name}: twice in a round");
    let used = t.city.figures.used[meeple.at()];
    assert_eq!((used, t.city.figures.ready[meeple.at()]), (1, 0), "{name}");
}

#[test]
fn every_special_action_is_taken_by_the_figures_on_it_and_by_no_other() {
    //
    let first = lively();
    let mut taken = 0;
    for card in every_card(&first.pack) {
        let Some(special) = &first.pack.card(card).special else {
            continue;
        };
        for (at, def) in first.pack.option_list(special.options).iter().enumerate() {
            for meeple in Meeple::ALL.iter().copied() {
                if may(special, meeple) {
                    takes(card, special, at, def, meeple);
                    taken += 1;
                } else {
                    let t = only(card, def, meeple);
                    let name = format!("{} {}", id(&t, card), meeple.key());
                    assert_eq!(t.look().special_figures(card).count(), 0, "{name}");
                }
            }
        }
    }
    assert!(taken > 30, "{taken} are not all Special Actions");
}
