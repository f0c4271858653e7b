//! Section 14: the Dusk Phase.

use crate::help::*;

fn dusk_of(t: &Table) -> Vec<CardId> {
    let mut cards = t.city.decks.dusk.clone();
    cards.sort_unstable();
    cards
}

fn sorted(mut cards: Vec<CardId>) -> Vec<CardId> {
    cards.sort_unstable();
    cards
}

/// Nobody is sick, no token active: the Dusk cards used here do nothing.
fn quiet() -> Table {
    let mut t = bare();
    t.tokens(&[(Mood::Care, false), (Mood::Care, false), (Mood::Greed, false)]);
    t
}

#[test]
fn standing_dusk_effects_come_first_in_an_order_of_choice() {
    //
    let mut t = quiet();
    let first_card = t.event_card("M015");
    let same = card_mut(&mut t, "M015").hooks.clone();
    card_mut(&mut t, "M004").hooks = same;
    let second = t.event_card("M004");
    t.only_dusk("D059").go(Mark::Dusk);
    assert!(matches!(t.asked(), Ask::DuskOrder));
    assert_eq!(t.by(), By::Responsible(Advisor::Social, Seat(2)));
    assert_eq!(t.keys(), ["M015", "M004"]);
    t.choose("M004");
    // Nobody worked on either: +1 Apathy each, and both leave the game.
    assert!(t.city.open_card(first_card).is_none() && t.city.open_card(second).is_none());
    assert_eq!(t.city.track(Track::Discontent).len(), 3);
    let gone =
        |card| first(&t, move |e| matches!(e, Event::CardMoved { card: c, .. } if *c == card));
    assert!(gone(second) < gone(first_card));
    let revealed = first(&t, |e| matches!(e, Event::Revealed { .. }));
    assert!(gone(first_card) < revealed, "the Dusk card comes last");
}

#[test]
fn a_meeple_on_its_card_is_seen_at_dusk() {
    // M015: an Engineer and the second Wood bring D030.
    let mut t = quiet();
    let card = t.event_card("M015");
    t.city.in_play.last_mut().unwrap().goods[Resource::Wood.at()] = 2;
    stand(&mut t, Meeple::Engineer, Place::Card(card));
    t.only_dusk("SD01").go(Mark::Dusk);
    assert!(t.city.open_card(card).is_none());
    let d030 = t.card("D030");
    assert!(t.city.decks.dusk.contains(&d030) || t.city.open_card(d030).is_some());
    assert_eq!(t.city.track(Track::Discontent).len(), 1);
    // the Engineer of a removed card is back in the supply.
    assert_eq!((t.city.placed.len(), t.city.figures.ready[E]), (0, 3));
}

#[test]
fn the_top_card_of_the_shuffled_deck_is_resolved_and_discarded() {
    // D000 has no icon.
    let mut t = quiet();
    t.city.corpses = 0;
    t.only_dusk("D000").go(Mark::Dusk);
    let card = t.card("D000");
    assert!(t.city.decks.dusk.is_empty());
    assert_eq!(t.city.decks.dusk_discard, [card]);
    let shuffled = first(&t, |e| matches!(e, Event::DuskShuffled { .. }));
    assert!(shuffled < first(&t, |e| matches!(e, Event::Revealed { .. })));
}

#[test]
fn a_dusk_card_with_the_remove_icon_leaves_the_game() {
    //
    let mut t = quiet();
    t.only_dusk("D059").go(Mark::Dusk);
    let card = t.card("D059");
    assert!(t.city.decks.removed.contains(&card));
    assert!(t.city.decks.dusk_discard.is_empty());
}

#[test]
fn a_dusk_card_with_the_event_icon_goes_to_the_display() {
    //
    let mut t = quiet();
    let stays = block(&mut t, &[Op::ToEvent]);
    card_mut(&mut t, "D059").instant = Some(stays);
    t.only_dusk("D059").go(Mark::Dusk);
    let open = t.city.open_card(t.card("D059")).map(|open| open.zone);
    assert_eq!(open, Some(Zone::Event));
}

#[test]
fn the_inevitable_kills_the_gravely_ill_and_then_counts_the_dead() {
    // D000, R-4.7: the corpses are counted after these deaths, each type is chosen anew.
    let mut t = bare();
    t.people(Kind::Worker, 22, 3, true).next_citizen("C04");
    stop_at_night(&mut t);
    t.only_dusk("D000").go(Mark::Dusk);
    assert_eq!((t.city.citizens[W], t.city.sick[W], t.city.corpses), (21, 2, 2));
    assert!(matches!(t.asked(), Ask::Kind(..)));
    assert_eq!(t.by(), By::Responsible(Advisor::Health, Seat(1)));
    t.choose_all(&["engineer", "child"]);
    assert_eq!(t.city.sick, [2, 1, 1]);
}

#[test]
fn an_option_of_a_dusk_card_is_the_councils_to_choose() {
    // D002 option 2 needs active Justice.
    let mut t = quiet();
    t.only_dusk("D002").go(Mark::Dusk);
    assert_eq!(t.by(), By::Council);
    assert_eq!(t.all_keys().len(), 3);
    assert_eq!(t.keys().len(), 2);
}

