//! `emberhall simulate`: shows progress, prints the report.
//!
//! May use: `simulate`, a progress bar. Deliberately absent: playing.

pub(super) mod args;
mod coverage;
pub(super) mod waiting;

use std::io::{self, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::trouble::Trouble;
use super::{Shelf, open_with};
use crate::simulate::{self, Broken, Plan, Report};
use args::Simulate;

pub(super) fn simulate(shelf: &Shelf, wanted: &Simulate) -> Result<ExitCode, Trouble> {
    if wanted.hall.on {
        return waiting::tables(shelf, wanted);
    }
    let game = open_with(shelf, wanted.content.as_deref())?;
    let plan = plan(&game.roles(), wanted)?;
    // The first campaign of each sort shows whether its options are good ones.
    for setup in &plan.setups {
        let begun = game.start(setup, plan.seed);
        begun.map_err(|why| Trouble::theirs(format!("the campaigns cannot begin: {why}")))?;
    }
    let bar = bar(plan.games);
    let played = simulate::run(game.as_ref(), &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let mut output = io::stdout().lock();
    match played {
        Ok(report) if wanted.json => writeln!(output, "{}", as_json(&report))?,
        Ok(report) => print(&mut output, &report)?,
        Err(broken) => return crashed(&mut output, wanted, &broken),
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(roles: &[String], wanted: &Simulate) -> Result<Plan, Trouble> {
    let counts = match wanted.players {
        None => 1..=roles.len(),
        Some(players) if players <= roles.len() => players..=players,
        Some(_) => {
            let most = roles.len();
            return Err(Trouble::theirs(format!("--players can be at most {most}, or 'all'")));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Plan {
        games: wanted.games,
        seed: wanted.seed,
        setups: counts.map(|players| wanted.campaign.setup(roles, players)).collect(),
        policy: wanted.policy,
        threads: wanted.threads.unwrap_or(threads),
        coverage: wanted.coverage || wanted.weigh > 0,
        weigh: wanted.weigh,
    })
}

/// A bar on the error stream; indicatif hides it where that is no terminal.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} campaigns, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn print(output: &mut dyn Write, report: &Report) -> io::Result<()> {
    let Report { games, won, decisions, seconds, .. } = report;
    writeln!(output, "campaigns   {games}")?;
    writeln!(output, "won         {won} ({})", share(*won, *games))?;
    writeln!(output, "lost        {}", report.lost.values().sum::<u64>())?;
    for (cause, n) in &report.lost {
        writeln!(output, "  {cause:<12}{n:>8} ({})", share(*n, *games))?;
    }
    if report.ranked > 0 {
        writeln!(output, "ranked      {}", report.ranked)?;
    }
    writeln!(output, "rounds      {:.2} on average", report.rounds.mean)?;
    let most = report.rounds.histogram.values().copied().max().unwrap_or(1).max(1);
    for (round, n) in &report.rounds.histogram {
        let length = (n * 40).div_ceil(most) as usize;
        writeln!(output, "  {round:>3} {n:>8} {}", "#".repeat(length))?;
    }
    writeln!(output, "decisions   {decisions}")?;
    writeln!(output, "seconds     {seconds:.2}")?;
    writeln!(output, "per second  {:.0} decisions", report.per_second(*decisions))?;
    writeln!(output, "            {:.1} campaigns", report.per_second(*games))?;
    report.tally.as_ref().map_or(Ok(()), |tally| coverage::print(output, tally))
}

fn as_json(report: &Report) -> Value {
    let mut all = json!(report);
    if let (Some(tally), Some(fields)) = (&report.tally, all.as_object_mut()) {
        fields.insert("coverage".to_owned(), coverage::json(tally));
    }
    all
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Says what reproduces a campaign that broke.
fn crashed(
    output: &mut dyn Write,
    wanted: &Simulate,
    broken: &Broken,
) -> Result<ExitCode, Trouble> {
    let (crash, players) = (&broken.crash, broken.setup.roles.len());
    let policy = args::name(broken.policy);
    if wanted.json {
        let error = json!({
            "error": crash.what, "seed": crash.seed, "step": crash.step, "players": players,
        });
        writeln!(output, "{error}")?;
    }
    Err(Trouble::ours(format!(
        "a campaign broke: {crash}; reproduce it with: emberhall simulate --games 1 \
         --players {players} --seed {} --policy {policy} and the same options",
        crash.seed
    )))
}
