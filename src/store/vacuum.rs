//! Writing the file anew, so that nothing of what was removed is left in it.
//!
//! May use: sqlx, a pause. Deliberately absent: what was removed, and when this is done. That it is
//! owed is noted in the file, and outlives the process.

use std::sync::atomic::Ordering;
use std::time::Duration;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;

/// Tries to empty the journal while others read.
const TRUNCATE_TRIES: u32 = 20;
const TRUNCATE_PAUSE: Duration = Duration::from_millis(500);
/// Free bytes that are left to be used again.
const MIN_FREE_BYTES: i64 = 8 << 20;
/// The `user_version` of a file that need not be written anew; more is how often somebody was
/// forgotten since.
pub(super) const NOTHING_DUE: i64 = 1;

impl Store {
    /// Notes that removed rows still stand in free pages.
    pub(super) async fn mark_vacuum_due(
        &self,
        on: &mut SqliteConnection,
    ) -> Result<(), StoreError> {
        let owed = self.vacuum_marker(&mut *on).await?;
        self.set_vacuum_marker(on, owed.max(NOTHING_DUE) + 1).await
    }

    /// Was somebody forgotten since the file was written anew?
    pub async fn is_vacuum_due(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        Ok(self.vacuum_marker(&mut reader).await? > NOTHING_DUE)
    }

    /// Is most of a large file free? Then it is worth to be written anew.
    pub async fn is_mostly_free(&self) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        let mut asked = async |text: &'static str| {
            let number = sqlx::query_scalar(text).fetch_one(&mut *reader).await;
            number.map_err(|why| self.map_error(why))
        };
        let free: i64 = asked("PRAGMA freelist_count").await?;
        let all: i64 = asked("PRAGMA page_count").await?;
        let size: i64 = asked("PRAGMA page_size").await?;
        Ok(free * 2 > all && free * size > MIN_FREE_BYTES)
    }

    /// Writes the file anew without what was removed: until then it is still in it. Others may read
    /// meanwhile; those who write wait. False if the journal, which holds old pages too, is still
    /// being read: then it has to be emptied later.
    pub async fn vacuum(&self) -> Result<bool, StoreError> {
        let mut writer = self.writer().await?;
        let owed = self.vacuum_marker(&mut writer).await?;
        sqlx::query("VACUUM").execute(&mut *writer).await.map_err(|why| self.map_error(why))?;
        self.swept.store(owed, Ordering::Release);
        drop(writer);
        for _ in 0..TRUNCATE_TRIES {
            if self.truncate_wal().await? {
                return Ok(true);
            }
            // Somebody still reads what was there before, such as a backup.
            tokio::time::sleep(TRUNCATE_PAUSE).await;
        }
        Ok(false)
    }

    /// Empties the journal after the file was written anew. False if somebody still reads what is in
    /// it; nobody waits for them here, as others want to write.
    pub async fn truncate_wal(&self) -> Result<bool, StoreError> {
        let mut writer = self.writer().await?;
        let emptied = self.truncate(&mut writer).await?;
        // Whoever was forgotten since is still owed it.
        let owed = self.vacuum_marker(&mut writer).await?;
        if emptied && owed > NOTHING_DUE && owed == self.swept.load(Ordering::Acquire) {
            self.set_vacuum_marker(&mut writer, NOTHING_DUE).await?;
        }
        Ok(emptied)
    }

    async fn truncate(&self, on: &mut SqliteConnection) -> Result<bool, StoreError> {
        let trouble = |why| self.map_error(why);
        sqlx::query("PRAGMA busy_timeout = 0").execute(&mut *on).await.map_err(trouble)?;
        let emptied = sqlx::query_as("PRAGMA wal_checkpoint(TRUNCATE)").fetch_one(&mut *on).await;
        // As `opening` sets it.
        sqlx::query("PRAGMA busy_timeout = 5000").execute(on).await.map_err(trouble)?;
        let (busy, _, _): (i64, i64, i64) = emptied.map_err(trouble)?;
        Ok(busy == 0)
    }

    /// In the header of the file, which older programs overwrite and never read.
    async fn vacuum_marker(&self, on: &mut SqliteConnection) -> Result<i64, StoreError> {
        let version = sqlx::query_scalar("PRAGMA user_version").fetch_one(on).await;
        version.map_err(|why| self.map_error(why))
    }

    async fn set_vacuum_marker(
        &self,
        on: &mut SqliteConnection,
        owed: i64,
    ) -> Result<(), StoreError> {
        // A pragma takes no parameters.
        let note = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {owed}"));
        sqlx::query(note).execute(on).await.map_err(|why| self.map_error(why))?;
        Ok(())
    }
}