#[test]
fn a_dusk_card_without_an_available_option_leaves_the_game() {
    // all that is left of D002 needs Justice.
    let mut t = quiet();
    let options = t.pack.card(t.card("D002")).options.unwrap();
    t.pack.options[usize::from(options.0)].retain(|option| option.key == "exile");
    t.only_dusk("D002").go(Mark::Dusk);
    let card = t.card("D002");
    assert!(t.events.contains(&Event::NoOption { card }));
    assert!(t.city.decks.removed.contains(&card));
    assert!(t.city.decks.dusk_discard.is_empty());
}

#[test]
fn after_a_social_dispute_the_next_one_joins_deck_and_discard_pile() {
    // V-15, R-14.4, R-14.5, R-14.6
    let mut t = quiet();
    let start = t.take("D000");
    t.only_dusk("SD01");
    t.city.decks.dusk_discard = vec![start];
    let next = *t.city.decks.disputes.last().unwrap();
    t.go(Mark::Dusk);
    assert_eq!(dusk_of(&t), sorted(vec![start, next]));
    assert!(t.city.decks.dusk_discard.is_empty());
    assert!(t.city.decks.removed.contains(&t.card("SD01")));
    assert!(!t.city.decks.disputes.contains(&next));
    let told = |e: &Event| matches!(e, Event::DisputeAdded { card } if *card == next);
    assert!(t.events.iter().any(told), "everybody knows which one it is");
}

#[test]
fn after_the_last_social_dispute_none_is_added() {
    // deck and discard pile are still shuffled together.
    let mut t = quiet();
    let (start, other) = (t.take("D000"), t.take("D059"));
    t.only_dusk("SD01");
    let disputes = std::mem::take(&mut t.city.decks.disputes);
    t.city.decks.removed.extend(disputes);
    t.city.decks.dusk_discard = vec![start, other];
    t.go(Mark::Dusk);
    assert_eq!(dusk_of(&t), sorted(vec![start, other]));
    assert!(t.city.decks.dusk_discard.is_empty());
}

#[test]
fn cards_with_the_red_icon_cannot_be_parked_by_the_faith_keepers() {
    //
    let mut t = bare();
    let cards = [t.take("D000"), t.take("SD01"), t.take("D059")];
    let rest = std::mem::replace(&mut t.city.decks.dusk, cards.to_vec());
    t.city.decks.removed.extend(rest);
    t.effects(&[Op::FaithKeepers(3)]);
    assert_eq!(t.blocked("D000"), Some(Blocked::Red));
    assert_eq!(t.blocked("SD01"), Some(Blocked::Red));
    t.choose("D059");
    assert_eq!(t.city.decks.dusk_discard, [cards[2]]);
    assert_eq!(dusk_of(&t), sorted(cards[..2].to_vec()));
}

#[test]
fn no_effect_removes_or_discards_a_social_dispute() {
    // its own procedure still takes it away and brings the next one.
    let dispute = bare().card("SD01");
    for op in [Op::RemoveThis, Op::DiscardThis, Op::RemoveCard(dispute)] {
        let mut t = quiet();
        let gone = block(&mut t, std::slice::from_ref(&op));
        card_mut(&mut t, "SD01").instant = Some(gone);
        t.only_dusk("SD01");
        let next = *t.city.decks.disputes.last().unwrap();
        t.go(Mark::Dusk);
        assert_eq!(dusk_of(&t), [next], "{op:?}");
        assert!(t.city.decks.removed.contains(&dispute), "{op:?}");
        assert!(t.city.decks.dusk_discard.is_empty(), "{op:?}");
    }
}

#[test]
fn every_social_dispute_has_the_red_icon() {
    //
    let t = bare();
    assert_eq!(t.pack.deck(Deck::Dispute).count(), 10);
    assert!(t.pack.deck(Deck::Dispute).all(|card| t.pack.card(card).red));
}

#[test]
fn an_empty_dusk_deck_is_made_of_the_discard_pile() {
    //
    let mut t = quiet();
    let card = t.take("D059");
    t.city.decks.removed.append(&mut t.city.decks.dusk);
    t.city.decks.dusk_discard = vec![card];
    t.go(Mark::Dusk);
    assert!(t.city.decks.removed.contains(&card));
    assert!(t.city.decks.dusk_discard.is_empty());
}

#[test]
fn without_any_dusk_card_none_is_revealed() {
    //
    let mut t = quiet();
    t.city.decks.removed.append(&mut t.city.decks.dusk);
    t.city.decks.dusk_discard.clear();
    stop_at_night(&mut t);
    t.go(Mark::Dusk);
    assert!(!t.events.iter().any(|e| matches!(e, Event::Revealed { .. })));
    assert!(matches!(t.city.phase, Phase::Night));
}

#[test]
fn a_card_is_added_to_the_dusk_deck_from_the_box_only() {
    //
    let mut t = bare();
    let card = t.card("D030");
    let before = t.city.decks.dusk.len();
    assert!(t.city.decks.dusk_box.contains(&card));
    t.effects(&[Op::AddDusk(card)]);
    assert!(t.city.decks.dusk.contains(&card) && !t.city.decks.dusk_box.contains(&card));
    t.effects(&[Op::AddDusk(card)]);
    assert_eq!(t.city.decks.dusk.len(), before + 1, "it is in the deck already");
    t.take("D030");
    t.city.decks.removed.push(card);
    t.effects(&[Op::AddDusk(card)]);
    assert_eq!(t.city.decks.dusk.len(), before, "it was removed from the game");
}
