//! A campaign of Lanterns as a hall sees it.
//!
//! May use: `camp` and the boundary. Deliberately absent: rules; here they are
//! only asked.

use emberhall::game::{
    Answer, Decision, Event, GameError, Outcome, Policy, Progress, Seat, Table, Viewer,
};
use serde_json::{Value, json};

use super::camp::{Ask, Camp, Open};
use super::dice::Dice;

impl Camp {
    fn find(&self, id: u32) -> Option<&Open> {
        self.open.iter().find(|open| open.id == id)
    }

    /// The open decision an answer is for, after all that could be wrong with it.
    fn checked(&self, answer: &Answer) -> Result<&Open, GameError> {
        let open = match (answer.decision, &self.open[..]) {
            (Some(id), _) => self.find(id),
            (None, [only]) => Some(only),
            (None, _) => None,
        };
        let open = open.ok_or_else(|| GameError::new("that is not asked"))?;
        let choices = self.decision(open).choices;
        let choice = choices.into_iter().find(|choice| choice.key == answer.choice);
        let choice = choice.ok_or_else(|| GameError::new("there is no such answer"))?;
        match choice.blocked {
            Some(why) => Err(GameError(why.key)),
            None => Ok(open),
        }
    }

    /// The heuristic: never run dry, otherwise the first that is open.
    fn greedy(&self, ask: Ask, keys: &[String]) -> Option<String> {
        let wanted = match ask {
            Ask::Work { .. } if self.oil < 12 => "fetch",
            Ask::Omen { .. } => "sing",
            Ask::Stop => "no",
            Ask::Answer => "keep",
            _ => "",
        };
        keys.iter().find(|key| *key == wanted).or(keys.first()).cloned()
    }
}

impl Table for Camp {
    fn decisions(&self) -> Vec<Decision> {
        self.open.iter().map(|open| self.decision(open)).collect()
    }

    fn apply(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError> {
        let Open { id, ask } = self.checked(answer)?.clone();
        self.open.retain(|open| open.id != id);
        Ok(self.resolve(ask, &answer.choice))
    }

    fn view(&self, viewer: Viewer) -> Value {
        let seat = |(at, role): (usize, &String)| match viewer {
            Viewer::Seat(seat) if usize::from(seat.0) == at => {
                json!({ "role": role, "hand": self.hands.get(at) })
            }
            _ => json!({ "role": role }),
        };
        let seats: Vec<Value> = self.roles.iter().enumerate().map(seat).collect();
        json!({
            "round": self.round,
            "rounds": self.rounds,
            "phase": self.phase.key(),
            "leader": self.leader,
            "oil": self.oil,
            "light": self.light,
            "edicts": self.edicts,
            "seats": seats,
        })
    }

    fn save(&self) -> Value {
        json!(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn leader(&self) -> Seat {
        self.leader
    }

    fn progress(&self) -> Progress {
        Progress { round: self.round, phase: self.phase.key().to_owned() }
    }

    fn standing_ballot(&self) -> Option<Decision> {
        // Nothing can be answered by its number: it is not asked yet.
        let open = Open { id: 0, ask: Ask::Edict };
        let possible = self.outcome.is_none() && !self.edicts_left().is_empty();
        possible.then(|| self.decision(&open))
    }

    fn asked_by(&self, decision: u32) -> Option<Seat> {
        let at_it = |open: &Open| open.id == decision && matches!(open.ask, Ask::Edict);
        let places = self.turn.checked_sub(1)?;
        self.open.iter().any(at_it).then(|| self.clockwise(places))
    }

    fn rehearse(&self, seat: Seat) -> Option<Box<dyn Table>> {
        let mut copy = self.clone();
        let works = copy.open.iter_mut().find(|open| matches!(open.ask, Ask::Work { .. }))?;
        works.ask = Ask::Work { seat };
        self.seats().contains(&seat).then(|| Box::new(copy) as Box<dyn Table>)
    }

    fn choose(&self, decision: u32, policy: Policy, seed: u64) -> Option<String> {
        let open = self.find(decision)?;
        let choices = self.decision(open).choices.into_iter();
        let keys: Vec<String> = choices.filter(|c| c.blocked.is_none()).map(|c| c.key).collect();
        match policy {
            Policy::Greedy | Policy::Curious | Policy::Rollout => self.greedy(open.ask, &keys),
            Policy::Random | Policy::Mixed => keys.get(Dice(seed).below(keys.len())).cloned(),
        }
    }

    fn clone_box(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
