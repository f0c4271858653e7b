//! Where one thing ends and the next begins: a Phase, a card turned over, a
//! choice, a figure sent to work.
//!
//! May use: `event`, `program`, the sentences of events. Deliberately absent:
//! adding up (`sums`) and wording.

use crate::frostpunk::rules::event::Event;
use crate::frostpunk::rules::ids::{CardId, Phase, Seat};
use crate::frostpunk::rules::program::{Deck, Pack};
use crate::game::Message;

use super::super::names;
use super::sums::Sums;
use super::{Heard, leads};

/// What a scene is about.
pub enum Lead {
    /// Nothing in particular.
    None,
    /// A card with its title line.
    Card(Message, CardId),
    /// What somebody did.
    Deeds(Vec<Message>),
}

/// Something that belongs together.
pub struct Scene {
    /// The Round that began.
    pub round: Option<u8>,
    /// The Phase it belongs to, for the first scene of it.
    pub phase: Option<Phase>,
    /// It is the first with anything in it since the Phase marker moved.
    pub opens: bool,
    /// What it is about.
    pub lead: Lead,
    /// What changed.
    pub sums: Sums,
}

/// Deeds told in one line.
const DEEDS: usize = 3;

impl Scene {
    fn new() -> Self {
        Scene { round: None, phase: None, opens: false, lead: Lead::None, sums: Sums::default() }
    }

    /// A card says by its kind which Phase it is.
    pub fn is_card(&self) -> bool {
        matches!(self.lead, Lead::Card(..))
    }

    fn is_untouched(&self) -> bool {
        matches!(self.lead, Lead::None) && self.sums == Sums::default()
    }

    fn is_empty(&self) -> bool {
        self.is_untouched() && self.round.is_none()
    }
}

/// The scenes of what was heard; empty ones are left out.
pub fn scenes(pack: &Pack, heard: &[Heard]) -> Vec<Scene> {
    let mut teller = Teller { pack, scenes: vec![Scene::new()], seat: None };
    for one in heard {
        teller.hear(one);
    }
    let mut scenes = teller.scenes;
    scenes.retain(|scene| !scene.is_empty());
    let mut phase = None;
    for scene in &mut scenes {
        scene.opens = scene.phase.is_some() && scene.phase != phase;
        phase = scene.phase.or(phase);
        scene.phase = scene.phase.filter(|_| scene.opens);
    }
    scenes
}

struct Teller<'a> {
    pack: &'a Pack,
    scenes: Vec<Scene>,
    seat: Option<Seat>,
}

impl Teller<'_> {
    fn hear(&mut self, heard: &Heard) {
        let Some(event) = &heard.event else {
            if !is_silent(heard.text) {
                self.now(|scene| scene.sums.note(heard.text.clone()));
            }
            return;
        };
        match event {
            Event::Phase(phase) => self.begin(Some(*phase)),
            Event::Round(round) => self.round(*round),
            Event::Turn(seat) => {
                self.seat = Some(*seat);
                self.apart();
            }
            Event::Revealed { card } if is_told(self.pack.card(*card).deck) => {
                self.card(leads::title(self.pack, *card), *card);
            }
            Event::Explored { stack, card } => {
                self.card(leads::explored(self.pack, *stack, *card), *card);
            }
            Event::LawPassed { card } => {
                self.card(leads::law(self.pack, *card, heard.by_people), *card);
            }
            Event::Chosen { options, option, card } => {
                let chosen = leads::chosen(self.pack, *options, *option, *card);
                self.chosen(chosen);
            }
            _ if is_deed(event) => self.deed(heard.text.clone()),
            _ => self.now(|scene| scene.sums.hear(event, heard.text)),
        }
    }

    fn now(&mut self, change: impl FnOnce(&mut Scene)) {
        if let Some(scene) = self.scenes.last_mut() {
            change(scene);
        }
    }

    /// A new scene of the same Phase, unless nothing has happened in this one.
    fn apart(&mut self) {
        let phase = self.scenes.last().and_then(|scene| scene.phase);
        if self.scenes.last().is_some_and(|scene| !scene.is_untouched()) {
            self.begin(phase);
        }
    }

    fn begin(&mut self, phase: Option<Phase>) {
        self.scenes.push(Scene { phase, ..Scene::new() });
    }

    /// The Round begins at Dawn, or with the first work of all.
    fn round(&mut self, round: u8) {
        if self.scenes.last().is_some_and(|scene| scene.phase != Some(Phase::Dawn)) {
            self.begin(None);
        }
        self.now(|scene| scene.round = Some(round));
    }

    fn card(&mut self, title: Message, card: CardId) {
        self.apart();
        self.now(|scene| scene.lead = Lead::Card(title, card));
    }

    /// Deeds in a row are one line, until they have changed something.
    fn deed(&mut self, deed: Message) {
        let goes_on = self.scenes.last().is_some_and(|scene| {
            let few = matches!(&scene.lead, Lead::Deeds(deeds) if deeds.len() < DEEDS);
            few && scene.sums == Sums::default()
        });
        if !goes_on {
            self.apart();
        }
        let deed = match self.seat.take() {
            Some(seat) => {
                let seat = names::seat(seat);
                Message::new("story-by").message("seat", seat).message("what", deed)
            }
            None => deed,
        };
        self.now(|scene| scene.add(deed));
    }

    /// What was chosen at work is told with the work; other choices stand for themselves.
    fn chosen(&mut self, chosen: Message) {
        let goes_on = self
            .scenes
            .last()
            .is_some_and(|scene| matches!(&scene.lead, Lead::Deeds(deeds) if deeds.len() < DEEDS));
        if !goes_on {
            self.apart();
        }
        self.now(|scene| scene.add(chosen));
    }
}

impl Scene {
    fn add(&mut self, deed: Message) {
        match &mut self.lead {
            Lead::Deeds(deeds) => deeds.push(deed),
            lead => *lead = Lead::Deeds(vec![deed]),
        }
    }
}

/// An answer that was the only one is told by what came of it.
pub fn is_silent(text: &Message) -> bool {
    text.key == "event-taken"
}

/// Cards whose story is told when they are turned over; displays are only listed.
fn is_told(deck: Deck) -> bool {
    !matches!(deck, Deck::Law | Deck::Technology | Deck::Citizen | Deck::Expedition)
}

/// What somebody does, or what comes of itself and has consequences.
fn is_deed(event: &Event) -> bool {
    matches!(
        event,
        Event::Placed { .. }
            | Event::Played { .. }
            | Event::ScoutOut { .. }
            | Event::ScoutHome { .. }
            | Event::AdvisorUsed { .. }
            | Event::CallToRise
            | Event::OpeningPaid { .. }
            | Event::Trigger { placed: false, .. }
    )
}
