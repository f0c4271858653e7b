//! Lanterns: a small game to try a hall with, in every shape a hall can meet.
//!
//! Up to four keepers guard the oil of their lanterns for some rounds. A test
//! includes it by `mod toy;` and begins with `Lanterns::new()` and `setup(3)`.
//!
//! | question | by | when |
//! |---|---|---|
//! | `gift` | each seat, private, all at once | the start |
//! | `omen` | the council, a vote; one answer is sometimes blocked | morning |
//! | `work` | the seat whose turn it is | turns, clockwise from the leader |
//! | `where` | the same seat | after `light` (nothing revealed) and `fetch` (dice) |
//! | `edict` | the electorate; `petition` has the same keys | after `preach` |
//! | `mend` | whoever is responsible for the `wick` | after `repair` |
//! | `stop` | the council, a small matter | after `rest` |
//! | `answer` | the council, a vote | dusk |
//! | `grief` | a seat, private, beside `answer`, sometimes | dusk |
//!
//! The last round survived is a win; oil at 0 is a loss at once. Everything is
//! fixed by seed, setup, content and answers. The content is one file that says
//! how much oil there is at the start, so that two packs can differ.
//!
//! May use: the boundary, serde. Deliberately absent: the hall, and fun.

// Each test file includes this anew, and none needs all of it.
#![allow(dead_code)]

mod asks;
mod camp;
mod dice;
mod flow;
mod table;

use std::collections::BTreeMap;

use emberhall::game::{
    Answer, Arg, Article, Decision, Event, Game, GameError, Localize, Message, Playout,
    PlayoutError, Policy, PublicEvent, PublicQuestion, PublicVoteEffect, Setup, Table,
};
use serde_json::Value;

use camp::Camp;

/// The name of the game.
pub const ID: &str = "lanterns";
/// The only scenario.
pub const SCENARIO: &str = "vigil";
/// The only content file.
pub const FILE: &str = "lanterns.txt";
/// The roles, clockwise.
pub const ROLES: [&str; 4] = ["north", "east", "south", "west"];

/// The game in its box.
pub struct Lanterns {
    files: BTreeMap<String, String>,
    hash: String,
    oil: i32,
    words: Plain,
}

/// A setup for the first so many roles.
pub fn setup(seats: usize) -> Setup {
    let roles = ROLES.iter().take(seats).map(|role| (*role).to_owned()).collect();
    Setup { roles, scenario: SCENARIO.to_owned(), options: BTreeMap::new() }
}

/// The same with another number of rounds than four.
pub fn setup_of(seats: usize, rounds: u32) -> Setup {
    let options = BTreeMap::from([("rounds".to_owned(), rounds.to_string())]);
    Setup { options, ..setup(seats) }
}

/// Content with so much oil at the start.
pub fn content(oil: i32) -> BTreeMap<String, String> {
    BTreeMap::from([(FILE.to_owned(), format!("oil = {oil}\n"))])
}

/// The first answer that can be taken.
pub fn first_open(decision: &Decision) -> Answer {
    let open = decision.choices.iter().find(|choice| choice.blocked.is_none());
    let choice = open.map(|choice| choice.key.clone()).unwrap_or_default();
    Answer { decision: Some(decision.id), choice }
}

impl Lanterns {
    /// With the usual content.
    pub fn new() -> Self {
        let files = content(10);
        Lanterns { hash: hash(&files), files, oil: 10, words: Plain }
    }

    /// With other content; see [`content`].
    pub fn with(files: &BTreeMap<String, String>) -> Result<Self, GameError> {
        let oil = oil_in(files)?;
        Ok(Lanterns { hash: hash(files), files: files.clone(), oil, words: Plain })
    }
}

fn oil_in(files: &BTreeMap<String, String>) -> Result<i32, GameError> {
    let text = files.get(FILE).filter(|_| files.len() == 1);
    let text = text.ok_or_else(|| GameError::new(format!("the content is {FILE} alone")))?;
    let number = text.trim().strip_prefix("oil = ").and_then(|number| number.parse().ok());
    number.filter(|oil| *oil > 0).ok_or_else(|| GameError::new("it must say 'oil = <number>'"))
}

/// FNV-1a over names and texts: enough to tell two packs apart.
fn hash(files: &BTreeMap<String, String>) -> String {
    let bytes = files.iter().flat_map(|(name, text)| name.bytes().chain([0]).chain(text.bytes()));
    let mix = |sum: u64, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", bytes.fold(0xcbf2_9ce4_8422_2325, mix))
}

