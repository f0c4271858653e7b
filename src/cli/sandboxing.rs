//! `sandbox`: everything on this machine, without an account and without a network; with `--lan`
//! for the phones of friends in the same room.
//!
//! May use: `playground`, the terminal, signals, a runtime. Deliberately absent: what is
//! in the playground, and browsers; the address is printed, and nothing is opened.

use std::io::{IsTerminal as _, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::logging::log;
use super::serving::{runtime, told_to_stop, trouble};
use super::settings::{Flags, Settings};
use super::trouble::Trouble;
use super::{Shelf, open, qr};
use crate::chores;
use crate::game::Game;
use crate::playground::{self, CannotOpen, Opening, Playground, RoomAt};
use crate::sandbox::{Room, Sandbox};
use crate::store::Store;

/// The port if none is named.
const PORT: u16 = 4000;
/// The file if none is named; never the one of a real bot.
const DATABASE: &str = "emberhall-sandbox.sqlite";
/// How long the house looks at a question.
const PACE: Duration = Duration::from_millis(1500);

/// Arguments of `sandbox`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Play {
    pub(super) port: Option<u16>,
    pub(super) database: Option<PathBuf>,
    pub(super) fresh: bool,
    pub(super) lan: bool,
}

/// Opens the sandbox until it is told to close.
pub(super) fn play(shelf: &Shelf, given: &Play) -> Result<ExitCode, Trouble> {
    log(&Settings::gather(&Flags::default())?, "warn")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(shelf)?)];
    let database = given.database.clone().unwrap_or_else(|| PathBuf::from(DATABASE));
    let port = given.port.unwrap_or(PORT);
    // The page's own port listens on loopback only.
    let room = RoomAt { address: None, port: port.saturating_add(1) };
    let opening = Opening { port, database, pace: PACE, room: given.lan.then_some(room) };
    runtime()?.block_on(run(&opening, given.fresh, games))
}

async fn run(
    opening: &Opening,
    fresh: bool,
    games: Vec<Arc<dyn Game>>,
) -> Result<ExitCode, Trouble> {
    if fresh {
        clear(opening).await?;
    }
    let sandbox = somewhere(opening.port).await?;
    let mut playground = tokio::select! {
        opened = Playground::open_in(sandbox, opening, games) => opened.map_err(told)?,
        () = told_to_stop() => return Ok(ExitCode::SUCCESS),
    };
    let chores = chores::serve(playground.bot().hall(), &opening.database);
    greet(&playground, opening)?;
    let alone = tokio::select! {
        () = told_to_stop() => false,
        () = playground.ended() => true,
    };
    chores.close();
    playground.close().await;
    if alone {
        return Err(Trouble::ours("the bot has lost the sandbox; the log says why"));
    }
    writeln!(std::io::stdout(), "Closed.")?;
    Ok(ExitCode::SUCCESS)
}

/// The wanted port, or a free one if that is taken.
async fn somewhere(port: u16) -> Result<Sandbox, Trouble> {
    match playground::start(port).await {
        Err(CannotOpen::Port { .. }) if port != 0 => {
            writeln!(std::io::stderr(), "Port {port} is taken; a free one is used instead.")?;
            playground::start(0).await.map_err(told)
        }
        started => started.map_err(told),
    }
}

fn told(why: CannotOpen) -> Trouble {
    match why {
        CannotOpen::Bot(why) => trouble(why),
        CannotOpen::Port { .. } | CannotOpen::Room(_) => Trouble::ours(why.to_string()),
    }
}

fn greet(playground: &Playground, opening: &Opening) -> Result<(), Trouble> {
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

/// The way in for friends: the link, and as a code for their phones.
fn invite(output: &mut impl Write, room: &Room) -> std::io::Result<()> {
    let Some((link, others)) = room.links().split_first() else { return Ok(()) };
    writeln!(output, "\nFriends in this room scan this, or open {link}\n")?;
    write!(output, "{}", qr::drawn(&room.code(), std::io::stdout().is_terminal()))?;
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

/// Removes the database and the room, so that the sandbox starts empty and with a new link. Fails
/// while another process has the database open.
async fn clear(opening: &Opening) -> Result<(), Trouble> {
    if opening.database.exists() {
        let store = Store::open(&opening.database).await;
        // Closed before its files go: what it still had to write would come back as a journal.
        store.map_err(|why| Trouble::theirs(why.to_string()))?.close().await;
    }
    let beside = |ending: &str| {
        let mut name = opening.database.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    for name in [beside(""), beside("-wal"), beside("-shm"), opening.room_file()] {
        if let Err(why) = std::fs::remove_file(&name)
            && why.kind() != std::io::ErrorKind::NotFound
        {
            return Err(Trouble::theirs(format!("{} cannot be removed: {why}", name.display())));
        }
    }
    Ok(())
}
