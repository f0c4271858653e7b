//! `serve`: hosts campaigns on Discord until it is told to stop.
//!
//! May use: `discord`'s bot, the environment, signals, a runtime. Deliberately
//! absent: what the bot does. The token is read and handed on, never said.

use std::process::ExitCode;
use std::sync::Arc;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use super::trouble::Trouble;
use super::vault::database;
use super::{Shelf, open};
use crate::discord::config::LIBRARIES;
use crate::discord::{Bot, Config, StartError};
use crate::game::Game;

/// Arguments of `serve`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Serve {
    pub(super) database: Option<String>,
}

/// Where the log level is set.
const LOG: &str = "EMBERHALL_LOG";

/// Is there a token? Then a plain `emberhall` serves.
pub(super) fn is_wanted() -> bool {
    set("DISCORD_TOKEN").is_some_and(|token| !token.trim().is_empty())
}

fn set(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Serves until it is told to stop.
pub(super) fn serve(shelf: &Shelf, serve: &Serve) -> Result<ExitCode, Trouble> {
    let file = database::file(serve.database.as_deref())?;
    let config = Config::read(set, file).map_err(|why| Trouble::theirs(why.to_string()))?;
    log_at("info")?;
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(shelf)?)];
    runtime()?.block_on(host(&config, games))
}

/// Threads to work with.
pub(super) fn runtime() -> Result<tokio::runtime::Runtime, Trouble> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(|why| Trouble::ours(format!("the system gives no threads to work with: {why}")))
}

/// Logs as much as is set, or as usual.
pub(super) fn log_at(usual: &str) -> Result<(), Trouble> {
    let set = set(LOG).filter(|word| !word.trim().is_empty());
    log(level(Some(set.as_deref().unwrap_or(usual)))?);
    Ok(())
}

async fn host(config: &Config, games: Vec<Arc<dyn Game>>) -> Result<ExitCode, Trouble> {
    let mut bot = tokio::select! {
        started = Bot::start(config, games) => started.map_err(trouble)?,
        () = told_to_stop() => return Ok(ExitCode::SUCCESS),
    };
    let alone = tokio::select! {
        () = told_to_stop() => false,
        () = bot.ended() => true,
    };
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
        StartError::BadToken | StartError::Metrics { .. } => Trouble::theirs(why.to_string()),
        StartError::Discord { .. } | StartError::Store(_) => Trouble::ours(why.to_string()),
    }
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

#[cfg(not(unix))]
async fn terminated() {
    std::future::pending().await
}

/// How much is logged.
fn level(given: Option<&str>) -> Result<LevelFilter, Trouble> {
    match given.map(str::trim) {
        Some("error") => Ok(LevelFilter::ERROR),
        Some("warn") => Ok(LevelFilter::WARN),
        None | Some("" | "info") => Ok(LevelFilter::INFO),
        Some("debug") => Ok(LevelFilter::DEBUG),
        Some("trace") => Ok(LevelFilter::TRACE),
        Some(other) => Err(Trouble::theirs(format!(
            "{LOG} is error, warn, info, debug or trace, not '{other}'"
        ))),
    }
}

/// Logs to the error stream: all of ours, and of the libraries what is known to be safe.
fn log(level: LevelFilter) {
    let libraries = LIBRARIES.iter().map(|(name, most)| (*name, level.min(*most)));
    let ours = Targets::new()
        .with_default(LevelFilter::ERROR)
        .with_targets(libraries)
        .with_target("emberhall", level);
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    // If somebody logs already, that is as good.
    let _ = tracing_subscriber::registry().with(layer).with(ours).try_init();
}

#[cfg(test)]
mod tests {
    use super::level;
    use tracing_subscriber::filter::LevelFilter;

    #[test]
    fn the_log_level_is_one_of_five_words_and_info_by_default() {
        assert_eq!(level(None).ok(), Some(LevelFilter::INFO));
        assert_eq!(level(Some("")).ok(), Some(LevelFilter::INFO));
        assert_eq!(level(Some(" trace ")).ok(), Some(LevelFilter::TRACE));
        let why = level(Some("loud")).unwrap_err();
        assert!(why.code == 2 && why.sentence.contains("EMBERHALL_LOG"), "{why:?}");
    }
}
