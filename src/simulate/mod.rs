//! Monte Carlo simulation: plays many campaigns with a policy on several threads ([`run`]), and
//! simulates tables of players with realistic response times ([`table`]). [`measure`] computes the
//! same figures for real campaigns from their event logs.
//!
//! Independent of the number of threads: results are sums, so the order in which campaigns end
//! does not matter. The caller shows progress and prints the report.

pub mod measure;
pub mod polls;
mod public;
mod report;
pub mod sim_player;
pub mod stats;
pub mod table;
mod table_sim;
pub mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::game::{Coverage, Game, Playout, PlayoutError, Policy, Setup};

pub use report::{Report, Rounds};

/// Parameters of a run.
#[derive(Clone, Debug)]
pub struct RunPlan {
    /// Number of campaigns; campaign `n` has the seed `seed + n`.
    pub games: u64,
    /// The first seed.
    pub seed: u64,
    /// The setups, used round-robin.
    pub setups: Vec<Setup>,
    /// The policy that chooses for the players.
    pub policy: Policy,
    /// Number of worker threads.
    pub threads: usize,
    /// Whether coverage is recorded, which is slower.
    pub coverage: bool,
    /// Weighs one in `weigh` questions about a content item; 0 weighs none. Much slower.
    pub weigh: u32,
}

impl RunPlan {
    fn seed_of(&self, game: u64) -> u64 {
        self.seed.wrapping_add(game)
    }

    /// The setup of a campaign; it depends only on the number. `None` if there are no setups.
    fn setup_of(&self, game: u64) -> Option<&Setup> {
        let setups = self.setups.len() as u64;
        self.setups.get(game.checked_rem(setups)? as usize)
    }

    /// The policy of a campaign. In a mix, all setups are played by one policy, then by the next.
    pub(crate) fn policy_of(&self, game: u64) -> Policy {
        self.policy.of_number(game / (self.setups.len() as u64).max(1))
    }
}

/// A failed campaign, with everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FailedCampaign {
    /// The seed, the step and the error.
    pub crash: PlayoutError,
    /// The setup it was played with.
    pub setup: Setup,
    /// The policy that played it.
    pub policy: Policy,
}

/// Plays all campaigns of the plan and calls `tick` after each.
///
/// # Errors
///
/// Returns the failed campaign with the lowest number. Campaigns are handed out in order, so all
/// before it have been played.
pub fn run(
    game: &dyn Game,
    plan: &RunPlan,
    tick: &(dyn Fn() + Sync),
) -> Result<Report, Box<FailedCampaign>> {
    let begun = Instant::now();
    let queue =
        WorkQueue { game, plan, tick, next: AtomicU64::new(0), stop: AtomicBool::new(false) };
    let shares = std::thread::scope(|scope| {
        let play = || queue.play_share();
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(play)).collect();
        // A worker cannot panic, because panics of campaigns are caught. If one did, its share
        // would be missing from the sums.
        threads.into_iter().filter_map(|thread| thread.join().ok()).collect::<Vec<Share>>()
    });
    let mut report = Report::default();
    let mut broken: Option<(u64, Box<FailedCampaign>)> = None;
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

/// Results of one worker thread.
#[derive(Default)]
struct Share {
    report: Report,
    broken: Option<(u64, Box<FailedCampaign>)>,
}

struct WorkQueue<'a> {
    game: &'a dyn Game,
    plan: &'a RunPlan,
    tick: &'a (dyn Fn() + Sync),
    next: AtomicU64,
    stop: AtomicBool,
}

impl WorkQueue<'_> {
    fn play_share(&self) -> Share {
        let mut share = Share::default();
        share.report.tally = self.plan.coverage.then(|| self.game.empty_coverage());
        while let Some((at, setup)) = self.take() {
            match self.play(at, setup, share.report.tally.as_mut()) {
                Ok(played) => share.report.count(&played),
                Err(crash) => {
                    self.stop.store(true, Ordering::Relaxed);
                    let (setup, policy) = (setup.clone(), self.plan.policy_of(at));
                    share.broken = Some((at, Box::new(FailedCampaign { crash, setup, policy })));
                    break;
                }
            }
            (self.tick)();
        }
        share
    }

    /// Takes the next campaign. Returns `None` if all are taken or one has failed.
    fn take(&self) -> Option<(u64, &Setup)> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        (at < self.plan.games).then(|| self.plan.setup_of(at)).flatten().map(|setup| (at, setup))
    }

    /// Plays one campaign and turns a panic of the rules into an error with its seed.
    fn play(
        &self,
        at: u64,
        setup: &Setup,
        coverage: Option<&mut Coverage>,
    ) -> Result<Playout, PlayoutError> {
        let (seed, policy) = (self.plan.seed_of(at), self.plan.policy_of(at));
        let play = || match coverage {
            None => self.game.playout(setup, seed, policy),
            Some(coverage) => {
                self.game.playout_with_coverage(setup, seed, policy, self.plan.weigh, coverage)
            }
        };
        catch_unwind(AssertUnwindSafe(play)).unwrap_or_else(|panic| {
            let message = panic.downcast_ref::<String>().map(String::as_str);
            let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
            let what = format!("the rules panicked: {}", message.unwrap_or("no message"));
            Err(PlayoutError { seed, step: 0, what })
        })
    }
}
