//! Transactional outbox: notices are stored with the change they report, and delivered later.
//!
//! At-least-once: a notice is marked after its delivery, so a crash in between delivers it again.
//! Delivery and backoff live in the hall's outbox worker.

use serde_json::Value;
use sqlx::SqliteConnection;

use super::error::StoreError;
use super::ids::CampaignId;
use super::{Store, to_json};
use crate::council::Timestamp;
use crate::council::notice::Notice;

/// Notice to be delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxItem {
    /// Number of the notice, ascending in order of delivery.
    pub id: i64,
    /// Campaign that the notice belongs to.
    pub campaign: CampaignId,
    /// The notice itself.
    pub notice: Notice,
    /// Number of failed attempts.
    pub attempts: u32,
    /// Earliest time of the next attempt.
    pub try_at: Timestamp,
}

struct OutboxRow {
    id: i64,
    body: String,
    attempts: i64,
    try_at: i64,
}

impl OutboxRow {
    fn into_item(self, campaign: CampaignId) -> Result<OutboxItem, StoreError> {
        let notice = serde_json::from_str(&self.body).map_err(|why| StoreError::Notice {
            campaign,
            parcel: self.id,
            why: why.to_string(),
        })?;
        let attempts = u32::try_from(self.attempts).unwrap_or(u32::MAX);
        let (id, try_at) = (self.id, Timestamp(self.try_at));
        Ok(OutboxItem { id, campaign, notice, attempts, try_at })
    }
}

impl Store {
    /// Appends notices, a JSON list, to the outbox within the caller's transaction.
    pub(super) async fn enqueue(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        notices: &str,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO outbox (campaign, topic, fleeting, body, at, attempts, try_at)
             SELECT ?1, value ->> 'topic', value ->> 'fleeting', value, ?2, 0, ?2
             FROM json_each(?3) ORDER BY key",
            id.0,
            at.0,
            notices
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after outbox");
        Ok(())
    }

    /// Reads at most `limit` undelivered notices of a campaign, in order. Stops before one that
    /// cannot be read; if that is the first, returns [`StoreError::Notice`] with its number.
    pub async fn pending_items(
        &self,
        id: CampaignId,
        limit: u32,
    ) -> Result<Vec<OutboxItem>, StoreError> {
        let rows = sqlx::query_as!(
            OutboxRow,
            "SELECT id, body, attempts, try_at FROM outbox
             WHERE campaign = ? AND done_at IS NULL ORDER BY id LIMIT ?",
            id.0,
            limit
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        let mut items = Vec::new();
        for row in rows {
            match row.into_item(id) {
                Ok(item) => items.push(item),
                Err(why) if items.is_empty() => return Err(why),
                Err(_) => break,
            }
        }
        Ok(items)
    }

    /// Reads the front end's stored state of a campaign.
    pub async fn front_end_state(&self, id: CampaignId) -> Result<Option<Value>, StoreError> {
        let found = sqlx::query_scalar!("SELECT body FROM shown WHERE campaign = ?", id.0)
            .fetch_optional(&self.readers)
            .await
            .map_err(|why| self.map_error(why))?;
        let read = |text: String| serde_json::from_str(&text);
        found.map(read).transpose().map_err(StoreError::unreadable(id, "what is shown"))
    }

    /// Marks a campaign's notices up to number `upto` as delivered, except those in `except`.
    /// Stores the front end's new state `shown`, as JSON, if it is given.
    pub async fn mark_delivered(
        &self,
        id: CampaignId,
        (upto, except): (i64, &[i64]),
        shown: Option<&str>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let except = to_json("parcels", &except)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_relaxed(&mut writer).await?;
        let marked = self.mark(&mut transaction, id, (upto, &except), shown, at).await;
        self.finish(transaction, marked).await
    }

    async fn mark(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        (upto, except): (i64, &str),
        shown: Option<&str>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.step("before mark");
        let changed = shown.is_some();
        sqlx::query!(
            "UPDATE outbox SET done_at = ?, last_error = NULL
             WHERE campaign = ? AND id <= ? AND id NOT IN (SELECT value FROM json_each(?)) AND done_at IS NULL;
             INSERT INTO shown (campaign, body) SELECT ?, ? WHERE ?
             ON CONFLICT (campaign) DO UPDATE SET body = excluded.body",
            at.0,
            id.0,
            upto,
            except,
            id.0,
            shown,
            changed
        )
        .execute(on)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after mark");
        Ok(())
    }

    /// Records a failed delivery attempt, and the time of the next one.
    pub async fn mark_failed(
        &self,
        item: i64,
        error: &str,
        try_at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writer = self.writer().await?;
        self.step("before mark");
        sqlx::query!(
            "UPDATE outbox SET attempts = attempts + 1, last_error = ?, try_at = ?
             WHERE id = ? AND done_at IS NULL",
            error,
            try_at.0,
            item
        )
        .execute(&mut *writer)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after mark");
        Ok(())
    }

    /// Ends the backoff of a campaign's notices: all of them may be tried at once.
    pub async fn retry_now(&self, id: CampaignId, now: Timestamp) -> Result<(), StoreError> {
        let mut writer = self.writer().await?;
        sqlx::query!(
            "UPDATE outbox SET try_at = ? WHERE campaign = ? AND done_at IS NULL AND try_at > ?",
            now.0,
            id.0,
            now.0
        )
        .execute(&mut *writer)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(())
    }

    /// Returns the campaigns whose next notice may be delivered at `now`.
    ///
    /// With a single `min(id)`, SQLite takes the other columns from the row of the minimum.
    pub async fn campaigns_with_due_items(
        &self,
        now: Timestamp,
    ) -> Result<Vec<CampaignId>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT campaign AS "campaign!" FROM (SELECT campaign, min(id), try_at FROM outbox
                   WHERE done_at IS NULL GROUP BY campaign)
               WHERE try_at <= ? ORDER BY campaign"#,
            now.0
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(found.into_iter().map(CampaignId).collect())
    }

    /// Returns the earliest time at which the next notice of a campaign may be delivered.
    pub async fn next_delivery(&self) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(try_at) AS "next?: i64" FROM (SELECT min(id), try_at FROM outbox
                   WHERE done_at IS NULL GROUP BY campaign)"#
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|next| next.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// Deletes notices marked as delivered before `before`. Returns how many.
    pub async fn purge_delivered(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        self.step("before mark");
        let deleted = sqlx::query!("DELETE FROM outbox WHERE done_at < ?", before.0)
            .execute(&mut *writer)
            .await
            .map_err(|why| self.map_error(why))?;
        self.step("after mark");
        Ok(deleted.rows_affected())
    }
}
