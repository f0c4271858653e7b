//! Retention: removes or compacts old campaigns that are not being played.
//!
//! The caller sets the age limit.

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use crate::council::Timestamp;

impl Store {
    /// Removes campaigns that are over, and lobbies that never began, if they last changed before
    /// `before`. Returns the number of removed campaigns.
    pub async fn prune(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let pruned = self.prune_on(&mut transaction, before).await;
        self.finish(transaction, pruned).await
    }

    /// Removes what only a running campaign needs from campaigns that are over and last changed
    /// before `before`: delivered notices, replies to requests, and all snapshots but the newest.
    /// The campaigns replay as before. Returns the number of removed rows.
    pub async fn compact(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let compacted = self.compact_on(&mut transaction, before).await;
        self.finish(transaction, compacted).await
    }

    async fn compact_on(
        &self,
        on: &mut SqliteConnection,
        before: Timestamp,
    ) -> Result<u64, StoreError> {
        let over: String = sqlx::query_scalar!(
            r#"SELECT json_group_array(id) AS "ids!: String" FROM campaign
               WHERE stage = 'over' AND changed_at < ?"#,
            before.0
        )
        .fetch_one(&mut *on)
        .await
        .map_err(|why| self.map_error(why))?;
        let removed = sqlx::query!(
            "DELETE FROM outbox
             WHERE done_at IS NOT NULL AND campaign IN (SELECT value FROM json_each(?));
             DELETE FROM request WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM snapshot WHERE campaign IN (SELECT value FROM json_each(?))
                 AND seq < (SELECT max(n.seq) FROM snapshot n WHERE n.campaign = snapshot.campaign)",
            over,
            over,
            over
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(removed.rows_affected())
    }

    async fn prune_on(
        &self,
        on: &mut SqliteConnection,
        before: Timestamp,
    ) -> Result<u64, StoreError> {
        let old: String = sqlx::query_scalar!(
            r#"SELECT json_group_array(id) AS "ids!: String" FROM campaign
               WHERE stage <> 'running' AND changed_at < ?"#,
            before.0
        )
        .fetch_one(&mut *on)
        .await
        .map_err(|why| self.map_error(why))?;
        sqlx::query!(
            "DELETE FROM opening WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM log WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM snapshot WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM ballot WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM street WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM request WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM outbox WHERE campaign IN (SELECT value FROM json_each(?));
             DELETE FROM shown WHERE campaign IN (SELECT value FROM json_each(?))",
            old,
            old,
            old,
            old,
            old,
            old,
            old,
            old
        )
        .execute(&mut *on)
        .await
        .map_err(|why| self.map_error(why))?;
        let removed =
            sqlx::query!("DELETE FROM campaign WHERE id IN (SELECT value FROM json_each(?))", old)
                .execute(&mut *on)
                .await
                .map_err(|why| self.map_error(why))?;
        // Content that no campaign uses any more.
        sqlx::query!("DELETE FROM pack WHERE hash NOT IN (SELECT pack FROM campaign)")
            .execute(on)
            .await
            .map_err(|why| self.map_error(why))?;
        Ok(removed.rows_affected())
    }
}
