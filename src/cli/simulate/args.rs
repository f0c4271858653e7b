//! Arguments of `emberhall simulate`.

use std::path::PathBuf;

use lexopt::Parser;

use super::waiting::HallArgs;
use crate::cli::args::{CampaignArgs, Command, flag, number, option, path, text, unknown};
use crate::cli::error::CliError;
use crate::game::Policy;

/// Arguments of `simulate`.
#[derive(Debug)]
pub(in crate::cli) struct SimulateArgs {
    pub(in crate::cli) games: u64,
    /// Number of players. `None` cycles through every number.
    pub(in crate::cli) players: Option<usize>,
    pub(in crate::cli) seed: u64,
    pub(in crate::cli) policy: Policy,
    pub(in crate::cli) threads: Option<usize>,
    pub(in crate::cli) hall: HallArgs,
    pub(in crate::cli) campaign: CampaignArgs,
    /// Content folder. `None` is the built-in content.
    pub(in crate::cli) content: Option<PathBuf>,
    pub(in crate::cli) coverage: bool,
    /// Compares all options of one in `weigh` questions about a piece; 0 compares none.
    pub(in crate::cli) weigh: u32,
    pub(in crate::cli) json: bool,
}

/// Largest `--games`; more is taken for a typo.
const MOST_GAMES: u64 = 1_000_000_000;
const MOST_THREADS: usize = 1024;

/// Policies by name.
const POLICIES: &[(&str, Policy)] = &[
    ("random", Policy::Random),
    ("greedy", Policy::Greedy),
    ("rollout", Policy::Rollout),
    ("curious", Policy::Curious),
    ("mixed", Policy::Mixed),
];

/// Parses the arguments.
pub(in crate::cli) fn parse(parser: &mut Parser) -> Result<Command, CliError> {
    let (mut games, mut policy_given) = (None, false);
    let mut simulate = SimulateArgs {
        games: 0,
        players: None,
        seed: 1,
        policy: Policy::Random,
        threads: None,
        hall: HallArgs::default(),
        campaign: CampaignArgs::default(),
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
                policy_given = true;
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
    if simulate.hall.on && policy_given {
        return Err(CliError::usage("people at a --table are always greedy; leave --policy out"));
    }
    check(&simulate)?;
    Ok(Command::Simulate(simulate))
}

/// Checks limits and options that exclude each other.
fn check(simulate: &SimulateArgs) -> Result<(), CliError> {
    if simulate.games > MOST_GAMES {
        return Err(CliError::usage(format!("--games can be at most {MOST_GAMES}")));
    }
    if simulate.threads.is_some_and(|threads| threads > MOST_THREADS) {
        return Err(CliError::usage(format!("--threads can be at most {MOST_THREADS}")));
    }
    if simulate.seed.checked_add(simulate.games).is_none() {
        return Err(CliError::usage("--seed is too large for so many --games"));
    }
    if simulate.hall.on && (simulate.coverage || simulate.weigh > 0) {
        let sentence = "--coverage and --weigh count plain campaigns; leave --table out";
        return Err(CliError::usage(sentence));
    }
    Ok(())
}

fn players(given: &str) -> Result<Option<usize>, CliError> {
    if given == "all" {
        return Ok(None);
    }
    let number = given.parse().ok().filter(|n| *n >= 1).map(Some);
    number.ok_or_else(|| {
        CliError::usage(format!("--players needs a number from 1 up, or 'all', not '{given}'"))
    })
}

fn policy(given: &str) -> Result<Policy, CliError> {
    let found = POLICIES.iter().find(|(name, _)| *name == given).map(|(_, policy)| *policy);
    found.ok_or_else(|| {
        let names: Vec<String> = POLICIES.iter().map(|(name, _)| format!("'{name}'")).collect();
        CliError::usage(format!("--policy is one of {}, not '{given}'", names.join(", ")))
    })
}

/// Name of a policy, as `--policy` takes it.
pub(in crate::cli) fn name(policy: Policy) -> &'static str {
    POLICIES.iter().find(|(_, other)| *other == policy).map_or("random", |(name, _)| name)
}
