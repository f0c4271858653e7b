//! `emberhall render`: draws a campaign, or a moment of it, into a file.
//!
//! May use: the boundary, `hall::archive`, files. Deliberately absent: drawing;
//! the game does that. Everything is drawn from what everybody may see.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use lexopt::{Arg, Parser};

use super::args::{Command, flag, number, path, text, unknown};
use super::looking::no_piece;
use super::settings::{Flags, Settings};
use super::trouble::Trouble;
use super::{Shelf, files, open};
use crate::bounds::shown;
use crate::game::{Game, PosterInput, Seat, Viewer};
use crate::hall::archive::{self, CampaignHistory};
use crate::store::{CampaignId, Store};
use crate::words::hall;

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum What {
    #[default]
    Board,
    Chart,
    Poster,
    Film,
    Card(String),
}

/// Arguments of `render`.
#[derive(Debug, Default)]
pub(super) struct Render {
    what: What,
    state: Option<PathBuf>,
    campaign: Option<i64>,
    flags: Flags,
    round: Option<usize>,
    entry: Option<u64>,
    since: Option<usize>,
    to: PathBuf,
}

/// Reads the arguments.
pub(super) fn parse(parser: &mut Parser) -> Result<Command, Trouble> {
    let mut render = Render::default();
    let mut named = 0;
    while let Some(arg) = parser.next()? {
        let option = match arg {
            Arg::Short('h') | Arg::Long("help") => return Ok(Command::Help),
            Arg::Short('o') | Arg::Long("output") => {
                render.to = path(parser, "output")?;
                continue;
            }
            Arg::Long(option) => option.to_owned(),
            other => return Err(other.unexpected().into()),
        };
        named += usize::from(render.take(&option, parser)?);
    }
    render.check(named)?;
    Ok(Command::Render(render))
}

