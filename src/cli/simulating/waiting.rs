//! `emberhall simulate --table`: its options, and its figures as text.
//!
//! May use: `simulate`, the council's settings. Deliberately absent: playing.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::super::trouble::Trouble;
use super::super::{Shelf, open_with};
use super::args::Simulate;
use crate::cli::counting::counted;
use crate::council::settings::{Decider, Pace, PublicVoteMode, SmallQuestionMode, TurnMode};
use crate::council::{Settings, Span};
use crate::simulate::table::{MODES, Tables, wait};
use crate::simulate::waiting::{Figure, Mode, Waiting};

/// Seats if none are asked for.
const PLAYERS: usize = 4;
/// People beside a table, at most, and how many such tables beside each other.
const MOST_PUBLIC: u32 = 10_000;
const MOST_PUBLICS: usize = 6;
/// Kinds of questions that are listed.
const LISTED: usize = 24;

/// How the hall is set for the tables.
#[derive(Debug, Default)]
pub(in crate::cli) struct Hall {
    /// Are tables to be played at all?
    pub(in crate::cli) on: bool,
    settings: Settings,
    people: Option<PublicVoteMode>,
    public: Vec<u32>,
    away: Vec<(String, String)>,
    given: bool,
}

impl Hall {
    /// Takes an option of the hall.
    pub(in crate::cli) fn take(&mut self, option: &str, given: &str) -> Result<(), Trouble> {
        self.given = true;
        let known = match option {
            "pace" => pace(given).map(|pace| self.settings.pace = pace),
            "people" => people(given).map(|mode| self.people = Some(mode)),
            "public" => public(given).map(|public| self.public = public),
            "small" => small(given).map(|small| self.settings.small_questions = small),
            "away" => given.split_once('=').map(|(ask, choice)| {
                self.away.push((ask.to_owned(), choice.to_owned()));
            }),
            "window" => minutes(given).map(|span| self.settings.window = Some(span)),
            _ => who(given).map(|(ask, who)| self.settings.who.extend([(ask, who)])),
        };
        known.ok_or_else(|| {
            Trouble::theirs(format!("--{option} cannot be '{given}'; see emberhall --help"))
        })
    }

    /// Options of the hall mean nothing where no table is played.
    pub(in crate::cli) fn check(&self) -> Result<(), Trouble> {
        if self.given && !self.on {
            return Err(Trouble::theirs(
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

fn people(given: &str) -> Option<PublicVoteMode> {
    match given {
        "off" => Some(PublicVoteMode::Off),
        "standing" => Some(PublicVoteMode::Standing),
        "on-demand" => Some(PublicVoteMode::OnDemand),
        _ => None,
    }
}

/// One number of people, or several with commas.
fn public(given: &str) -> Option<Vec<u32>> {
    let each = |one: &str| one.parse().ok().filter(|n| *n <= MOST_PUBLIC);
    let all: Vec<u32> = given.split(',').map(each).collect::<Option<_>>()?;
    (all.len() <= MOST_PUBLICS).then_some(all)
}

fn small(given: &str) -> Option<SmallQuestionMode> {
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

fn who(given: &str) -> Option<(String, Decider)> {
    let (ask, who) = given.split_once('=')?;
    let who = match who {
        "vote" => Decider::Vote,
        "seat" => Decider::Seat,
        "leader" => Decider::Leader,
        "anyone" => Decider::Anyone,
        "people" => Decider::Public,
        _ => return None,
    };
    Some((ask.to_owned(), who))
}

pub(super) fn tables(shelf: &Shelf, wanted: &Simulate) -> Result<ExitCode, Trouble> {
    let game = Arc::from(open_with(shelf, wanted.content.as_deref())?);
    let tables = plan(&game, wanted)?;
    let columns = tables.modes.len() * tables.public.len().max(1);
    let bar = super::bar(tables.games * columns as u64);
    let waited = wait(&game, &tables, &|| bar.inc(1));
    bar.finish_and_clear();
    let waited = waited.map_err(|crash| Trouble::ours(format!("a campaign broke: {crash}")))?;
    let mut output = io::stdout().lock();
    if wanted.json {
        writeln!(output, "{}", json!(waited))?;
    } else {
        print(&mut output, &waited)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn plan(game: &Arc<dyn crate::game::Game>, wanted: &Simulate) -> Result<Tables, Trouble> {
    let roles = game.roles();
    let players = wanted.players.unwrap_or(PLAYERS.min(roles.len()));
    if players > roles.len() {
        return Err(Trouble::theirs(format!("--players can be at most {}", roles.len())));
    }
    let setup = wanted.campaign.setup(&roles, players);
    let begun = game.start(&setup, wanted.seed);
    begun.map_err(|why| Trouble::theirs(format!("the campaigns cannot begin: {why}")))?;
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let Hall { settings, people, public, away, .. } = &wanted.hall;
    let mut settings = settings.clone();
    settings.public_vote.mode = people.unwrap_or(settings.public_vote.mode);
    // Who asks about the people wants to compare servers, not modes of the turn.
    let usual = |(turns, _): &(TurnMode, &str)| public.is_empty() || *turns == TurnMode::default();
    Ok(Tables {
        games: wanted.games,
        seed: wanted.seed,
        setup,
        settings,
        people: *people,
        away: away.clone(),
        modes: MODES.into_iter().filter(usual).collect(),
        public: public.clone(),
        threads: wanted.threads.unwrap_or(threads),
    })
}

fn print(output: &mut dyn Write, waited: &Waiting) -> io::Result<()> {
    let Waiting { players, games, modes } = waited;
    let games = counted(*games, "campaign", "campaigns");
    let people = counted(*players as u64, "person", "people");
    let sort = if modes.iter().any(|mode| mode.public.is_some()) { "column" } else { "mode" };
    writeln!(output, "{games} of {people} in each {sort}; mean (p90) a round")?;
    a_round(output, modes)?;
    if modes.iter().any(|mode| mode.public.is_some()) {
        return asked(output, modes);
    }
    modes.iter().filter(|mode| mode.turns == "relay").try_for_each(|mode| kinds(output, mode))
}

/// What a round takes, a column for each mode.
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

/// A line of the table: its name, and what stands in each column.
type Line<'a> = (&'a str, &'a dyn Fn(&Mode) -> String);

/// What the people beside the table were asked, a column for each number of them.
pub(in crate::cli) fn asked(output: &mut dyn Write, modes: &[Mode]) -> io::Result<()> {
    let percent = |part: f64| format!("{:.1} %", part * 100.0);
    let rows: [Line<'_>; 7] = [
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

type Row = (&'static str, fn(&Mode) -> Option<Figure>);

const ROWS: [Row; 9] = [
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

/// What nobody has counted.
fn unknown() -> String {
    "-".to_owned()
}

/// What a round of a mode asks, the most handovers first.
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

fn list(how: &std::collections::BTreeMap<String, f64>) -> String {
    let each = how.iter().map(|(how, n)| format!("{how} {n:.2}"));
    each.collect::<Vec<_>>().join(", ")
}
