//! Arguments of `simulate`.
//!
//! May use: the shared readers of `args`. Deliberately absent: opening anything.

use std::path::PathBuf;

use lexopt::Parser;

use super::waiting::Hall;
use crate::cli::args::{Campaign, Command, flag, number, option, path, text, unknown};
use crate::cli::trouble::Trouble;
use crate::game::Policy;

/// Arguments of `simulate`.
#[derive(Debug)]
pub(in crate::cli) struct Simulate {
    pub(in crate::cli) games: u64,
    /// None is all numbers of players in turn.
    pub(in crate::cli) players: Option<usize>,
    pub(in crate::cli) seed: u64,
    pub(in crate::cli) policy: Policy,
    pub(in crate::cli) threads: Option<usize>,
    pub(in crate::cli) hall: Hall,
    pub(in crate::cli) campaign: Campaign,
    /// None is what is built in.
    pub(in crate::cli) content: Option<PathBuf>,
    pub(in crate::cli) coverage: bool,
    /// One question in so many is weighed; 0 is none.
    pub(in crate::cli) weigh: u32,
    pub(in crate::cli) json: bool,
}

/// More campaigns in one run are surely a slip of the finger.
const MOST_GAMES: u64 = 1_000_000_000;
const MOST_THREADS: usize = 1024;

/// The policies by their names.
const POLICIES: &[(&str, Policy)] = &[
    ("random", Policy::Random),
    ("greedy", Policy::Greedy),
    ("rollout", Policy::Rollout),
    ("curious", Policy::Curious),
    ("mixed", Policy::Mixed),
];

/// Reads the arguments.
pub(in crate::cli) fn parse(parser: &mut Parser) -> Result<Command, Trouble> {
    let (mut games, mut by_policy) = (None, false);
    let mut simulate = Simulate {
        games: 0,
        players: None,
        seed: 1,
        policy: Policy::Random,
        threads: None,
        hall: Hall::default(),
        campaign: Campaign::default(),
        content: None,
        coverage: false,
        weigh: 0,
        json: false,
    };
    while let Some(option) = option(parser)? {
        match option.as_str() {
            "help" => return Ok(Command::Help),
            "games" => games = Some(number(parser, "games", 1)?),
            "table" => simulate.hall.on = flag(parser, "table")?,
            "pace" | "people" | "public" | "window" | "small" | "away" | "who" => {
                simulate.hall.take(&option, &text(parser, &option)?)?;
            }
            "players" => simulate.players = players(&text(parser, "players")?)?,
            "seed" => simulate.seed = number(parser, "seed", 0)?,
            "policy" => {
                simulate.policy = policy(&text(parser, "policy")?)?;
                by_policy = true;
            }
            "threads" => simulate.threads = Some(number(parser, "threads", 1)?),
            "content" => simulate.content = Some(path(parser, "content")?),
            "coverage" => simulate.coverage = flag(parser, "coverage")?,
            "weigh" => simulate.weigh = number(parser, "weigh", 1)?,
            "json" => simulate.json = flag(parser, "json")?,
            other if simulate.campaign.take(other, parser)? => {}
            other => return Err(unknown(other, "simulate")),
        }
    }
    simulate.games = games.unwrap_or(if simulate.hall.on { 20 } else { 100 });
    simulate.hall.check()?;
    if simulate.hall.on && by_policy {
        return Err(Trouble::theirs("people at a --table are always greedy; leave --policy out"));
    }
    within(&simulate)?;
    Ok(Command::Simulate(simulate))
}

fn within(simulate: &Simulate) -> Result<(), Trouble> {
    if simulate.games > MOST_GAMES {
        return Err(Trouble::theirs(format!("--games can be at most {MOST_GAMES}")));
    }
    if simulate.threads.is_some_and(|threads| threads > MOST_THREADS) {
        return Err(Trouble::theirs(format!("--threads can be at most {MOST_THREADS}")));
    }
    if simulate.seed.checked_add(simulate.games).is_none() {
        return Err(Trouble::theirs("--seed is too large for so many --games"));
    }
    if simulate.hall.on && (simulate.coverage || simulate.weigh > 0) {
        let why = "--coverage and --weigh count plain campaigns; leave --table out";
        return Err(Trouble::theirs(why));
    }
    Ok(())
}

fn players(given: &str) -> Result<Option<usize>, Trouble> {
    if given == "all" {
        return Ok(None);
    }
    let number = given.parse().ok().filter(|n| *n >= 1).map(Some);
    number.ok_or_else(|| {
        Trouble::theirs(format!("--players needs a number from 1 up, or 'all', not '{given}'"))
    })
}

fn policy(given: &str) -> Result<Policy, Trouble> {
    let found = POLICIES.iter().find(|(name, _)| *name == given).map(|(_, policy)| *policy);
    found.ok_or_else(|| {
        let names: Vec<String> = POLICIES.iter().map(|(name, _)| format!("'{name}'")).collect();
        Trouble::theirs(format!("--policy is one of {}, not '{given}'", names.join(", ")))
    })
}

/// The name of a policy.
pub(in crate::cli) fn name(policy: Policy) -> &'static str {
    POLICIES.iter().find(|(_, known)| *known == policy).map_or("random", |(name, _)| name)
}
