//! What an answer of Lanterns leads to, and how a round goes on.
//!
//! May use: `camp`. Deliberately absent: checking the answer; that is done
//! before anything here is reached.

use emberhall::game::{Event, Message, Outcome, Seat};
use serde_json::json;

use super::camp::{Ask, Camp, Phase, hidden, plain, rolled};

impl Camp {
    /// Carries out a checked answer, and goes on until something is asked.
    pub fn resolve(&mut self, ask: Ask, key: &str) -> Vec<Event> {
        let mut events = self.effect(ask, key);
        while self.open.is_empty() && self.outcome.is_none() {
            self.go_on(&mut events);
            self.judge(&mut events);
        }
        self.judge(&mut events);
        events
    }

    fn effect(&mut self, ask: Ask, key: &str) -> Vec<Event> {
        let done = plain("done", Message::new(format!("event-{key}")));
        match ask {
            Ask::Gift { seat, .. } => return self.keep("gift", seat, key),
            Ask::Grief { seat } => return self.keep("grief", seat, key),
            Ask::Work { seat } => return self.work(seat, key),
            Ask::Omen { .. } => self.oil -= i32::from(key == "bow"),
            Ask::Where { .. } => self.light += 1,
            Ask::Edict => {
                self.edicts.insert(key.to_owned());
                self.oil += 1;
            }
            Ask::Mend { .. } => self.oil -= i32::from(key == "replace"),
            // The rest of the turns is left out.
            Ask::Stop if key == "yes" => self.turn = self.roles.len(),
            Ask::Stop => {}
            Ask::Answer if key == "share" => self.oil -= 1,
            Ask::Answer => self.light = (self.light - 1).max(0),
        }
        vec![done]
    }

    /// Something only its seat knows goes to its hand.
    fn keep(&mut self, kind: &str, seat: Seat, key: &str) -> Vec<Event> {
        if let Some(hand) = self.hands.get_mut(usize::from(seat.0)) {
            hand.push(format!("{kind}-{key}"));
        }
        vec![hidden(kind, seat, Message::new(format!("event-{kind}-{key}")))]
    }

    fn work(&mut self, seat: Seat, key: &str) -> Vec<Event> {
        let mut events = vec![plain("work", Message::new(format!("event-{key}")))];
        match key {
            "light" => {
                self.oil -= 1;
                self.ask(Ask::Where { seat, places: 2 });
            }
            "fetch" => {
                let die = self.dice.roll();
                self.oil += die / 2;
                events.push(rolled("fetched", die));
                self.ask(Ask::Where { seat, places: 2 + die as usize % 3 });
            }
            "preach" => self.ask(Ask::Edict),
            "repair" => {
                let last = Seat(self.roles.len() as u8 - 1);
                self.ask(Ask::Mend { seat: last, ways: 2 + self.round as usize % 2 });
            }
            "rest" => self.ask(Ask::Stop),
            _ => {}
        }
        events
    }

    fn go_on(&mut self, events: &mut Vec<Event>) {
        match self.phase {
            Phase::Setup => self.dawn(events),
            Phase::Dawn => {
                self.enter(Phase::Morning, events);
                let cursed = self.dice.below(3) == 0;
                self.ask(Ask::Omen { cursed });
            }
            Phase::Morning => {
                self.enter(Phase::Turns, events);
                self.turn = 0;
                self.next_turn(events);
            }
            Phase::Turns => self.next_turn(events),
            Phase::Dusk if self.round == self.rounds => self.end(Outcome::Won, events),
            Phase::Dusk => self.dawn(events),
        }
    }

    fn enter(&mut self, phase: Phase, events: &mut Vec<Event>) {
        self.phase = phase;
        let text = Message::new(format!("event-{}", phase.key())).number("round", self.round);
        events.push(plain("phase", text));
    }

    /// The leader passes clockwise, and the cold of the night is rolled.
    fn dawn(&mut self, events: &mut Vec<Event>) {
        self.round += 1;
        self.leader = self.clockwise(1);
        self.enter(Phase::Dawn, events);
        let die = self.dice.roll();
        self.oil -= die / 2;
        events.push(rolled("cold", die));
        self.show_edicts(events);
    }

    /// What was passed yesterday shows in the morning.
    fn show_edicts(&mut self, events: &mut Vec<Event>) {
        let fresh: Vec<String> = self.edicts.difference(&self.shown).cloned().collect();
        for edict in fresh {
            let text = Message::new("event-edict-shows").label("edict", &*edict);
            let data = json!({ "edict": edict });
            events.push(Event { data, ..plain("edict_shows", text) });
            self.shown.insert(edict);
        }
    }

    fn next_turn(&mut self, events: &mut Vec<Event>) {
        if self.turn < self.roles.len() {
            let seat = self.clockwise(self.turn);
            self.turn += 1;
            self.ask(Ask::Work { seat });
        } else {
            self.dusk(events);
        }
    }

    fn dusk(&mut self, events: &mut Vec<Event>) {
        self.enter(Phase::Dusk, events);
        self.ask(Ask::Answer);
        // Of a mourner or of none: either way something is known now that was not before.
        let die = self.dice.roll();
        events.push(rolled("mourning", die));
        if die % 2 == 0 {
            let places = self.dice.below(self.roles.len());
            self.ask(Ask::Grief { seat: self.clockwise(places) });
        }
    }

    /// No oil, no tomorrow: whatever else was asked is withdrawn.
    fn judge(&mut self, events: &mut Vec<Event>) {
        if self.oil <= 0 && self.outcome.is_none() {
            self.oil = 0;
            self.end(Outcome::Lost { cause: "oil".to_owned() }, events);
        }
    }

    fn end(&mut self, outcome: Outcome, events: &mut Vec<Event>) {
        self.open.clear();
        self.outcome = Some(outcome);
        events.push(plain("end", Message::new("event-end")));
    }
}
