//! The state of a campaign of Lanterns: plain data, saved whole.
//!
//! May use: the boundary, `dice`. Deliberately absent: what follows from an
//! answer (`flow`), and the lists of answers (`asks`).

use std::collections::BTreeSet;

use emberhall::game::{Event, GameError, Message, Outcome, Seat, Setup};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::dice::Dice;
use super::{ID, ROLES, SCENARIO};

const VERSION: u32 = 1;
const CARDS: [&str; 6] = ["moth", "owl", "stoat", "wren", "fox", "hare"];
/// What the people may be asked to pass.
pub const EDICTS: [&str; 6] = ["e1", "e2", "e3", "e4", "e5", "e6"];

/// One campaign.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Camp {
    pub game: String,
    pub version: u32,
    /// The hash of the content it is played with.
    pub content: String,
    pub roles: Vec<String>,
    /// How many rounds must be survived.
    pub rounds: u32,
    pub dice: Dice,
    pub round: u32,
    pub phase: Phase,
    pub leader: Seat,
    /// How many have had their turn in this round.
    pub turn: usize,
    pub oil: i32,
    pub light: i32,
    /// Edicts passed.
    pub edicts: BTreeSet<String>,
    /// Those of which everybody has seen what they do.
    pub shown: BTreeSet<String>,
    /// What each seat holds, unseen by the others.
    pub hands: Vec<Vec<String>>,
    /// Decisions asked so far.
    pub asked: u32,
    pub open: Vec<Open>,
    pub outcome: Option<Outcome>,
}

/// The parts of a round. Dawn asks nothing, so a table is never seen in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    Setup,
    Dawn,
    Morning,
    Turns,
    Dusk,
}

impl Phase {
    /// Its name.
    pub fn key(self) -> &'static str {
        match self {
            Phase::Setup => "setup",
            Phase::Dawn => "dawn",
            Phase::Morning => "morning",
            Phase::Turns => "turns",
            Phase::Dusk => "dusk",
        }
    }
}

/// An open decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Open {
    pub id: u32,
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    Gift { seat: Seat, kinds: usize },
    Omen { cursed: bool },
    Work { seat: Seat },
    Where { seat: Seat, places: usize },
    Edict,
    Mend { seat: Seat, ways: usize },
    Stop,
    Answer,
    Grief { seat: Seat },
}

/// More than anybody asks before the last round.
const MOST_ASKED: u32 = 1 << 20;

impl Camp {
    /// Begins: hands are dealt, and every seat chooses a gift.
    pub fn pitch(
        setup: &Setup,
        seed: u64,
        oil: i32,
        content: &str,
    ) -> Result<(Camp, Vec<Event>), GameError> {
        let rounds = rounds_of(setup)?;
        check_roles(&setup.roles)?;
        let mut camp = Camp {
            game: ID.to_owned(),
            version: VERSION,
            content: content.to_owned(),
            roles: setup.roles.clone(),
            rounds,
            dice: Dice(seed),
            round: 0,
            phase: Phase::Setup,
            leader: Seat(0),
            turn: 0,
            oil,
            light: 0,
            edicts: BTreeSet::new(),
            shown: BTreeSet::new(),
            hands: Vec::new(),
            asked: 0,
            open: Vec::new(),
            outcome: None,
        };
        let events = camp.deal();
        Ok((camp, events))
    }

    fn deal(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        for seat in self.seats() {
            let card = format!("card-{}", CARDS[self.dice.below(CARDS.len())]);
            let secret = Message::new("event-dealt").message("card", Message::new(&card));
            self.hands.push(vec![card]);
            let kinds = 2 + self.dice.below(2);
            self.ask(Ask::Gift { seat, kinds });
            events.push(Event { undo_barrier: true, ..hidden("dealt", seat, secret) });
        }
        events
    }

    /// Refuses a save of another game, version or content.
    pub fn check(&self, content: &str) -> Result<(), GameError> {
        if self.game != ID || self.version != VERSION {
            let (game, version) = (&self.game, self.version);
            return Err(GameError(format!("a save of {game}, version {version}, is not known")));
        }
        if self.content != content {
            return Err(GameError::new("the save was made with other content"));
        }
        if self.asked > MOST_ASKED {
            return Err(GameError::new("no game asks so much"));
        }
        // Turns go round the table: there must be one.
        check_roles(&self.roles)
    }

    /// Every seat, clockwise.
    pub fn seats(&self) -> Vec<Seat> {
        (0..self.roles.len()).map(|at| Seat(at as u8)).collect()
    }

    /// The seat so many places clockwise from the leader.
    pub fn clockwise(&self, places: usize) -> Seat {
        Seat(((usize::from(self.leader.0) + places) % self.roles.len()) as u8)
    }

    /// Opens a decision.
    pub fn ask(&mut self, ask: Ask) {
        self.asked += 1;
        self.open.push(Open { id: self.asked, ask });
    }

    /// The edicts that can still be passed.
    pub fn edicts_left(&self) -> Vec<&'static str> {
        EDICTS.into_iter().filter(|edict| !self.edicts.contains(*edict)).collect()
    }
}

fn rounds_of(setup: &Setup) -> Result<u32, GameError> {
    if setup.scenario != SCENARIO {
        return Err(GameError::new(format!("the only scenario is '{SCENARIO}'")));
    }
    if let Some(other) = setup.options.keys().find(|key| *key != "rounds") {
        return Err(GameError(format!("there is no option '{other}'")));
    }
    let rounds = setup.options.get("rounds").map_or(Ok(4), |text| text.parse());
    let rounds = rounds.ok().filter(|rounds| (1..=1000).contains(rounds));
    rounds.ok_or_else(|| GameError::new("'rounds' goes from 1 to 1000"))
}

fn check_roles(roles: &[String]) -> Result<(), GameError> {
    let different: BTreeSet<&String> = roles.iter().collect();
    if roles.is_empty() || different.len() < roles.len() {
        return Err(GameError::new("one to four different roles are needed"));
    }
    match roles.iter().find(|role| !ROLES.contains(&role.as_str())) {
        Some(role) => Err(GameError(format!("there is no role '{role}'"))),
        None => Ok(()),
    }
}

/// An event for everybody that reveals nothing.
pub fn plain(kind: &str, text: Message) -> Event {
    Event {
        kind: kind.to_owned(),
        public: Some(text),
        secret: None,
        undo_barrier: false,
        data: json!({}),
    }
}

/// An event that rolled a die.
pub fn rolled(kind: &str, die: i32) -> Event {
    let text = Message::new(format!("event-{kind}")).number("die", die);
    Event { undo_barrier: true, data: json!({ "die": die }), ..plain(kind, text) }
}

/// An event of which only its owner hears the whole.
pub fn hidden(kind: &str, seat: Seat, secret: Message) -> Event {
    let public = Message::new(format!("event-{kind}-unseen")).number("seat", seat.0);
    Event { secret: Some((seat, secret)), ..plain(kind, public) }
}