impl Render {
    /// Takes an option; does it name what is drawn?
    fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, Trouble> {
        match option {
            "state" => self.state = Some(path(parser, option)?),
            "campaign" => self.campaign = Some(number(parser, option, 1)?),
            "database" | "config" => drop(self.flags.take_place(option, parser)?),
            "round" => self.round = Some(number(parser, option, 1)?),
            "entry" => self.entry = Some(number(parser, option, 1)?),
            "since" => self.since = Some(number(parser, option, 1)?),
            _ => {
                self.what = match option {
                    "chart" => What::Chart,
                    "poster" => What::Poster,
                    "film" => What::Film,
                    "card" => What::Card(text(parser, option)?),
                    other => return Err(unknown(other, "render")),
                };
                if !matches!(self.what, What::Card(_)) {
                    flag(parser, option)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn check(&self, named: usize) -> Result<(), Trouble> {
        let card = matches!(self.what, What::Card(_));
        let sources = usize::from(self.state.is_some()) + usize::from(self.campaign.is_some());
        let past = self.round.is_some() || self.entry.is_some() || self.since.is_some();
        let wrong = if named > 1 {
            "only one of --chart, --poster, --film and --card can be drawn at once"
        } else if self.to.as_os_str().is_empty() {
            "where to? Write -o FILE"
        } else if sources != usize::from(!card) {
            "name what to draw: either --state FILE or --campaign N; a card needs neither"
        } else if past && self.campaign.is_none() {
            "--round, --entry and --since need --campaign N: a save has no past"
        } else if self.since.is_some() && self.what != What::Board {
            "--since marks what changed on the board; leave it out, or draw the board"
        } else if self.since.is_some() && self.round.is_some_and(|round| self.since > Some(round)) {
            "--since is to be no later than --round"
        } else {
            return Ok(());
        };
        Err(Trouble::theirs(wrong))
    }
}

/// Draws it.
pub(super) fn render(shelf: &Shelf, render: &Render) -> Result<ExitCode, Trouble> {
    let game: Arc<dyn Game> = Arc::from(open(shelf)?);
    let drawn = match &render.what {
        What::Card(id) => {
            let piece =
                game.piece_report(id, LANGUAGE).ok_or_else(|| no_piece(game.as_ref(), id))?;
            let none =
                || Trouble::theirs(format!("nothing is drawn of '{id}'; see emberhall card {id}"));
            game.card_picture(&piece.id, LANGUAGE).ok_or_else(none)?.png
        }
        what => {
            let course = course(render, game)?;
            draw(what, render, &course)?
        }
    };
    write(&render.to, &drawn)?;
    Ok(ExitCode::SUCCESS)
}

/// The language of pictures at the command line.
const LANGUAGE: &str = "en";

fn course(render: &Render, game: Arc<dyn Game>) -> Result<CampaignHistory, Trouble> {
    let mut course = match (&render.state, render.campaign) {
        (Some(file), _) => saved(file, game)?,
        (None, id) => stored(render, id.unwrap_or_default(), game)?,
    };
    let rounds = course.rounds.len();
    for (option, round) in [("round", render.round), ("since", render.since)] {
        if let Some(round) = round.filter(|round| *round > rounds) {
            let sentence = format!("--{option} {round}: it has come to round {rounds} only");
            return Err(Trouble::theirs(sentence));
        }
    }
    if let Some(round) = render.round {
        course.outcome = course.outcome.filter(|_| round == rounds);
        course.rounds.truncate(round);
    }
    Ok(course)
}

fn saved(file: &Path, game: Arc<dyn Game>) -> Result<CampaignHistory, Trouble> {
    let refused = |why| Trouble::theirs(format!("'{}' cannot be drawn: {why}", shown(file)));
    let table = game.load(&files::read(file)?).map_err(refused)?;
    let (rounds, outcome) = (vec![table.view(Viewer::Public)], table.outcome());
    Ok(CampaignHistory { game, rounds, roles: Vec::new(), public_decisions: Vec::new(), outcome })
}

fn stored(render: &Render, id: i64, game: Arc<dyn Game>) -> Result<CampaignHistory, Trouble> {
    let file = Settings::gather(&render.flags)?.database()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open_shared(&file).await;
        let store = store.map_err(|why| Trouble::theirs(why.to_string()))?;
        let course = archive::campaign_history(&store, &[game], CampaignId(id), render.entry).await;
        store.close().await;
        course.map_err(|why| Trouble::theirs(format!("campaign {id} cannot be drawn: {why}")))
    })
}

fn draw(what: &What, render: &Render, course: &CampaignHistory) -> Result<Vec<u8>, Trouble> {
    let CampaignHistory { game, rounds, roles, public_decisions: decrees, outcome } = course;
    let nothing = || Trouble::ours("it cannot be drawn");
    let last = rounds.last().ok_or_else(nothing)?;
    let drawn = match what {
        What::Chart => game.chart(rounds, LANGUAGE).map(|chart| chart.png),
        What::Film => {
            let film = game.animation(&mut rounds.iter().cloned(), LANGUAGE);
            film.map(|film| film.bytes)
        }
        What::Poster => {
            let names: Vec<String> = roles.iter().map(|role| role_name(game, role)).collect();
            let outcome = outcome.as_ref().ok_or_else(|| Trouble::theirs(NOT_OVER))?;
            let name = |seat: Seat| names.get(usize::from(seat.0)).cloned().unwrap_or_default();
            let words = game.localizer(LANGUAGE);
            let said = |one| hall::say(LANGUAGE, &hall::decree(one, &name), words);
            let decreed: Vec<String> = decrees.iter().map(said).collect();
            let (names, decreed) = (&names[..], &decreed[..]);
            let ending = PosterInput { view: last, rounds, names, decreed, outcome };
            game.poster(&ending, LANGUAGE).map(|poster| poster.png)
        }
        What::Board | What::Card(_) => {
            let since = render.since.and_then(|round| rounds.get(round - 1));
            game.picture(last, since, LANGUAGE).map(|board| board.png)
        }
    };
    drawn.ok_or_else(nothing)
}

const NOT_OVER: &str = "a poster is for a campaign that is over; this one is not";

fn role_name(game: &Arc<dyn Game>, role: &str) -> String {
    game.localizer(LANGUAGE).localize(&game.role_name(role))
}

fn write(to: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let failed = |why| Trouble::theirs(format!("'{}' cannot be written: {why}", to.display()));
    fs::write(to, bytes).map_err(failed)
}
