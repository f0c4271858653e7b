//! `emberhall simulate --table`: options and report. Measures how long tables of people wait.
//!
//! The tables are played by [`crate::simulate`].

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::super::error::CliError;
use super::super::{GameLoader, open_with};
use super::args::SimulateArgs;
use crate::cli::plural::plural;
use crate::council::settings::{Decider, Pace, PublicVoteMode, SmallQuestionMode, TurnMode};
use crate::council::{Settings, Span};
use crate::simulate::table::{MODES, TablePlan, wait};
use crate::simulate::waiting::{Figure, Mode, WaitReport};

/// Default number of players.
const PLAYERS: usize = 4;
/// Largest number of server members beside a table.
const MOST_PUBLIC: u32 = 10_000;
/// Maximum number of values of `--public`, each a column of the report.
const MOST_PUBLICS: usize = 6;
/// Maximum number of question kinds in a list.
const LISTED: usize = 24;

/// Options of `--table`.
#[derive(Debug, Default)]
pub(in crate::cli) struct HallArgs {
    /// Whether `--table` was given.
    pub(in crate::cli) on: bool,
    settings: Settings,
    people: Option<PublicVoteMode>,
    public: Vec<u32>,
    away: Vec<(String, String)>,
    /// Whether any option that needs `--table` was given.
    given: bool,
}

impl HallArgs {
    /// Sets an option from its text.
    pub(in crate::cli) fn take(&mut self, option: &str, given: &str) -> Result<(), CliError> {
        self.given = true;
        let parsed = match option {
            "pace" => pace(given).map(|pace| self.settings.pace = pace),
            "people" => public_vote_mode(given).map(|mode| self.people = Some(mode)),
            "public" => public_sizes(given).map(|sizes| self.public = sizes),
            "small" => small_questions(given).map(|mode| self.settings.small_questions = mode),
            "away" => given.split_once('=').map(|(ask, choice)| {
                self.away.push((ask.to_owned(), choice.to_owned()));
            }),
            "window" => minutes(given).map(|span| self.settings.window = Some(span)),
            _ => decider(given).map(|entry| self.settings.who.extend([entry])),
        };
        parsed.ok_or_else(|| {
            CliError::usage(format!("--{option} cannot be '{given}'; see emberhall --help"))
        })
    }

    /// Refuses these options without `--table`.
    pub(in crate::cli) fn check(&self) -> Result<(), CliError> {
        if self.given && !self.on {
            return Err(CliError::usage(
                "--pace, --people, --public, --window, --small, --away and --who need --table",
            ));
        }
        Ok(())
    }
}

fn pace(given: &str) -> Option<Pace> {
    match given {
        "live" => Some(Pace::Live),
        "daily" => Some(Pace::Daily),
        "relaxed" => Some(Pace::Relaxed),
        _ => None,
    }
}

fn public_vote_mode(given: &str) -> Option<PublicVoteMode> {
    match given {
        "off" => Some(PublicVoteMode::Off),
        "standing" => Some(PublicVoteMode::Standing),
        "on-demand" => Some(PublicVoteMode::OnDemand),
        _ => None,
    }
}

/// Parses numbers of server members, separated by commas.
fn public_sizes(given: &str) -> Option<Vec<u32>> {
    let size = |part: &str| part.parse().ok().filter(|n| *n <= MOST_PUBLIC);
    let sizes: Vec<u32> = given.split(',').map(size).collect::<Option<_>>()?;
    (sizes.len() <= MOST_PUBLICS).then_some(sizes)
}

fn small_questions(given: &str) -> Option<SmallQuestionMode> {
    match given {
        "strict" => Some(SmallQuestionMode::Strict),
        "relay" => Some(SmallQuestionMode::Relay),
        "open" => Some(SmallQuestionMode::Open),
        _ => None,
    }
}

fn minutes(given: &str) -> Option<Span> {
    given.parse().ok().filter(|n| (1..=525_600).contains(n)).map(Span::minutes)
}

fn decider(given: &str) -> Option<(String, Decider)> {
    let (ask, decider) = given.split_once('=')?;
    let decider = match decider {
        "vote" => Decider::Vote,
        "seat" => Decider::Seat,
        "leader" => Decider::Leader,
        "anyone" => Decider::Anyone,
        "people" => Decider::Public,
        _ => return None,
    };
    Some((ask.to_owned(), decider))
}

