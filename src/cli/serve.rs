//! `emberhall serve`: runs the Discord bot until a stop signal.
//!
//! The bot lives in `discord`. The token is never printed or logged.

use std::process::ExitCode;
use std::sync::Arc;

use super::error::CliError;
use super::logging::log;
use super::settings::{Flags, ProgramSettings};
use super::{GameLoader, open};
use crate::chores;
use crate::discord::{Bot, Config, StartError};
use crate::game::Game;
use crate::store::StoreError;

/// Whether a token is set. Then `emberhall` without a command means `serve`.
pub(super) fn has_token() -> Result<bool, CliError> {
    Ok(ProgramSettings::load(&Flags::default())?.has_token())
}

/// Runs the bot until a stop signal.
pub(super) fn serve(loader: &GameLoader, flags: &Flags) -> Result<ExitCode, CliError> {
    let settings = ProgramSettings::load(flags)?;
    let config = settings.config()?;
    log(&settings, "info")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(loader)?)];
    runtime()?.block_on(host(&config, games))
}

/// Builds a multi-threaded async runtime.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|why| {
        CliError::internal(format!("the system gives no threads to work with: {why}"))
    })
}

async fn host(config: &Config, games: Vec<Arc<dyn Game>>) -> Result<ExitCode, CliError> {
    let mut bot = tokio::select! {
        started = Bot::start(config, games) => started.map_err(cli_error)?,
        () = stop_signal() => return Ok(ExitCode::SUCCESS),
    };
    let chores = chores::serve(bot.hall(), &config.database);
    let ended = tokio::select! {
        () = stop_signal() => false,
        () = bot.ended() => true,
    };
    chores.close();
    bot.stop().await;
    if ended {
        return Err(CliError::internal(
            "the connection to Discord has ended for good; the log says why. Start again later",
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Converts a start error of the bot to a sentence and an exit code.
pub(super) fn cli_error(why: StartError) -> CliError {
    match why {
        StartError::BadToken => CliError::usage(why.to_string()),
        StartError::Metrics { .. } => {
            CliError::usage(format!("{why}; set EMBERHALL_METRICS to another address"))
        }
        StartError::Store(store) if is_wrong_file(&store) => CliError::usage(store.to_string()),
        StartError::Discord { .. } => {
            CliError::internal(format!("{why}; emberhall doctor looks for the cause"))
        }
        StartError::Store(_) => CliError::internal(why.to_string()),
    }
}

/// Whether the operator must name another database or repair it: starting again cannot help.
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

/// Waits for Ctrl-C or a termination signal of the system.
pub(super) async fn stop_signal() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            // No handler for Ctrl-C: only the other signals can stop the program.
            std::future::pending::<()>().await;
        }
    };
    tokio::select! {
        () = interrupted => {}
        () = terminated() => {}
    }
}

/// Waits for SIGTERM.
#[cfg(unix)]
async fn terminated() {
    use tokio::signal::unix::{SignalKind, signal};
    match signal(SignalKind::terminate()) {
        Ok(mut signals) => drop(signals.recv().await),
        Err(_) => std::future::pending().await,
    }
}

/// Waits for Ctrl-Break, a closed console window or the shutdown of the system.
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
