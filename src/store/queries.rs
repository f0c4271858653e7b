//! Queries: lists of campaigns, due campaigns, and stored replies to requests.
//!
//! Whole campaigns are read in `load`.

use sqlx::SqliteConnection;

use super::Store;
use super::error::StoreError;
use super::ids::{CampaignId, signed, unsigned};
use crate::council::{CampaignStatus, Reply, Timestamp};

/// Campaign in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of the campaign.
    pub id: CampaignId,
    /// Server of the campaign.
    pub server: u64,
    /// Channel of the campaign.
    pub channel: u64,
    /// Lifecycle state.
    pub stage: CampaignStatus,
    /// Stable name of the game.
    pub game: String,
    /// Number of the last log entry.
    pub seq: u64,
    /// Time of the last change.
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
    fn into_summary(self) -> Result<Summary, StoreError> {
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

/// Returns the rows that can be read. The others are logged, so that they do not hide the rest.
fn readable(rows: Vec<SummaryRow>) -> Vec<Summary> {
    let log_error = |why: StoreError| tracing::error!("{why}");
    rows.into_iter().filter_map(|row| row.into_summary().map_err(log_error).ok()).collect()
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
    /// Returns the stored reply to a request. `None` if the request was not carried out, or its
    /// reply has been purged.
    pub async fn reply(&self, id: CampaignId, request: &str) -> Result<Option<Reply>, StoreError> {
        let mut reader = self.reader().await?;
        self.reply_on(&mut reader, id, request).await
    }

    /// Returns the campaign of a channel that is not over, if there is one.
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
        let parse = |reply: String| serde_json::from_str(&reply);
        reply.map(parse).transpose().map_err(StoreError::unreadable(id, "reply"))
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

    /// Lists the campaigns of a server, oldest first.
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

    /// Lists all campaigns, oldest first. Rows that cannot be read are logged and left out.
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

    /// Returns the numbers of all campaigns, oldest first.
    pub async fn campaign_ids(&self) -> Result<Vec<CampaignId>, StoreError> {
        let found = sqlx::query_scalar!("SELECT id FROM campaign ORDER BY id")
            .fetch_all(&self.readers)
            .await;
        found.map(ids).map_err(|why| self.map_error(why))
    }

    /// Returns at most `limit` campaigns whose wake-up time is not after `now`, longest overdue
    /// first.
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

    /// Returns the earliest wake-up time of all campaigns.
    pub async fn next_wake(&self) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(wake_at) AS "wake?: i64" FROM campaign WHERE wake_at IS NOT NULL"#
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|wake| wake.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// Returns the earliest wake-up time after `now`.
    pub async fn next_wake_after(&self, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let found = sqlx::query_scalar!(
            r#"SELECT min(wake_at) AS "wake?: i64" FROM campaign WHERE wake_at > ?"#,
            now.0
        )
        .fetch_one(&self.readers)
        .await;
        found.map(|wake| wake.map(Timestamp)).map_err(|why| self.map_error(why))
    }

    /// Removes the requests made before `before`, with their replies, and those that opened a
    /// campaign. Returns the number of removed rows.
    pub async fn purge_requests(&self, before: Timestamp) -> Result<u64, StoreError> {
        let mut writer = self.writer().await?;
        let mut transaction = self.begin_durable(&mut writer).await?;
        let purged = self.delete_requests(&mut transaction, before).await;
        self.finish(transaction, purged).await
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
