//! What happened within a scene, added up.
//!
//! May use: `event`, `ids`. Deliberately absent: words; a sentence of an event
//! that cannot be added up is kept as it is. No catch-all arm: a new event
//! does not compile without a place in the story.

use std::collections::BTreeMap;

use crate::frostpunk::rules::event::{CardTo, Event};
use crate::frostpunk::rules::ids::{
    BuildingId, CardId, Kind, Meeple, Mood, Range, Resource, Seat, Stuff, TileId,
};
use crate::frostpunk::rules::map::{Cell, Space};
use crate::frostpunk::rules::state::Zone;
use crate::game::Message;

/// A change and where the marker stands after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    /// The sum of all changes.
    pub by: i32,
    /// The last place.
    pub now: i32,
}

impl Moved {
    fn add(&mut self, by: i16, now: impl Into<i32>) {
        self.by += i32::from(by);
        self.now = now.into();
    }
}

/// What happened to a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Drawn; light side up or not.
    Drawn(bool),
    /// Flipped; light side up now or not.
    Flipped(bool),
    /// Gone; it was light side up or not.
    Gone(bool),
}

/// Somebody died, and perhaps it is known who it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Death {
    /// The type.
    pub kind: Kind,
    /// The Citizen card.
    pub card: Option<CardId>,
    /// The seat that gave it.
    pub from: Option<Seat>,
    /// The death itself was told before; only the name is new.
    pub only_name: bool,
}

/// Everything that can be added up, and sentences for what cannot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Food.
    pub food: i32,
    /// Resources of the supply.
    pub supply: [i32; 4],
    /// Hunger.
    pub hunger: Moved,
    /// Citizens without those who died, by type.
    pub citizens: [Moved; 3],
    /// Sick ones without those who died, by type.
    pub sick: [Moved; 3],
    /// Sickness markers turned, but not by a death.
    pub flips: Vec<(Kind, bool)>,
    /// Spent tokens by type.
    pub spent: [Moved; 3],
    /// The dead.
    pub deaths: Vec<Death>,
    /// The Corpse marker, where it moved.
    pub corpses: Option<Moved>,
    /// Tokens of both tracks.
    pub tokens: Vec<(Mood, Change)>,
    /// Heat marker.
    pub heat: Option<Moved>,
    /// Cold marker.
    pub cold: Option<u8>,
    /// Heat Range indicators.
    pub ranges: BTreeMap<Range, u8>,
    /// Stress.
    pub stress: Option<Moved>,
    /// Cubes dropped, and come out.
    pub tower: Option<(u8, u8)>,
    /// Tiles that were revealed.
    pub tiles: Vec<(Cell, TileId)>,
    /// What came onto spaces or left them.
    pub piles: Vec<(Space, Stuff, i32)>,
    /// Buildings that lie in Ruins now.
    pub ruined: BTreeMap<BuildingId, u8>,
    /// Figures gained or given back.
    pub figures: BTreeMap<Meeple, i32>,
    /// Citizen cards drawn.
    pub drew: BTreeMap<Seat, u8>,
    /// Where Scouts are now.
    pub scouts: BTreeMap<u8, u8>,
    /// Deposits of the wall.
    pub walls: Vec<(u8, Resource)>,
    /// Cards laid open beside the board.
    pub listed: Vec<CardId>,
    /// Resources that came onto cards or left them.
    pub on_cards: BTreeMap<(CardId, Resource), i32>,
    /// Sentences set apart.
    pub strong: Vec<Message>,
    /// When the Storm is due.
    pub storm: Option<Message>,
    /// How it all ended.
    pub end: Option<Message>,
    /// Sentences.
    pub notes: Vec<Message>,
    /// Sentences that matter little.
    pub minor: Vec<Message>,
    grave: Option<Kind>,
}

impl Sums {
    /// Keeps a sentence.
    pub fn note(&mut self, text: Message) {
        self.notes.push(text);
    }

