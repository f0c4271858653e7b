//! Every price is paid when its option is chosen, whichever of several it is.

use super::arrange::{Need, arrange, payable};
use super::play::{Guide, answer_on, place, start};
use super::ways::{Offer, Start, offers};
use super::{every_card, id, lively};
use crate::table::Table;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::CardId;
use emberhall::frostpunk::rules::program::{Cost, Good};

/// The city after the option was taken for this price, and what happened from then on.
fn bought(card: CardId, offer: &Offer, price: usize) -> (Table, Vec<Event>) {
    let mut t = lively();
    place(&mut t, card, offer.start);
    if offer.start == Start::Ability {
        super::citizens::ground(&mut t, card);
    }
    let tests = offer.def.when.iter().chain(&offer.def.only_if).cloned();
    let paid = offer.def.costs[price].iter().map(|cost| payable(*cost));
    let own = tests.chain(paid).map(|test| Need::Is(test, true));
    let needs: Vec<Need> = offer.needs.iter().cloned().chain(own).collect();
    arrange(&mut t, card, &needs);
    let (picks, price) = (offer.picks.clone(), Some(price));
    let guide = Guide { picks, price, card: Some(card), ..Guide::default() };
    start(&mut t, card, offer.start, &guide);
    answer_on(&mut t, &guide);
    let (options, option) = *offer.picks.last().expect("an option is picked");
    let chosen = Event::Chosen { options, option, card: Some(card) };
    let from = t.events.iter().position(|event| *event == chosen);
    let from = from.unwrap_or_else(|| panic!("{} {} was not chosen", id(&t, card), offer.def.key));
    let after = t.events[from..].to_vec();
    (t, after)
}

fn is_paid(cost: Cost, after: &[Event]) -> bool {
    let some = |fits: &dyn Fn(&Event) -> bool| after.iter().any(fits);
    match cost {
        Cost::Spend(Good::Food, n) => {
            some(&|e| matches!(e, Event::Food { by, .. } if *by == -i16::from(n)))
        }
        Cost::Spend(Good::Resource(what), n) => some(&|e| match e {
            Event::Supply { resource, by, .. } => *resource == what && *by == -i16::from(n),
            _ => false,
        }),
        Cost::Spend(Good::Automaton, _) => some(&|e| matches!(e, Event::Figures { by: -1, .. })),
        Cost::SpendAny(n) => {
            let one = |e: &&Event| matches!(e, Event::Supply { by: -1, .. });
            after.iter().filter(one).count() >= usize::from(n)
        }
        Cost::Exhaust(what) => {
            some(&|e| matches!(e, Event::TokenFlipped { mood, active: false } if *mood == what))
        }
        Cost::ExhaustAny(track) => some(
            &|e| matches!(e, Event::TokenFlipped { mood, active: false } if mood.track() == track),
        ),
    }
}

#[test]
fn every_price_of_every_option_is_paid_in_full_when_it_is_chosen() {
    //
    let first = lively();
    let mut paid = 0;
    for card in every_card(&first.pack) {
        for offer in offers(&first.pack, card) {
            for (at, price) in offer.def.costs.iter().enumerate() {
                let (t, after) = bought(card, &offer, at);
                let unpaid: Vec<&Cost> = price.iter().filter(|c| !is_paid(**c, &after)).collect();
                let name = format!("{} {}", id(&t, card), offer.def.key);
                assert!(unpaid.is_empty(), "{name}: {unpaid:?} in {after:?}");
                paid += 1;
            }
        }
    }
    assert!(paid > 70, "{paid} prices");
}
