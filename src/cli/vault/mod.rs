//! Errands at the database: replay, backup, restore, export, import, verify, list, measure,
//! prune, forget.
//!
//! May use: `hall::archive`, the store, files, a runtime for them. Deliberately
//! absent: SQL and any one game. Everything but `restore` also works while a hall has the
//! database open: it is asked to do what changes something.

mod args;
pub(super) mod database;
mod measuring;
mod tending;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::counting::{campaigns, counted};
use super::settings::Settings;
use super::trouble::Trouble;
use super::{Shelf, files, open};
use crate::bounds::{self, quoted, shown};
use crate::chores::{self, Chore, Done};
use crate::game::{Game, shorten};
use crate::hall::archive;
use crate::hall::clock::{Clock, SystemClock};
use crate::store::{CampaignId, Exported, Store, Summary};
pub(super) use args::{Errand, Vault, parse};

/// Runs an errand.
pub(super) fn run(shelf: &Shelf, vault: &Vault) -> Result<ExitCode, Trouble> {
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(shelf)?)];
    if let Errand::Verify { file, commitment } = &vault.errand {
        return verify(&games, file, commitment.as_deref());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime?.block_on(at_the_database(vault, &games))
}

async fn at_the_database(vault: &Vault, games: &[Arc<dyn Game>]) -> Result<ExitCode, Trouble> {
    let settings = Settings::gather(&vault.flags)?;
    let file = settings.database()?;
    let ours = |why: crate::store::StoreError| Trouble::theirs(why.to_string());
    if let Errand::Import { file: from, place } = &vault.errand {
        return import(&file, games, from, *place).await;
    }
    match &vault.errand {
        Errand::Restore { from, force } => return tending::restore(from, &file, *force).await,
        Errand::Prune { days, compact } => {
            return tending::prune(&settings, &file, *days, *compact).await;
        }
        Errand::Forget { user } => return tending::forget(&file, games, *user).await,
        _ => {}
    }
    let store = Store::open_shared(&file).await.map_err(ours)?;
    let done = match &vault.errand {
        Errand::Replay => replay(&store, games, vault.json).await,
        Errand::Backup { to } => backup(&store, to).await,
        Errand::Export { campaign, to } => export(&store, *campaign, to).await,
        Errand::List => list(&store, vault.json).await,
        Errand::Measure { campaign } => {
            measuring::measure(&store, games, *campaign, vault.json).await
        }
        _ => Ok(ExitCode::SUCCESS),
    };
    store.close().await;
    done
}

