//! Vacuum: rewrites the database file, so that no removed data stays in it.
//!
//! That a vacuum is due is marked in the file, so it survives a restart. The hall decides when to
//! run it.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;

/// Attempts to truncate the WAL while other connections read.
const TRUNCATE_TRIES: u32 = 20;
const TRUNCATE_PAUSE: Duration = Duration::from_millis(500);
/// Free bytes that are not worth a vacuum: new rows reuse them.
const MIN_FREE_BYTES: i64 = 8 << 20;
/// The `user_version` of a file that needs no vacuum. Each erasure adds 1, and a complete vacuum
/// resets it.
pub(super) const NOTHING_DUE: i64 = 1;

impl Store {
    /// Marks that free pages still hold removed data.
    pub(super) async fn mark_vacuum_due(
        &self,
        on: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let marker = self.vacuum_marker(&mut *on).await?;
        self.set_vacuum_marker(on, marker.max(NOTHING_DUE) + 1).await
    }

    /// Whether a user was erased since the last complete vacuum.
    pub async fn is_vacuum_due(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        Ok(self.vacuum_marker(&mut reader).await? > NOTHING_DUE)
    }

    /// Whether most of a large file is free, so that a vacuum is worthwhile.
    pub async fn is_mostly_free(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let mut pragma = async |text: &'static str| {
            let number = sqlx::query_scalar(text).fetch_one(&mut *reader).await;
            number.map_err(|why| self.map_error(why))
        };
        let free: i64 = pragma("PRAGMA freelist_count").await?;
        let all: i64 = pragma("PRAGMA page_count").await?;
        let size: i64 = pragma("PRAGMA page_size").await?;
        Ok(free * 2 > all && free * size > MIN_FREE_BYTES)
    }

    /// Rewrites the file without removed data. Reads go on meanwhile, writes wait. Returns `false`
    /// if the WAL, which holds old pages too, is still being read: [`Store::truncate_wal`] has to
    /// truncate it later.
    pub async fn vacuum(&self) -> Result<bool, StoreError> {
        let mut writer = self.writer().await?;
        let marker = self.vacuum_marker(&mut writer).await?;
        sqlx::query("VACUUM").execute(&mut *writer).await.map_err(|why| self.map_error(why))?;
        self.swept.store(marker, Ordering::Release);
        drop(writer);
        for _ in 0..TRUNCATE_TRIES {
            if self.truncate_wal().await? {
                return Ok(true);
            }
            // A reader, such as a backup, still uses the old pages.
            tokio::time::sleep(TRUNCATE_PAUSE).await;
        }
        Ok(false)
    }

    /// Truncates the WAL after a vacuum. Returns `false` if a connection still reads it. Does not
    /// wait for that connection, because writes would have to wait too.
    pub async fn truncate_wal(&self) -> Result<bool, StoreError> {
        let mut writer = self.writer().await?;
        let truncated = self.truncate(&mut writer).await?;
        // If the marker has changed, a user was erased since, and another vacuum is due.
        let marker = self.vacuum_marker(&mut writer).await?;
        if truncated && marker > NOTHING_DUE && marker == self.swept.load(Ordering::Acquire) {
            self.set_vacuum_marker(&mut writer, NOTHING_DUE).await?;
        }
        Ok(truncated)
    }

    async fn truncate(&self, on: &mut SqliteConnection) -> Result<bool, StoreError> {
        let map_error = |error| self.map_error(error);
        sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *on).await.map_err(map_error)?;
        let checkpoint =
            sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *on).await;
        // The value that `open` sets.
        sqlx::query("PRAGMA busy_timeout = 5000").execute(on).await.map_err(map_error)?;
        let (busy, _, _): (i64, i64, i64) = checkpoint.map_err(map_error)?;
        Ok(busy == 0)
    }

    /// Reads the marker. It is the `user_version` in the file's header, which older versions of the
    /// program overwrite and never read.
    async fn vacuum_marker(&self, on: &mut SqliteConnection) -> Result<i64, StoreError> {
        let version = sqlx::query_scalar("PRAGMA user_version").fetch_one(on).await;
        version.map_err(|why| self.map_error(why))
    }

    async fn set_vacuum_marker(
        &self,
        on: &mut SqliteConnection,
        marker: i64,
    ) -> Result<(), StoreError> {
        // A pragma takes no bind parameters.
        let statement = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {marker}"));
        sqlx::query(statement).execute(on).await.map_err(|why| self.map_error(why))?;
        Ok(())
    }
}
