//! `doctor --try CHANNEL`: a trial in a channel, with a person who presses buttons there.
//!
//! May use: the doctor's checks, `discord`'s trial, a runtime, signals. Deliberately absent: what
//! is tried; and asking anything of a Discord that does not know the token.

use std::io::{self, Write as _};
use std::process::ExitCode;

use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};

use super::asked::{Attempt, Examine};
use super::report::Report;
use super::{Finding, Verdict, one_line, online, problem, settled};
use crate::bounds::shown;
use crate::cli::serving::{runtime, told_to_stop};
use crate::cli::settings::Settings;
use crate::cli::trouble::Trouble;
use crate::discord::Config;
use crate::discord::trial::{self, News, Plan, Seen, Step};

/// What is told, and to where.
struct Teller {
    report: Report,
    json: bool,
    findings: Vec<Value>,
    steps: Vec<Value>,
    problems: usize,
}

/// Looks, tries, reports; exit code 1 if there is a problem.
pub(super) fn run(given: &Examine, attempt: &Attempt) -> Result<ExitCode, Trouble> {
    let settings = Settings::gather(&given.flags);
    let secret = settings.as_ref().ok().and_then(|settings| settings.token().ok().flatten());
    let report = Report::begin(attempt.report.as_deref(), attempt.channel, secret)?;
    let mut teller = Teller::new(report, given.json);
    runtime()?.block_on(async {
        if let Some(config) = examined(settings, &mut teller).await? {
            attempted(&config, attempt, &mut teller).await?;
        }
        teller.end(attempt)
    })
}

/// The doctor's own checks; the settings, if the token is accepted.
async fn examined(
    settings: Result<Settings, Trouble>,
    teller: &mut Teller,
) -> Result<Option<Config>, Trouble> {
    let settings = match settings {
        Ok(settings) => settings,
        Err(why) => return teller.finding(&problem("settings", why.sentence)).map(|()| None),
    };
    let mut found = settled::look(&settings);
    // Without a game: commands are not registered by a trial.
    found.extend(online::look(&settings, None).await);
    found.iter().try_for_each(|one| teller.finding(one))?;
    let refused = |one: &Finding| one.check == "token" && one.verdict == Verdict::Problem;
    if found.iter().any(refused) {
        return Ok(None);
    }
    Ok(settings.config().ok())
}

/// Tries everything, and tells of it as it comes. Who wants to stop is heard: the first time it
/// is cleaned up, the second time nothing is waited for.
async fn attempted(config: &Config, attempt: &Attempt, teller: &mut Teller) -> Result<(), Trouble> {
    let plan = Plan { channel: attempt.channel, patience: attempt.patience };
    let (tell, mut news) = mpsc::unbounded_channel();
    let (stop, stopped) = watch::channel(false);
    let work = trial::run(config, plan, tell, stopped);
    tokio::pin!(work);
    let mut over = false;
    while !over {
        tokio::select! {
            () = &mut work => over = true,
            Some(one) = news.recv() => teller.news(one)?,
            () = told_to_stop() => {
                if stop.send_replace(true) {
                    return teller.cut_short();
                }
                say("stopping: what was posted is deleted first");
            }
        }
    }
    while let Ok(one) = news.try_recv() {
        teller.news(one)?;
    }
    Ok(())
}

impl Teller {
    fn new(report: Report, json: bool) -> Teller {
        Teller { report, json, findings: Vec::new(), steps: Vec::new(), problems: 0 }
    }

    fn finding(&mut self, found: &Finding) -> Result<(), Trouble> {
        self.count(found.verdict);
        self.findings.push(found.json());
        self.report.finding(found)?;
        self.print(found.verdict, found.check, &found.text)
    }

    fn news(&mut self, news: News) -> Result<(), Trouble> {
        match news {
            News::Ask(text) => {
                say(&text);
                Ok(())
            }
            News::Step(step) => self.step(&step),
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Trouble> {
        let verdict = Verdict::of(step.verdict);
        self.count(verdict);
        self.steps.push(in_json(step));
        self.report.step(step)?;
        self.print(verdict, step.what, &format!("{} ms: {}", step.took.as_millis(), step.text))
    }

    fn cut_short(&mut self) -> Result<(), Trouble> {
        let text = "stopped twice: what was posted may still be in the channel; delete it by hand";
        self.finding(&problem("stopped", text))
    }

    fn count(&mut self, verdict: Verdict) {
        self.problems += usize::from(verdict == Verdict::Problem);
    }

    fn print(&self, verdict: Verdict, what: &str, text: &str) -> Result<(), Trouble> {
        if !self.json {
            let mut output = io::stdout().lock();
            writeln!(output, "{:<9}{what:<13}{}", verdict.word(), one_line(text))?;
        }
        Ok(())
    }

    fn end(mut self, attempt: &Attempt) -> Result<ExitCode, Trouble> {
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

/// Something for the person in front of it, beside what is printed for all.
fn say(text: &str) {
    // If nobody can hear it, the message in the channel says it as well.
    let _ = writeln!(io::stderr(), "{}", one_line(text));
}

fn in_json(step: &Step) -> Value {
    let seen: Vec<Value> = step.seen.iter().map(answer).collect();
    json!({
        "check": step.what,
        "verdict": Verdict::of(step.verdict).word(),
        "text": step.text,
        "ms": milliseconds(step.took),
        "answers": seen,
    })
}

fn answer(seen: &Seen) -> Value {
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
