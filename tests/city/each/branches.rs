//! Every branch of every card is reached, and does what it says.

use super::arrange::arrange;
use super::play::{follow, happened, place};
use super::ways::{Start, Way, ways};
use super::{every_card, id, lively};
use crate::table::Table;
use emberhall::frostpunk::rules::event::{CardTo, Event};
use emberhall::frostpunk::rules::ids::{CardId, Track};
use emberhall::frostpunk::rules::program::{Good, Op};

/// Is this what an effect leaves behind?
type Sign = Box<dyn Fn(&Event) -> bool>;

/// The sign an effect leaves; `None` for those that may find nothing to do.
fn sign(op: &Op, me: CardId) -> Option<Sign> {
    let sign: Sign = match op.clone() {
        Op::AddDusk(to) => Box::new(move |e| matches!(e, Event::DuskAdded { card } if *card == to)),
        Op::Reveal(to, _) => {
            Box::new(move |e| matches!(e, Event::Revealed { card } if *card == to))
        }
        Op::RemoveThis => moved(me, CardTo::Removed),
        Op::DiscardThis => moved(me, CardTo::DuskDiscard),
        Op::Gain(Good::Food, _) => Box::new(|e| matches!(e, Event::Food { by: 1.., .. })),
        Op::Lose(Good::Food, _) => Box::new(|e| matches!(e, Event::Food { by: ..=-1, .. })),
        Op::Gain(Good::Resource(what), _) => Box::new(
            move |e| matches!(e, Event::Supply { resource, by: 1.., .. } if *resource == what),
        ),
        Op::Lose(Good::Resource(what), _) => Box::new(
            move |e| matches!(e, Event::Supply { resource, by: ..=-1, .. } if *resource == what),
        ),
        Op::LoseAny(_) | Op::LoseAllResources => {
            Box::new(|e| matches!(e, Event::Supply { by: ..=-1, .. }))
        }
        Op::PutOnThis { .. } => {
            Box::new(move |e| matches!(e, Event::OnCard { card, by: 1.., .. } if *card == me))
        }
        Op::HungerUp(_) => Box::new(|e| matches!(e, Event::Hunger { by: 1.., .. })),
        Op::HungerDown(_) => Box::new(|e| matches!(e, Event::Hunger { by: ..=-1, .. })),
        Op::AddStress(_) => Box::new(|e| matches!(e, Event::Stress { by: 1.., .. })),
        Op::RemoveStress(..) => Box::new(|e| matches!(e, Event::Stress { by: ..=-1, .. })),
        Op::PurgeStress => Box::new(|e| matches!(e, Event::TowerUpgraded)),
        Op::Sick(..) => Box::new(|e| matches!(e, Event::Sick { by: 1.., .. })),
        Op::Heal(..) | Op::Cure(_) => Box::new(|e| matches!(e, Event::Sick { by: ..=-1, .. })),
        Op::Treat(_) | Op::FlipSkulls | Op::Flip(_) => {
            Box::new(|e| matches!(e, Event::Flipped { .. }))
        }
        Op::Die { .. } => Box::new(|e| matches!(e, Event::Died { .. })),
        Op::GainCitizens(..) => Box::new(|e| matches!(e, Event::Citizens { by: 1.., .. })),
        Op::LoseCitizens(..) => Box::new(|e| matches!(e, Event::Citizens { by: ..=-1, .. })),
        Op::Spent(..) => Box::new(|e| matches!(e, Event::Spent { by: 1.., .. })),
        Op::RemoveSpent => Box::new(|e| matches!(e, Event::Spent { by: ..=-1, .. })),
        Op::Bury(..) => Box::new(|e| matches!(e, Event::Corpses { by: ..=-1, .. })),
        Op::TakeFromMap { .. } => Box::new(|e| matches!(e, Event::Pile { .. })),
        Op::MoveScouts(_) => Box::new(|e| matches!(e, Event::ScoutMoved { .. })),
        Op::DrawCitizens(_) => Box::new(|e| matches!(e, Event::Drew { .. })),
        Op::IntroduceLaw => Box::new(|e| matches!(e, Event::LawPassed { .. })),
        Op::PlaceTiles { .. } | Op::RemoveSnow => {
            Box::new(|e| matches!(e, Event::TileRevealed { .. }))
        }
        Op::ScoutTiles(_) => Box::new(|e| matches!(e, Event::TilesSeen { .. })),
        Op::FaithKeepers(_) => Box::new(|e| matches!(e, Event::DuskSeen { .. })),
        Op::Destroy => Box::new(|e| matches!(e, Event::Unbuilt { .. })),
        Op::Upgrade(_) => Box::new(|e| matches!(e, Event::Upgraded { .. })),
        Op::ColdUp(_) => Box::new(|e| matches!(e, Event::Cold { .. })),
        Op::RangeUp(..) => Box::new(|e| matches!(e, Event::RangeMoved { .. })),
        Op::Storm(_) => Box::new(|e| matches!(e, Event::StormMarker { .. })),
        Op::CoverLaw => Box::new(|e| matches!(e, Event::LawCovered { covered: true, .. })),
        Op::Win => Box::new(|e| matches!(e, Event::Won)),
        Op::Increase(tokens, _) => grows(tokens.track(), true),
        Op::Decrease { tokens, .. } => grows(tokens.track(), false),
        Op::Activate(tokens, _) => turned(tokens.track(), true),
        Op::Exhaust(tokens, _) => turned(tokens.track(), false),
        _ => return None,
    };
    Some(sign)
}

