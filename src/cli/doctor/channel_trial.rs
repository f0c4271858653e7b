//! `doctor --try CHANNEL`: an interactive trial in a channel, where the operator presses buttons.
//!
//! Runs the checks first and skips the trial if Discord rejects the token. The steps of the trial
//! are in `discord::trial`.

use std::io::{self, Write as _};
use std::process::ExitCode;

use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::args::{DoctorArgs, TrialArgs};
use super::report::Report;
use super::{Finding, Severity, one_line, online, problem, settings};
use crate::bounds::shown;
use crate::cli::error::CliError;
use crate::cli::serve::{runtime, stop_signal};
use crate::cli::settings::ProgramSettings;
use crate::discord::Config;
use crate::discord::trial::{self, News, Plan, Seen, Step};

/// Collects the results of a trial, and writes them to the report and to standard output.
struct TrialPrinter {
    report: Report,
    json: bool,
    findings: Vec<Value>,
    steps: Vec<Value>,
    problems: usize,
}

/// Runs the checks and the trial. The exit code is 1 if there is a problem.
pub(super) fn run(args: &DoctorArgs, attempt: &TrialArgs) -> Result<ExitCode, CliError> {
    let settings = ProgramSettings::load(&args.flags);
    let secret = settings.as_ref().ok().and_then(|settings| settings.token().ok().flatten());
    let report = Report::begin(attempt.report.as_deref(), attempt.channel, secret)?;
    let mut printer = TrialPrinter::new(report, args.json);
    runtime()?.block_on(async {
        if let Some(config) = run_checks(settings, &mut printer).await? {
            run_trial(&config, attempt, &mut printer).await?;
        }
        printer.end(attempt)
    })
}

/// Runs the checks that a trial depends on. Returns the configuration, or `None` if the settings
/// are invalid or the token was rejected.
async fn run_checks(
    settings: Result<ProgramSettings, CliError>,
    printer: &mut TrialPrinter,
) -> Result<Option<Config>, CliError> {
    let settings = match settings {
        Ok(settings) => settings,
        Err(why) => return printer.finding(&problem("settings", why.sentence)).map(|()| None),
    };
    let mut found = settings::look(&settings);
    // No game: a trial does not register commands.
    found.extend(online::look(&settings, None).await);
    found.iter().try_for_each(|finding| printer.finding(finding))?;
    let rejected =
        |finding: &Finding| finding.check == "token" && finding.verdict == Severity::Problem;
    if found.iter().any(rejected) {
        return Ok(None);
    }
    Ok(settings.config().ok())
}

/// Runs the trial and prints its results as they arrive. The first stop signal ends the trial after
/// its cleanup, the second one at once.
async fn run_trial(
    config: &Config,
    attempt: &TrialArgs,
    printer: &mut TrialPrinter,
) -> Result<(), CliError> {
    let plan = Plan { channel: attempt.channel, patience: attempt.patience };
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let (stop, stopped) = watch::channel(false);
    let running = trial::run(config, plan, sender, stopped);
    tokio::pin!(running);
    let mut done = false;
    while !done {
        tokio::select! {
            () = &mut running => done = true,
            Some(event) = receiver.recv() => printer.event(event)?,
            () = stop_signal() => {
                if stop.send_replace(true) {
                    return printer.cut_short();
                }
                print_hint("stopping: what was posted is deleted first");
            }
        }
    }
    while let Ok(event) = receiver.try_recv() {
        printer.event(event)?;
    }
    Ok(())
}

impl TrialPrinter {
    fn new(report: Report, json: bool) -> TrialPrinter {
        TrialPrinter { report, json, findings: Vec::new(), steps: Vec::new(), problems: 0 }
    }

    fn finding(&mut self, found: &Finding) -> Result<(), CliError> {
        self.count(found.verdict);
        self.findings.push(found.json());
        self.report.finding(found)?;
        self.print(found.verdict, found.check, &found.text)
    }

    fn event(&mut self, event: News) -> Result<(), CliError> {
        match event {
            News::Ask(text) => {
                print_hint(&text);
                Ok(())
            }
            News::Step(step) => self.step(&step),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), CliError> {
        let verdict = Severity::of(step.verdict);
        self.count(verdict);
        self.steps.push(step_json(step));
        self.report.step(step)?;
        self.print(verdict, step.what, &format!("{} ms: {}", step.took.as_millis(), step.text))
    }

    fn cut_short(&mut self) -> Result<(), CliError> {
        let text = "stopped twice: what was posted may still be in the channel; delete it by hand";
        self.finding(&problem("stopped", text))
    }

    fn count(&mut self, verdict: Severity) {
        self.problems += usize::from(verdict == Severity::Problem);
    }

    fn print(&self, verdict: Severity, what: &str, text: &str) -> Result<(), CliError> {
        if !self.json {
            let mut output = io::stdout().lock();
            writeln!(output, "{:<9}{what:<13}{}", verdict.word(), one_line(text))?;
        }
        Ok(())
    }

    fn end(mut self, attempt: &TrialArgs) -> Result<ExitCode, CliError> {
        self.report.end(self.problems)?;
        let path = shown(&self.report.path);
        if self.json {
            let all = json!({
                "ok": self.problems == 0,
                "channel": attempt.channel.to_string(),
                "report": path,
                "findings": self.findings,
                "steps": self.steps,
            });
            writeln!(io::stdout(), "{all}")?;
        } else {
            writeln!(io::stdout(), "the report is in {path}")?;
        }
        Ok(ExitCode::from(u8::from(self.problems > 0)))
    }
}

/// Prints an instruction for the operator to standard error, so that standard output holds only
/// results.
fn print_hint(text: &str) {
    // A write error is ignored: the message in the channel says the same.
    let _ = writeln!(io::stderr(), "{}", one_line(text));
}

fn step_json(step: &Step) -> Value {
    let seen: Vec<Value> = step.seen.iter().map(answer_json).collect();
    json!({
        "check": step.what,
        "verdict": Severity::of(step.verdict).word(),
        "text": step.text,
        "ms": milliseconds(step.took),
        "answers": seen,
    })
}

fn answer_json(seen: &Seen) -> Value {
    let limit = seen
        .limit
        .as_ref()
        .map(|limit| json!({ "of": limit.of, "left": limit.left, "again": limit.again }));
    json!({
        "asked": seen.asked,
        "ms": milliseconds(seen.took),
        "status": seen.status,
        "code": seen.code,
        "said": seen.said,
        "limit": limit,
    })
}

fn milliseconds(took: std::time::Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
