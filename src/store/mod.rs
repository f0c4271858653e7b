//! Persistence in one SQLite file: campaigns, their event logs and the transactional outbox.
//!
//! Every call that writes is one transaction. The caller supplies the timestamps and decides
//! about retries; nothing here knows a game or the rules of the council.
//!
//! * `open`: checks the file, takes its lock and opens the connections. `write`: the single write
//!   connection, its transactions and the WAL checkpoint. `health`: whether reads and writes work.
//! * `create`, `commit`: write campaigns. `street`: the voices of the street. `load`, `queries`:
//!   read campaigns.
//! * `outbox`: undelivered notices, and the state of the front end.
//! * `quiet_hours`, `server_settings`: settings of users and servers.
//! * `export`, `snapshot`: move single campaigns between databases.
//! * `backup`, `backup_files`, `restore`: make, list and restore backups. `disk`: free space.
//! * `personal`: where user ids are stored. `erasure`, `prune`: delete personal data and old rows.
//!   `vacuum`: rewrites the file without them.
//! * `ids`, `numbers`: the form and the range of stored numbers. `error`: [`StoreError`].
//!
//! Nearly every statement is checked against `migrations/` at compile time. The metadata for that
//! is in `.sqlx/`, so the build needs no database.

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

/// Schema migrations, embedded in the program.
pub static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("./migrations");

/// Fault-injection hook, called with the name of every step of every write. A crash test can stop
/// the process there.
pub type WriteHook = Arc<dyn Fn(&'static str) + Send + Sync>;

/// Handle to an open database.
pub struct Store {
    file: PathBuf,
    readers: SqlitePool,
    writer: Option<Writer>,
    write_hook: WriteHook,
    /// Set by a write that failed fatally, cleared by the next one that succeeds.
    failing: AtomicBool,
    /// Vacuum marker that the last `VACUUM` covers.
    swept: AtomicI64,
    // Last field: dropped after the connections.
    lock: Option<File>,
}

impl Store {
    /// Opens the database as its only owner. Creates it if it is missing, and applies pending
    /// migrations.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        open::check_file(file)?;
        let lock = open::lock(file)?;
        if open::has_content(file) {
            open::inspect(file).await?;
        }
        let writer = open::writer(file).await?;
        let readers = open::readers(file).await?;
        Ok(Store {
            file: file.to_owned(),
            readers,
            writer: Some(writer),
            write_hook: Arc::new(|_| {}),
            failing: AtomicBool::default(),
            swept: AtomicI64::default(),
            lock: Some(lock),
        })
    }

    /// Opens the database read-only, also while a hall owns it.
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
            write_hook: Arc::new(|_| {}),
            failing: AtomicBool::default(),
            swept: AtomicI64::default(),
            lock: None,
        })
    }

    /// Sets the hook that is called at every step of every write.
    pub fn with_write_hook(self, write_hook: WriteHook) -> Self {
        Store { write_hook, ..self }
    }

    /// Whether a hall owns this file now.
    pub fn is_in_use(file: &Path) -> bool {
        open::is_locked(file)
    }

    /// Checks the whole file for corruption.
    pub async fn integrity_check(&self) -> Result<(), StoreError> {
        let mut reader = self.reader().await?;
        open::integrity_check(&self.file, &mut reader).await
    }

    /// Path of the database file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Closes the connections and releases the lock, so that another process may own the database.
    /// Optional: nothing is lost without it, but the next start is slightly slower.
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
        (self.write_hook)(name);
    }

    /// Converts a database error, naming the file.
    fn map_error(&self, error: sqlx::Error) -> StoreError {
        StoreError::of(&self.file, error)
    }
}

/// Serializes `value` to JSON. `part` names it in the error.
fn to_json<T: Serialize>(part: &'static str, value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value)
        .map_err(|why| StoreError::Unwritable { part, why: why.to_string() })
}