async fn replay(
    store: &Store,
    games: &[Arc<dyn Game>],
    as_json: bool,
) -> Result<ExitCode, Trouble> {
    let found = archive::replay_all(store, games).await;
    let found = found.map_err(|why| Trouble::theirs(why.to_string()))?;
    let mut output = io::stdout().lock();
    if as_json {
        let different: Vec<_> = found
            .different
            .iter()
            .map(|(id, why)| json!({ "campaign": id.0, "why": why }))
            .collect();
        writeln!(output, "{}", json!({ "same": found.same, "different": different }))?;
    } else {
        for (id, why) in &found.different {
            writeln!(output, "campaign {}: {why}", id.0)?;
        }
        let (same, other) = (campaigns(found.same), found.different.len());
        writeln!(output, "{same} replayed as stored, {other} differently")?;
    }
    Ok(if found.different.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

async fn backup(store: &Store, to: &Path) -> Result<ExitCode, Trouble> {
    if to.symlink_metadata().is_err() {
        files::check_writable(to)?;
    }
    store.backup(to).await.map_err(|why| Trouble::theirs(why.to_string()))?;
    writeln!(io::stdout(), "backed up to {}", to.display())?;
    Ok(ExitCode::SUCCESS)
}

async fn export(store: &Store, campaign: i64, to: &Path) -> Result<ExitCode, Trouble> {
    let found = store.export(CampaignId(campaign)).await;
    let found = found.map_err(|why| Trouble::theirs(why.to_string()))?;
    let none = || format!("there is no campaign {campaign}; emberhall campaigns lists them");
    let found = found.ok_or_else(|| Trouble::theirs(none()))?;
    let text = found.to_text().map_err(|why| Trouble::ours(why.to_string()))?;
    // A file that is there may be somebody's only copy.
    let cannot =
        |why: io::Error| Trouble::theirs(format!("'{}' cannot be written: {why}", to.display()));
    let mut file = std::fs::File::create_new(to).map_err(cannot)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(cannot)?;
    writeln!(io::stdout(), "campaign {campaign} exported to {}", to.display())?;
    if found.council.status != crate::council::CampaignStatus::Over {
        writeln!(
            io::stdout(),
            "it is not over: the file holds its seed and every deck, keep it secret"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(file: &Path) -> Result<String, Trouble> {
    let bytes = files::bytes(file, bounds::EXPORT.bytes, "an exported campaign")?;
    String::from_utf8(bytes)
        .map_err(|_| Trouble::theirs(format!("'{}' cannot be read: it is not text", shown(file))))
}

fn read(file: &Path, text: &str) -> Result<Exported, Trouble> {
    Exported::from_text(text).map_err(|why| Trouble::theirs(format!("'{}': {why}", shown(file))))
}

async fn import(
    database: &Path,
    games: &[Arc<dyn Game>],
    from: &Path,
    place: Option<(u64, u64)>,
) -> Result<ExitCode, Trouble> {
    let text = text(from)?;
    let exported = read(from, &text)?;
    let id = match chores::ask(database, &Chore::Import { text, place }).await {
        Some(Ok(Done::Imported(id))) => id,
        Some(answer) => return Err(tending::unexpected(answer)),
        None => import_alone(database, games, exported, place).await?,
    };
    writeln!(io::stdout(), "imported as campaign {id}")?;
    Ok(ExitCode::SUCCESS)
}

async fn import_alone(
    database: &Path,
    games: &[Arc<dyn Game>],
    exported: Exported,
    place: Option<(u64, u64)>,
) -> Result<i64, Trouble> {
    let store = Store::open(database).await.map_err(|why| Trouble::theirs(why.to_string()))?;
    let id = archive::import(&store, games, exported, place, SystemClock.now()).await;
    store.close().await;
    let id = id.map_err(|why| Trouble::theirs(format!("nothing was imported: {why}")))?;
    Ok(id.0)
}

fn verify(
    games: &[Arc<dyn Game>],
    file: &Path,
    expected: Option<&str>,
) -> Result<ExitCode, Trouble> {
    let exported = read(file, &text(file)?)?;
    let game = games.iter().find(|game| game.id() == exported.charter.game);
    let game = game.ok_or_else(|| {
        Trouble::theirs(format!("there is no game '{}' here", quoted(&exported.charter.game)))
    })?;
    let verified = archive::verify(&exported, game.as_ref())
        .map_err(|why| Trouble::ours(format!("'{}' does not verify: {why}", shown(file))))?;
    if expected.is_some_and(|expected| !expected.eq_ignore_ascii_case(&verified.commitment)) {
        return Err(Trouble::ours(format!(
            "'{}' does not verify: its seed gives the hash {}, not the one you were told",
            shown(file),
            verified.commitment
        )));
    }
    let mut output = io::stdout().lock();
    writeln!(output, "seed {} fits the hash {}", verified.seed, verified.commitment)?;
    let state = if verified.over { "over" } else { "not over yet" };
    let answers = counted(verified.answers as u64, "answer", "answers");
    writeln!(output, "replayed {answers} to the same state; it is {state}")?;
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, as_json: bool) -> Result<ExitCode, Trouble> {
    let theirs = |why: crate::store::StoreError| Trouble::theirs(why.to_string());
    let all = store.summaries().await.map_err(theirs)?;
    let unreadable = store.unreadable_campaigns().await.map_err(theirs)?;
    let mut output = io::stdout().lock();
    if as_json {
        let row = |one: &Summary| {
            let mut row = json!({ "campaign": one.id.0, "server": one.server,
                "channel": one.channel, "stage": one.stage, "game": one.game, "entries": one.seq });
            if let Some(why) = unreadable.get(&one.id) {
                row["unreadable"] = json!(shorten(why));
            }
            row
        };
        let rows: Vec<_> = all.iter().map(row).collect();
        writeln!(output, "{}", json!(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    if all.is_empty() {
        writeln!(output, "no campaigns yet")?;
    }
    for one in &all {
        let stage = json!(one.stage);
        let stage = stage.as_str().unwrap_or_default();
        let (id, server, channel) = (one.id.0, one.server, one.channel);
        let entries = counted(one.seq, "entry", "entries");
        let broken = unreadable.get(&one.id).map(|why| format!("\t{}", shorten(why)));
        writeln!(
            output,
            "{id}\t{}\t{stage}\t{entries}\tserver {server}\tchannel {channel}{}",
            one.game,
            broken.unwrap_or_default()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
