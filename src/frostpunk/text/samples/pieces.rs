//! The pieces of the pack: cards, Buildings, tiles, and their options.

use super::effects::modifiers;
use super::pack::{
    ALL_OPS, CARD, CITIZEN, CONSEQUENCE, DISPUTE, DUSK, EXPEDITION, HALL, HUT, LAW, NESTED, NONE,
    OPTIONS, OTHER_CITIZEN, OTHER_LAW, SCENARIO, SMALL, SPECIAL, TECHNOLOGY, TREAT, TRIP, WEATHER,
    WOOD, WORK,
};
use crate::frostpunk::rules::ids::{
    Action, BlockId, CardId, Insulation, Kind, Letter, Meeple, Mood, OptionsId, Resource, Stuff,
    Track,
};
use crate::frostpunk::rules::program::{
    After, Arrow, Body, Building, Card, Citizen, Cost, Deck, Expedition, Hint as Reward, Hook, Law,
    OptionDef, Side, Special, StartCost, Test, TileFace, Weather,
};

pub(super) fn tile(full: bool) -> TileFace {
    let spaces =
        if full { [Some((Stuff::Trees, 1)), Some((Stuff::Core, 2))] } else { [None, None] };
    TileFace { id: "t".to_owned(), far: full, spaces, food: u8::from(full) }
}

fn plain(id: &str, deck: Deck, face: CardId, body: Body) -> Card {
    Card {
        id: id.to_owned(),
        face,
        deck,
        red: false,
        instant: None,
        options: None,
        special: None,
        hooks: Vec::new(),
        triggers: Vec::new(),
        modifiers: Vec::new(),
        body,
    }
}

pub(super) fn cards() -> Vec<Card> {
    let law = Law { pair: Some(OTHER_LAW), always: true, unlocks: vec![HUT, HALL] };
    let other = Law { pair: None, always: true, unlocks: Vec::new() };
    let camp = Expedition { letter: Letter::A, path: 3, hint: Reward::Goods };
    let wind = Weather { cold: 1, ranges: [1, 0, 1], scouts: 2, storm: 1 };
    vec![
        morning("M1"),
        morning("M1.2"),
        plain("D1", Deck::Dusk, DUSK, Body::Event),
        plain("SD1", Deck::Dispute, DISPUTE, Body::Event),
        Card { instant: Some(SMALL), ..plain("L1", Deck::Law, LAW, Body::Law(law)) },
        plain("L2", Deck::Law, OTHER_LAW, Body::Law(other)),
        plain("L1A", Deck::Consequence, CONSEQUENCE, Body::Consequence(LAW)),
        Card {
            modifiers: modifiers(),
            ..plain("T1", Deck::Technology, TECHNOLOGY, Body::Technology(4))
        },
        plain("C1", Deck::Citizen, CITIZEN, Body::Citizen(citizen(true))),
        plain("C2", Deck::Citizen, OTHER_CITIZEN, Body::Citizen(citizen(false))),
        plain("W1", Deck::Weather, WEATHER, Body::Weather(wind)),
        Card {
            options: Some(TRIP),
            ..plain("X1", Deck::Expedition, EXPEDITION, Body::Expedition(camp))
        },
        plain("S1", Deck::Scenario, SCENARIO, Body::Event),
    ]
}

fn morning(id: &str) -> Card {
    let meeples = vec![Meeple::Worker, Meeple::ChildEngineer];
    Card {
        red: true,
        instant: Some(ALL_OPS),
        options: Some(OPTIONS),
        special: Some(Special { meeples, once: false, cold: false, options: SPECIAL }),
        hooks: hooks(),
        triggers: vec![(4, SMALL)],
        ..plain(id, Deck::Morning, CARD, Body::Event)
    }
}

