//! Thousands of campaigns played by a policy on several threads, and what came of
//! them ([`run`]); and whole tables of people who take their time ([`table`]). The same
//! figures of campaigns that were really played, from their logs ([`measure`]).
//!
//! May use: the boundary, `council` and threads. Deliberately absent: the terminal (the
//! caller shows progress and prints the report), any one game's rules, and any
//! dependence on the number of threads: results are sums, so the order in
//! which campaigns end does not matter.

pub mod measure;
pub mod people;
pub mod polls;
mod public;
mod report;
mod sitting;
pub mod table;
pub mod tally;
pub mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::game::{Coverage, Game, Playout, PlayoutError, Policy, Setup};

pub use report::{Report, Rounds};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Campaigns; number `n` has the seed `seed + n`.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The setups, taken in turn.
    pub setups: Vec<Setup>,
    /// How the players choose.
    pub policy: Policy,
    /// Threads that play.
    pub threads: usize,
    /// Count what comes up; it takes its time.
    pub coverage: bool,
    /// One question in so many about a piece is weighed; none if 0. Takes much longer.
    pub weigh: u32,
}

impl Plan {
    /// The seed of a campaign.
    fn seed_of(&self, game: u64) -> u64 {
        self.seed.wrapping_add(game)
    }

    /// The setup of a campaign, which depends on its number only.
    fn setup_of(&self, game: u64) -> Option<&Setup> {
        let setups = self.setups.len() as u64;
        self.setups.get(game.checked_rem(setups)? as usize)
    }

    /// The policy of a campaign: in a mix every setup is played by each in turn.
    pub(crate) fn policy_of(&self, game: u64) -> Policy {
        self.policy.of_number(game / (self.setups.len() as u64).max(1))
    }
}

/// A campaign that broke, with the setup that reproduces it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Seed, step and what went wrong.
    pub crash: PlayoutError,
    /// The setup it was played with.
    pub setup: Setup,
    /// The policy that played it.
    pub policy: Policy,
}

/// Plays the plan; `tick` is called once for every campaign that ended.
///
/// If campaigns break, the one with the lowest seed is returned: seeds are
/// handed out in order, so everything before it has been played as well.
pub fn run(game: &dyn Game, plan: &Plan, tick: &(dyn Fn() + Sync)) -> Result<Report, Box<Broken>> {
    let begun = Instant::now();
    let work = Work { game, plan, tick, next: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let shares = std::thread::scope(|scope| {
        let play = || work.play_share();
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(play)).collect();
        // A share cannot panic (campaigns are caught); if it did, the sum would be short.
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<Share>>()
    });
    let mut report = Report::default();
    let mut broken: Option<(u64, Box<Broken>)> = None;
    for share in shares {
        report.add(&share.report);
        broken = [broken, share.broken].into_iter().flatten().min_by_key(|(at, _)| *at);
    }
    report.seconds = begun.elapsed().as_secs_f64();
    match broken {
        Some((_, broken)) => Err(broken),
        None => Ok(report),
    }
}

/// What one thread played.
#[derive(Default)]
struct Share {
    report: Report,
    broken: Option<(u64, Box<Broken>)>,
}

struct Work<'a> {
    game: &'a dyn Game,
    plan: &'a Plan,
    tick: &'a (dyn Fn() + Sync),
    next: AtomicU64,
    stop: AtomicBool,
}

impl Work<'_> {
    fn play_share(&self) -> Share {
        let mut share = Share::default();
        share.report.tally = self.plan.coverage.then(|| self.game.empty_coverage());
        while let Some((at, setup)) = self.take() {
            match self.play(at, setup, share.report.tally.as_mut()) {
                Ok(played) => share.report.count(&played),
                Err(crash) => {
                    self.stop.store(true, Ordering::Relaxed);
                    let (setup, policy) = (setup.clone(), self.plan.policy_of(at));
                    share.broken = Some((at, Box::new(Broken { crash, setup, policy })));
                    break;
                }
            }
            (self.tick)();
        }
        share
    }

    /// The next campaign, unless all are taken or one broke.
    fn take(&self) -> Option<(u64, &Setup)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < self.plan.games).then(|| self.plan.setup_of(at)).flatten().map(|setup| (at, setup))
    }

    /// Plays one campaign; a panic of the rules becomes a crash that names its seed.
    fn play(
        &self,
        at: u64,
        setup: &Setup,
        tally: Option<&mut Coverage>,
    ) -> Result<Playout, PlayoutError> {
        let (seed, policy) = (self.plan.seed_of(at), self.plan.policy_of(at));
        let play = || match tally {
            None => self.game.playout(setup, seed, policy),
            Some(tally) => {
                self.game.playout_with_coverage(setup, seed, policy, self.plan.weigh, tally)
            }
        };
        catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
            let what = format!("the rules panicked: {}", said.unwrap_or("no message"));
            Err(PlayoutError { seed, step: 0, what })
        })
    }
}
