//! A game of stones: take one or two from a heap until it is gone.
//!
//! Every third answer reveals something (a wall). Who takes the last stone wins
//! for all if the seed is even.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::game::{
    Answer, Answerer, Article, Audience, Choice, Decision, Event, Game, GameError, Importance,
    Localize, Message, Outcome, Playout, PlayoutError, Policy, Progress, Seat, Setup, Table,
    Viewer,
};

/// The box.
pub struct Stones {
    words: Plain,
}

struct Plain;

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Heap {
    seats: Vec<String>,
    seed: u64,
    stones: u64,
    step: u32,
}

impl Stones {
    /// Opens the box.
    pub fn new() -> Self {
        Stones { words: Plain }
    }
}

impl Localize for Plain {
    fn localize(&self, message: &Message) -> String {
        let args: Vec<String> = message.args.values().map(|arg| format!("{arg:?}")).collect();
        format!("{} {}", message.key, args.join(" ")).trim_end().to_owned()
    }
}

impl Game for Stones {
    fn id(&self) -> &'static str {
        "stones"
    }

    fn content_hash(&self) -> &'static str {
        "0"
    }

    fn files(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    fn with_content(&self, _files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError> {
        Ok(Box::new(Stones::new()))
    }

    fn roles(&self) -> Vec<String> {
        ["generator", "health", "social", "foreman"].map(str::to_owned).to_vec()
    }

    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError> {
        if setup.scenario != "crater" {
            return Err(GameError::new("there is no such scenario"));
        }
        let heap = Heap { seats: setup.roles.clone(), seed, stones: 10 + seed % 7, step: 0 };
        Ok((Box::new(heap), vec![event("phase", true)]))
    }

    fn load(&self, save: &Value) -> Result<Box<dyn Table>, GameError> {
        let heap: Heap = serde_json::from_value(save.clone()).map_err(GameError::new)?;
        Ok(Box::new(heap))
    }

    fn localizer(&self, _language: &str) -> &dyn Localize {
        &self.words
    }

    fn text_board(&self, view: &Value, _language: &str) -> String {
        format!("BOARD {}", view["stones"])
    }

    fn lessons_for_ask(&self, ask: &str) -> Vec<String> {
        if ask == "take" { ["stones", "heap"].map(str::to_owned).to_vec() } else { Vec::new() }
    }

    fn lesson(&self, id: &str, _language: &str) -> Option<Article> {
        let (title, line) = match id {
            "stones" => ("Stones", "They are heavy."),
            "heap" => ("The heap", "It ends."),
            _ => return None,
        };
        Some(Article {
            title: title.to_owned(),
            lines: vec![line.to_owned()],
            ..Article::default()
        })
    }

    fn playout(&self, setup: &Setup, seed: u64, _policy: Policy) -> Result<Playout, PlayoutError> {
        if setup.options.get("crash") == Some(&seed.to_string()) {
            return Err(PlayoutError { seed, step: 3, what: "the heap fell".to_owned() });
        }
        assert!(setup.options.get("panic") != Some(&seed.to_string()), "the table broke");
        let broken = |why: GameError| PlayoutError { seed, step: 0, what: why.0 };
        let (mut table, _) = self.start(setup, seed).map_err(broken)?;
        let mut decisions = 0;
        while let Some(decision) = table.decisions().first() {
            let answer = Answer { decision: Some(decision.id), choice: "one".to_owned() };
            table.apply(&answer).map_err(broken)?;
            decisions += 1;
        }
        let outcome = table.outcome().unwrap_or(Outcome::Won);
        Ok(Playout { outcome, rounds: 1 + (seed % 3) as u32, decisions })
    }
}

fn event(kind: &str, wall: bool) -> Event {
    let public = Some(Message::new(format!("event-{kind}")));
    Event { kind: kind.to_owned(), public, secret: None, undo_barrier: wall, data: json!({}) }
}

fn choice(key: &str, blocked: bool) -> Choice {
    Choice {
        key: key.to_owned(),
        label: Message::new(format!("take-{key}")),
        notes: vec![Message::new("it-is-heavy")],
        blocked: blocked.then(|| Message::new("too-many")),
    }
}

impl Table for Heap {
    fn decisions(&self) -> Vec<Decision> {
        if self.stones == 0 {
            return Vec::new();
        }
        let seat = Seat((self.step as usize % self.seats.len()) as u8);
        vec![Decision {
            id: self.step,
            ask: "take".to_owned(),
            answerer: Answerer::Active(seat),
            importance: Importance::Small,
            audience: if self.step == 0 { Audience::Only(seat) } else { Audience::Everybody },
            prompt: Message::new("how-many"),
            choices: vec![
                choice("one", false),
                choice("two", self.stones < 2),
                choice("three", true),
            ],
        }]
    }

    fn apply(&mut self, answer: &Answer) -> Result<Vec<Event>, GameError> {
        let taken = match answer.choice.as_str() {
            "one" => 1,
            "two" => 2,
            other => return Err(GameError::new(format!("'{other}' is not a choice"))),
        };
        if answer.decision.is_some_and(|id| id != self.step) || self.stones < taken {
            return Err(GameError::new("that is not open"));
        }
        self.stones -= taken;
        self.step += 1;
        let wall = self.step.is_multiple_of(3);
        Ok(vec![event(if wall { "phase" } else { "taken" }, wall)])
    }

    fn view(&self, viewer: Viewer) -> Value {
        let seat = |(at, role): (usize, &String)| match viewer {
            Viewer::Seat(seat) if usize::from(seat.0) == at => {
                json!({ "role": role, "hand": ["C01", "C02.2"] })
            }
            _ => json!({ "role": role }),
        };
        let seats: Vec<Value> = self.seats.iter().enumerate().map(seat).collect();
        json!({ "stones": self.stones, "seats": seats })
    }

    fn save(&self) -> Value {
        json!(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        match (self.stones, self.seed % 2) {
            (0, 0) => Some(Outcome::Won),
            (0, _) => Some(Outcome::Lost { cause: "odd".to_owned() }),
            _ => None,
        }
    }

    fn progress(&self) -> Progress {
        Progress { round: 1 + self.step / 4, ..Progress::default() }
    }

    fn standing_ballot(&self) -> Option<Decision> {
        None
    }

    fn rehearse(&self, _seat: Seat) -> Option<Box<dyn Table>> {
        None
    }

    fn leader(&self) -> Seat {
        Seat(0)
    }

    fn choose(&self, _decision: u32, _policy: Policy, _seed: u64) -> Option<String> {
        Some("one".to_owned())
    }

    fn clone_box(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}
