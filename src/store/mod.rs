//! The store: campaigns, their logs, and what is still to be announced, in one
//! SQLite file.
//!
//! May use: `council` (the types it keeps), sqlx. Deliberately absent: any game,
//! rules of the council, a clock (moments come in as values), retries. Whatever
//! a call writes is one transaction: all of it is on the disk, or none.
//!
//! * `opening`: whether a file is ours, whole and writable. `write`: the one
//!   connection that writes. `create` and `commit` write campaigns, `load`
//!   and `listing` read them, `outbox` delivers notices, `people` keeps
//!   quiet hours, `servers` rights, `copy` makes backups, `backups` knows those of a folder and
//!   `restoring` brings them back, `disk` says how much room there is, `export` moves single
//!   campaigns, `personal` knows where people's numbers stand, `forgetting` and `pruning` remove,
//!   and `sweeping` writes the file anew; `health` says whether it can be read and written.
//! * Every statement is checked against `migrations/` when it is compiled; what
//!   that needs to know is in `.sqlx/`, so that no database is needed to build.

mod backup;
mod backup_files;
pub mod commit;
pub mod create;
pub mod disk;
mod erasure;
mod error;
pub mod export;
mod health;
mod ids;
pub mod load;
mod numbers;
mod open;
pub mod outbox;
mod personal;
mod prune;
pub mod queries;
mod quiet_hours;
mod restore;
mod server_settings;
mod snapshot;
mod street;
mod vacuum;
mod write;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};

use serde::Serialize;
use sqlx::SqlitePool;

pub use backup_files::{BackupFile, BackupFolder};
pub use commit::{Commit, Committed};
pub use create::{Created, NewCampaign};
pub use erasure::ErasedRows;
pub use error::StoreError;
pub use export::Exported;
pub use ids::CampaignId;
pub use load::StoredCampaign;
pub use outbox::OutboxItem;
pub use personal::{PersonalData, replace_number};
pub use queries::Summary;
pub use server_settings::ServerRights;

use write::Writer;

/// The migrations, part of the program.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

/// Is told of every step of every write, so that a test can stop the program there.
pub type WriteHook = Arc<dyn Fn(&'static str) + Send + Sync>;

/// An open database.
pub struct Store {
    file: PathBuf,
    readers: SqlitePool,
    writer: Option<Writer>,
    probe: WriteHook,
    /// The last write failed.
    failing: AtomicBool,
    /// What the file owed when it was written anew the last time.
    swept: AtomicI64,
    // Last: it is let go after everything else is.
    lock: Option<File>,
}

impl Store {
    /// Opens the database as its only owner; creates it, or brings it up to date.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        open::check_file(file)?;
        let lock = open::lock(file)?;
        if open::has_content(file) {
            open::inspect(file).await?;
        }
        let writer = open::writer(file).await?;
        let readers = open::readers(file).await?;
        let probe: WriteHook = Arc::new(|_| {});
        Ok(Store {
            file: file.to_owned(),
            readers,
            writer: Some(writer),
            probe,
            failing: AtomicBool::default(),
            swept: AtomicI64::default(),
            lock: Some(lock),
        })
    }

    /// Opens the database for reading, also while a hall has it.
    pub async fn open_shared(file: &Path) -> Result<Store, StoreError> {
        open::check_file(file)?;
        if !open::has_content(file) {
            return Err(StoreError::Missing { file: file.to_owned() });
        }
        if open::inspect(file).await? {
            return Err(StoreError::Older { file: file.to_owned() });
        }
        let readers = open::readers(file).await?;
        Ok(Store {
            file: file.to_owned(),
            readers,
            writer: None,
            probe: Arc::new(|_| {}),
            failing: AtomicBool::default(),
            swept: AtomicI64::default(),
            lock: None,
        })
    }

    /// Tells a probe of every step of every write.
    pub fn with_write_hook(self, probe: WriteHook) -> Self {
        Store { probe, ..self }
    }

    /// Does a hall have this file open?
    pub fn is_in_use(file: &Path) -> bool {
        open::is_locked(file)
    }

    /// Looks the whole file through for damage.
    pub async fn integrity_check(&self) -> Result<(), StoreError> {
        let mut reader = self.reader().await?;
        open::integrity_check(&self.file, &mut reader).await
    }

    /// The file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Lets go of the database: another process may own it from here on. Nothing is lost
    /// without it; the next start is a little faster with it.
    pub async fn close(&self) {
        self.readers.close().await;
        if let Some(writer) = &self.writer
            && let Err(why) = writer.close().await
        {
            tracing::warn!("the database {} was not closed well: {why}", self.file.display());
        }
        if let Some(lock) = &self.lock
            && let Err(why) = lock.unlock()
        {
            tracing::warn!("the database {} was not unlocked: {why}", self.file.display());
        }
    }

    fn step(&self, name: &'static str) {
        (self.probe)(name);
    }

    /// What an error of the database means.
    fn map_error(&self, error: sqlx::Error) -> StoreError {
        StoreError::of(&self.file, error)
    }
}

/// A value as JSON.
fn to_json<T: Serialize>(part: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|why| StoreError::Unwritable { part, why: why.to_string() })
}
