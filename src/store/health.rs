//! Health check: whether the database can be read and written.
//!
//! A failed write is probed again on the next health check: hours can pass between writes, and
//! the disk may have space again.

use std::sync::atomic::Ordering;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;

impl Store {
    /// Checks that the database can be read, and also written if the last write failed. Returns
    /// the reason if not.
    pub async fn health(&self) -> Result<(), String> {
        if self.failing.load(Ordering::Acquire) {
            self.probe_write().await.map_err(|why| why.to_string())?;
            tracing::info!("the database {} can be written again", self.file.display());
        }
        self.next_wake().await.map(|_| ()).map_err(|why| why.to_string())
    }

    /// Records the result of a write for the next health check. An error that is not fatal changes
    /// nothing.
    pub(super) fn record_write(&self, failed: Option<&StoreError>) {
        let fatal = failed.is_some_and(StoreError::is_fatal);
        if failed.is_none() || fatal {
            self.failing.store(fatal, Ordering::Release);
        }
    }

    /// Writes in a durable transaction, as a campaign would.
    async fn probe_write(&self) -> Result<(), StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_and_remove(&mut transaction).await;
        self.finish(transaction, written).await
    }

    /// Writes a row larger than a change of a campaign, and removes it. Only free pages stay, which
    /// the next write reuses. No content has `trial` as its hash.
    async fn write_and_remove(&self, on: &mut SqliteConnection) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO pack (hash, game, files) VALUES ('trial', '', hex(zeroblob(32768)));
             DELETE FROM pack WHERE hash = 'trial'"
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(())
    }
}