    /// Adds an event.
    pub fn hear(&mut self, event: &Event, text: &Message) {
        match event {
            Event::Food { by, .. } => self.food += i32::from(*by),
            Event::Hunger { by, now } => self.hunger.add(*by, *now),
            Event::Supply { resource, by, .. } => self.supply[resource.at()] += i32::from(*by),
            Event::Corpses { by, now } => self.corpses.get_or_insert_default().add(*by, *now),
            Event::Citizens { kind, by, now } => self.citizens(*kind, *by, *now),
            Event::Sick { kind, by, now } => self.sick(*kind, *by, *now),
            Event::Flipped { kind, skull } => self.flips.push((*kind, *skull)),
            Event::Died { kind } => self.died(*kind),
            Event::Mourned { card, kind, from } => self.mourned(*card, *kind, *from),
            Event::Spent { kind, by, now } => self.spent[kind.at()].add(*by, *now),
            Event::TokenPlaced { mood, active } => self.token(*mood, Change::Drawn(*active)),
            Event::TokenFlipped { mood, active } => self.token(*mood, Change::Flipped(*active)),
            Event::TokenRemoved { mood, active } => self.token(*mood, Change::Gone(*active)),
            Event::Heat { by, now } => self.heat.get_or_insert_default().add(*by, *now),
            Event::Cold { now } => self.cold = Some(*now),
            Event::RangeMoved { range, now } => drop(self.ranges.insert(*range, *now)),
            Event::Stress { by, now } => self.stress.get_or_insert_default().add(*by, *now),
            Event::Tower { dropped, fallen } => {
                let (before, out) = self.tower.unwrap_or_default();
                self.tower = Some((before + dropped, out + fallen));
            }
            Event::TileRevealed { cell, tile } => self.tiles.push((*cell, *tile)),
            Event::Pile { space, stuff, by, .. } => {
                self.piles.push((*space, *stuff, i32::from(*by)));
            }
            Event::Ruined { building, .. } => *self.ruined.entry(*building).or_default() += 1,
            Event::OnCard { card, resource, by } => {
                *self.on_cards.entry((*card, *resource)).or_default() += i32::from(*by);
            }
            Event::Figures { meeple, by } => {
                *self.figures.entry(*meeple).or_default() += i32::from(*by);
            }
            Event::Drew { seat, .. } => *self.drew.entry(*seat).or_default() += 1,
            Event::ScoutMoved { stack, now } => drop(self.scouts.insert(*stack, *now)),
            Event::Wall { corner, deposit } => {
                self.walls.extend(deposit.map(|what| (*corner, what)));
            }
            Event::Revealed { card } => self.listed.push(*card),
            Event::StormMarker { .. } => self.storm = Some(text.clone()),
            Event::StormHits => {
                // It came before it was due; the marker has nothing more to say.
                self.storm = None;
                self.strong.push(text.clone());
            }
            Event::Overheated | Event::Developed { .. } | Event::DevelopmentLost { .. } => {
                self.strong.push(text.clone());
            }
            Event::Won | Event::Lost(_) => self.end = Some(text.clone()),
            Event::Leader { .. }
            | Event::OpeningChosen { .. }
            | Event::OpeningClash { .. }
            | Event::TowerUpgraded
            | Event::Built { .. }
            | Event::Unbuilt { .. }
            | Event::Upgraded { .. }
            | Event::BoardRuined { .. }
            | Event::Exhausted { .. }
            | Event::Resting { .. }
            | Event::NoOption { .. }
            | Event::DuskAdded { .. }
            | Event::DisputeAdded { .. }
            | Event::LawGone { .. }
            | Event::LawCovered { .. }
            | Event::Development { .. }
            | Event::Trail { .. }
            | Event::StackGone { .. }
            | Event::Slept { .. }
            | Event::TilesSeen { .. }
            | Event::TilePut { .. }
            | Event::DuskSeen { .. }
            | Event::CardMoved { to: CardTo::Zone(Zone::Event | Zone::Law), .. } => {
                self.notes.push(text.clone());
            }
            Event::Trigger { .. } | Event::CitizensReshuffled => self.minor.push(text.clone()),
            // Told by their scene, or nothing anybody has to know.
            Event::Phase(_)
            | Event::Round(_)
            | Event::Turn(_)
            | Event::Taken { .. }
            | Event::OpeningPaid { .. }
            | Event::Placed { .. }
            | Event::Played { .. }
            | Event::Chosen { .. }
            | Event::LawPassed { .. }
            | Event::ScoutOut { .. }
            | Event::ScoutHome { .. }
            | Event::Explored { .. }
            | Event::AdvisorUsed { .. }
            | Event::CallToRise
            | Event::CardMoved { .. }
            | Event::DuskShuffled { .. }
            | Event::FiguresHome { .. }
            | Event::PlayedAway { .. } => {}
        }
        if !matches!(event, Event::Died { .. } | Event::Corpses { .. } | Event::Sick { .. }) {
            self.grave = None;
        }
    }

    fn token(&mut self, mood: Mood, change: Change) {
        self.tokens.push((mood, change));
    }

    /// A death turns the Skull, and moves both markers of its type: one thing.
    fn died(&mut self, kind: Kind) {
        for skull in [false, true] {
            if self.flips.last() == Some(&(kind, skull)) {
                self.flips.pop();
            }
        }
        self.deaths.push(Death { kind, card: None, from: None, only_name: false });
        self.grave = Some(kind);
    }

    fn citizens(&mut self, kind: Kind, by: i16, now: u8) {
        let of_death = i16::from(self.grave == Some(kind) && by == -1);
        self.citizens[kind.at()].add(by + of_death, now);
    }

    fn sick(&mut self, kind: Kind, by: i16, now: u8) {
        let of_death = i16::from(self.grave == Some(kind) && by == -1);
        self.sick[kind.at()].add(by + of_death, now);
    }

    fn mourned(&mut self, card: CardId, kind: Kind, from: Option<Seat>) {
        let mut nameless = self.deaths.iter_mut().filter(|d| d.kind == kind && d.card.is_none());
        match nameless.next() {
            Some(death) => (death.card, death.from) = (Some(card), from),
            None => self.deaths.push(Death { kind, card: Some(card), from, only_name: true }),
        }
    }
}