fn moved(me: CardId, place: CardTo) -> Sign {
    Box::new(move |e| matches!(e, Event::CardMoved { card, to } if *card == me && *to == place))
}

fn turned(track: Track, up: bool) -> Sign {
    Box::new(move |e| match e {
        Event::TokenFlipped { mood, active } => mood.track() == track && *active == up,
        _ => false,
    })
}

fn grows(track: Track, up: bool) -> Sign {
    let flips = turned(track, up);
    Box::new(move |e| {
        flips(e)
            || match e {
                Event::TokenPlaced { mood, .. } => up && mood.track() == track,
                Event::TokenRemoved { mood, .. } => !up && mood.track() == track,
                _ => false,
            }
    })
}

/// The city after a way was followed.
fn followed(card: CardId, way: &Way) -> Table {
    let mut t = lively();
    place(&mut t, card, way.start);
    if way.start == Start::Ability {
        super::citizens::ground(&mut t, card);
    }
    arrange(&mut t, card, &way.needs);
    follow(&mut t, card, way);
    t
}

#[test]
fn every_effect_of_every_card_comes_when_its_conditions_hold() {
    //
    let first = lively();
    let (mut played, mut missing) = (0, Vec::new());
    for card in every_card(&first.pack) {
        for way in ways(&first.pack, card) {
            let Some(sign) = sign(&way.op, card) else {
                continue;
            };
            let t = followed(card, &way);
            played += 1;
            if !happened(&t, sign) {
                missing.push(format!("{}: {way:?}", id(&first, card)));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "{} of {played} left no sign; can they do anything in `lively`, and does `possible` say what they need?\n{}",
        missing.len(),
        missing.join("\n")
    );
    assert!(played > 900, "{played} effects are not the whole box");
}

#[test]
fn every_chain_puts_its_card_into_the_dusk_deck() {
    // out of the box, unseen.
    let first = lively();
    let mut chained = std::collections::BTreeSet::new();
    for card in every_card(&first.pack) {
        for way in ways(&first.pack, card) {
            let Op::AddDusk(next) = way.op else { continue };
            let t = followed(card, &way);
            assert!(!t.city.decks.dusk_box.contains(&next), "{}: {way:?}", id(&t, card));
            // A Dusk effect is followed by nothing here, so the deck still holds it.
            assert!(t.city.decks.dusk.contains(&next), "{}: {way:?}", id(&t, card));
            chained.insert(next);
        }
    }
    let dusk = first.pack.deck(emberhall::frostpunk::rules::program::Deck::Dusk).count();
    assert_eq!(chained.len(), dusk, "every Dusk card has a card that brings it");
}

#[test]
fn a_city_stays_possible_whatever_card_comes() {
    // Section 30, after each branch of each card.
    let first = lively();
    for card in every_card(&first.pack) {
        for way in ways(&first.pack, card) {
            let t = followed(card, &way);
            let check = emberhall::frostpunk::rules::check::invariants(&t.pack, &t.city);
            check.unwrap_or_else(|what| panic!("{}: {way:?}: {what}", id(&t, card)));
        }
    }
}
