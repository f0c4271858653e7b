//! The single write connection, its transactions, and the WAL checkpoint.
//!
//! One connection, because SQLite allows one writer at a time anyway, and the mutex is fair:
//! callers wait in order. `BEGIN IMMEDIATE`, because a transaction that reads before it writes can
//! otherwise fail as busy, regardless of the timeout.
//!
//! A change is synced to the disk before its reply is sent. A write that can be repeated, such as
//! the mark that a notice was delivered, is not synced: it survives a crash of the process, and
//! only a power cut can lose it.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, Transaction};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

use super::Store;
use super::error::StoreError;

/// WAL size up to which no checkpoint is needed.
const CHECKPOINT_BYTES: u64 = 1 << 20;
/// WAL size that forces a checkpoint even under load, and the size it is truncated to.
pub(super) const MAX_WAL_BYTES: u64 = 16 << 20;

/// Begins a transaction whose commit is synced to the disk.
const BEGIN_DURABLE: &str = "PRAGMA synchronous = FULL; BEGIN IMMEDIATE";
/// Begins a transaction whose commit is not synced.
const BEGIN_RELAXED: &str = "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE";

/// The write connection, and counters for the checkpoint.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// `None` once the store is closed.
    connection: Mutex<Option<SqliteConnection>>,
    /// Number of transactions begun so far.
    begun: AtomicU64,
    /// Value of `begun` at the last call of `is_quiet`.
    seen: AtomicU64,
    /// Value of `begun` at the last checkpoint.
    checkpointed: AtomicU64,
    /// Largest file size in pages, set by tests; 0 means no limit.
    max_pages: AtomicU32,
}

impl Writer {
    pub(super) fn new(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        Writer {
            options: options.create_if_missing(false),
            connection: Mutex::new(Some(connection)),
            begun: AtomicU64::new(0),
            seen: AtomicU64::new(0),
            checkpointed: AtomicU64::new(0),
            max_pages: AtomicU32::new(0),
        }
    }

    /// Closes the connection, after the write in progress.
    pub(super) async fn close(&self) -> Result<(), sqlx::Error> {
        match self.connection.lock().await.take() {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }

    /// Whether no transaction has begun since the last call.
    fn is_quiet(&self) -> bool {
        let begun = self.begun.load(Ordering::Relaxed);
        self.seen.swap(begun, Ordering::Relaxed) == begun
    }

    /// Whether a transaction has begun since the last checkpoint. The size of the WAL does not
    /// tell: a checkpoint does not shrink the file.
    fn needs_checkpoint(&self) -> bool {
        self.begun.load(Ordering::Relaxed) != self.checkpointed.load(Ordering::Relaxed)
    }

    /// Checkpoints the WAL on a separate connection, so that commits are not blocked.
    async fn checkpoint(&self) -> Result<(), sqlx::Error> {
        let begun = self.begun.load(Ordering::Relaxed);
        let mut connection = self.options.connect().await?;
        let result = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await;
        connection.close().await?;
        result?;
        self.checkpointed.store(begun, Ordering::Relaxed);
        Ok(())
    }

    async fn lock(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>, sqlx::Error> {
        let connection = self.connection.lock().await;
        let open = MutexGuard::try_map(connection, Option::as_mut);
        let mut connection = open.map_err(|_| sqlx::Error::PoolClosed)?;
        if connection.is_in_transaction() {
            // An earlier write was cancelled: its rollback is queued, and the ping runs after it.
            let alive = connection.ping().await.is_ok();
            // If the disk is full or fails, SQLite rolls back by itself. The queued rollback then
            // finds no transaction, and sqlx's counter never returns to 0.
            if !alive || connection.is_in_transaction() {
                *connection = self.options.connect().await?;
                self.limit(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// Applies `max_pages`. SQLite keeps the limit per connection, so a new one needs it again.
    async fn limit(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let pages = self.max_pages.load(Ordering::Relaxed);
        if pages == 0 {
            return Ok(());
        }
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(limit).execute(connection).await.map(|_| ())
    }
}

impl Store {
    /// Locks the write connection, waiting in order.
    pub(super) async fn writer(
        &self,
    ) -> Result<MappedMutexGuard<'_, SqliteConnection>, StoreError> {
        let shared = || StoreError::Shared { file: self.file.clone() };
        let writer = self.writer.as_ref().ok_or_else(shared)?;
        writer.lock().await.map_err(|why| self.map_error(why))
    }

    /// Checkpoints the WAL if it exceeds 16 MiB, or 1 MiB with no write since the last call: a
    /// checkpoint slows the disk for concurrent writes.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let Some(writer) = &self.writer else { return Ok(()) };
        let mut wal = self.file.as_os_str().to_owned();
        wal.push("-wal");
        let size = std::fs::metadata(wal).map_or(0, |metadata| metadata.len());
        let large = size > MAX_WAL_BYTES || (writer.is_quiet() && size > CHECKPOINT_BYTES);
        if large && writer.needs_checkpoint() {
            return writer.checkpoint().await.map_err(|why| self.map_error(why));
        }
        Ok(())
    }

    /// Begins a transaction whose commit is synced to the disk.
    pub(super) async fn begin_durable<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.begin_with(connection, BEGIN_DURABLE).await
    }

    /// Begins a transaction whose commit is not synced: a power cut can lose it, so the caller
    /// must be able to repeat it.
    pub(super) async fn begin_relaxed<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.begin_with(connection, BEGIN_RELAXED).await
    }

    async fn begin_with<'c>(
        &self,
        connection: &'c mut SqliteConnection,
        statement: &'static str,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.step("before begin");
        if let Some(writer) = &self.writer {
            writer.begun.fetch_add(1, Ordering::Relaxed);
        }
        let begun = connection.begin_with(statement).await;
        let begun = begun
            .map_err(|why| self.map_error(why))
            .inspect_err(|why| self.record_write(Some(why)))?;
        self.step("after begin");
        Ok(begun)
    }

    /// Commits the transaction if `written` is `Ok`, and rolls it back otherwise.
    pub(super) async fn finish<T>(
        &self,
        transaction: Transaction<'_, Sqlite>,
        written: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match written {
            Ok(value) => {
                self.step("before commit");
                let done = transaction.commit().await.map_err(|why| self.map_error(why));
                self.record_write(done.as_ref().err());
                done?;
                self.step("after commit");
                Ok(value)
            }
            Err(why) => {
                self.record_write(Some(&why));
                if let Err(error) = transaction.rollback().await {
                    tracing::debug!("SQLite had rolled back by itself: {error}");
                }
                Err(why)
            }
        }
    }

    /// Limits the file to `pages` pages, which acts like a full disk. For tests.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        let mut connection = self.writer().await?;
        let Some(writer) = &self.writer else { return Ok(()) };
        writer.max_pages.store(pages, Ordering::Relaxed);
        writer.limit(&mut connection).await.map_err(|why| self.map_error(why))
    }
}
