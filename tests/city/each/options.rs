//! Every option is open in one position and, if it asks for something, blocked in another.

use super::arrange::{Need, arrange, payable};
use super::play::{explore, place};
use super::ways::{Offer, Start, needs_of, offers};
use super::{every_card, id, lively};
use crate::table::Table;
use emberhall::frostpunk::rules;
use emberhall::frostpunk::rules::decision::{Ask, Blocked, Pick};
use emberhall::frostpunk::rules::frame::Ctx;
use emberhall::frostpunk::rules::ids::{CardId, OptionsId};
use emberhall::frostpunk::rules::program::{Arrow, Deck, OptionDef, Test};

/// What is said about an option.
#[derive(Debug, PartialEq)]
enum Said {
    Nothing,
    Open,
    Blocked(Blocked),
}

fn said(t: &Table, ask: &Ask, at: usize) -> Said {
    let listed = rules::choices(&t.pack, &t.city, ask);
    match listed.into_iter().find(|c| c.pick == Pick::Option(at as u8)) {
        None => Said::Nothing,
        Some(choice) => choice.blocked.map_or(Said::Open, Said::Blocked),
    }
}

struct Case<'a> {
    card: CardId,
    start: Start,
    list: OptionsId,
    at: usize,
    def: &'a OptionDef,
}

impl<'a> Case<'a> {
    fn of(card: CardId, offer: &'a Offer) -> Case<'a> {
        let (list, at) = *offer.picks.last().expect("an option is picked");
        Case { card, start: offer.start, list, at: usize::from(at), def: &offer.def }
    }
}

impl Case<'_> {
    /// The question, in a city where these hold.
    fn asked(&self, needs: &[Need]) -> (Table, Ask) {
        let mut t = lively();
        place(&mut t, self.card, self.start);
        let own = t.pack.card(self.card).options == Some(self.list);
        let ask = if own && t.pack.card(self.card).deck == Deck::Expedition {
            Ask::Explore(explore(&mut t, self.card), self.card)
        } else {
            Ask::Option(self.list, Ctx::of(self.card))
        };
        arrange(&mut t, self.card, &needs_of(self.def));
        arrange(&mut t, self.card, needs);
        (t, ask)
    }

    fn name(&self) -> String {
        format!("{} {}", id(&lively(), self.card), self.def.key)
    }

    fn is_open(&self) {
        let (t, ask) = self.asked(&[]);
        assert_eq!(said(&t, &ask, self.at), Said::Open, "{}", self.name());
    }

    /// red text blocks, and says what is missing.
    fn is_blocked_by_its_conditions(&self) {
        for test in &self.def.only_if {
            let (t, ask) = self.asked(&[Need::Is(test.clone(), false)]);
            let said = said(&t, &ask, self.at);
            assert!(matches!(said, Said::Blocked(Blocked::Needs(_))), "{}: {said:?}", self.name());
        }
        for test in &self.def.when {
            let (t, ask) = self.asked(&[Need::Is(test.clone(), false)]);
            assert_eq!(said(&t, &ask, self.at), Said::Nothing, "{}: {test:?}", self.name());
        }
    }

    /// a price must be paid in full; one of several is enough.
    fn is_blocked_by_its_price(&self) {
        for (which, price) in self.def.costs.iter().enumerate() {
            for cost in price {
                let others = self.def.costs.iter().enumerate().filter(|(at, _)| *at != which);
                let others = others.filter_map(|(_, price)| price.first());
                let fails = |cost: &_| Need::Is(payable(*cost), false);
                let needs: Vec<Need> = others.chain([cost]).map(fails).collect();
                let (t, ask) = self.asked(&needs);
                let said = said(&t, &ask, self.at);
                assert!(matches!(said, Said::Blocked(_)), "{} {cost:?}: {said:?}", self.name());
            }
        }
    }

    /// nobody goes on without a card.
    fn is_blocked_by_an_empty_deck(&self) {
        if let Some(Arrow::Continue(letter)) = self.def.arrow {
            let (mut t, ask) = self.asked(&[]);
            t.city.decks.expeditions[letter.at()].clear();
            assert_eq!(
                said(&t, &ask, self.at),
                Said::Blocked(Blocked::DeckEmpty),
                "{}",
                self.name()
            );
        }
    }
}

#[test]
fn every_option_is_open_in_one_position_and_blocked_where_it_lacks_something() {
    //
    let first = lively();
    let (mut open, mut bound) = (0, 0);
    for card in every_card(&first.pack) {
        for offer in offers(&first.pack, card) {
            let case = Case::of(card, &offer);
            case.is_open();
            case.is_blocked_by_its_conditions();
            case.is_blocked_by_its_price();
            case.is_blocked_by_an_empty_deck();
            open += 1;
            bound += usize::from(!offer.def.only_if.is_empty() || !offer.def.costs.is_empty());
        }
    }
    assert!(open > 400 && bound > 100, "{open} options, {bound} of them bound to something");
}

#[test]
fn some_option_of_every_event_card_is_always_open() {
    // is for the unlucky: a city with nothing at all still has an answer, or the card none.
    let first = lively();
    for card in every_card(&first.pack) {
        let Some(list) = first.pack.card(card).options else {
            continue;
        };
        let free = |def: &OptionDef| {
            let shown = def.when.iter().all(|test| matches!(test, Test::Not(_)));
            shown && def.only_if.is_empty() && def.costs.is_empty()
        };
        assert!(first.pack.option_list(list).iter().any(free), "{}", id(&first, card));
    }
}
