//! Things that happen together, and what a story makes of them.

use std::sync::Mutex;

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{
    Advisor, Kind, Meeple, Mood, Phase, Resource, Seat, Stuff, TileId,
};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::state::Place;
use crate::frostpunk::text::catalog::{Catalog, words};
use crate::frostpunk::text::story::{Heard, tell};
use crate::frostpunk::text::{events as sentences, samples};
use crate::game::{Localize, Message};

use super::pack::{ADVICE, CITIZEN, HUT, LAW, NAMES, OPTIONS, SCENARIO, TECHNOLOGY, pack};

/// English that remembers what it was asked for.
struct Recorder {
    english: Catalog,
    said: Mutex<Vec<Message>>,
}

impl Localize for Recorder {
    fn localize(&self, message: &Message) -> String {
        self.said.lock().unwrap().push(message.clone());
        self.english.localize(message)
    }
}

/// A story of the sample pack, and the messages it was made of.
pub(in crate::frostpunk::text) fn retell(events: &[Event]) -> (Vec<String>, Vec<Message>) {
    retold(events, false)
}

/// The same, where it came of a vote of the people.
pub(in crate::frostpunk::text) fn retold(
    events: &[Event],
    by_people: bool,
) -> (Vec<String>, Vec<Message>) {
    let pack = pack();
    let public: Vec<Event> = events.iter().filter_map(Event::public).collect();
    let texts: Vec<Message> = public.iter().map(|e| sentences::event(&pack, e)).collect();
    let heard = public.into_iter().zip(&texts).map(|(event, text)| {
        let whole = !matches!(event, Event::Taken { .. });
        Heard { event: whole.then_some(event), text, by_people }
    });
    let heard: Vec<Heard> = heard.collect();
    let english = Catalog::from_texts("en", &[NAMES], Some(words("en")));
    let recorder = Recorder { english, said: Mutex::new(Vec::new()) };
    let story = tell(&pack, heard, &recorder);
    (story, recorder.said.into_inner().unwrap())
}

/// One story for each event alone, and some of several.
pub(in crate::frostpunk::text) fn stories() -> Vec<Vec<Event>> {
    let mut stories: Vec<Vec<Event>> =
        samples::events().into_iter().map(|event| vec![event]).collect();
    stories.extend([founding(Seat(0), 1), founding(Seat(1), 0), day(), night(), feast()]);
    stories.push((0..200).map(|at| Event::Exhausted { kind: Kind::Child, count: at }).collect());
    let long = Event::Pile { space: Space(7), stuff: Stuff::Coal, by: 1, now: 1 };
    stories.push(vec![long; 60]);
    stories.push(gathering());
    stories
}

/// Setup, with the second card for this seat.
fn founding(second: Seat, sick: i16) -> Vec<Event> {
    let kind = Kind::Worker;
    vec![
        Event::Wall { corner: 0, deposit: Some(Resource::Coal) },
        Event::Wall { corner: 1, deposit: None },
        Event::Built { building: HUT, space: Space::part(3) },
        Event::TileRevealed { cell: Cell::near(2), tile: TileId(0) },
        Event::Revealed { card: TECHNOLOGY },
        Event::Revealed { card: LAW },
        Event::Revealed { card: SCENARIO },
        Event::Citizens { kind, by: 20, now: 20 },
        Event::Sick { kind, by: sick, now: sick as u8 },
        Event::Corpses { by: 1, now: 1 },
        Event::Food { by: 8, now: 8 },
        Event::TokenPlaced { mood: Mood::Care, active: true },
        Event::TokenPlaced { mood: Mood::Greed, active: false },
        Event::Drew { seat: Seat(0), card: Some(CITIZEN) },
        Event::Drew { seat: second, card: Some(CITIZEN) },
        Event::Leader { seat: Seat(1), random: true },
    ]
}

/// Resources of a space.
pub(in crate::frostpunk::text) fn gathering() -> Vec<Event> {
    vec![
        Event::Pile { space: Space::part(2), stuff: Stuff::Coal, by: -2, now: 3 },
        Event::Supply { resource: Resource::Coal, by: 2, now: 7 },
    ]
}

/// A turn at work, and the next seat's.
fn day() -> Vec<Event> {
    vec![
        Event::Turn(Seat(1)),
        Event::Played { seat: Seat(1), card: CITIZEN },
        Event::Placed { meeple: Meeple::Worker, place: Place::Snow, cold: true },
        Event::Sick { kind: Kind::Worker, by: 1, now: 2 },
        Event::Chosen { options: OPTIONS, option: 0, card: None },
        Event::Supply { resource: Resource::Wood, by: 2, now: 3 },
        Event::Turn(Seat(0)),
        Event::AdvisorUsed { advisor: Advisor::Health },
        Event::Chosen { options: ADVICE, option: 0, card: None },
        Event::Flipped { kind: Kind::Worker, skull: false },
        Event::Sick { kind: Kind::Worker, by: -1, now: 1 },
        Event::Spent { kind: Kind::Worker, by: -2, now: 0 },
        Event::TokenFlipped { mood: Mood::Care, active: false },
        Event::TokenFlipped { mood: Mood::Care, active: true },
    ]
}

/// From Dusk to the next morning; two die.
pub(in crate::frostpunk::text) fn night() -> Vec<Event> {
    let mut events = vec![Event::Supply { resource: Resource::Coal, by: -1, now: 0 }];
    events.push(Event::Phase(Phase::Night));
    for (kind, card) in [(Kind::Worker, None), (Kind::Child, Some(Seat(1)))] {
        events.extend([
            Event::Flipped { kind, skull: true },
            Event::Flipped { kind, skull: false },
            Event::Died { kind },
            Event::Corpses { by: 1, now: 4 },
            Event::Sick { kind, by: -1, now: 3 },
            Event::Citizens { kind, by: -1, now: 7 },
            Event::Mourned { card: CITIZEN, kind, from: card },
        ]);
    }
    events.extend([
        Event::Sick { kind: Kind::Worker, by: 1, now: 4 },
        Event::Sick { kind: Kind::Engineer, by: 2, now: 2 },
        Event::Phase(Phase::Dawn),
        Event::Leader { seat: Seat(0), random: false },
        Event::Round(4),
        Event::Phase(Phase::Morning),
        Event::Revealed { card: SCENARIO },
        Event::Food { by: -2, now: 0 },
    ]);
    events
}

/// Several of everything that has a plural.
fn feast() -> Vec<Event> {
    let worker = Kind::Worker;
    vec![
        Event::Died { kind: worker },
        Event::Citizens { kind: worker, by: 3, now: 9 },
        Event::Citizens { kind: Kind::Child, by: -2, now: 9 },
        Event::Sick { kind: worker, by: -2, now: 0 },
        Event::Spent { kind: worker, by: 1, now: 1 },
        Event::Ruined { building: HUT, space: Space(7) },
        Event::Ruined { building: HUT, space: Space(8) },
        Event::Drew { seat: Seat(1), card: None },
        Event::Drew { seat: Seat(1), card: None },
    ]
}
