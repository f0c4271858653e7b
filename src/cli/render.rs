//! `emberhall render`: writes a picture of a campaign, or of a card, to a file.
//!
//! The game does the drawing. Pictures show public views only.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use lexopt::{Arg, Parser};

use super::args::{Command, flag, number, path, text, unknown};
use super::card::no_piece;
use super::error::CliError;
use super::settings::{Flags, ProgramSettings};
use super::{GameLoader, files, open};
use crate::bounds::shown;
use crate::game::{Game, PosterInput, Seat, Viewer};
use crate::hall::archive::{self, CampaignHistory};
use crate::i18n::hall;
use crate::store::{CampaignId, Store};

/// Kind of picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum RenderTarget {
    #[default]
    Board,
    Chart,
    Poster,
    Film,
    Card(String),
}

/// Arguments of `render`.
#[derive(Debug, Default)]
pub(super) struct RenderArgs {
    target: RenderTarget,
    state: Option<PathBuf>,
    campaign: Option<i64>,
    flags: Flags,
    round: Option<usize>,
    entry: Option<u64>,
    since: Option<usize>,
    to: PathBuf,
}

/// Parses the arguments.
pub(super) fn parse(parser: &mut Parser) -> Result<Command, CliError> {
    let mut render = RenderArgs::default();
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

impl RenderArgs {
    /// Parses one option. Returns whether it selects the [`RenderTarget`].
    fn take(&mut self, option: &str, parser: &mut Parser) -> Result<bool, CliError> {
        match option {
            "state" => self.state = Some(path(parser, option)?),
            "campaign" => self.campaign = Some(number(parser, option, 1)?),
            "database" | "config" => drop(self.flags.take_database(option, parser)?),
            "round" => self.round = Some(number(parser, option, 1)?),
            "entry" => self.entry = Some(number(parser, option, 1)?),
            "since" => self.since = Some(number(parser, option, 1)?),
            _ => {
                self.target = match option {
                    "chart" => RenderTarget::Chart,
                    "poster" => RenderTarget::Poster,
                    "film" => RenderTarget::Film,
                    "card" => RenderTarget::Card(text(parser, option)?),
                    other => return Err(unknown(other, "render")),
                };
                if !matches!(self.target, RenderTarget::Card(_)) {
                    flag(parser, option)?;
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks how the options go together. `named` is the number of targets.
    fn check(&self, named: usize) -> Result<(), CliError> {
        let card = matches!(self.target, RenderTarget::Card(_));
        let sources = usize::from(self.state.is_some()) + usize::from(self.campaign.is_some());
        let needs_log = self.round.is_some() || self.entry.is_some() || self.since.is_some();
        let problem = if named > 1 {
            "only one of --chart, --poster, --film and --card can be drawn at once"
        } else if self.to.as_os_str().is_empty() {
            "where to? Write -o FILE"
        } else if sources != usize::from(!card) {
            "name what to draw: either --state FILE or --campaign N; a card needs neither"
        } else if needs_log && self.campaign.is_none() {
            "--round, --entry and --since need --campaign N: a save has no past"
        } else if self.since.is_some() && self.target != RenderTarget::Board {
            "--since marks what changed on the board; leave it out, or draw the board"
        } else if self.since.is_some() && self.round.is_some_and(|round| self.since > Some(round)) {
            "--since is to be no later than --round"
        } else {
            return Ok(());
        };
        Err(CliError::usage(problem))
    }
}

/// Draws the picture and writes it to the output file.
pub(super) fn render(loader: &GameLoader, render: &RenderArgs) -> Result<ExitCode, CliError> {
    let game: Arc<dyn Game> = Arc::from(open(loader)?);
    let drawn = match &render.target {
        RenderTarget::Card(id) => {
            let piece =
                game.piece_report(id, LANGUAGE).ok_or_else(|| no_piece(game.as_ref(), id))?;
            let no_picture =
                || CliError::usage(format!("nothing is drawn of '{id}'; see emberhall card {id}"));
            game.card_picture(&piece.id, LANGUAGE).ok_or_else(no_picture)?.png
        }
        target => {
            let history = history(render, game)?;
            draw(target, render, &history)?
        }
    };
    write(&render.to, &drawn)?;
    Ok(ExitCode::SUCCESS)
}

/// Language of the pictures.
const LANGUAGE: &str = "en";

/// Loads the campaign. With `--round`, it ends after that round.
fn history(render: &RenderArgs, game: Arc<dyn Game>) -> Result<CampaignHistory, CliError> {
    let mut history = match (&render.state, render.campaign) {
        (Some(file), _) => saved(file, game)?,
        (None, id) => stored(render, id.unwrap_or_default(), game)?,
    };
    let rounds = history.rounds.len();
    for (option, round) in [("round", render.round), ("since", render.since)] {
        if let Some(round) = round.filter(|round| *round > rounds) {
            let sentence = format!("--{option} {round}: it has come to round {rounds} only");
            return Err(CliError::usage(sentence));
        }
    }
    if let Some(round) = render.round {
        history.outcome = history.outcome.filter(|_| round == rounds);
        history.rounds.truncate(round);
    }
    Ok(history)
}

fn saved(file: &Path, game: Arc<dyn Game>) -> Result<CampaignHistory, CliError> {
    let load_error = |why| CliError::usage(format!("'{}' cannot be drawn: {why}", shown(file)));
    let table = game.load(&files::read(file)?).map_err(load_error)?;
    let (rounds, outcome) = (vec![table.view(Viewer::Public)], table.outcome());
    Ok(CampaignHistory { game, rounds, roles: Vec::new(), public_decisions: Vec::new(), outcome })
}

fn stored(render: &RenderArgs, id: i64, game: Arc<dyn Game>) -> Result<CampaignHistory, CliError> {
    let file = ProgramSettings::load(&render.flags)?.database()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open_shared(&file).await;
        let store = store.map_err(|why| CliError::usage(why.to_string()))?;
        let history =
            archive::campaign_history(&store, &[game], CampaignId(id), render.entry).await;
        store.close().await;
        history.map_err(|why| CliError::usage(format!("campaign {id} cannot be drawn: {why}")))
    })
}

fn draw(
    target: &RenderTarget,
    render: &RenderArgs,
    history: &CampaignHistory,
) -> Result<Vec<u8>, CliError> {
    let CampaignHistory { game, rounds, roles, public_decisions, outcome } = history;
    let draw_error = || CliError::internal("it cannot be drawn");
    let last = rounds.last().ok_or_else(draw_error)?;
    let drawn = match target {
        RenderTarget::Chart => game.chart(rounds, LANGUAGE).map(|chart| chart.png),
        RenderTarget::Film => {
            let film = game.animation(&mut rounds.iter().cloned(), LANGUAGE);
            film.map(|film| film.bytes)
        }
        RenderTarget::Poster => {
            let names: Vec<String> = roles.iter().map(|role| role_name(game, role)).collect();
            let outcome = outcome.as_ref().ok_or_else(|| CliError::usage(NOT_OVER))?;
            let name = |seat: Seat| names.get(usize::from(seat.0)).cloned().unwrap_or_default();
            let localizer = game.localizer(LANGUAGE);
            let sentence = |decision| {
                hall::localize(LANGUAGE, &hall::public_decision(decision, &name), localizer)
            };
            let decreed: Vec<String> = public_decisions.iter().map(sentence).collect();
            let (names, decreed) = (&names[..], &decreed[..]);
            let ending = PosterInput { view: last, rounds, names, decreed, outcome };
            game.poster(&ending, LANGUAGE).map(|poster| poster.png)
        }
        RenderTarget::Board | RenderTarget::Card(_) => {
            let since = render.since.and_then(|round| rounds.get(round - 1));
            game.picture(last, since, LANGUAGE).map(|board| board.png)
        }
    };
    drawn.ok_or_else(draw_error)
}

const NOT_OVER: &str = "a poster is for a campaign that is over; this one is not";

fn role_name(game: &Arc<dyn Game>, role: &str) -> String {
    game.localizer(LANGUAGE).localize(&game.role_name(role))
}

fn write(to: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let write_error = |why| CliError::usage(format!("'{}' cannot be written: {why}", to.display()));
    fs::write(to, bytes).map_err(write_error)
}