/// Plays the tables with a progress bar, then prints the report.
pub(super) fn tables(loader: &GameLoader, args: &SimulateArgs) -> Result<ExitCode, CliError> {
    let game = Arc::from(open_with(loader, args.content.as_deref())?);
    let tables = plan(&game, args)?;
    let columns = tables.modes.len() * tables.public.len().max(1);
    let bar = super::bar(tables.games * columns as u64);
    let report = wait(&game, &tables, &|| bar.inc(1));
    bar.finish_and_clear();
    let report =
        report.map_err(|crash| CliError::internal(format!("a campaign broke: {crash}")))?;
    let mut output = io::stdout().lock();
    if args.json {
        writeln!(output, "{}", json!(report))?;
    } else {
        print(&mut output, &report)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(game: &Arc<dyn crate::game::Game>, args: &SimulateArgs) -> Result<TablePlan, CliError> {
    let roles = game.roles();
    let players = args.players.unwrap_or(PLAYERS.min(roles.len()));
    if players > roles.len() {
        return Err(CliError::usage(format!("--players can be at most {}", roles.len())));
    }
    let setup = args.campaign.setup(&roles, players);
    let started = game.start(&setup, args.seed);
    started.map_err(|why| CliError::usage(format!("the campaigns cannot begin: {why}")))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let HallArgs { settings, people, public, away, .. } = &args.hall;
    let mut settings = settings.clone();
    settings.public_vote.mode = people.unwrap_or(settings.public_vote.mode);
    // `--public` compares sizes of servers, so only the default turn mode is played.
    let is_compared =
        |(turns, _): &(TurnMode, &str)| public.is_empty() || *turns == TurnMode::default();
    Ok(TablePlan {
        games: args.games,
        seed: args.seed,
        setup,
        settings,
        people: *people,
        away: away.clone(),
        modes: MODES.into_iter().filter(is_compared).collect(),
        public: public.clone(),
        threads: args.threads.unwrap_or(threads),
    })
}

fn print(output: &mut dyn Write, report: &WaitReport) -> io::Result<()> {
    let WaitReport { players, games, modes } = report;
    let games = plural(*games, "campaign", "campaigns");
    let people = plural(*players as u64, "person", "people");
    let sort = if modes.iter().any(|mode| mode.public.is_some()) { "column" } else { "mode" };
    writeln!(output, "{games} of {people} in each {sort}; mean (p90) a round")?;
    a_round(output, modes)?;
    if modes.iter().any(|mode| mode.public.is_some()) {
        return asked(output, modes);
    }
    modes.iter().filter(|mode| mode.turns == "relay").try_for_each(|mode| kinds(output, mode))
}

/// Prints the figures of a round, one column per mode.
pub(in crate::cli) fn a_round(output: &mut dyn Write, modes: &[Mode]) -> io::Result<()> {
    line(output, modes, "", &heading)?;
    if modes.iter().any(|mode| mode.games.is_some()) {
        line(output, modes, "campaigns", &|mode| mode.games.unwrap_or_default().to_string())?;
    }
    line(output, modes, "rounds played", &|mode| mode.rounds.to_string())?;
    ROWS.iter()
        .try_for_each(|(name, figure)| line(output, modes, name, &|mode| shown(figure(mode))))
}

fn line(
    output: &mut dyn Write,
    modes: &[Mode],
    name: &str,
    text: &dyn Fn(&Mode) -> String,
) -> io::Result<()> {
    write!(output, "{name:<18}")?;
    modes.iter().try_for_each(|mode| write!(output, "{:>16}", text(mode)))?;
    writeln!(output)
}

fn heading(mode: &Mode) -> String {
    mode.public.map_or_else(|| mode.turns.clone(), |public| format!("{public} beside"))
}

/// Line of the report: its name and the text of each column.
type FigureLine<'a> = (&'a str, &'a dyn Fn(&Mode) -> String);

/// Prints how the server members voted, one column per mode.
pub(in crate::cli) fn asked(output: &mut dyn Write, modes: &[Mode]) -> io::Result<()> {
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    let rows: [FigureLine<'_>; 7] = [
        ("ballots", &|mode| shown(mode.people.ballots)),
        ("votes on one", &|mode| shown(Some(mode.people.votes))),
        ("turnout", &|mode| {
            mode.people.turnout.map_or_else(unknown, |turnout| percent(turnout.mean))
        }),
        ("their questions", &|mode| mode.people.matters.to_string()),
        ("decided by them", &|mode| percent(mode.people.by_people)),
        ("hours to decide", &|mode| shown(Some(mode.people.hours))),
        ("street voices", &|mode| shown(mode.people.voices)),
    ];
    writeln!(output, "\nthe people: ballots a campaign, questions in all, the rest for each")?;
    rows.iter().try_for_each(|(name, text)| line(output, modes, name, text))?;
    if modes.iter().any(|mode| mode.people.heard.is_some()) {
        line(output, modes, "street heard", &|mode| shown(mode.people.heard))?;
    }
    Ok(())
}

/// Row of the report: its name and figure.
type FigureRow = (&'static str, fn(&Mode) -> Option<Figure>);

const ROWS: [FigureRow; 9] = [
    ("clicks", |mode| Some(mode.clicks)),
    ("questions", |mode| Some(mode.questions)),
    ("handovers", |mode| Some(mode.handovers)),
    ("changes of hands", |mode| Some(mode.changes)),
    ("notices", |mode| mode.notices),
    ("calls", |mode| Some(mode.calls)),
    ("messages", |mode| mode.messages),
    ("days a round", |mode| Some(mode.round_days)),
    ("days a campaign", |mode| mode.campaign_days),
];

fn shown(figure: Option<Figure>) -> String {
    figure.map_or_else(unknown, |figure| format!("{:.1} ({:.1})", figure.mean, figure.p90))
}

/// Text for a figure that was not measured.
fn unknown() -> String {
    "-".to_owned()
}

/// Prints the question kinds of a mode by handovers, most first.
pub(in crate::cli) fn kinds(output: &mut dyn Write, mode: &Mode) -> io::Result<()> {
    writeln!(output, "\n{}, a round, by kind of question", mode.turns)?;
    writeln!(output, "{:<22}handovers questions   clicks  hours  decided by", "")?;
    let mut kinds: Vec<_> = mode.kinds.iter().collect();
    kinds.sort_by(|a, b| b.1.handovers.total_cmp(&a.1.handovers).then(a.0.cmp(b.0)));
    for (ask, kind) in kinds.into_iter().take(LISTED) {
        let (handovers, questions) = (kind.handovers, kind.questions);
        write!(output, "{ask:<22}{handovers:>9.2}{questions:>10.2}{:>9.2}", kind.clicks)?;
        writeln!(output, "{:>7.1}  {}", kind.hours, list(&kind.how))?;
    }
    writeln!(output, "{:<22}{}", "all", list(&mode.how))
}

fn list(decided_by: &std::collections::BTreeMap<String, f64>) -> String {
    let each = decided_by.iter().map(|(how, n)| format!("{how} {n:.2}"));
    each.collect::<Vec<_>>().join(", ")
}
