//! Every Citizen card can be played where it says, and nowhere else.

use super::arrange::{Need, arrange};
use super::play::{Guide, act, happened, place};
use super::ways::Start;
use super::{every_card, id, lively};
use crate::table::Table;
use emberhall::frostpunk::rules::event::Event;
use emberhall::frostpunk::rules::ids::{Action, BuildingId, CardId, Meeple, Seat};
use emberhall::frostpunk::rules::program::Citizen;

/// One of its Buildings stands on the map.
pub fn ground(t: &mut Table, card: CardId) {
    let first = t.pack.citizen(card).and_then(|citizen| citizen.buildings.first().copied());
    first.into_iter().for_each(|building| stands(t, building));
}

fn stands(t: &mut Table, building: BuildingId) {
    if !t.city.built.iter().any(|b| b.building == building) {
        let building = t.pack.building(building).id.clone();
        t.tile("N8").build(&building, "N8a");
    }
}

/// In the hand of the seat whose turn it is, everything it needs at hand.
fn held(card: CardId, citizen: &Citizen, building: Option<BuildingId>) -> Table {
    let mut t = lively();
    place(&mut t, card, Start::Ability);
    building.into_iter().for_each(|building| stands(&mut t, building));
    let needs: Vec<Need> =
        citizen.only_if.iter().map(|test| Need::Is(test.clone(), true)).collect();
    arrange(&mut t, card, &needs);
    t
}

fn playable(t: &Table, card: CardId, action: Action) -> bool {
    t.look().playable(Seat(0), action).any(|c| c == card)
}

#[test]
fn every_citizen_card_is_played_with_its_action_and_in_each_of_its_buildings() {
    //
    let first = lively();
    for card in every_card(&first.pack) {
        let Some(citizen) = first.pack.citizen(card) else {
            continue;
        };
        let places: Vec<Option<BuildingId>> = match &citizen.buildings[..] {
            [] => vec![None],
            some => some.iter().copied().map(Some).collect(),
        };
        for (action, building) in
            citizen.actions.iter().flat_map(|action| places.iter().map(move |b| (*action, *b)))
        {
            let mut t = held(card, citizen, building);
            let name = format!("{} {action:?} {building:?}", id(&t, card));
            assert!(playable(&t, card, action), "{name}");
            act(&mut t, action, &Guide { card: Some(card), ..Guide::default() });
            let played = |e: &Event| matches!(e, Event::Played { card: c, .. } if *c == card);
            assert!(happened(&t, played), "{name}");
            t.check();
        }
    }
}

#[test]
fn no_citizen_card_is_played_without_its_figure_its_building_or_what_it_needs() {
    //
    let first = lively();
    for card in every_card(&first.pack) {
        let Some(citizen) = first.pack.citizen(card) else {
            continue;
        };
        let (action, building) = (citizen.actions[0], citizen.buildings.first().copied());
        for test in &citizen.only_if {
            let mut t = held(card, citizen, building);
            arrange(&mut t, card, &[Need::Is(test.clone(), false)]);
            assert!(!playable(&t, card, action), "{}: {test:?}", id(&t, card));
        }
        let mut t = held(card, citizen, building);
        t.city.built.retain(|b| !citizen.buildings.contains(&b.building));
        assert_eq!(playable(&t, card, action), building.is_none(), "{}", id(&t, card));
        let mut t = held(card, citizen, building);
        for meeple in Meeple::ALL.iter().filter(|m| m.kind() == Some(citizen.kind)) {
            t.ready(*meeple, 0);
        }
        assert!(!playable(&t, card, action), "{}: nobody is there", id(&t, card));
    }
}