impl Game for Lanterns {
    fn id(&self) -> &'static str {
        ID
    }

    fn content_hash(&self) -> &str {
        &self.hash
    }

    fn files(&self) -> BTreeMap<String, String> {
        self.files.clone()
    }

    fn with_content(&self, files: &BTreeMap<String, String>) -> Result<Box<dyn Game>, GameError> {
        Ok(Box::new(Lanterns::with(files)?))
    }

    fn roles(&self) -> Vec<String> {
        ROLES.map(str::to_owned).to_vec()
    }

    fn start(&self, setup: &Setup, seed: u64) -> Result<(Box<dyn Table>, Vec<Event>), GameError> {
        let (camp, events) = Camp::pitch(setup, seed, self.oil, &self.hash)?;
        Ok((Box::new(camp), events))
    }

    fn load(&self, save: &Value) -> Result<Box<dyn Table>, GameError> {
        let camp: Camp = serde_json::from_value(save.clone()).map_err(GameError::new)?;
        camp.check(&self.hash)?;
        Ok(Box::new(camp))
    }

    fn localizer(&self, _language: &str) -> &dyn Localize {
        &self.words
    }

    fn text_board(&self, view: &Value, _language: &str) -> String {
        format!("Round {}: {} oil, {} light", view["round"], view["oil"], view["light"])
    }

    fn lessons_for_ask(&self, ask: &str) -> Vec<String> {
        if ask == "work" { vec!["oil".to_owned()] } else { Vec::new() }
    }

    fn lesson(&self, id: &str, _language: &str) -> Option<Article> {
        let lines = vec!["Light burns oil. Without oil all is lost.".to_owned()];
        (id == "oil").then(|| Article { title: "Oil".to_owned(), lines, ..Article::default() })
    }

    fn public_questions(&self) -> Vec<PublicQuestion> {
        let matter = |id: &str, ask: &str, word| PublicQuestion {
            id: id.to_owned(),
            name: Message::new(format!("public-{id}")),
            asks: vec![ask.to_owned()],
            effect: word,
        };
        vec![
            matter("edicts", "edict", PublicVoteEffect::Binding { ahead: true }),
            matter("omens", "omen", PublicVoteEffect::Advisory),
        ]
    }

    fn cause_of(&self, told: &PublicEvent) -> Option<(String, String)> {
        let edict = told.data["edict"].as_str().filter(|_| told.kind == "edict_shows")?;
        Some(("edict".to_owned(), edict.to_owned()))
    }

    fn playout(&self, setup: &Setup, seed: u64, policy: Policy) -> Result<Playout, PlayoutError> {
        let crash = |step, why: GameError| PlayoutError { seed, step, what: why.0 };
        let (mut table, _) = self.start(setup, seed).map_err(|why| crash(0, why))?;
        let mut step = 0;
        loop {
            if let Some(outcome) = table.outcome() {
                let rounds = table.progress().round;
                return Ok(Playout { outcome, rounds, decisions: step });
            }
            play_one(table.as_mut(), policy, seed ^ step).map_err(|why| crash(step, why))?;
            step += 1;
        }
    }
}

/// Answers the first open question as the policy would.
pub fn play_one(table: &mut dyn Table, policy: Policy, seed: u64) -> Result<Vec<Event>, GameError> {
    let open = table.decisions().first().map(|decision| decision.id);
    let id = open.ok_or_else(|| GameError::new("nothing is asked, yet it is not over"))?;
    let choice = table.choose(id, policy, seed);
    let choice = choice.ok_or_else(|| GameError::new("no answer is open"))?;
    table.apply(&Answer { decision: Some(id), choice })
}

/// Keys as they are, dashes left out, arguments behind.
struct Plain;

impl Localize for Plain {
    fn localize(&self, message: &Message) -> String {
        let mut said = vec![message.key.replace('-', " ")];
        for arg in message.args.values() {
            said.push(match arg {
                Arg::Number(number) => number.to_string(),
                Arg::Label(label) => label.clone(),
                Arg::Message(inner) => self.localize(inner),
                Arg::List(list) => {
                    list.iter().map(|inner| self.localize(inner)).collect::<Vec<_>>().join(", ")
                }
            });
        }
        said.join(" ")
    }
}
