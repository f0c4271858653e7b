//! Errands that change the whole database: restore, prune, forget. A hall that has it open does the
//! last two itself.
//!
//! May use: the store, chores, `hall`'s forgetting, the settings. Deliberately absent: SQL.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use crate::chores::{self, Chore, Done};
use crate::cli::counting::{campaigns, counted};
use crate::cli::settings::Settings;
use crate::cli::trouble::Trouble;
use crate::council::{Span, UserId};
use crate::game::Game;
use crate::hall::clock::{Clock, SystemClock};
use crate::hall::erasure;
use crate::store::{Store, StoreError, disk};

fn theirs(why: StoreError) -> Trouble {
    Trouble::theirs(why.to_string())
}

/// Puts a backup in the database's place.
pub(super) async fn restore(from: &Path, file: &Path, force: bool) -> Result<ExitCode, Trouble> {
    let aside = Store::restore(from, file, force).await.map_err(|why| match why {
        StoreError::Missing { file } => {
            Trouble::theirs(format!("there is no backup {}; check the path", file.display()))
        }
        other => theirs(other),
    })?;
    // Opened as a hall does: whatever is still wrong is said now.
    let store = Store::open(file).await.map_err(theirs)?;
    let count = store.campaign_ids().await.map(|all| all.len());
    store.close().await;
    let kept = hand_over(file);
    let mut output = io::stdout().lock();
    if let Some(old) = aside {
        writeln!(output, "what was there is now {}", old.display())?;
    }
    let count = campaigns(count.map_err(theirs)?);
    writeln!(output, "restored {} from {}: {count}", file.display(), from.display())?;
    if let Err(why) = kept {
        let name = file.display();
        writeln!(
            output,
            "{name} could not be given to whom its folder belongs ({why}): see to it that the bot can write it"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Gives the new files to whom their folder belongs: root restores, and the bot is somebody else.
#[cfg(unix)]
fn hand_over(file: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let whose = std::fs::metadata(folder.unwrap_or(Path::new(".")))?;
    for ending in ["", ".lock"] {
        let mut name = file.as_os_str().to_owned();
        name.push(ending);
        if std::fs::metadata(&name)?.uid() != whose.uid() {
            chown(&name, Some(whose.uid()), Some(whose.gid()))?;
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn hand_over(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Removes what has been over for long; or of all that is over what it does not replay from.
pub(super) async fn prune(
    settings: &Settings,
    file: &Path,
    days: Option<u32>,
    compact: bool,
) -> Result<ExitCode, Trouble> {
    let days = match days {
        Some(days) => Some(days),
        None => settings.keep_days()?,
    };
    if days.is_none() && !compact {
        return Err(Trouble::theirs(
            "for how many days is it kept? Give --days N, or set EMBERHALL_KEEP_DAYS; \
             --compact removes no campaign",
        ));
    }
    let before = disk::size_with_journal(file);
    let gone = match chores::ask(file, &Chore::Prune { days, compact }).await {
        Some(Ok(Done::Pruned(gone))) => gone,
        Some(answer) => return Err(unexpected(answer)),
        None => prune_alone(file, days, compact).await?,
    };
    let mut output = io::stdout().lock();
    if let Some(days) = days {
        let gone = counted(gone, "campaign", "campaigns");
        let days = counted(days.into(), "day", "days");
        writeln!(output, "{gone} removed, over for {days} or longer")?;
    }
    if compact {
        let now = disk::size_with_journal(file);
        writeln!(output, "{} was {} KiB, and is {} KiB", file.display(), before >> 10, now >> 10)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Removes everything that is known of a person.
pub(super) async fn forget(
    file: &Path,
    games: &[Arc<dyn Game>],
    user: u64,
) -> Result<ExitCode, Trouble> {
    let done = match chores::ask(file, &Chore::Forget(user)).await {
        Some(Ok(Done::Forgotten(done))) => done,
        Some(answer) => return Err(unexpected(answer)),
        None => forget_alone(file, games, user).await?,
    };
    let mut output = io::stdout().lock();
    let left = campaigns(done.left);
    let replaced = counted(done.rows.replaced, "text", "texts");
    let removed = counted(done.rows.removed, "vote or setting", "votes and settings");
    writeln!(output, "forgotten: seats left in {left}, {replaced} changed, {removed} removed")?;
    if done.stuck > 0 {
        writeln!(
            output,
            "{} could not be opened: the seat there is nobody's, and a moderator can give it away",
            campaigns(done.stuck)
        )?;
    }
    writeln!(
        output,
        "backups and exported campaigns from before still hold the number; delete them"
    )?;
    Ok(ExitCode::SUCCESS)
}

async fn prune_alone(file: &Path, days: Option<u32>, compact: bool) -> Result<u64, Trouble> {
    let store = own(file).await?;
    let pruned = pruned(&store, days, compact).await;
    store.close().await;
    pruned.map_err(theirs)
}

async fn pruned(store: &Store, days: Option<u32>, compact: bool) -> Result<u64, StoreError> {
    let gone = match days {
        Some(days) => {
            store.prune(SystemClock.now() + Span(-Span::hours(24 * i64::from(days)).0)).await?
        }
        None => 0,
    };
    if compact {
        store.compact(erasure::END_OF_TIME).await?;
    }
    store.vacuum().await.map(|_| gone)
}

async fn forget_alone(
    file: &Path,
    games: &[Arc<dyn Game>],
    user: u64,
) -> Result<erasure::ErasureReport, Trouble> {
    let store = own(file).await?;
    let done = erasure::forget(&store, games, UserId(user), SystemClock.now()).await;
    let swept = store.vacuum().await;
    store.close().await;
    let done = done.map_err(Trouble::theirs)?;
    swept.map_err(theirs)?;
    Ok(done)
}

/// Why the hall that runs did not do it.
pub(super) fn unexpected(answer: Result<Done, String>) -> Trouble {
    let why = answer.err().unwrap_or_else(|| "it is of another version".to_owned());
    Trouble::theirs(format!("the bot that runs could not do this: {why}"))
}

/// A database that is there, with nobody else at it.
async fn own(file: &Path) -> Result<Store, Trouble> {
    if !file.exists() {
        return Err(theirs(StoreError::Missing { file: file.to_owned() }));
    }
    Store::open(file).await.map_err(theirs)
}
