//! The one connection that writes, and the transactions on it.
//!
//! May use: sqlx, tokio's mutex. Deliberately absent: what is written.
//!
//! One connection, because SQLite lets only one write anyway, and those who wait
//! here wait in order; `BEGIN IMMEDIATE`, because a transaction that reads before
//! it writes may otherwise fail however long it would wait.
//!
//! What somebody was promised is on the disk before they are told. What can be done
//! again, such as a mark that a notice was delivered, does not wait for the disk: it
//! outlives the process, and only a power cut may take it back.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Sqlite, Transaction};
use tokio::sync::{MappedMutexGuard, Mutex, MutexGuard};

use super::Store;
use super::error::StoreError;

/// A journal of so many bytes need not be folded yet.
const CHECKPOINT_BYTES: u64 = 1 << 20;
/// One of so many bytes is folded even while there is a lot to do; then it is cut to this.
pub(super) const MAX_WAL_BYTES: u64 = 16 << 20;

/// Begins what must be on the disk when it is committed.
const BEGIN_DURABLE: &str = "PRAGMA synchronous = FULL; BEGIN IMMEDIATE";
/// Begins what need not.
const BEGIN_RELAXED: &str = "PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE";

/// The connection that writes.
pub(super) struct Writer {
    options: SqliteConnectOptions,
    /// None once the store is closed.
    connection: Mutex<Option<SqliteConnection>>,
    /// Transactions so far.
    begun: AtomicU64,
    /// How many there were when the journal was looked at last.
    seen: AtomicU64,
    /// How many there were when it was folded last.
    folded: AtomicU64,
    /// A test lets the file grow to so many pages; 0 is no limit.
    most_pages: AtomicU32,
}

impl Writer {
    pub(super) fn new(options: SqliteConnectOptions, connection: SqliteConnection) -> Self {
        Writer {
            options: options.create_if_missing(false),
            connection: Mutex::new(Some(connection)),
            begun: AtomicU64::new(0),
            seen: AtomicU64::new(0),
            folded: AtomicU64::new(0),
            most_pages: AtomicU32::new(0),
        }
    }

    /// Ends the connection; what is being written is finished first.
    pub(super) async fn close(&self) -> Result<(), sqlx::Error> {
        match self.connection.lock().await.take() {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }

    /// Was nothing begun since the last look?
    fn is_quiet(&self) -> bool {
        let begun = self.begun.load(Ordering::Relaxed);
        self.seen.swap(begun, Ordering::Relaxed) == begun
    }

    /// Was anything begun since the journal was folded? Its file stays as large as it ever was.
    fn needs_checkpoint(&self) -> bool {
        self.begun.load(Ordering::Relaxed) != self.folded.load(Ordering::Relaxed)
    }

    /// Folds the journal into the file, on a connection of its own: commits go on.
    async fn checkpoint(&self) -> Result<(), sqlx::Error> {
        let begun = self.begun.load(Ordering::Relaxed);
        let mut connection = self.options.connect().await?;
        let folded = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").execute(&mut connection).await;
        connection.close().await?;
        folded?;
        self.folded.store(begun, Ordering::Relaxed);
        Ok(())
    }

    async fn lock(&self) -> Result<MappedMutexGuard<'_, SqliteConnection>, sqlx::Error> {
        let connection = self.connection.lock().await;
        let open = MutexGuard::try_map(connection, Option::as_mut);
        let mut connection = open.map_err(|_| sqlx::Error::PoolClosed)?;
        if connection.is_in_transaction() {
            // Somebody stopped waiting for their write: its rollback is on its way.
            let alive = connection.ping().await.is_ok();
            // SQLite ends a transaction itself when the disk is full or fails, the
            // rollback then finds none, and sqlx would count one for ever.
            if !alive || connection.is_in_transaction() {
                *connection = self.options.connect().await?;
                self.limit(&mut connection).await?;
            }
        }
        Ok(connection)
    }

    /// SQLite knows this limit by connection: a new one has to be told.
    async fn limit(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let pages = self.most_pages.load(Ordering::Relaxed);
        if pages == 0 {
            return Ok(());
        }
        let limit = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
        sqlx::query(limit).execute(connection).await.map(|_| ())
    }
}

impl Store {
    /// Waits for the connection that writes.
    pub(super) async fn writer(
        &self,
    ) -> Result<MappedMutexGuard<'_, SqliteConnection>, StoreError> {
        let shared = || StoreError::Shared { file: self.file.clone() };
        let writer = self.writer.as_ref().ok_or_else(shared)?;
        writer.lock().await.map_err(|why| self.map_error(why))
    }

    /// Folds the journal into the file if it has grown, and rather while nobody writes:
    /// the disk would be slow for them.
    pub async fn checkpoint(&self) -> Result<(), StoreError> {
        let Some(writer) = &self.writer else { return Ok(()) };
        let mut journal = self.file.as_os_str().to_owned();
        journal.push("-wal");
        let grown = std::fs::metadata(journal).map_or(0, |known| known.len());
        let large = grown > MAX_WAL_BYTES || (writer.is_quiet() && grown > CHECKPOINT_BYTES);
        if large && writer.needs_checkpoint() {
            return writer.checkpoint().await.map_err(|why| self.map_error(why));
        }
        Ok(())
    }

    /// Begins a transaction that is on the disk once it is committed.
    pub(super) async fn begin_durable<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.begin_with(connection, BEGIN_DURABLE).await
    }

    /// Begins a transaction that can be done again, should the power fail.
    pub(super) async fn begin_relaxed<'c>(
        &self,
        connection: &'c mut SqliteConnection,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.begin_with(connection, BEGIN_RELAXED).await
    }

    async fn begin_with<'c>(
        &self,
        connection: &'c mut SqliteConnection,
        how: &'static str,
    ) -> Result<Transaction<'c, Sqlite>, StoreError> {
        self.step("before begin");
        if let Some(writer) = &self.writer {
            writer.begun.fetch_add(1, Ordering::Relaxed);
        }
        let begun = connection.begin_with(how).await;
        let begun = begun
            .map_err(|why| self.map_error(why))
            .inspect_err(|why| self.record_write(Some(why)))?;
        self.step("after begin");
        Ok(begun)
    }

    /// Ends a transaction: keeps what it wrote, or nothing of it.
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

    /// Lets the file grow to so many pages only, as a full disk would: for tests.
    #[doc(hidden)]
    pub async fn limit_pages(&self, pages: u32) -> Result<(), StoreError> {
        let mut connection = self.writer().await?;
        let Some(writer) = &self.writer else { return Ok(()) };
        writer.most_pages.store(pages, Ordering::Relaxed);
        writer.limit(&mut connection).await.map_err(|why| self.map_error(why))
    }
}
