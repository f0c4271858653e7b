//! Notices on their way: stored with what they tell of, delivered later.
//!
//! May use: `council`. Deliberately absent: delivering, and how long to wait
//! after a failure. A notice is marked after it was delivered, so after a crash
//! it may be delivered again, and never not at all.

use serde_json::Value;
use sqlx::SqliteConnection;

use super::error::StoreError;
use super::ids::CampaignId;
use super::{Store, to_json};
use crate::council::Timestamp;
use crate::council::notice::Notice;

/// A notice that is to be delivered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxItem {
    /// Its number; later ones are larger.
    pub id: i64,
    /// Its campaign.
    pub campaign: CampaignId,
    /// What it says.
    pub notice: Notice,
    /// How often it was tried in vain.
    pub attempts: u32,
    /// Not to be tried before this.
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
    /// Puts notices into the outbox, within a transaction.
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

    /// What is to be delivered for a campaign, in order: up to a notice that cannot be read,
    /// or that it is the first, by its number.
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
        let mut parcels = Vec::new();
        for row in rows {
            match row.into_item(id) {
                Ok(parcel) => parcels.push(parcel),
                Err(why) if parcels.is_empty() => return Err(why),
                Err(_) => break,
            }
        }
        Ok(parcels)
    }

    /// What the front end remembers of a campaign.
    pub async fn front_end_state(&self, id: CampaignId) -> Result<Option<Value>, StoreError> {
        let found = sqlx::query_scalar!("SELECT body FROM shown WHERE campaign = ?", id.0)
            .fetch_optional(&self.readers)
            .await
            .map_err(|why| self.map_error(why))?;
        let read = |text: String| serde_json::from_str(&text);
        found.map(read).transpose().map_err(StoreError::unreadable(id, "what is shown"))
    }

    /// Marks a campaign's parcels up to this one as delivered, but for some, and keeps what
    /// the front end remembers from then on, as JSON, if that has changed.
    pub async fn mark_delivered(
        &self,
        id: CampaignId,
        (upto, but): (i64, &[i64]),
        shown: Option<&str>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let but = to_json("parcels", &but)?;
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_relaxed(&mut writer).await?;
        let marked = self.mark(&mut transaction, id, (upto, &but), shown, at).await;
        self.finish(transaction, marked).await
    }

    async fn mark(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        (upto, but): (i64, &str),
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
            but,
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

    /// Notes that a parcel could not be delivered, and when to try again.
    pub async fn mark_failed(
        &self,
        parcel: i64,
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
            parcel
        )
        .execute(&mut *writer)
        .await
        .map_err(|why| self.map_error(why))?;
        self.step("after mark");
        Ok(())
    }

    /// A campaign's parcels may be tried at once, however often that failed.
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

    /// The campaigns whose next parcel may be delivered now.
    ///
    /// Beside `min(id)`, SQLite takes the other columns from that same row.
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

    /// When the next parcel of any campaign may be delivered.
    pub async fn next_delivery(&self) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(try_at) AS "next?: i64" FROM (SELECT min(id), try_at FROM outbox
                   WHERE done_at IS NULL GROUP BY campaign)"#
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|next| next.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// Forgets parcels done before a moment; how many.
    pub async fn purge_delivered(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        self.step("before mark");
        let forgotten = sqlx::query!("DELETE FROM outbox WHERE done_at < ?", before.0)
            .execute(&mut *writer)
            .await
            .map_err(|why| self.map_error(why))?;
        self.step("after mark");
        Ok(forgotten.rows_affected())
    }
}
