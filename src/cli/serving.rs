//! `serve`: hosts campaigns on Discord until it is told to stop.
//!
//! May use: `discord`'s bot, the settings, signals, a runtime. Deliberately
//! absent: what the bot does. The token is read and handed on, never said.

use std::process::ExitCode;
use std::sync::Arc;

use super::logging::log;
use super::settings::{Flags, Settings};
use super::trouble::Trouble;
use super::{Shelf, open};
use crate::chores;
use crate::discord::{Bot, Config, StartError};
use crate::game::Game;
use crate::store::StoreError;

/// Is there a token? Then a plain `emberhall` serves.
pub(super) fn is_wanted() -> Result<bool, Trouble> {
    Ok(Settings::gather(&Flags::default())?.has_token())
}

/// Serves until it is told to stop.
pub(super) fn serve(shelf: &Shelf, flags: &Flags) -> Result<ExitCode, Trouble> {
    let settings = Settings::gather(flags)?;
    let config = settings.config()?;
    log(&settings, "info")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(shelf)?)];
    runtime()?.block_on(host(&config, games))
}

/// Threads to work with.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|why| Trouble::ours(format!("the system gives no threads to work with: {why}")))
}

async fn host(config: &Config, games: Vec<Arc<dyn Game>>) -> Result<ExitCode, Trouble> {
    let mut bot = tokio::select! {
        started = Bot::start(config, games) => started.map_err(trouble)?,
        () = told_to_stop() => return Ok(ExitCode::SUCCESS),
    };
    let chores = chores::serve(bot.hall(), &config.database);
    let alone = tokio::select! {
        () = told_to_stop() => false,
        () = bot.ended() => true,
    };
    chores.close();
    bot.stop().await;
    if alone {
        return Err(Trouble::ours(
            "the connection to Discord has ended for good; the log says why. Start again later",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

pub(super) fn trouble(why: StartError) -> Trouble {
    match why {
        StartError::BadToken => Trouble::theirs(why.to_string()),
        StartError::Metrics { .. } => {
            Trouble::theirs(format!("{why}; set EMBERHALL_METRICS to another address"))
        }
        StartError::Store(store) if is_wrong_file(&store) => Trouble::theirs(store.to_string()),
        StartError::Discord { .. } => {
            Trouble::ours(format!("{why}; emberhall doctor looks for the cause"))
        }
        StartError::Store(_) => Trouble::ours(why.to_string()),
    }
}

/// Is another file to be named, or this one to be put right, before it is worth a new start?
fn is_wrong_file(why: &StoreError) -> bool {
    matches!(
        why,
        StoreError::Folder { .. }
            | StoreError::NoFolder { .. }
            | StoreError::NotADatabase { .. }
            | StoreError::Foreign { .. }
            | StoreError::Newer { .. }
            | StoreError::Altered { .. }
            | StoreError::Corrupt { .. }
            | StoreError::ReadOnly { .. }
            | StoreError::Closed { .. }
    )
}

/// Waits for Ctrl-C, or for the system to ask.
pub(super) async fn told_to_stop() {
    let asked = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Nobody can ask like this; there are other ways.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = asked => {}
        () = terminated() => {}
    }
}

#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut asked) => drop(asked.recv().await),
        Err(_) => std::future::pending().await,
    }
}

/// The window is closed, or the machine goes down: Windows asks in words of its own.
#[cfg(windows)]
async fn terminated() {
    use tokio::signal::windows::{ctrl_break, ctrl_close, ctrl_shutdown};
    let (Ok(mut broken), Ok(mut closed), Ok(mut down)) =
        (ctrl_break(), ctrl_close(), ctrl_shutdown())
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = broken.recv() => {}
        _ = closed.recv() => {}
        _ = down.recv() => {}
    }
}

#[cfg(not(any(unix, windows)))]
async fn terminated() {
    std::future::pending().await
}
