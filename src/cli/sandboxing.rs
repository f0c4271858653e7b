//! `sandbox`: everything on this machine, without an account and without a network.
//!
//! May use: `playground`, the terminal, signals, a runtime. Deliberately absent: what is
//! in the playground, and browsers; the address is printed, and nothing is opened.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use super::logging::log;
use super::serving::{runtime, told_to_stop, trouble};
use super::settings::{Flags, Settings};
use super::trouble::Trouble;
use super::{Shelf, open};
use crate::game::Game;
use crate::playground::{self, CannotOpen, Opening, Playground};
use crate::sandbox::Sandbox;
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
}

/// Opens the sandbox until it is told to close.
pub(super) fn play(shelf: &Shelf, given: &Play) -> Result<ExitCode, Trouble> {
    log(&Settings::gather(&Flags::default())?, "warn")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(shelf)?)];
    let database = given.database.clone().unwrap_or_else(|| PathBuf::from(DATABASE));
    let opening = Opening { port: given.port.unwrap_or(PORT), database, pace: PACE };
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
    greet(&playground, opening)?;
    let alone = tokio::select! {
        () = told_to_stop() => false,
        () = playground.ended() => true,
    };
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
        CannotOpen::Port { .. } => Trouble::ours(why.to_string()),
    }
}

fn greet(playground: &Playground, opening: &Opening) -> Result<(), Trouble> {
    writeln!(
        std::io::stdout(),
        "The sandbox is open: {}\n\
         Open it in a browser; four people are ready to play.\n\
         Campaigns are kept in {}. Ctrl-C closes it.",
        playground.address(),
        opening.database.display(),
    )?;
    Ok(())
}

/// Begins anew; never while somebody has the database open.
async fn clear(opening: &Opening) -> Result<(), Trouble> {
    if !opening.database.exists() {
        return Ok(());
    }
    let store = Store::open(&opening.database).await;
    // Closed before its files go: what it still had to write would come back as a journal.
    store.map_err(|why| Trouble::theirs(why.to_string()))?.close().await;
    for ending in ["", "-wal", "-shm"] {
        let mut name = opening.database.clone().into_os_string();
        name.push(ending);
        if let Err(why) = std::fs::remove_file(&name)
            && why.kind() != std::io::ErrorKind::NotFound
        {
            let name = PathBuf::from(name);
            return Err(Trouble::theirs(format!("{} cannot be removed: {why}", name.display())));
        }
    }
    Ok(())
}