fn hooks() -> Vec<(Hook, BlockId)> {
    let hooks = [
        Hook::Dawn,
        Hook::Weather,
        Hook::Preparation,
        Hook::Dusk,
        Hook::EndOfNight,
        Hook::Built(HUT),
        Hook::ScoutReturns(Letter::B),
    ];
    hooks.map(|hook| (hook, SMALL)).to_vec()
}

fn citizen(trees: bool) -> Citizen {
    Citizen {
        kind: Kind::Engineer,
        cost: StartCost::Spend(Resource::Wood, 1),
        actions: vec![Action::Gather],
        buildings: if trees { Vec::new() } else { vec![HUT] },
        on_trees: trees,
        heated: trees,
        only_if: vec![Test::Active(Mood::Care)],
        ability: SMALL,
        death: [SMALL, NONE, NESTED],
    }
}

fn side(insulation: Insulation, action: Option<OptionsId>) -> Side {
    Side {
        insulation,
        slots: 0,
        slots_for: None,
        hunting: 0,
        expeditions: 0,
        action,
        cure: None,
        reach: false,
    }
}

pub(super) fn hut() -> Building {
    let basic = side(Insulation::Yellow, Some(WORK));
    let upgraded = side(Insulation::Red, Some(WORK));
    Building {
        id: "hut".to_owned(),
        large: false,
        engineer: false,
        wood: 1,
        cores: 0,
        upgrade: Some((Resource::Core, 1)),
        count: 3,
        part: None,
        printed: false,
        below: false,
        deposit: None,
        off_generator: false,
        keep: false,
        workshop: false,
        ruinable: false,
        ruins: false,
        kitchen: false,
        prison: false,
        on_build: None,
        sides: [basic, upgraded],
    }
}

/// Everything a Building can have, on one tile.
pub(super) fn hall() -> Building {
    let gifts = Side { slots: 2, hunting: 1, expeditions: 1, ..side(Insulation::White, None) };
    let own = Side { slots_for: Some(Kind::Child), cure: Some(SMALL), ..gifts.clone() };
    Building {
        id: "hall".to_owned(),
        large: true,
        engineer: true,
        cores: 1,
        deposit: Some(Resource::Coal),
        off_generator: true,
        keep: true,
        workshop: true,
        ruinable: true,
        kitchen: true,
        prison: true,
        on_build: Some(SMALL),
        sides: [gifts, Side { action: Some(TREAT), ..own }],
        ..hut()
    }
}

fn option(key: &str) -> OptionDef {
    OptionDef {
        key: key.to_owned(),
        when: Vec::new(),
        only_if: Vec::new(),
        costs: Vec::new(),
        block: NONE,
        after: After::None,
        arrow: None,
    }
}

fn pay() -> OptionDef {
    OptionDef {
        when: vec![Test::LawLeft],
        only_if: vec![Test::Active(Mood::Justice), Test::RoundFrom(3)],
        costs: vec![vec![Cost::Spend(WOOD, 2), Cost::Exhaust(Mood::Care)], vec![Cost::SpendAny(3)]],
        block: SMALL,
        after: After::Remove,
        arrow: Some(Arrow::NewA),
        ..option("pay")
    }
}

fn bare() -> OptionDef {
    OptionDef {
        costs: vec![vec![Cost::ExhaustAny(Track::Hope)]],
        after: After::Event,
        arrow: Some(Arrow::Continue(Letter::B)),
        ..option("bare")
    }
}

fn inner() -> OptionDef {
    OptionDef {
        costs: vec![Vec::new(), vec![Cost::SpendAny(1)]],
        after: After::Discard,
        arrow: Some(Arrow::Return(Letter::C)),
        ..option("inner")
    }
}

pub(super) fn option_lists() -> Vec<Vec<OptionDef>> {
    let all = vec![pay(), bare(), inner()];
    vec![
        all.clone(),
        vec![inner()],
        vec![option("bring")],
        all.clone(),
        vec![option("treat")],
        all,
        vec![option("cure")],
        vec![option("lost")],
    ]
}
