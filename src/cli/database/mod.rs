//! Commands on the database: replay, backup, restore, export, import, verify, list, measure,
//! prune, forget.
//!
//! All but `restore` work while a bot has the database open. Changes are then sent to that bot
//! through [`chores`]; reads open the database read-only.

pub(super) mod address;
mod args;
mod manage;
mod measure;

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use serde_json::json;

use super::error::CliError;
use super::plural::{campaigns, plural};
use super::settings::ProgramSettings;
use super::{GameLoader, files, open};
use crate::bounds::{self, quoted, shown};
use crate::chores::{self, Chore, ChoreResult};
use crate::game::{Game, shorten};
use crate::hall::archive;
use crate::hall::clock::{Clock, SystemClock};
use crate::store::{CampaignId, Exported, Store, Summary};
pub(super) use args::{DatabaseArgs, DatabaseCommand, parse};

/// Runs a database command.
pub(super) fn run(loader: &GameLoader, args: &DatabaseArgs) -> Result<ExitCode, CliError> {
    let games: Vec<Arc<dyn Game>> = vec![Arc::from(open(loader)?)];
    if let DatabaseCommand::Verify { file, commitment } = &args.command {
        return verify(&games, file, commitment.as_deref());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime?.block_on(run_on_database(args, &games))
}

async fn run_on_database(
    args: &DatabaseArgs,
    games: &[Arc<dyn Game>],
) -> Result<ExitCode, CliError> {
    let settings = ProgramSettings::load(&args.flags)?;
    let file = settings.database()?;
    let store_error = |why: crate::store::StoreError| CliError::usage(why.to_string());
    if let DatabaseCommand::Import { file: from, place } = &args.command {
        return import(&file, games, from, *place).await;
    }
    match &args.command {
        DatabaseCommand::Restore { from, force } => {
            return manage::restore(from, &file, *force).await;
        }
        DatabaseCommand::Prune { days, compact } => {
            return manage::prune(&settings, &file, *days, *compact).await;
        }
        DatabaseCommand::Forget { user } => return manage::forget(&file, games, *user).await,
        _ => {}
    }
    let store = Store::open_shared(&file).await.map_err(store_error)?;
    let result = match &args.command {
        DatabaseCommand::Replay => replay(&store, games, args.json).await,
        DatabaseCommand::Backup { to } => backup(&store, to).await,
        DatabaseCommand::Export { campaign, to } => export(&store, *campaign, to).await,
        DatabaseCommand::List => list(&store, args.json).await,
        DatabaseCommand::Measure { campaign } => {
            measure::measure(&store, games, *campaign, args.json).await
        }
        _ => Ok(ExitCode::SUCCESS),
    };
    store.close().await;
    result
}

async fn replay(
    store: &Store,
    games: &[Arc<dyn Game>],
    as_json: bool,
) -> Result<ExitCode, CliError> {
    let report = archive::replay_all(store, games).await;
    let report = report.map_err(|why| CliError::usage(why.to_string()))?;
    let mut output = io::stdout().lock();
    if as_json {
        let different: Vec<_> = report
            .different
            .iter()
            .map(|(id, why)| json!({ "campaign": id.0, "why": why }))
            .collect();
        writeln!(output, "{}", json!({ "same": report.same, "different": different }))?;
    } else {
        for (id, why) in &report.different {
            writeln!(output, "campaign {}: {why}", id.0)?;
        }
        let (same, other) = (campaigns(report.same), report.different.len());
        writeln!(output, "{same} replayed as stored, {other} differently")?;
    }
    Ok(if report.different.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

async fn backup(store: &Store, to: &Path) -> Result<ExitCode, CliError> {
    if to.symlink_metadata().is_err() {
        files::check_writable(to)?;
    }
    store.backup(to).await.map_err(|why| CliError::usage(why.to_string()))?;
    writeln!(io::stdout(), "backed up to {}", to.display())?;
    Ok(ExitCode::SUCCESS)
}

async fn export(store: &Store, campaign: i64, to: &Path) -> Result<ExitCode, CliError> {
    let exported = store.export(CampaignId(campaign)).await;
    let exported = exported.map_err(|why| CliError::usage(why.to_string()))?;
    let missing = || format!("there is no campaign {campaign}; emberhall campaigns lists them");
    let exported = exported.ok_or_else(|| CliError::usage(missing()))?;
    let text = exported.to_text().map_err(|why| CliError::internal(why.to_string()))?;
    // Never overwrite: an existing file may be the only copy of a campaign.
    let write_error =
        |why: io::Error| CliError::usage(format!("'{}' cannot be written: {why}", to.display()));
    let mut file = std::fs::File::create_new(to).map_err(write_error)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(write_error)?;
    writeln!(io::stdout(), "campaign {campaign} exported to {}", to.display())?;
    if exported.council.status != crate::council::CampaignStatus::Over {
        writeln!(
            io::stdout(),
            "it is not over: the file holds its seed and every deck, keep it secret"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(file: &Path) -> Result<String, CliError> {
    let bytes = files::bytes(file, bounds::EXPORT.bytes, "an exported campaign")?;
    String::from_utf8(bytes)
        .map_err(|_| CliError::usage(format!("'{}' cannot be read: it is not text", shown(file))))
}

fn read(file: &Path, text: &str) -> Result<Exported, CliError> {
    Exported::from_text(text).map_err(|why| CliError::usage(format!("'{}': {why}", shown(file))))
}

async fn import(
    database: &Path,
    games: &[Arc<dyn Game>],
    from: &Path,
    place: Option<(u64, u64)>,
) -> Result<ExitCode, CliError> {
    let text = text(from)?;
    let exported = read(from, &text)?;
    let id = match chores::ask(database, &Chore::Import { text, place }).await {
        Some(Ok(ChoreResult::Imported(id))) => id,
        Some(answer) => return Err(manage::unexpected(answer)),
        None => import_alone(database, games, exported, place).await?,
    };
    writeln!(io::stdout(), "imported as campaign {id}")?;
    Ok(ExitCode::SUCCESS)
}

/// Imports into a database that no bot has open.
async fn import_alone(
    database: &Path,
    games: &[Arc<dyn Game>],
    exported: Exported,
    place: Option<(u64, u64)>,
) -> Result<i64, CliError> {
    let store = Store::open(database).await.map_err(|why| CliError::usage(why.to_string()))?;
    let id = archive::import(&store, games, exported, place, SystemClock.now()).await;
    store.close().await;
    let id = id.map_err(|why| CliError::usage(format!("nothing was imported: {why}")))?;
    Ok(id.0)
}

fn verify(
    games: &[Arc<dyn Game>],
    file: &Path,
    expected: Option<&str>,
) -> Result<ExitCode, CliError> {
    let exported = read(file, &text(file)?)?;
    let game = games.iter().find(|game| game.id() == exported.charter.game);
    let game = game.ok_or_else(|| {
        CliError::usage(format!("there is no game '{}' here", quoted(&exported.charter.game)))
    })?;
    let verified = archive::verify(&exported, game.as_ref())
        .map_err(|why| CliError::internal(format!("'{}' does not verify: {why}", shown(file))))?;
    if expected.is_some_and(|expected| !expected.eq_ignore_ascii_case(&verified.commitment)) {
        return Err(CliError::internal(format!(
            "'{}' does not verify: its seed gives the hash {}, not the one you were told",
            shown(file),
            verified.commitment
        )));
    }
    let mut output = io::stdout().lock();
    writeln!(output, "seed {} fits the hash {}", verified.seed, verified.commitment)?;
    let state = if verified.over { "over" } else { "not over yet" };
    let answers = plural(verified.answers as u64, "answer", "answers");
    writeln!(output, "replayed {answers} to the same state; it is {state}")?;
    Ok(ExitCode::SUCCESS)
}

async fn list(store: &Store, as_json: bool) -> Result<ExitCode, CliError> {
    let store_error = |why: crate::store::StoreError| CliError::usage(why.to_string());
    let summaries = store.summaries().await.map_err(store_error)?;
    let unreadable = store.unreadable_campaigns().await.map_err(store_error)?;
    let mut output = io::stdout().lock();
    if as_json {
        let row = |summary: &Summary| {
            let mut row = json!({ "campaign": summary.id.0, "server": summary.server,
                "channel": summary.channel, "stage": summary.stage, "game": summary.game,
                "entries": summary.seq });
            if let Some(why) = unreadable.get(&summary.id) {
                row["unreadable"] = json!(shorten(why));
            }
            row
        };
        let rows: Vec<_> = summaries.iter().map(row).collect();
        writeln!(output, "{}", json!(rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    if summaries.is_empty() {
        writeln!(output, "no campaigns yet")?;
    }
    for summary in &summaries {
        let stage = json!(summary.stage);
        let stage = stage.as_str().unwrap_or_default();
        let (id, server, channel) = (summary.id.0, summary.server, summary.channel);
        let entries = plural(summary.seq, "entry", "entries");
        let broken = unreadable.get(&summary.id).map(|why| format!("\t{}", shorten(why)));
        writeln!(
            output,
            "{id}\t{}\t{stage}\t{entries}\tserver {server}\tchannel {channel}{}",
            summary.game,
            broken.unwrap_or_default()
        )?;
    }
    Ok(ExitCode::SUCCESS)
}
