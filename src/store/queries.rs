//! Which campaigns there are, which are due, and what was answered before.
//!
//! May use: `council`. Deliberately absent: the campaigns themselves; see `load`.

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed, unsigned};
use crate::council::{CampaignStatus, Reply, Timestamp};

/// A campaign in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Its number.
    pub id: CampaignId,
    /// Its server.
    pub server: u64,
    /// Its channel.
    pub channel: u64,
    /// How far it has come.
    pub stage: CampaignStatus,
    /// Its game, by its stable name.
    pub game: String,
    /// The last entry of its log.
    pub seq: u64,
    /// When it last changed.
    pub changed_at: Timestamp,
}

struct SummaryRow {
    id: i64,
    server: i64,
    channel: i64,
    stage: String,
    game: String,
    seq: i64,
    changed_at: i64,
}

impl SummaryRow {
    fn summary(self) -> Result<Summary, StoreError> {
        Ok(Summary {
            id: CampaignId(self.id),
            server: unsigned(self.server),
            channel: unsigned(self.channel),
            stage: parse_status(self.id, &self.stage)?,
            game: self.game,
            seq: unsigned(self.seq),
            changed_at: Timestamp(self.changed_at),
        })
    }
}

fn ids(found: Vec<i64>) -> Vec<CampaignId> {
    found.into_iter().map(CampaignId).collect()
}

/// Those that can be listed; the others are named in the log, and hide nobody.
fn readable(rows: Vec<SummaryRow>) -> Vec<Summary> {
    let said = |why: StoreError| tracing::error!("{why}");
    rows.into_iter().filter_map(|row| row.summary().map_err(said).ok()).collect()
}

fn parse_status(id: i64, word: &str) -> Result<CampaignStatus, StoreError> {
    match word {
        "gathering" => Ok(CampaignStatus::Lobby),
        "running" => Ok(CampaignStatus::Running),
        "over" => Ok(CampaignStatus::Over),
        _ => {
            let why = format!("there is no stage '{word}'");
            Err(StoreError::Unreadable { campaign: CampaignId(id), part: "stage", why })
        }
    }
}

impl Store {
    /// What a request came to, if it was carried out.
    pub async fn reply(&self, id: CampaignId, request: &str) -> Result<Option<Reply>, StoreError> {
        let mut reader = self.reader().await?;
        self.reply_on(&mut reader, id, request).await
    }

    /// The campaign of a channel that is not over.
    pub async fn live_campaign_in(&self, channel: u64) -> Result<Option<CampaignId>, StoreError> {
        let mut reader = self.reader().await?;
        self.live_on(&mut reader, channel).await
    }

    pub(super) async fn reply_on(
        &self,
        on: &mut SqliteConnection,
        id: CampaignId,
        request: &str,
    ) -> Result<Option<Reply>, StoreError> {
        let reply = sqlx::query_scalar!(
            "SELECT reply FROM request WHERE campaign = ? AND id = ?",
            id.0,
            request
        )
        .fetch_optional(on)
        .await
        .map_err(|why| self.map_error(why))?;
        let read = |reply: String| serde_json::from_str(&reply);
        reply.map(read).transpose().map_err(StoreError::unreadable(id, "reply"))
    }

    pub(super) async fn live_on(
        &self,
        on: &mut SqliteConnection,
        channel: u64,
    ) -> Result<Option<CampaignId>, StoreError> {
        let channel = signed(channel);
        let found = sqlx::query_scalar!(
            "SELECT id FROM campaign WHERE channel = ? AND stage <> 'over'",
            channel
        )
        .fetch_optional(on)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(found.map(CampaignId))
    }

    /// The campaigns of a server, oldest first.
    pub async fn campaigns_of(&self, server: u64) -> Result<Vec<Summary>, StoreError> {
        let server = signed(server);
        let rows = sqlx::query_as!(
            SummaryRow,
            "SELECT id, server, channel, stage, game, seq, changed_at FROM campaign
             WHERE server = ? ORDER BY id",
            server
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(readable(rows))
    }

    /// Every campaign, oldest first, as a list for people.
    pub async fn summaries(&self) -> Result<Vec<Summary>, StoreError> {
        let rows = sqlx::query_as!(
            SummaryRow,
            "SELECT id, server, channel, stage, game, seq, changed_at FROM campaign ORDER BY id"
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|why| self.map_error(why))?;
        Ok(readable(rows))
    }

    /// Every campaign, oldest first.
    pub async fn campaign_ids(&self) -> Result<Vec<CampaignId>, StoreError> {
        let found = sqlx::query_scalar!("SELECT id FROM campaign ORDER BY id")
            .fetch_all(&self.readers)
            .await;
        found.map(ids).map_err(|why| self.map_error(why))
    }

    /// The campaigns that want to be woken by now, the longest overdue first.
    pub async fn due_campaigns(
        &self,
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<CampaignId>, StoreError> {
        let found = sqlx::query_scalar!(
            "SELECT id FROM campaign WHERE wake_at <= ? ORDER BY wake_at, id LIMIT ?",
            now.0,
            limit
        )
        .fetch_all(&self.readers)
        .await;
        found.map(ids).map_err(|why| self.map_error(why))
    }

    /// When the next campaign wants to be woken.
    pub async fn next_wake(&self) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(wake_at) AS "wake?: i64" FROM campaign WHERE wake_at IS NOT NULL"#
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|wake| wake.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// When the next campaign wants to be woken that is not due by now.
    pub async fn next_wake_after(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(wake_at) AS "wake?: i64" FROM campaign WHERE wake_at > ?"#,
            now.0
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|wake| wake.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// Forgets requests made before a moment; how many.
    pub async fn purge_requests(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let forgotten = self.delete_requests(&mut transaction, before).await;
        self.finish(transaction, forgotten).await
    }

    async fn delete_requests(
        &self,
        on: &mut SqliteConnection,
        before: Timestamp,
    ) -> Result<u64, StoreError> {
        let requests = sqlx::query!("DELETE FROM request WHERE at < ?", before.0)
            .execute(&mut *on)
            .await
            .map_err(|why| self.map_error(why))?;
        self.step("after requests");
        let openings = sqlx::query!("DELETE FROM opening WHERE at < ?", before.0)
            .execute(on)
            .await
            .map_err(|why| self.map_error(why))?;
        self.step("after openings");
        Ok(requests.rows_affected() + openings.rows_affected())
    }
}
