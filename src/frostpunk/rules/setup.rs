//! From a scenario, a Society and a seed to the first question (section 2).
//!
//! May use: every type of the rules. Deliberately absent: the draws themselves;
//! they follow the choice of the first Rim corner (`phases::opening`), in the
//! order of the setup's steps.

use super::dice::Dice;
use super::event::Event;
use super::frame::{Frame, Mark, Step};
use super::ids::{Advisor, Phase, Seat};
use super::map::{CELLS, SPACES};
use super::program::Pack;
use super::referee::Referee;
use super::state::{Chair, City, Decks, Figures, Generator, NightBook, Opening, Turn};

/// What a campaign begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// One Advisor for each seat, clockwise.
    pub advisors: Vec<Advisor>,
    /// The scenario's key.
    pub scenario: String,
    /// The Society card's key, such as `1-normal`.
    pub society: String,
    /// cards nobody can pay go at random; the pack decides if not set.
    pub random_discard: Option<bool>,
    /// U-1: icons are counted on every step; the pack decides if not set.
    pub icons_on_steps: Option<bool>,
}

impl Setup {
    /// The campaign of the box for a first evening: the Crater, Society I, Normal, for the
    /// first Advisors.
    pub fn usual(players: usize) -> Setup {
        Setup {
            advisors: Advisor::ALL.iter().copied().take(players).collect(),
            scenario: "crater".to_owned(),
            society: "1-normal".to_owned(),
            random_discard: None,
            icons_on_steps: None,
        }
    }
}

/// Why a campaign cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    ///
    #[error("1 to 4 seats can play, not {0}")]
    Seats(usize),
    ///
    #[error("each Advisor can sit only once, but {0} sits twice")]
    Twice(&'static str),
    /// Not in the pack.
    #[error("there is no scenario '{0}'; there are: {1}")]
    Scenario(String, String),
    /// Not in the pack.
    #[error("there is no society '{0}'; there are: {1}")]
    Society(String, String),
    /// A broken card.
    #[error("the setup stopped: {0}")]
    Broken(String),
}

/// Begins a campaign.
pub fn start(pack: &Pack, setup: &Setup, seed: u64) -> Result<(City, Vec<Event>), SetupError> {
    check_seats(&setup.advisors)?;
    let ids: Vec<&str> = pack.scenarios.iter().map(|s| s.id.as_str()).collect();
    let scenario = ids
        .iter()
        .position(|id| *id == setup.scenario)
        .ok_or_else(|| SetupError::Scenario(setup.scenario.clone(), ids.join(", ")))?;
    let ids: Vec<&str> = pack.societies.iter().map(|s| s.id.as_str()).collect();
    let society = ids
        .iter()
        .position(|id| *id == setup.society)
        .ok_or_else(|| SetupError::Society(setup.society.clone(), ids.join(", ")))?;
    let mut city = empty(pack, setup, seed, (scenario as u8, society as u8));
    let mut events = Vec::new();
    let mut referee = Referee::new(pack, &mut city, &mut events);
    referee.ask(super::decision::Ask::StartCorner);
    referee.go_on().map_err(SetupError::Broken)?;
    Ok((city, events))
}

fn check_seats(advisors: &[Advisor]) -> Result<(), SetupError> {
    if !(1..=4).contains(&advisors.len()) {
        return Err(SetupError::Seats(advisors.len()));
    }
    let twice = advisors.iter().enumerate().find(|(at, a)| advisors[..*at].contains(a));
    twice.map_or(Ok(()), |(_, advisor)| Err(SetupError::Twice(advisor.key())))
}

/// A table before the first draw.
fn empty(pack: &Pack, setup: &Setup, seed: u64, (scenario, society): (u8, u8)) -> City {
    let tables = &pack.tables;
    let chair = |advisor: &Advisor| Chair { advisor: *advisor, hand: Vec::new(), played: None };
    City {
        dice: Dice::new(seed),
        scenario,
        society,
        random_discard: setup.random_discard.unwrap_or(tables.unpayable_at_random),
        icons_on_steps: setup.icons_on_steps.unwrap_or(tables.icons_on_steps),
        round: 1,
        phase: Phase::Setup,
        seats: setup.advisors.iter().map(chair).collect(),
        leader: Seat(0),
        active: Seat(0),
        citizens: [0; 3],
        sick: [0; 3],
        skull: [false; 3],
        food: 0,
        hunger: 0,
        corpses: 0,
        supply: [0; 4],
        tokens: [Vec::new(), Vec::new()],
        bags: [tables.tokens_each; 6],
        generator: cold_generator(pack),
        storm: None,
        triggers: Vec::new(),
        cells: vec![None; usize::from(CELLS)],
        piles: vec![None; usize::from(SPACES)],
        deposits: [None; 6],
        built: Vec::new(),
        stock: pack.buildings.iter().map(|b| b.count).collect(),
        ruined: vec![0; pack.buildings.len()],
        figures: Figures { bank: tables.figures, ..Figures::default() },
        placed: Vec::new(),
        spent: [0; 3],
        decks: Decks::default(),
        in_play: Vec::new(),
        laws: Vec::new(),
        technologies: Vec::new(),
        development: None,
        stacks: Vec::new(),
        revealed: Vec::new(),
        call_to_rise: setup.advisors.len() == 1,
        turn: Turn::default(),
        night: NightBook::default(),
        opening: vec![Opening::default(); setup.advisors.len()],
        stack: vec![Frame::Do(Step::Go(Mark::Openings)), Frame::Do(Step::Go(Mark::Setup))],
        pending: Vec::new(),
        next_decision: 1,
        outcome: None,
    }
}

///
fn cold_generator(pack: &Pack) -> Generator {
    Generator {
        heat: 0,
        overheated: false,
        cold: pack.tables.cold_start,
        ranges: pack.tables.range_start,
        stress: 0,
        stuck: 0,
        drawer: 0,
        upgraded: false,
    }
}
