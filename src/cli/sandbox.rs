//! `emberhall sandbox`: runs the bot against a local fake of Discord, without an account or a
//! network. `--lan` lets phones on the local network join.
//!
//! The server and the bot are set up by `playground`. The address is printed; no browser is opened.

use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::error::CliError;
use super::logging::log;
use super::serve::{cli_error, runtime, stop_signal};
use super::settings::{Flags, ProgramSettings};
use super::{GameLoader, open, qr};
use crate::chores;
use crate::game::Game;
use crate::playground::{self, CannotOpen, Opening, Playground, RoomAt};
use crate::sandbox::{Room, Sandbox};
use crate::store::Store;

/// Default port.
const PORT: u16 = 4000;
/// Default database; different from the default of `serve`.
const DATABASE: &str = "emberhall-sandbox.sqlite";
/// Delay before the house answers a question.
const PACE: Duration = Duration::from_millis(1500);

/// Arguments of `sandbox`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SandboxArgs {
    pub(super) port: Option<u16>,
    pub(super) database: Option<PathBuf>,
    pub(super) fresh: bool,
    pub(super) lan: bool,
}

/// Runs the sandbox until a stop signal.
pub(super) fn play(loader: &GameLoader, args: &SandboxArgs) -> Result<ExitCode, CliError> {
    log(&ProgramSettings::load(&Flags::default())?, "warn")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(loader)?)];
    let database = args.database.clone().unwrap_or_else(|| PathBuf::from(DATABASE));
    let port = args.port.unwrap_or(PORT);
    // The main port listens on loopback only, so the room needs its own.
    let room = RoomAt { address: None, port: port.saturating_add(1) };
    let opening = Opening { port, database, pace: PACE, room: args.lan.then_some(room) };
    runtime()?.block_on(run(&opening, args.fresh, games))
}

async fn run(
    opening: &Opening,
    fresh: bool,
    games: Vec<Arc<dyn Game>>,
) -> Result<ExitCode, CliError> {
    if fresh {
        clear(opening).await?;
    }
    let sandbox = start_sandbox(opening.port).await?;
    let mut playground = tokio::select! {
        opened = Playground::open_in(sandbox, opening, games) => opened.map_err(opening_error)?,
        () = stop_signal() => return Ok(ExitCode::SUCCESS),
    };
    let chores = chores::serve(playground.bot().hall(), &opening.database);
    greet(&playground, opening)?;
    let ended = tokio::select! {
        () = stop_signal() => false,
        () = playground.ended() => true,
    };
    chores.close();
    playground.close().await;
    if ended {
        return Err(CliError::internal("the bot has lost the sandbox; the log says why"));
    }
    writeln!(std::io::stdout(), "Closed.")?;
    Ok(ExitCode::SUCCESS)
}

/// Starts the sandbox on `port`, or on a free port if that is taken.
async fn start_sandbox(port: u16) -> Result<Sandbox, CliError> {
    match playground::start(port).await {
        Err(CannotOpen::Port { .. }) if port != 0 => {
            writeln!(std::io::stderr(), "Port {port} is taken; a free one is used instead.")?;
            playground::start(0).await.map_err(opening_error)
        }
        started => started.map_err(opening_error),
    }
}

fn opening_error(why: CannotOpen) -> CliError {
    match why {
        CannotOpen::Bot(why) => cli_error(why),
        CannotOpen::Port { .. } | CannotOpen::Room(_) => CliError::internal(why.to_string()),
    }
}

fn greet(playground: &Playground, opening: &Opening) -> Result<(), CliError> {
    let mut output = std::io::stdout().lock();
    writeln!(
        output,
        "The sandbox is open: {}\n\
         Open it in a browser; four people are ready to play.\n\
         Campaigns are kept in {}. Ctrl-C closes it.",
        playground.address(),
        opening.database.display(),
    )?;
    if let Some(room) = playground.sandbox().room() {
        invite(&mut output, room)?;
    }
    output.flush()?;
    Ok(())
}

/// Prints the link of the room, also as a QR code.
fn invite(output: &mut impl Write, room: &Room) -> std::io::Result<()> {
    let Some((link, others)) = room.links().split_first() else { return Ok(()) };
    writeln!(output, "\nFriends in this room scan this, or open {link}\n")?;
    write!(output, "{}", qr::draw(&room.code(), std::io::stdout().is_terminal()))?;
    writeln!(
        output,
        "\nEach phone is one person, and whoever has the link can come in: it is for friends in one room,\n\
         not for the internet. Your own page shows who is there."
    )?;
    match others {
        [] => Ok(()),
        others => writeln!(output, "Other addresses of this machine: {}", others.join(" ")),
    }
}

/// Removes the database and the room's file, so that the sandbox starts empty and with a new link.
/// Fails while another process has the database open.
async fn clear(opening: &Opening) -> Result<(), CliError> {
    if opening.database.exists() {
        let store = Store::open(&opening.database).await;
        // Close it before removing its files: a late write would recreate the WAL.
        store.map_err(|why| CliError::usage(why.to_string()))?.close().await;
    }
    let with_suffix = |suffix: &str| {
        let mut name = opening.database.clone().into_os_string();
        name.push(suffix);
        PathBuf::from(name)
    };
    for name in [with_suffix(""), with_suffix("-wal"), with_suffix("-shm"), opening.room_file()] {
        if let Err(why) = std::fs::remove_file(&name)
            && why.kind() != std::io::ErrorKind::NotFound
        {
            return Err(CliError::usage(format!("{} cannot be removed: {why}", name.display())));
        }
    }
    Ok(())
}
