//! `emberhall simulate`: plays campaigns with policies and prints statistics.
//!
//! The campaigns are played by [`crate::simulate`].

pub(super) mod args;
mod coverage;
pub(super) mod waiting;

use std::io::{self, Write};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};

use super::error::CliError;
use super::{GameLoader, open_with};
use crate::simulate::{self, FailedCampaign, Report, RunPlan};
use args::SimulateArgs;

/// Plays the campaigns with a progress bar, then prints the report.
pub(super) fn simulate(loader: &GameLoader, args: &SimulateArgs) -> Result<ExitCode, CliError> {
    if args.hall.on {
        return waiting::tables(loader, args);
    }
    let game = open_with(loader, args.content.as_deref())?;
    let plan = plan(&game.roles(), args)?;
    // Start one campaign per setup to check the options.
    for setup in &plan.setups {
        let started = game.start(setup, plan.seed);
        started.map_err(|why| CliError::usage(format!("the campaigns cannot begin: {why}")))?;
    }
    let bar = bar(plan.games);
    let played = simulate::run(game.as_ref(), &plan, &|| bar.inc(1));
    bar.finish_and_clear();
    let mut output = io::stdout().lock();
    match played {
        Ok(report) if args.json => writeln!(output, "{}", as_json(&report))?,
        Ok(report) => print(&mut output, &report)?,
        Err(broken) => return crashed(&mut output, args, &broken),
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(roles: &[String], args: &SimulateArgs) -> Result<RunPlan, CliError> {
    let counts = match args.players {
        None => 1..=roles.len(),
        Some(players) if players <= roles.len() => players..=players,
        Some(_) => {
            let most = roles.len();
            return Err(CliError::usage(format!("--players can be at most {most}, or 'all'")));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(RunPlan {
        games: args.games,
        seed: args.seed,
        setups: counts.map(|players| args.campaign.setup(roles, players)).collect(),
        policy: args.policy,
        threads: args.threads.unwrap_or(threads),
        coverage: args.coverage || args.weigh > 0,
        weigh: args.weigh,
    })
}

/// Progress bar on stderr. indicatif hides it if that is no terminal.
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
    report.tally.as_ref().map_or(Ok(()), |coverage| coverage::print(output, coverage))
}

fn as_json(report: &Report) -> Value {
    let mut report_json = json!(report);
    if let (Some(coverage), Some(fields)) = (&report.tally, report_json.as_object_mut()) {
        fields.insert("coverage".to_owned(), coverage::json(coverage));
    }
    report_json
}

fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole.max(1) as f64)
}

/// Reports a campaign that failed, and the command that reproduces it.
fn crashed(
    output: &mut dyn Write,
    args: &SimulateArgs,
    broken: &FailedCampaign,
) -> Result<ExitCode, CliError> {
    let (crash, players) = (&broken.crash, broken.setup.roles.len());
    let policy = args::name(broken.policy);
    if args.json {
        let error = json!({
            "error": crash.what, "seed": crash.seed, "step": crash.step, "players": players,
        });
        writeln!(output, "{error}")?;
    }
    Err(CliError::internal(format!(
        "a campaign broke: {crash}; reproduce it with: emberhall simulate --games 1 \
         --players {players} --seed {} --policy {policy} and the same options",
        crash.seed
    )))
}
