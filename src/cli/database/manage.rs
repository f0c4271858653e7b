//! Commands that change the whole database: `restore`, `prune`, `forget`.
//!
//! If a bot has the database open, `prune` and `forget` are sent to it through [`chores`].

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use crate::chores::{self, Chore, ChoreResult};
use crate::cli::error::CliError;
use crate::cli::plural::{campaigns, plural};
use crate::cli::settings::ProgramSettings;
use crate::council::{Span, UserId};
use crate::game::Game;
use crate::hall::clock::{Clock, SystemClock};
use crate::hall::erasure;
use crate::store::{Store, StoreError, disk};

fn store_error(why: StoreError) -> CliError {
    CliError::usage(why.to_string())
}

/// Replaces the database by a backup.
pub(super) async fn restore(from: &Path, file: &Path, force: bool) -> Result<ExitCode, CliError> {
    let aside = Store::restore(from, file, force).await.map_err(|why| match why {
        StoreError::Missing { file } => {
            CliError::usage(format!("there is no backup {}; check the path", file.display()))
        }
        other => store_error(other),
    })?;
    // Open it as the bot does, so that any remaining problem is reported now.
    let store = Store::open(file).await.map_err(store_error)?;
    let count = store.campaign_ids().await.map(|all| all.len());
    store.close().await;
    let owned = hand_over(file);
    let mut output = io::stdout().lock();
    if let Some(old) = aside {
        writeln!(output, "what was there is now {}", old.display())?;
    }
    let count = campaigns(count.map_err(store_error)?);
    writeln!(output, "restored {} from {}: {count}", file.display(), from.display())?;
    if let Err(why) = owned {
        let name = file.display();
        writeln!(
            output,
            "{name} could not be given to whom its folder belongs ({why}): see to it that the bot can write it"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives the new files to the owner of their folder: `restore` may run as root, unlike the bot.
#[cfg(unix)]
fn hand_over(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let owner = std::fs::metadata(folder.unwrap_or(Path::new(".")))?;
    for suffix in ["", ".lock"] {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        if std::fs::metadata(&name)?.uid() != owner.uid() {
            chown(&name, Some(owner.uid()), Some(owner.gid()))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn hand_over(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes campaigns that ended at least `days` ago; `None` uses the setting. With `compact`, also
/// removes from ended campaigns all rows that a replay does not need.
pub(super) async fn prune(
    settings: &ProgramSettings,
    file: &Path,
    days: Option<u32>,
    compact: bool,
) -> Result<ExitCode, CliError> {
    let days = match days {
        Some(days) => Some(days),
        None => settings.keep_days()?,
    };
    if days.is_none() && !compact {
        return Err(CliError::usage(
            "for how many days is it kept? Give --days N, or set EMBERHALL_KEEP_DAYS; \
             --compact removes no campaign",
        ));
    }
    let before = disk::size_with_journal(file);
    let removed = match chores::ask(file, &Chore::Prune { days, compact }).await {
        Some(Ok(ChoreResult::Pruned(removed))) => removed,
        Some(answer) => return Err(unexpected(answer)),
        None => prune_alone(file, days, compact).await?,
    };
    let mut output = io::stdout().lock();
    if let Some(days) = days {
        let gone = plural(removed, "campaign", "campaigns");
        let days = plural(days.into(), "day", "days");
        writeln!(output, "{gone} removed, over for {days} or longer")?;
    }
    if compact {
        let now = disk::size_with_journal(file);
        writeln!(output, "{} was {} KiB, and is {} KiB", file.display(), before >> 10, now >> 10)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Erases the data of a user.
pub(super) async fn forget(
    file: &Path,
    games: &[Arc<dyn Game>],
    user: u64,
) -> Result<ExitCode, CliError> {
    let report = match chores::ask(file, &Chore::Forget(user)).await {
        Some(Ok(ChoreResult::Forgotten(report))) => report,
        Some(answer) => return Err(unexpected(answer)),
        None => forget_alone(file, games, user).await?,
    };
    let mut output = io::stdout().lock();
    let left = campaigns(report.left);
    let replaced = plural(report.rows.replaced, "text", "texts");
    let removed = plural(report.rows.removed, "vote or setting", "votes and settings");
    writeln!(output, "forgotten: seats left in {left}, {replaced} changed, {removed} removed")?;
    if report.stuck > 0 {
        writeln!(
            output,
            "{} could not be opened: the seat there is nobody's, and a moderator can give it away",
            campaigns(report.stuck)
        )?;
    }
    writeln!(
        output,
        "backups and exported campaigns from before still hold the number; delete them"
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Prunes a database that no bot has open.
async fn prune_alone(file: &Path, days: Option<u32>, compact: bool) -> Result<u64, CliError> {
    let store = open_existing(file).await?;
    let result = prune_store(&store, days, compact).await;
    store.close().await;
    result.map_err(store_error)
}

async fn prune_store(store: &Store, days: Option<u32>, compact: bool) -> Result<u64, StoreError> {
    let removed = match days {
        Some(days) => {
            store.prune(SystemClock.now() + Span(-Span::hours(24 * i64::from(days)).0)).await?
        }
        None => 0,
    };
    if compact {
        store.compact(erasure::END_OF_TIME).await?;
    }
    store.vacuum().await.map(|_| removed)
}

/// Erases a user from a database that no bot has open.
async fn forget_alone(
    file: &Path,
    games: &[Arc<dyn Game>],
    user: u64,
) -> Result<erasure::ErasureReport, CliError> {
    let store = open_existing(file).await?;
    let report = erasure::forget(&store, games, UserId(user), SystemClock.now()).await;
    let vacuumed = store.vacuum().await;
    store.close().await;
    let report = report.map_err(CliError::usage)?;
    vacuumed.map_err(store_error)?;
    Ok(report)
}

/// Error for a chore that the running bot refused, or answered with the result of another.
pub(super) fn unexpected(answer: Result<ChoreResult, String>) -> CliError {
    let why = answer.err().unwrap_or_else(|| "it is of another version".to_owned());
    CliError::usage(format!("the bot that runs could not do this: {why}"))
}

/// Opens the database for this process alone. Fails if the file does not exist.
async fn open_existing(file: &Path) -> Result<Store, CliError> {
    if !file.exists() {
        return Err(store_error(StoreError::Missing { file: file.to_owned() }));
    }
    Store::open(file).await.map_err(store_error)
}
