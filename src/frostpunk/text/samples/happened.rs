//! Events.

use crate::frostpunk::rules::decision::{Ask, Pick};
use crate::frostpunk::rules::event::{CardTo, Event};
use crate::frostpunk::rules::ids::{
    Advisor, Kind, Loss, Meeple, Mood, Phase, Range, Resource, Seat, Stuff, TileId,
};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::state::{Place, Zone};

use super::pack::{
    CARD, CITIZEN, DISPUTE, DUSK, EXPEDITION, HUT, LAW, NOBODYS, OPTIONS, OTHER_LAW, SCENARIO,
    TECHNOLOGY,
};

/// Events; numbers that can go up and down do both.
pub(in crate::frostpunk::text) fn events() -> Vec<Event> {
    let mut events = moves(2);
    events.extend(moves(-1));
    events.extend(flags(true));
    events.extend(flags(false));
    events.extend(plain_events());
    events
}

fn moves(by: i16) -> Vec<Event> {
    let kind = Kind::Child;
    let resource = Resource::Core;
    vec![
        Event::Food { by, now: 3 },
        Event::Hunger { by, now: 3 },
        Event::Corpses { by, now: 3 },
        Event::Supply { resource, by, now: 3 },
        Event::Citizens { kind, by, now: 3 },
        Event::Sick { kind, by, now: 3 },
        Event::Heat { by, now: 3 },
        Event::Stress { by, now: 3 },
        Event::Pile { space: Space::part(2), stuff: Stuff::Trees, by, now: 3 },
        Event::Figures { meeple: Meeple::Automaton, by },
        Event::Spent { kind, by, now: 3 },
        Event::OnCard { card: CARD, resource, by },
    ]
}

fn flags(yes: bool) -> Vec<Event> {
    let seat = Seat(0);
    let mood = Mood::Apathy;
    let some = yes.then_some(CITIZEN);
    let (building, space) = (HUT, Space::part(3));
    vec![
        Event::Leader { seat, random: yes },
        Event::OpeningChosen { seat, card: some },
        Event::OpeningPaid { seat, card: CITIZEN, paid: yes },
        Event::Wall { corner: 2, deposit: yes.then_some(Resource::Coal) },
        Event::Flipped { kind: Kind::Worker, skull: yes },
        Event::Mourned { card: CITIZEN, kind: Kind::Child, from: yes.then_some(seat) },
        Event::TokenPlaced { mood, active: yes },
        Event::TokenFlipped { mood, active: yes },
        Event::TokenRemoved { mood, active: yes },
        Event::StormMarker { now: yes.then_some(9) },
        Event::Trigger { round: 4, card: SCENARIO, placed: yes },
        Event::Unbuilt { building, space, destroyed: yes },
        Event::Placed { meeple: Meeple::Worker, place: Place::Snow, cold: yes },
        Event::DuskShuffled { discard: yes },
        Event::Drew { seat, card: some },
        Event::LawCovered { law: LAW, covered: yes },
        Event::TilesSeen { seat, tiles: if yes { vec![TileId(0), TileId(1)] } else { vec![] } },
        Event::TilePut { top: yes },
        Event::Chosen { options: OPTIONS, option: 1, card: yes.then_some(CARD) },
        Event::Chosen { options: NOBODYS, option: 0, card: None },
    ]
}

fn plain_events() -> Vec<Event> {
    let seat = Seat(0);
    let card = CARD;
    let (building, space) = (HUT, Space::part(3));
    let mut events = vec![
        Event::Phase(Phase::Dusk),
        Event::Round(2),
        Event::Turn(seat),
        Event::Taken { ask: Box::new(Ask::Figure), pick: Pick::Meeple(Meeple::Worker) },
        Event::OpeningClash { winner: seat, others: vec![Seat(1), Seat(2)] },
        Event::Died { kind: Kind::Engineer },
        Event::Cold { now: 5 },
        Event::RangeMoved { range: Range::Red, now: 1 },
        Event::Tower { dropped: 3, fallen: 2 },
        Event::Overheated,
        Event::TowerUpgraded,
        Event::StormHits,
        Event::TileRevealed { cell: Cell::far(2), tile: TileId(0) },
        Event::TileRevealed { cell: Cell::near(2), tile: TileId(1) },
        Event::Built { building, space },
        Event::Upgraded { building, space },
        Event::Ruined { building, space },
        Event::BoardRuined { building, count: 3 },
        Event::Placed { meeple: Meeple::Worker, place: Place::Card(CARD), cold: false },
        Event::Placed { meeple: Meeple::Worker, place: Place::Space(space), cold: false },
        Event::Placed { meeple: Meeple::Worker, place: Place::Construct, cold: false },
        Event::FiguresHome { count: 4 },
        Event::Resting { meeple: Meeple::Engineer },
        Event::Exhausted { kind: Kind::Worker, count: 2 },
        Event::Revealed { card },
        Event::NoOption { card },
        Event::DuskAdded { card: DUSK },
        Event::DisputeAdded { card: DISPUTE },
        Event::Played { seat, card: CITIZEN },
        Event::PlayedAway { card: CITIZEN },
        Event::CitizensReshuffled,
        Event::LawPassed { card: LAW },
        Event::LawGone { card: OTHER_LAW },
        Event::Development { card: TECHNOLOGY, round: 7 },
        Event::Developed { card: TECHNOLOGY },
        Event::DevelopmentLost { card: TECHNOLOGY },
        Event::ScoutOut { stack: 0, meeple: Meeple::Worker },
        Event::ScoutMoved { stack: 0, now: 2 },
        Event::ScoutHome { stack: 0, meeple: Meeple::Worker },
        Event::Trail { stack: 0, card: EXPEDITION },
        Event::Explored { stack: 0, card: EXPEDITION },
        Event::StackGone { stack: 0 },
        Event::AdvisorUsed { advisor: Advisor::Health },
        Event::CallToRise,
        Event::Slept { warm: 6, standing: 2 },
        Event::DuskSeen { cards: vec![DUSK, DISPUTE] },
        Event::Won,
        Event::Lost(Loss::NoHope),
    ];
    let places = [
        CardTo::Removed,
        CardTo::DuskDiscard,
        CardTo::WeatherDiscard,
        CardTo::FaceDown,
        CardTo::Zone(Zone::Resolving),
        CardTo::Zone(Zone::Event),
        CardTo::Zone(Zone::Scenario),
        CardTo::Zone(Zone::Law),
    ];
    events.extend(places.map(|to| Event::CardMoved { card, to }));
    events
}
