//! Whether the database can be read and written.
//!
//! May use: sqlx, `write`. Deliberately absent: whom that is told. A write that failed is
//! not believed for ever: nobody may write for hours, and a disk is soon cleared.

use std::sync::atomic::Ordering;

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;

impl Store {
    /// Can it be read, and was the last write stored, or would one be now? If not, why?
    pub async fn health(&self) -> Result<(), String> {
        if self.failing.load(Ordering::Acquire) {
            self.probe_write().await.map_err(|why| why.to_string())?;
            tracing::info!("the database {} can be written again", self.file.display());
        }
        self.next_wake().await.map(|_| ()).map_err(|why| why.to_string())
    }

    /// Remembers how a write ended.
    pub(super) fn record_write(&self, failed: Option<&StoreError>) {
        let grave = failed.is_some_and(StoreError::is_fatal);
        if failed.is_none() || grave {
            self.failing.store(grave, Ordering::Release);
        }
    }

    /// Writes as a campaign would, down to the disk.
    async fn probe_write(&self) -> Result<(), StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let written = self.write_and_remove(&mut transaction).await;
        self.finish(transaction, written).await
    }

    /// More than a change of a campaign needs. Nothing stays of it but its room in the file,
    /// which the next write uses; and no content has such a hash.
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
